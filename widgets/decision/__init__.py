"""What waits for the operator: a request, a question, a run that went back."""
