"""Plans for renaming: select it, ask for the field, type the name there."""

from __future__ import annotations

from engine.domain.actions import Click, PressKeys, TypeText
from engine.domain.conditions import SomethingChanges, TextShown
from engine.domain.zones import ACTIONABLE_ROLES, EDITABLE_ROLES, Role
from engine.language.action_words import zone_words
from engine.language.goals.clauses import Rename, Target
from engine.language.labels import quoted
from engine.thinking.offline.clicking import is_selected
from engine.thinking.offline.desk import Desk, Progress
from engine.thinking.offline.finding import Found
from engine.thinking.offline.zone_matching import GOOD

_KEYS = PressKeys(("f2",))
_TO_RENAME = " to rename "
# What has the keyboard where a field over it is not told of.
_IN_PLACE = frozenset({Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL, Role.ICON, Role.BUTTON})
_BUTTONS = frozenset({Role.BUTTON})


def plan_rename(desk: Desk, clause: Rename) -> Progress:
    """By the button that says so, else by F2; then the name goes into the field that appeared."""
    has_begun = any(_TO_RENAME in step.description for step in desk.done_here)
    focused = desk.situation.focused_zone
    if has_begun and focused and focused.role in EDITABLE_ROLES:
        words = f"Type {quoted(clause.name)} as the new name"
        desk.add(focused, TypeText(clause.name, replace=True), words, SomethingChanges())
        desk.add(None, PressKeys(("return",)), "Press Return", TextShown(clause.name))
        return Progress.CHANGES
    if has_begun and desk.failed is None and (focused is None or focused.role in _IN_PLACE):
        return _type_in_place(desk, clause.name)
    if has_begun or desk.has_failed(_KEYS):
        raise desk.cannot("no field for the new name appeared.")
    found = desk.must_find(clause.target, ACTIONABLE_ROLES)
    if not is_selected(found.zone) and not desk.was_just_clicked(found.zone):
        desk.add(found.zone, Click(), f"Select {zone_words(found.zone)}", SomethingChanges())
    button = _button(desk)
    action, way = (Click(), f"Click {zone_words(button.zone)}") if button else (_KEYS, "Press F2")
    words = f"{way}{_TO_RENAME}{zone_words(found.zone)}"
    desk.add(button.zone if button else None, action, words, SomethingChanges())
    return Progress.UNFINISHED


def _type_in_place(desk: Desk, name: str) -> Progress:
    """Some lists never tell of the field that they open over the entry; the result is checked."""
    desk.add(None, PressKeys(("ctrl", "a")), "Select all of the old name")
    desk.add(None, TypeText(name), f"Type {quoted(name)} as the new name")
    desk.add(None, PressKeys(("return",)), "Press Return", TextShown(name))
    return Progress.CHANGES


def _button(desk: Desk) -> Found | None:
    found = desk.find(Target("rename"), _BUTTONS, only_wanted=True)
    is_usable = found and found.score >= GOOD and found.zone.on_screen
    return found if is_usable and found and desk.failed_zone_id != found.zone.zone_id else None
