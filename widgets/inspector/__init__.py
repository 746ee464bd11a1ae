"""A zone, a step, an event or a call to a model, told completely."""
