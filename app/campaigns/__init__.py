"""Campaigns: many runs by one file, here or on a cluster, and what came of them."""
