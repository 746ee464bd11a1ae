"""What is moved: keys, drags, scrolls."""

from __future__ import annotations

from engine.domain.spaces import Point
from engine.domain.zones import Role
from tests.suites.reversal_applications import (
    FACTORY,
    FEATHERPAD_START,
    GUCHARMAP,
    LIST_VIEW,
    LONG,
    LONG_MOUSEPAD,
    MOUSEPAD,
    NOTE,
    PRACTICE,
    THREE,
    THUNAR,
)
from tests.suites.reversal_trial import Kind, Trial, Verdict
from tests.support.helm import click, drag_by, drag_to, press, scroll, typed

KEYS = (
    Trial(
        "Practice: the next page",
        Kind.KEY,
        *PRACTICE,
        (press("ctrl", "tab"),),
        start=(click("Batch", Role.TAB),),
    ),
    Trial("Mousepad: a page down", Kind.KEY, *LONG_MOUSEPAD, (press("pagedown"),), files=LONG),
    Trial("Mousepad: the whole screen", Kind.KEY, *MOUSEPAD, (press("f11"),), files=NOTE),
    Trial(
        "Practice: zoomed in",
        Kind.KEY,
        *PRACTICE,
        (press("ctrl", "+"),),
        start=(typed("words to be seen"),),
    ),
    Trial(
        "Thunar: the folder above",
        Kind.KEY,
        *THUNAR,
        (press("alt", "up"),),
        start=LIST_VIEW,
        files=THREE,
    ),
)

_STAR_AT_FIRST, _STAR = Point(-194, 68), Point(-170, 84)
"""Where the canvas's star is, from the middle: at first, and where it is dragged from."""
DRAGS = (
    Trial(
        "Practice: a shape moved on the canvas",
        Kind.DRAG,
        *PRACTICE,
        (drag_by(60, 40, "Canvas", Role.CANVAS, start=_STAR),),
        start=(
            click("Canvas", Role.TAB),
            drag_by(24, 16, "Canvas", Role.CANVAS, start=_STAR_AT_FIRST),
        ),
        exact=("filler", "Canvas"),
    ),
    Trial(
        "Mousepad: a tab moved to another place",
        Kind.DRAG,
        ("mousepad", "{folder}/note.txt", "{folder}/other.txt"),
        "other.txt",
        (drag_to("note.txt", "other.txt", Role.TAB),),
        files={**NOTE, "other.txt": "another text"},
    ),
    Trial(
        "Practice: an entry moved up",
        Kind.DRAG,
        *PRACTICE,
        (drag_to("Echo", "Bravo", Role.LIST_ITEM),),
        start=(click("List", Role.TAB),),
        verdict=Verdict.UNVERIFIED,  # a label tells what was done last
    ),
    Trial("Factory: a slider", Kind.DRAG, *FACTORY, (drag_by(80, 0, "", Role.SLIDER, start=None),)),
)

SCROLLS = (
    Trial(
        "Mousepad: down",
        Kind.SCROLL,
        *LONG_MOUSEPAD,
        (scroll("", Role.TEXT_AREA, down=3),),
        files=LONG,
    ),
    Trial(
        "FeatherPad: down from the middle",
        Kind.SCROLL,
        ("featherpad", "{folder}/long.txt"),
        "long.txt",
        (scroll("", Role.TEXT_AREA, down=4),),
        start=(*FEATHERPAD_START, scroll("", Role.TEXT_AREA, down=10)),
        files=LONG,
    ),
    Trial(
        "Thunar: a long list",
        Kind.SCROLL,
        *THUNAR,
        (scroll("f10.txt", Role.CELL, down=5),),
        start=LIST_VIEW,
        files={f"f{number:02}.txt": "" for number in range(1, 60)},
    ),
    Trial(
        "Character Map: the scripts", Kind.SCROLL, *GUCHARMAP, (scroll("Latin", Role.CELL, down=4),)
    ),
)
