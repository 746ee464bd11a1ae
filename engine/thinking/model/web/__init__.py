"""The thinker that asks a model what to do next on the web."""
