"""From picture and accessibility tree to zones."""
