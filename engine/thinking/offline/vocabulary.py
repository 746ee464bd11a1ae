"""The words by which the plans of goals know what is on the screen, as tables: fields, buttons and
titles that nearly all applications share. What goals may say is read by ``language/goals``.
"""

from __future__ import annotations

from collections.abc import Mapping

# What is meant where no zone of that name is known: shortcuts that nearly all applications share.
STANDARD_CHORDS: Mapping[str, tuple[str, ...]] = {
    "undo": ("ctrl", "z"),
    "redo": ("ctrl", "shift", "z"),
    "copy": ("ctrl", "c"),
    "cut": ("ctrl", "x"),
    "paste": ("ctrl", "v"),
    "select all": ("ctrl", "a"),
    "find": ("ctrl", "f"),
    "print": ("ctrl", "p"),
    "new": ("ctrl", "n"),
    "go back": ("alt", "left"),
    "go forward": ("alt", "right"),
    "reload": ("f5",),
    "refresh": ("f5",),
    "go up": ("alt", "up"),
    "delete": ("delete",),
    "remove": ("delete",),
}

PRONOUNS = frozenset({"it", "this", "that", "them", "everything", "selection", "selected"})
NAME_FIELD_WORDS = ("name", "file name", "filename", "save as", "location", "file", "path")
SAVE_WORDS = ("save", "save as", "save file", "export")
SAVE_AS_WORDS = ("save as", "save file as", "save copy as")
OPEN_WORDS = ("open", "open file", "choose", "select")
REPLACE_WORDS = ("replace", "overwrite", "yes", "replace file", "ok")
EXISTS_WORDS = ("already exists", "exists already", "already there")
REPLACING_WORDS = ("overwrite", "replace")
UNNAMED_TITLES = ("untitled", "unnamed", "new document", "new file", "no name", "unsaved")

# Buttons that every dialog has: after a click that may open one, they could belong to it.
DISMISSING_BUTTONS = frozenset({"ok", "yes", "no", "cancel", "close", "done"})
DIALOG_BUTTONS = DISMISSING_BUTTONS | {"apply", "save"}
PAGE_TURNING = frozenset({"next", "back", "previous", "continue", "forward", "log in", "sign in"})
