"""What can't be taken back, and must be declared so before it is done."""

from __future__ import annotations

from engine.domain.conditions import NewWindow
from engine.domain.zones import Role
from tests.suites.reversal_applications import (
    FEATHERPAD,
    L3AFPAD,
    LIST_VIEW,
    MOUSEPAD,
    NOTE,
    PRACTICE,
    TERMINAL,
    THREE,
    THUNAR,
)
from tests.suites.reversal_trial import Kind, Trial
from tests.support.helm import click, press, typed

IRREVERSIBLE = (
    Trial(
        "Practice: an entry deleted",
        Kind.NEVER,
        *PRACTICE,
        (click("Delete", Role.BUTTON),),
        start=(click("List", Role.TAB), click("Bravo", Role.LIST_ITEM)),
    ),
    Trial(
        "Practice: a message sent",
        Kind.NEVER,
        *PRACTICE,
        (click("Send", Role.BUTTON),),
        start=(
            click("Message", Role.TAB),
            typed("ada@example.org", "To", Role.TEXT_FIELD),
            typed("Hi", "Subject", Role.TEXT_FIELD),
            typed("Hello", "Body", Role.TEXT_AREA),
        ),
    ),
    Trial(
        "Mousepad: closed without saving",
        Kind.NEVER,
        *MOUSEPAD,
        (click("Don't Save", Role.BUTTON),),
        start=(typed("lost "), press("alt", "f4", expects=NewWindow())),
        files=NOTE,
    ),
    Trial(
        "L3afpad: no to the question whether to save",
        Kind.NEVER,
        *L3AFPAD,
        (click("No", Role.BUTTON),),
        start=(typed("lost "), press("alt", "f4", expects=NewWindow())),
        files=NOTE,
    ),
    Trial(
        "FeatherPad: the changes discarded",
        Kind.NEVER,
        *FEATHERPAD,
        (click("Discard changes", Role.BUTTON),),
        start=(typed("lost ", role=Role.TEXT_AREA), press("ctrl", "q", expects=NewWindow())),
        files=NOTE,
    ),
    Trial(
        "Mousepad: an existing file replaced",
        Kind.NEVER,
        *MOUSEPAD,
        (click("Replace", Role.BUTTON),),
        start=(
            press("ctrl", "shift", "s", expects=NewWindow()),
            typed("old.txt", replace=True),
            press("enter", expects=NewWindow()),
        ),
        files={**NOTE, "old.txt": "precious"},
    ),
    Trial(
        "Thunar: a file deleted past the wastebasket",
        Kind.NEVER,
        *THUNAR,
        (press("shift", "delete", expects=NewWindow()), click("Delete", Role.BUTTON)),
        start=(*LIST_VIEW, click("b.txt", Role.CELL)),
        files=THREE,
    ),
    Trial(
        "LXTerminal: a command typed with its Return",
        Kind.NEVER,
        *TERMINAL,
        (typed("echo made > ~/Practice/made.txt\n"),),
    ),
    Trial(
        "LXTerminal: Return after a command",
        Kind.NEVER,
        *TERMINAL,
        (press("enter"),),
        start=(typed("rm ~/Practice/a.txt"),),
        files=THREE,
    ),
)
