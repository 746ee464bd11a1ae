"""Situations of applications that goals are played on: an editor, a calculator, a settings maze."""

from __future__ import annotations

from engine.domain.plans import Application, Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Role, State
from tests.support.situations import Screen

APPLICATIONS = (
    Application("Mousepad", "Text Editor", ("text", "notepad"), "org.xfce.mousepad.desktop"),
    Application("Galculator", "Calculator", ("calculation",), "galculator.desktop"),
    Application("Practice", "Practice application", (), "practice.desktop"),
    Application("Settings Manager", "", ("settings",), "xfce-settings-manager.desktop"),
    Application("Files", "File Manager", ("folder",), "thunar.desktop"),
)
PLACES = {"practice folder": "/home/ann/practice", "home": "/home/ann"}
HELLO = "Hello from the pilothouse"


def screen() -> Screen:
    return Screen(APPLICATIONS, PLACES)


def desktop() -> Situation:
    return screen().situation()


def editor(text: str = "", title: str = "Untitled 1 - Mousepad") -> Situation:
    here = screen()
    here.window(title, "mousepad")
    here.menu("File", "New", "Open…", "Save", "Save As…", "Quit")
    here.menu("Search", "Find", "Find and Replace…")
    here.zone("", Role.TEXT_AREA, State.FOCUSED, value=text, bounds=Rect(0, 60, 800, 500))
    return here.situation()


def save_dialog(text: str = HELLO, name: str = "Untitled 1") -> Situation:
    here = screen()
    here.window("Save As", "mousepad", dialog=True)
    here.zone("Search", Role.TEXT_FIELD)
    here.zone("Name", Role.TEXT_FIELD, State.FOCUSED, value=name)
    here.zone("Cancel")
    here.zone("Save")
    here.window("*Untitled 1 - Mousepad", "mousepad", active=False)
    here.menu("File", "Save", "Save As…")
    here.zone("", Role.TEXT_AREA, value=text)
    return here.situation()


def replace_question(*, active: bool = True) -> Situation:
    here = screen()
    here.window("", "mousepad", active=active, dialog=True)
    here.zone("A file named “note.txt” already exists. Replace it?", Role.LABEL)
    here.zone("Cancel")
    here.zone("Replace")
    here.window("Save As", "mousepad", active=not active, dialog=True)
    here.zone("Name", Role.TEXT_FIELD, value="/home/ann/practice/note.txt")
    here.zone("Save")
    return here.situation()


def calculator(
    display: str = "0", *, times: str = "×", minus: str = "−", clear: str = "C"
) -> Situation:
    here = screen()
    here.window("galculator", "galculator")
    here.zone("", Role.TEXT_FIELD, value=display)
    for label in (*"0123456789.", "+", minus, times, "÷", "=", clear):
        here.zone(label)
    return here.situation()


def practice() -> Situation:
    """A maze: "Settings…" is in a closed menu, beside entries that sound like it."""
    here = screen()
    here.window("Practice", "practice")
    here.menu("File", "New", "Open…", "Save", "Save as…")
    here.menu("View", "View settings…")
    here.menu("Tools", "Settings…", "Export…", shortcuts={"Settings…": "Ctrl+,"})
    here.menu("Help", "Settings guide", "About")
    here.zone("Notes", Role.TAB, State.SELECTED)
    here.zone("Form", Role.TAB)
    return here.situation()


def settings(*, autosave: bool = False, theme: str = "Light", opened: bool = False) -> Situation:
    here = screen()
    if opened:  # the list is a window of its own, over the field that it belongs to
        here.window("Practice", "practice")
        here.zone("Light", Role.LIST_ITEM, State.SELECTED)
        here.zone("Dark", Role.LIST_ITEM)
    here.window("Settings", "practice", active=not opened, dialog=True)
    here.zone("Autosave", Role.CHECK_BOX, *([State.CHECKED] if autosave else []))
    here.zone("Show line numbers", Role.CHECK_BOX)
    if not opened:
        here.zone("Theme", Role.COMBO_BOX, value=theme)
    here.zone("Autosave interval (minutes)", Role.SPIN_BOX, value="10")
    here.zone("OK")
    here.zone("Cancel")
    here.window("Practice", "practice", active=False)
    here.menu("Tools", "Settings…")
    here.zone("OK")
    return here.situation()


def outbox() -> Situation:
    here = screen()
    here.window("Outbox", "mail")
    here.zone("Monday report", Role.LIST_ITEM)
    here.zone("Friday report", Role.LIST_ITEM, State.SELECTED)
    for label in ("Send", "Delete", "Delete all", "Advanced…", "7"):
        here.zone(label)
    here.zone("Bold", Role.TOGGLE_BUTTON)
    here.zone("Italic", Role.TOGGLE_BUTTON)
    here.zone("Message", Role.TEXT_AREA, value="Dear Ann", bounds=Rect(0, 0, 700, 500))
    here.zone("Loading", Role.LABEL)
    return here.situation()
