"""Child processes: how they start, speak and end, and bounded watches of what they tell."""
