"""The settings: declared once, read from a file, edited in a dialog, said on the command line."""
