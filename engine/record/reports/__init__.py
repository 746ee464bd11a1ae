"""What the record writes of a session for others to read: one HTML file, and its kin."""
