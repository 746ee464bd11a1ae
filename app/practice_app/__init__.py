"""Practice: a small ordinary application for agents to work in.

It exists so that tests, demonstrations and benchmarks need no third-party programs: its pages hold
what makes real programs hard (menus that lead astray, popups, dialogs within dialogs, a canvas that
accessibility cannot see into, a button whose effect can't be taken back), and every outcome can be
read from a file afterwards. Start it with `python -m app.practice_app [--folder DIR]`.
"""
