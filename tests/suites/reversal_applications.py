"""The applications of the reversal suite: how they start, and the files that they are given."""

from __future__ import annotations

from engine.domain.conditions import NewWindow
from engine.domain.zones import Role
from tests.practice_app.installed import practice_command
from tests.support.helm import Move, click, press

NOTE = {"note.txt": "first line\nsecond line\nthird line\n"}
LONG = {"long.txt": "".join(f"line {number} of many\n" for number in range(1, 200))}
THREE = {"a.txt": "alpha", "b.txt": "beta", "c.txt": "gamma"}
MOUSEPAD = (("mousepad", "{folder}/note.txt"), "note.txt")
LONG_MOUSEPAD = (("mousepad", "{folder}/long.txt"), "long.txt")
FEATHERPAD = (("featherpad", "{folder}/note.txt"), "note.txt")
THUNAR = (("thunar", "{folder}"), "Thunar")
PRACTICE = (practice_command("--folder", "{folder}"), "Practice")
FACTORY = (("gtk3-widget-factory",), "widget-factory")
GALCULATOR = (("galculator",), "galculator")
GUCHARMAP = (("gucharmap",), "Character Map")
L3AFPAD = (("l3afpad", "{folder}/note.txt"), "note.txt")
TERMINAL = (("lxterminal",), "LXTerminal")


def menu(*labels: str, last: Role | None = None) -> tuple[Move, ...]:
    """Through the menus, by the labels of their entries."""
    roles: list[Role | None] = [Role.MENU] * (len(labels) - 1) + [last]
    return tuple(click(label, role) for label, role in zip(labels, roles, strict=True))


FEATHERPAD_START = (press("ctrl", "shift", "p", expects=NewWindow()), press("escape"))
"""Its warning about the root account leaves with the first dialog."""
LIST_VIEW = (press("ctrl", "2"),)
