"""Plans for "open the Documents folder": in the file manager, by its path where it is known."""

from __future__ import annotations

from engine.domain.actions import Launch, PressKeys, TypeText
from engine.domain.conditions import AnyOf, NewWindow, SomethingChanges, TextShown, WindowShown
from engine.domain.errors import NeedsOperator
from engine.domain.situation import Application
from engine.domain.zones import Role
from engine.language.action_words import chord_words
from engine.language.goals.clauses import Target
from engine.language.goals.words import FOLDER_WORDS
from engine.language.labels import quoted
from engine.thinking.offline.applications import installed, is_in_front, windows_of
from engine.thinking.offline.desk import Desk, Progress
from engine.thinking.offline.finding import Found
from engine.thinking.offline.places import folder_path, is_place
from engine.thinking.offline.vocabulary import FILE_MANAGER

_LOCATION = ("ctrl", "l")  # where one types a path, in nearly all file managers
_FOLDERS = frozenset(
    {Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL, Role.ICON, Role.LINK, Role.BUTTON, Role.MENU_ITEM}
)


def is_folder(target: Target) -> bool:
    """Whether the words say that it is a folder."""
    last = target.said.casefold().split()[-1:]
    return bool(last) and last[0] in FOLDER_WORDS


def folder_in_sight(desk: Desk, target: Target) -> Found | None:
    """The zone to open it by; None where there is none, or where a path says it more surely."""
    try:
        return desk.find(target, _FOLDERS, only_wanted=True)
    except NeedsOperator:
        if is_place(desk.situation, target.words):
            return None
        raise


def plan_known_folder(desk: Desk, target: Target) -> Progress | None:
    """By its path in the file manager, which is started first; None where no path is known."""
    manager = installed(FILE_MANAGER, desk.situation)
    if manager is None or not is_place(desk.situation, target.words):
        return None
    if not is_in_front(manager.name, desk.situation):
        return _reach(desk, manager)
    path = folder_path(desk.situation, target.words)
    if desk.failed:
        raise desk.cannot(f"{quoted(manager.name)} does not open {quoted(path)}.")
    name = path.rstrip("/").rpartition("/")[2]
    keys = f"Press {chord_words(_LOCATION)} to say a place"
    desk.add(None, PressKeys(_LOCATION), keys, SomethingChanges())
    desk.add(None, TypeText(path), f"Type {quoted(path)}", TextShown(path))
    shown = AnyOf((WindowShown(name), NewWindow()))
    desk.add(None, PressKeys(("return",)), f"Press Return to open {quoted(name)}", shown)
    return Progress.CHANGES


def _reach(desk: Desk, manager: Application) -> Progress | None:
    if windows_of(manager.name, desk.situation) or desk.has_failed(Launch(manager.name)):
        return None
    shown = AnyOf((WindowShown(manager.name), NewWindow()))
    desk.add(None, Launch(manager.name), f"Launch {manager.name}", shown)
    return Progress.UNFINISHED
