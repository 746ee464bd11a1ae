"""One run: the verbs that modes use, and the operator's control over them."""
