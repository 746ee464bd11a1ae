"""The Practice app with all that makes real programs hard, for tests and benchmarks to work in:
menus that lead astray, popups, dialogs within dialogs, a canvas that accessibility cannot see into,
a button whose effect can't be taken back, and on request planted faults.

It stands in the place of the bundled app (`app.practice_app`), whose list it has among other pages,
where `tests.practice_app.installed` says so. Start it with `python -m tests.practice_app
[--folder DIR]`."""
