"""What is written, and what an application's own undo takes back."""

from __future__ import annotations

from engine.domain.conditions import NewWindow
from engine.domain.zones import Role
from tests.suites.reversal_applications import (
    FACTORY,
    FEATHERPAD,
    FEATHERPAD_START,
    GALCULATOR,
    L3AFPAD,
    LIST_VIEW,
    MOUSEPAD,
    NOTE,
    PRACTICE,
    THREE,
    THUNAR,
    menu,
)
from tests.suites.reversal_trial import Kind, Trial
from tests.support.helm import click, press, typed

TEXTS = (
    Trial(
        "Mousepad: typed into a file",
        Kind.TEXT,
        *MOUSEPAD,
        (typed("something else, twice over "),),
        files=NOTE,
    ),
    Trial(
        "Mousepad: all replaced by typing",
        Kind.TEXT,
        *MOUSEPAD,
        (typed("nothing of it is left", role=Role.TEXT_AREA, replace=True),),
        files=NOTE,
    ),
    Trial(
        "Factory: an entry's text replaced",
        Kind.TEXT,
        *FACTORY,
        (typed("other", role=Role.TEXT_FIELD, number=4, replace=True),),
        start=(click(role=Role.TEXT_FIELD, number=4),),
    ),
    Trial(
        "Factory: typed into a text area without undo",
        Kind.TEXT,
        *FACTORY,
        (typed("dear me ", role=Role.TEXT_AREA),),
    ),
    Trial(
        "FeatherPad: typed in three lines",
        Kind.TEXT,
        *FEATHERPAD,
        (typed("one\ntwo\nthree\n", role=Role.TEXT_AREA),),
        start=FEATHERPAD_START,
        files=NOTE,
    ),
    Trial(
        "Practice: a form's field typed over",
        Kind.TEXT,
        *PRACTICE,
        (typed("Grace Hopper", "Name", Role.TEXT_FIELD, replace=True),),
        start=(click("Form", Role.TAB), typed("Ada", "Name", Role.TEXT_FIELD)),
    ),
    Trial(
        "Galculator: a digit too many", Kind.TEXT, *GALCULATOR, (click("4"),), start=(click("8"),)
    ),
    Trial(
        "L3afpad: characters deleted",
        Kind.TEXT,
        *L3AFPAD,
        (press("delete"), press("delete")),
        files=NOTE,
    ),
)

UNDONE = (
    Trial(
        "Mousepad: find and replace",
        Kind.UNDO,
        *MOUSEPAD,
        (
            press("ctrl", "r", expects=NewWindow()),
            typed("line", role=Role.TEXT_FIELD, number=0, window="Replace"),
            typed("row", role=Role.TEXT_FIELD, number=1, window="Replace"),
            click("Replace", Role.BUTTON, window="Replace"),
        ),
        files=NOTE,
    ),
    Trial(
        "Thunar: a file renamed",
        Kind.UNDO,
        *THUNAR,
        (press("f2", expects=NewWindow()), typed("renamed"), press("enter")),
        start=(*LIST_VIEW, click("b.txt", Role.CELL)),
        files=THREE,
    ),
    Trial(
        "Thunar: a file put into the wastebasket",
        Kind.UNDO,
        *THUNAR,
        (press("delete"),),
        start=(*LIST_VIEW, click("b.txt", Role.CELL)),
        files=THREE,
    ),
    Trial(
        "FeatherPad: the text cut out",
        Kind.UNDO,
        *FEATHERPAD,
        (press("ctrl", "a"), press("ctrl", "x")),
        start=FEATHERPAD_START,
        files=NOTE,
    ),
    Trial(
        "Mousepad: upper case",
        Kind.UNDO,
        *MOUSEPAD,
        (press("ctrl", "a"), *menu("Edit", "Convert", "To Uppercase")),
        files=NOTE,
    ),
)
