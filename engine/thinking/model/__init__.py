"""The thinker that asks a model."""
