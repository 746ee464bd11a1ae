"""Pointer and keyboard of a desktop, in a process of their own that STOP kills."""
