"""Taking back: ways back, comparing with the mark of the state before, the reverter."""
