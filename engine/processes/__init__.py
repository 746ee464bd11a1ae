"""Child processes: how they start, speak and end, bounded watches of what they tell; files that are
written whole."""
