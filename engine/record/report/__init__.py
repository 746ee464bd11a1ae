"""The report of an exploration as one HTML file, for whoever was not there."""
