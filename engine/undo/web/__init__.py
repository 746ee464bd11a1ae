"""Taking back in a browser: other marks, other ways, and none that is grave."""
