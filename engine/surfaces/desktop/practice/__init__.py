"""The practice desktop: a display, a bus and programs of its own, which end with it."""
