"""The thinker that explores without a model: what was tried least comes first."""
