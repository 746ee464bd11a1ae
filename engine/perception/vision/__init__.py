"""Tier 2: what a vision model is asked, and what of its answers counts."""
