"""What is done on real applications and then taken back, by how it is taken back.

Most of these applications were not made for this project. What can't be taken back stands at the
end: there it counts that it was said beforehand.
"""

from __future__ import annotations

import sys

from engine.domain.conditions import NewWindow
from engine.domain.spaces import Point
from engine.domain.zones import Role
from tests.suites.reversal_trial import Kind, Trial, Verdict
from tests.support.helm import Move, click, drag_by, drag_to, press, scroll, typed

_NOTE = {"note.txt": "first line\nsecond line\nthird line\n"}
_LONG = {"long.txt": "".join(f"line {number} of many\n" for number in range(1, 200))}
_THREE = {"a.txt": "alpha", "b.txt": "beta", "c.txt": "gamma"}
_MOUSEPAD = (("mousepad", "{folder}/note.txt"), "note.txt")
_LONG_MOUSEPAD = (("mousepad", "{folder}/long.txt"), "long.txt")
_FEATHERPAD = (("featherpad", "{folder}/note.txt"), "note.txt")
_THUNAR = (("thunar", "{folder}"), "Thunar")
_PRACTICE = ((sys.executable, "-m", "app.practice_app", "--folder", "{folder}"), "Practice")
_FACTORY = (("gtk3-widget-factory",), "widget-factory")
_GALCULATOR = (("galculator",), "galculator")
_GUCHARMAP = (("gucharmap",), "Character Map")
_L3AFPAD = (("l3afpad", "{folder}/note.txt"), "note.txt")
_TERMINAL = (("lxterminal",), "LXTerminal")


def menu(*labels: str, last: Role | None = None) -> tuple[Move, ...]:
    """Through the menus, by the labels of their entries."""
    roles: list[Role | None] = [Role.MENU] * (len(labels) - 1) + [last]
    return tuple(click(label, role) for label, role in zip(labels, roles, strict=True))


_FEATHERPAD_START = (press("ctrl", "shift", "p", expects=NewWindow()), press("escape"))
"""Its warning about the root account leaves with the first dialog."""
_LIST_VIEW = (press("ctrl", "2"),)

TOGGLES = (
    Trial(
        "Mousepad: line numbers",
        Kind.TOGGLE,
        *_MOUSEPAD,
        menu("View", "Line Numbers"),
        files=_NOTE,
    ),
    Trial(
        "Factory: a check box",
        Kind.TOGGLE,
        *_FACTORY,
        (click("checkbutton", Role.CHECK_BOX, number=5),),
    ),
    Trial(
        "Factory: a toggle button",
        Kind.TOGGLE,
        *_FACTORY,
        (click("togglebutton", Role.TOGGLE_BUTTON),),
    ),
    Trial(
        "Practice: the status bar",
        Kind.TOGGLE,
        *_PRACTICE,
        menu("View", "Status bar", last=Role.CHECK_MENU_ITEM),
    ),
    Trial(
        "Practice: a setting in its dialog",
        Kind.TOGGLE,
        *_PRACTICE,
        (click("Spell check", Role.CHECK_BOX),),
        start=(press("ctrl", ",", expects=NewWindow()),),
    ),
    Trial(
        "FeatherPad: line numbers",
        Kind.TOGGLE,
        *_FEATHERPAD,
        menu("Options", "Line Numbers"),
        start=_FEATHERPAD_START,
        files=_NOTE,
    ),
    Trial(
        "Thunar: hidden files",
        Kind.TOGGLE,
        *_THUNAR,
        (press("ctrl", "h"),),
        start=_LIST_VIEW,
        files={**_THREE, ".hidden": ""},
    ),
    Trial("Factory: a cell with a mark", Kind.TOGGLE, *_FACTORY, (click("", Role.CELL, number=2),)),
)
LEFT = (
    Trial(
        "Mousepad: About",
        Kind.LEAVE,
        *_MOUSEPAD,
        menu("Help", "About", last=Role.MENU_ITEM),
        files=_NOTE,
    ),
    Trial(
        "Practice: settings, changed and left",
        Kind.LEAVE,
        *_PRACTICE,
        (
            *menu("Tools", "Settings…", last=Role.MENU_ITEM),
            click("Autosave", Role.CHECK_BOX),
        ),
    ),
    Trial(
        "Practice: export, the wrong dialog",
        Kind.LEAVE,
        *_PRACTICE,
        menu("Tools", "Export…", last=Role.MENU_ITEM),
    ),
    Trial(
        "FeatherPad: the preferences",
        Kind.LEAVE,
        *_FEATHERPAD,
        (press("ctrl", "shift", "p", expects=NewWindow()),),
        start=_FEATHERPAD_START,
        files=_NOTE,
    ),
    Trial(
        "Mousepad: the dialog for opening",
        Kind.LEAVE,
        *_MOUSEPAD,
        (press("ctrl", "o", expects=NewWindow()),),
        files=_NOTE,
    ),
    Trial(
        "Thunar: the properties of a file",
        Kind.LEAVE,
        *_THUNAR,
        (press("alt", "enter", expects=NewWindow()),),
        start=(*_LIST_VIEW, click("a.txt", Role.CELL)),
        files=_THREE,
    ),
)
TEXTS = (
    Trial(
        "Mousepad: typed into a file",
        Kind.TEXT,
        *_MOUSEPAD,
        (typed("something else, twice over "),),
        files=_NOTE,
    ),
    Trial(
        "Mousepad: all replaced by typing",
        Kind.TEXT,
        *_MOUSEPAD,
        (typed("nothing of it is left", role=Role.TEXT_AREA, replace=True),),
        files=_NOTE,
    ),
    Trial(
        "Factory: an entry's text replaced",
        Kind.TEXT,
        *_FACTORY,
        (typed("other", role=Role.TEXT_FIELD, number=4, replace=True),),
        start=(click(role=Role.TEXT_FIELD, number=4),),
    ),
    Trial(
        "Factory: typed into a text area without undo",
        Kind.TEXT,
        *_FACTORY,
        (typed("dear me ", role=Role.TEXT_AREA),),
    ),
    Trial(
        "FeatherPad: typed in three lines",
        Kind.TEXT,
        *_FEATHERPAD,
        (typed("one\ntwo\nthree\n", role=Role.TEXT_AREA),),
        start=_FEATHERPAD_START,
        files=_NOTE,
    ),
    Trial(
        "Practice: a form's field typed over",
        Kind.TEXT,
        *_PRACTICE,
        (typed("Grace Hopper", "Name", Role.TEXT_FIELD, replace=True),),
        start=(
            click("Form", Role.TAB),
            typed("Ada", "Name", Role.TEXT_FIELD),
        ),
    ),
    Trial(
        "Galculator: a digit too many",
        Kind.TEXT,
        *_GALCULATOR,
        (click("4"),),
        start=(click("8"),),
    ),
    Trial(
        "L3afpad: characters deleted",
        Kind.TEXT,
        *_L3AFPAD,
        (press("delete"), press("delete")),
        files=_NOTE,
    ),
)
MENUS = (
    Trial("Galculator: View", Kind.MENU, *_GALCULATOR, (click("View", Role.MENU),)),
    Trial("Practice: Tools", Kind.MENU, *_PRACTICE, (click("Tools", Role.MENU),)),
    Trial(
        "FeatherPad: a context menu",
        Kind.MENU,
        *_FEATHERPAD,
        (click(role=Role.TEXT_AREA, button="right"),),
        start=_FEATHERPAD_START,
        files=_NOTE,
    ),
    Trial(
        "Mousepad: a menu within a menu",
        Kind.MENU,
        *_MOUSEPAD,
        (click("Document", Role.MENU), click("Line Ending", Role.MENU)),
        files=_NOTE,
    ),
    Trial(
        "Practice: the menu that leads astray",
        Kind.MENU,
        *_PRACTICE,
        (click("Add Files", Role.BUTTON), click("More", Role.MENU)),
        start=(click("Batch", Role.TAB),),
    ),
)
WINDOWS = (
    Trial(
        "Mousepad: a second window",
        Kind.WINDOW,
        *_MOUSEPAD,
        (press("ctrl", "shift", "n", expects=NewWindow()),),
        files=_NOTE,
    ),
    Trial(
        "Thunar: a second window",
        Kind.WINDOW,
        *_THUNAR,
        (press("ctrl", "n", expects=NewWindow()),),
        files=_THREE,
    ),
    Trial(
        "Mousepad: a second window with a text in it",
        Kind.WINDOW,
        *_MOUSEPAD,
        (press("ctrl", "shift", "n", expects=NewWindow()), typed("to be kept or not")),
        files=_NOTE,
    ),
    Trial(
        "L3afpad: a second window",
        Kind.WINDOW,
        *_L3AFPAD,
        (press("ctrl", "n", expects=NewWindow()),),
        files=_NOTE,
    ),
    Trial(
        "Mousepad: a tab too many",
        Kind.WINDOW,
        *_MOUSEPAD,
        (press("ctrl", "n"),),
        files=_NOTE,
    ),
)
KEYS = (
    Trial(
        "Practice: the next page",
        Kind.KEY,
        *_PRACTICE,
        (press("ctrl", "tab"),),
        start=(click("Batch", Role.TAB),),
    ),
    Trial(
        "Mousepad: a page down",
        Kind.KEY,
        *_LONG_MOUSEPAD,
        (press("pagedown"),),
        files=_LONG,
    ),
    Trial("Mousepad: the whole screen", Kind.KEY, *_MOUSEPAD, (press("f11"),), files=_NOTE),
    Trial(
        "Practice: zoomed in",
        Kind.KEY,
        *_PRACTICE,
        (press("ctrl", "+"),),
        start=(typed("words to be seen"),),
    ),
    Trial(
        "Thunar: the folder above",
        Kind.KEY,
        *_THUNAR,
        (press("alt", "up"),),
        start=_LIST_VIEW,
        files=_THREE,
    ),
)
DRAGS = (
    Trial(
        "Practice: a shape moved on the canvas",
        Kind.DRAG,
        *_PRACTICE,
        (drag_by(60, 40, "Canvas", Role.CANVAS, start=Point(0, 0)),),
        start=(click("Canvas", Role.TAB),),
        exact=("filler", "Canvas"),
    ),
    Trial(
        "Mousepad: a tab moved to another place",
        Kind.DRAG,
        ("mousepad", "{folder}/note.txt", "{folder}/other.txt"),
        "other.txt",
        (drag_to("note.txt", "other.txt", Role.TAB),),
        files={**_NOTE, "other.txt": "another text"},
    ),
    Trial(
        "Practice: an entry moved up",
        Kind.DRAG,
        *_PRACTICE,
        (drag_to("Echo", "Bravo", Role.LIST_ITEM),),
        start=(click("List", Role.TAB),),
        verdict=Verdict.UNVERIFIED,  # a label tells what was done last
    ),
    Trial(
        "Factory: a slider",
        Kind.DRAG,
        *_FACTORY,
        (drag_by(80, 0, "", Role.SLIDER, start=None),),
    ),
)
SELECTIONS = (
    Trial(
        "Thunar: another file",
        Kind.SELECTION,
        *_THUNAR,
        (click("c.txt", Role.CELL),),
        start=(*_LIST_VIEW, click("a.txt", Role.CELL)),
        files=_THREE,
    ),
    Trial(
        "Thunar: all files",
        Kind.SELECTION,
        *_THUNAR,
        (press("ctrl", "a"),),
        start=(*_LIST_VIEW, click("a.txt", Role.CELL)),
        files=_THREE,
    ),
    Trial("Practice: a wrong tab", Kind.SELECTION, *_PRACTICE, (click("Message", Role.TAB),)),
    Trial(
        "Practice: an entry of a list",
        Kind.SELECTION,
        *_PRACTICE,
        (click("Delta", Role.LIST_ITEM),),
        start=(click("List", Role.TAB), click("Bravo", Role.LIST_ITEM)),
    ),
    Trial("Factory: a wrong tab", Kind.SELECTION, *_FACTORY, (click("page 3", Role.TAB),)),
    Trial(
        "Mousepad: all the text selected",
        Kind.SELECTION,
        *_MOUSEPAD,
        (press("ctrl", "a"),),
        files=_NOTE,
    ),
)
SCROLLS = (
    Trial(
        "Mousepad: down",
        Kind.SCROLL,
        *_LONG_MOUSEPAD,
        (scroll("", Role.TEXT_AREA, down=3),),
        files=_LONG,
    ),
    Trial(
        "FeatherPad: down to the end, which comes early",
        Kind.SCROLL,
        ("featherpad", "{folder}/long.txt"),
        "long.txt",
        (scroll("", Role.TEXT_AREA, down=8),),
        start=(*_FEATHERPAD_START, scroll("", Role.TEXT_AREA, down=55)),
        files=_LONG,
    ),
    Trial(
        "Thunar: a long list",
        Kind.SCROLL,
        *_THUNAR,
        (scroll("f10.txt", Role.CELL, down=5),),
        start=_LIST_VIEW,
        files={f"f{number:02}.txt": "" for number in range(1, 60)},
    ),
    Trial(
        "Character Map: the scripts",
        Kind.SCROLL,
        *_GUCHARMAP,
        (scroll("Latin", Role.CELL, down=4),),
    ),
)
UNDONE = (
    Trial(
        "Mousepad: find and replace",
        Kind.UNDO,
        *_MOUSEPAD,
        (
            press("ctrl", "r", expects=NewWindow()),
            typed("line", role=Role.TEXT_FIELD, number=0, window="Replace"),
            typed("row", role=Role.TEXT_FIELD, number=1, window="Replace"),
            click("Replace", Role.BUTTON, window="Replace"),
        ),
        files=_NOTE,
    ),
    Trial(
        "Thunar: a file renamed",
        Kind.UNDO,
        *_THUNAR,
        (press("f2", expects=NewWindow()), typed("renamed"), press("enter")),
        start=(*_LIST_VIEW, click("b.txt", Role.CELL)),
        files=_THREE,
    ),
    Trial(
        "Thunar: a file put into the wastebasket",
        Kind.UNDO,
        *_THUNAR,
        (press("delete"),),
        start=(*_LIST_VIEW, click("b.txt", Role.CELL)),
        files=_THREE,
    ),
    Trial(
        "FeatherPad: the text cut out",
        Kind.UNDO,
        *_FEATHERPAD,
        (press("ctrl", "a"), press("ctrl", "x")),
        start=_FEATHERPAD_START,
        files=_NOTE,
    ),
    Trial(
        "Mousepad: upper case",
        Kind.UNDO,
        *_MOUSEPAD,
        (
            press("ctrl", "a"),
            *menu("Edit", "Convert", "To Uppercase"),
        ),
        files=_NOTE,
    ),
)
CHOICES = (
    Trial(
        "Factory: a radio button",
        Kind.CHOICE,
        *_FACTORY,
        (click("radiobutton", Role.RADIO_BUTTON, number=3),),
    ),
    Trial(
        "Factory: a combo box",
        Kind.CHOICE,
        *_FACTORY,
        (click("Left", Role.COMBO_BOX), click("Right", Role.MENU_ITEM)),
    ),
    Trial(
        "Practice: a combo box",
        Kind.CHOICE,
        *_PRACTICE,
        (click("Theme", Role.COMBO_BOX), click("Dark", Role.LIST_ITEM)),
        start=(press("ctrl", ",", expects=NewWindow()),),
    ),
    Trial(
        "Factory: a spin box",
        Kind.CHOICE,
        *_FACTORY,
        (typed("77\t", role=Role.SPIN_BOX, replace=True),),
    ),
    Trial(
        "Character Map: the order of the characters",
        Kind.CHOICE,
        *_GUCHARMAP,
        menu("View", "By Unicode Block"),
    ),
    Trial(
        "Practice: an interval",
        Kind.CHOICE,
        *_PRACTICE,
        (typed("25", "Autosave interval (minutes)", Role.SPIN_BOX, replace=True),),
        start=(press("ctrl", ",", expects=NewWindow()),),
    ),
)
IRREVERSIBLE = (
    Trial(
        "Practice: an entry deleted",
        Kind.NEVER,
        *_PRACTICE,
        (click("Delete", Role.BUTTON),),
        start=(click("List", Role.TAB), click("Bravo", Role.LIST_ITEM)),
    ),
    Trial(
        "Practice: a message sent",
        Kind.NEVER,
        *_PRACTICE,
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
        *_MOUSEPAD,
        (click("Don't Save", Role.BUTTON),),
        start=(typed("lost "), press("alt", "f4", expects=NewWindow())),
        files=_NOTE,
    ),
    Trial(
        "L3afpad: no to the question whether to save",
        Kind.NEVER,
        *_L3AFPAD,
        (click("No", Role.BUTTON),),
        start=(typed("lost "), press("alt", "f4", expects=NewWindow())),
        files=_NOTE,
    ),
    Trial(
        "FeatherPad: the changes discarded",
        Kind.NEVER,
        *_FEATHERPAD,
        (click("Discard changes", Role.BUTTON),),
        start=(
            typed("lost ", role=Role.TEXT_AREA),
            press("ctrl", "q", expects=NewWindow()),
        ),
        files=_NOTE,
    ),
    Trial(
        "Mousepad: an existing file replaced",
        Kind.NEVER,
        *_MOUSEPAD,
        (click("Replace", Role.BUTTON),),
        start=(
            press("ctrl", "shift", "s", expects=NewWindow()),
            typed("old.txt", replace=True),
            press("enter", expects=NewWindow()),
        ),
        files={**_NOTE, "old.txt": "precious"},
    ),
    Trial(
        "Thunar: a file deleted past the wastebasket",
        Kind.NEVER,
        *_THUNAR,
        (press("shift", "delete", expects=NewWindow()), click("Delete", Role.BUTTON)),
        start=(*_LIST_VIEW, click("b.txt", Role.CELL)),
        files=_THREE,
    ),
    Trial(
        "LXTerminal: a command typed with its Return",
        Kind.NEVER,
        *_TERMINAL,
        (typed("echo made > ~/Practice/made.txt\n"),),
    ),
    Trial(
        "LXTerminal: Return after a command",
        Kind.NEVER,
        *_TERMINAL,
        (press("enter"),),
        start=(typed("rm ~/Practice/a.txt"),),
        files=_THREE,
    ),
)
REVERSIBLE = (
    Trial(
        "Practice: an entry deleted",
        Kind.NEVER,
        *_PRACTICE,
        (click("Delete", Role.BUTTON),),
        start=(click("List", Role.TAB), click("Bravo", Role.LIST_ITEM)),
    ),
    Trial(
        "Practice: a message sent",
        Kind.NEVER,
        *_PRACTICE,
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
        *_MOUSEPAD,
        (click("Don't Save", Role.BUTTON),),
        start=(typed("lost "), press("alt", "f4", expects=NewWindow())),
        files=_NOTE,
    ),
    Trial(
        "L3afpad: no to the question whether to save",
        Kind.NEVER,
        *_L3AFPAD,
        (click("No", Role.BUTTON),),
        start=(typed("lost "), press("alt", "f4", expects=NewWindow())),
        files=_NOTE,
    ),
    Trial(
        "FeatherPad: the changes discarded",
        Kind.NEVER,
        *_FEATHERPAD,
        (click("Discard changes", Role.BUTTON),),
        start=(
            typed("lost ", role=Role.TEXT_AREA),
            press("ctrl", "q", expects=NewWindow()),
        ),
        files=_NOTE,
    ),
    Trial(
        "Mousepad: an existing file replaced",
        Kind.NEVER,
        *_MOUSEPAD,
        (click("Replace", Role.BUTTON),),
        start=(
            press("ctrl", "shift", "s", expects=NewWindow()),
            typed("old.txt", replace=True),
            press("enter", expects=NewWindow()),
        ),
        files={**_NOTE, "old.txt": "precious"},
    ),
    Trial(
        "Thunar: a file deleted past the wastebasket",
        Kind.NEVER,
        *_THUNAR,
        (press("shift", "delete", expects=NewWindow()), click("Delete", Role.BUTTON)),
        start=(*_LIST_VIEW, click("b.txt", Role.CELL)),
        files=_THREE,
    ),
    Trial(
        "LXTerminal: a command typed with its Return",
        Kind.NEVER,
        *_TERMINAL,
        (typed("echo made > ~/Practice/made.txt\n"),),
    ),
    Trial(
        "LXTerminal: Return after a command",
        Kind.NEVER,
        *_TERMINAL,
        (press("enter"),),
        start=(typed("rm ~/Practice/a.txt"),),
        files=_THREE,
    ),
    Trial(
        "Practice: Enter on the button that deletes",
        Kind.NEVER,
        *_PRACTICE,
        (press("space"),),
        start=(
            click("List", Role.TAB),
            click("Rename", Role.BUTTON),
            press("escape"),
            press("tab"),
            press("tab"),
            press("tab"),
        ),
    ),
)
REVERSIBLE = (
    *(*TOGGLES, *LEFT, *TEXTS, *MENUS, *WINDOWS, *KEYS),
    *(*DRAGS, *SELECTIONS, *SCROLLS, *UNDONE, *CHOICES),
)
ALL = (*REVERSIBLE, *IRREVERSIBLE)
