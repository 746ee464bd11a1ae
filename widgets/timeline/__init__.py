"""The strip below the picture: the timeline, the distance and the log."""
