"""Campaigns: many runs by one file, and what came of them."""
