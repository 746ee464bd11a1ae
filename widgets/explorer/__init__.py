"""The pages of an exploration: its faults and its states."""
