"""The thinker that explores by asking a model: action groups, and whether a state progressed."""
