"""The live picture with its zones, what is said of them, and a cut of it."""
