"""What the views know of a run on the web."""
