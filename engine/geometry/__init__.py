"""Geometry that several rooms and the console share: pure functions over plain numbers."""
