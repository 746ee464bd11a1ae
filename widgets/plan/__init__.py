"""The plan as a tree: segments or stages, their steps, and what was tried under them."""
