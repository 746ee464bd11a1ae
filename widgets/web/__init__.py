"""The page on which a run on the web shows where it is."""
