"""Where things lie: which are near, in which order they are read, where marks are put."""
