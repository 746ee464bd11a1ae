"""What is chosen: ticks, radio buttons, boxes, selections, tabs."""

from __future__ import annotations

from engine.domain.conditions import NewWindow
from engine.domain.zones import Role
from tests.suites.reversal_applications import (
    FACTORY,
    FEATHERPAD,
    FEATHERPAD_START,
    GUCHARMAP,
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

TOGGLES = (
    Trial(
        "Mousepad: line numbers", Kind.TOGGLE, *MOUSEPAD, menu("View", "Line Numbers"), files=NOTE
    ),
    Trial(
        "Practice: the status bar",
        Kind.TOGGLE,
        *PRACTICE,
        menu("View", "Status bar", last=Role.CHECK_MENU_ITEM),
    ),
    Trial(
        "Factory: a check box",
        Kind.TOGGLE,
        *FACTORY,
        (click("checkbutton", Role.CHECK_BOX, number=5),),
    ),
    Trial(
        "Factory: a toggle button",
        Kind.TOGGLE,
        *FACTORY,
        (click("togglebutton", Role.TOGGLE_BUTTON),),
    ),
    Trial(
        "Practice: a setting in its dialog",
        Kind.TOGGLE,
        *PRACTICE,
        (click("Spell check", Role.CHECK_BOX),),
        start=(press("ctrl", ",", expects=NewWindow()),),
    ),
    Trial(
        "FeatherPad: line numbers",
        Kind.TOGGLE,
        *FEATHERPAD,
        menu("Options", "Line Numbers"),
        start=FEATHERPAD_START,
        files=NOTE,
    ),
    Trial(
        "Thunar: hidden files",
        Kind.TOGGLE,
        *THUNAR,
        (press("ctrl", "h"),),
        start=LIST_VIEW,
        files={**THREE, ".hidden": ""},
    ),
    Trial("Factory: a cell with a mark", Kind.TOGGLE, *FACTORY, (click("", Role.CELL, number=2),)),
)

CHOICES = (
    Trial(
        "Factory: a radio button",
        Kind.CHOICE,
        *FACTORY,
        (click("radiobutton", Role.RADIO_BUTTON, number=3),),
    ),
    Trial(
        "Factory: a combo box",
        Kind.CHOICE,
        *FACTORY,
        (click("Left", Role.COMBO_BOX), click("Right", Role.MENU_ITEM)),
    ),
    Trial(
        "Practice: a combo box",
        Kind.CHOICE,
        *PRACTICE,
        (click("Theme", Role.COMBO_BOX), click("Dark", Role.LIST_ITEM)),
        start=(press("ctrl", ",", expects=NewWindow()),),
    ),
    Trial(
        "Factory: a spin box",
        Kind.CHOICE,
        *FACTORY,
        (typed("77\t", role=Role.SPIN_BOX, replace=True),),
    ),
    Trial(
        "Character Map: the order of the characters",
        Kind.CHOICE,
        *GUCHARMAP,
        menu("View", "By Unicode Block"),
    ),
    Trial(
        "Practice: an interval",
        Kind.CHOICE,
        *PRACTICE,
        (typed("25", "Autosave interval (minutes)", Role.SPIN_BOX, replace=True),),
        start=(press("ctrl", ",", expects=NewWindow()),),
    ),
)

SELECTIONS = (
    Trial(
        "Thunar: another file",
        Kind.SELECTION,
        *THUNAR,
        (click("c.txt", Role.CELL),),
        start=(*LIST_VIEW, click("a.txt", Role.CELL)),
        files=THREE,
    ),
    Trial(
        "Thunar: all files",
        Kind.SELECTION,
        *THUNAR,
        (press("ctrl", "a"),),
        start=(*LIST_VIEW, click("a.txt", Role.CELL)),
        files=THREE,
    ),
    Trial("Practice: a wrong tab", Kind.SELECTION, *PRACTICE, (click("Message", Role.TAB),)),
    Trial(
        "Practice: an entry of a list",
        Kind.SELECTION,
        *PRACTICE,
        (click("Delta", Role.LIST_ITEM),),
        start=(click("List", Role.TAB), click("Bravo", Role.LIST_ITEM)),
    ),
    Trial("Factory: a wrong tab", Kind.SELECTION, *FACTORY, (click("page 3", Role.TAB),)),
    Trial(
        "Mousepad: all the text selected",
        Kind.SELECTION,
        *MOUSEPAD,
        (press("ctrl", "a"),),
        files=NOTE,
    ),
)
