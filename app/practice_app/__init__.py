"""Practice: a small ordinary application to try agents on, in which nothing can be broken.

It has what the examples name: a note, a list, and settings behind a menu; what was done can be read
from files afterwards. Start it with `python -m app.practice_app [--folder DIR]`."""
