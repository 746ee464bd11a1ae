"""The window: it puts the rooms together, feeds them and passes on what the operator wants."""
