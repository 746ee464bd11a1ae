"""Guests: what they say and are told, and the protocols that carry it."""
