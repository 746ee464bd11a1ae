"""Ways to work towards a goal."""
