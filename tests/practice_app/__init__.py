"""The Practice app with all that makes real programs hard, for tests and benchmarks to work in:
menus that lead astray, popups, dialogs within dialogs, a canvas that accessibility cannot see into,
a button whose effect can't be taken back, and on request planted faults.

It is the bundled app (`app.practice_app`) with more pages, entries and settings, and stands in its
place where `tests.practice_app.installed` says so. Start it with `python -m tests.practice_app
[--folder DIR]`.
"""
