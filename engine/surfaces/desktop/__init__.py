"""The desktop: this screen, or a nested display of its own."""
