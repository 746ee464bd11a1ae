"""Noticing that something broke while an application is explored: one file for each kind."""
