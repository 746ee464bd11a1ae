"""Performing a step, settling, judging its effect, and rating its risk."""
