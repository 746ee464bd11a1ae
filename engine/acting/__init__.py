"""Performing a step, settling, and judging its effect."""
