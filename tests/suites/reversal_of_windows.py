"""What is opened: dialogs, menus, windows, tabs."""

from __future__ import annotations

from engine.domain.conditions import NewWindow
from engine.domain.zones import Role
from tests.suites.reversal_applications import (
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

LEFT = (
    Trial(
        "Mousepad: About",
        Kind.LEAVE,
        *MOUSEPAD,
        menu("Help", "About", last=Role.MENU_ITEM),
        files=NOTE,
    ),
    Trial(
        "Practice: settings, changed and left",
        Kind.LEAVE,
        *PRACTICE,
        (*menu("Tools", "Settings…", last=Role.MENU_ITEM), click("Autosave", Role.CHECK_BOX)),
    ),
    Trial(
        "Practice: export, the wrong dialog",
        Kind.LEAVE,
        *PRACTICE,
        menu("Tools", "Export…", last=Role.MENU_ITEM),
    ),
    Trial(
        "FeatherPad: the preferences",
        Kind.LEAVE,
        *FEATHERPAD,
        (press("ctrl", "shift", "p", expects=NewWindow()),),
        start=FEATHERPAD_START,
        files=NOTE,
    ),
    Trial(
        "Mousepad: the dialog for opening",
        Kind.LEAVE,
        *MOUSEPAD,
        (press("ctrl", "o", expects=NewWindow()),),
        files=NOTE,
    ),
    Trial(
        "Thunar: the properties of a file",
        Kind.LEAVE,
        *THUNAR,
        (press("alt", "enter", expects=NewWindow()),),
        start=(*LIST_VIEW, click("a.txt", Role.CELL)),
        files=THREE,
    ),
)

MENUS = (
    Trial("Galculator: View", Kind.MENU, *GALCULATOR, (click("View", Role.MENU),)),
    Trial("Practice: Tools", Kind.MENU, *PRACTICE, (click("Tools", Role.MENU),)),
    Trial(
        "FeatherPad: a context menu",
        Kind.MENU,
        *FEATHERPAD,
        (click(role=Role.TEXT_AREA, button="right"),),
        start=FEATHERPAD_START,
        files=NOTE,
    ),
    Trial(
        "Mousepad: a menu within a menu",
        Kind.MENU,
        *MOUSEPAD,
        (click("Document", Role.MENU), click("Line Ending", Role.MENU)),
        files=NOTE,
    ),
    Trial(
        "Practice: the menu that leads astray",
        Kind.MENU,
        *PRACTICE,
        (click("Add Files", Role.MENU), click("More", Role.MENU)),
        start=(click("Batch", Role.TAB),),
    ),
)

WINDOWS = (
    Trial(
        "Mousepad: a second window",
        Kind.WINDOW,
        *MOUSEPAD,
        (press("ctrl", "shift", "n", expects=NewWindow()),),
        files=NOTE,
    ),
    Trial(
        "Thunar: a second window",
        Kind.WINDOW,
        *THUNAR,
        (press("ctrl", "n", expects=NewWindow()),),
        files=THREE,
    ),
    Trial(
        "Mousepad: a second window with a text in it",
        Kind.WINDOW,
        *MOUSEPAD,
        (press("ctrl", "shift", "n", expects=NewWindow()), typed("to be kept or not")),
        files=NOTE,
    ),
    Trial(
        "L3afpad: a second window",
        Kind.WINDOW,
        *L3AFPAD,
        (press("ctrl", "n", expects=NewWindow()),),
        files=NOTE,
    ),
    Trial("Mousepad: a tab too many", Kind.WINDOW, *MOUSEPAD, (press("ctrl", "n"),), files=NOTE),
)
