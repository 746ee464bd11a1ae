"""Performing in a browser: the ways to touch, settling, and what a page shows of an effect."""
