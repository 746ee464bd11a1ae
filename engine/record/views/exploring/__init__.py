"""What the views know of an exploration."""
