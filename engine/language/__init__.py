"""Words, keys, numbers and labels: pure functions over texts."""
