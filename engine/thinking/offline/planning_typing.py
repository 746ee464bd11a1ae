"""Plans for typing, filling in, clearing and renaming."""

from engine.domain.actions import Click, PressKeys, TypeText
from engine.domain.conditions import Condition, SomethingChanges, TextShown, ZoneValue
from engine.domain.zones import ACTIONABLE_ROLES, EDITABLE_ROLES, Role, Source, State, Zone
from engine.language.action_words import zone_words
from engine.language.goals.clauses import Rename, Target, TypeIn
from engine.language.labels import quoted
from engine.states.dialogs import only_asks
from engine.states.expected import after_click, after_typing
from engine.thinking.offline import clicking, file_dialogs, matching, planning_windows
from engine.thinking.offline.desk import Desk, Progress

_AGAIN = " again"
_SEEN_CHARS = 40
_ONE_LINE_ROLES = EDITABLE_ROLES - {Role.TEXT_AREA}
_WRITING_ROLES = frozenset({Role.TEXT_AREA, Role.TEXT_FIELD, Role.PASSWORD_FIELD, Role.COMBO_BOX})


def plan_type(desk: Desk, clause: TypeIn) -> Progress:
    """Into the named field, or where the caret is, or into what takes most text."""
    if clause.target is not None and clause.clears:
        return _clear(desk, clause.target)
    if clause.target is None and desk.may_differ:
        raise desk.cannot("what was clicked may have opened another place to type into.")
    if clause.target is None and (file_dialogs.save_dialog(desk) or file_dialogs.open_dialog(desk)):
        raise desk.cannot("a file dialog is in front, which takes names of files only.")
    zone = _named_field(desk, clause.target) if clause.target else editor(desk)
    if isinstance(zone, Progress):
        return zone
    drawn = desk.situation.focused_zone  # a click would do something in what only draws its text
    if zone is None and drawn is not None and drawn.role.is_picture:
        words = f"Type {quoted(clause.text)} into {zone_words(drawn)}"
        expected = after_typing(None, clause.text, replaced=False)
        desk.add(None, TypeText(clause.text), words, expected)
        return Progress.DONE
    if zone is None:
        return _type_blindly(desk, clause.text)
    replaces = clause.replace or (clause.target is not None and zone.role in _ONE_LINE_ROLES)
    is_second_try = isinstance(desk.failed_action, TypeText)
    is_there = desk.focus_id == zone.zone_id or (State.FOCUSED in zone.state and zone.value)
    if clause.target is None and is_there and not is_second_try:
        desk.focus_id = zone.zone_id  # without a click, which would move the caret
        words = f"Type {quoted(clause.text)} into {zone_words(zone)}"
        expected = after_typing(zone, clause.text, replaced=False)
        desk.add(None, TypeText(clause.text), words, expected)
    else:
        type_into(desk, zone, clause.text, replace=replaces)
    return Progress.DONE


def _clear(desk: Desk, target: Target) -> Progress:
    zone = desk.must_find(target, EDITABLE_ROLES).zone
    is_untouched = all(step.zone_id != zone.zone_id for step in desk.steps)
    is_told = zone.source.tells
    is_empty = not zone.value and is_told and zone.role is not Role.PASSWORD_FIELD
    if is_empty and is_untouched:
        return desk.note(f"{zone_words(zone)} is empty already.")
    desk.add(zone, Click(), f"Click {zone_words(zone)}", after_click(zone))
    desk.add(None, PressKeys(("ctrl", "a")), f"Select all in {zone_words(zone)}")
    empty = ZoneValue(zone.zone_id, zone.label, "") if is_told else None
    desk.add(None, PressKeys(("delete",)), f"Clear {zone_words(zone)}", empty)
    desk.focus_id = zone.zone_id
    return Progress.DONE


def type_into(desk: Desk, zone: Zone, text: str, *, replace: bool) -> None:
    """One step: the hands click the zone and type. After a failure: click, then type anew."""
    action = TypeText(text, replace=replace)
    desk.focus_id = zone.zone_id
    words = f"Type {quoted(text)} into {zone_words(zone)}"
    expected = after_typing(zone, text, replaced=replace)
    if not (desk.failed and isinstance(desk.failed.step.action, TypeText)):
        desk.add(zone, action, words, expected)
        return
    has_tried_both = desk.failed.step.description.endswith(_AGAIN)
    if has_tried_both or not (replace or text.startswith(zone.value)):
        raise desk.in_vain(f"{zone_words(zone)} does not take the text.")
    desk.add(zone, Click(), f"Click {zone_words(zone)}", after_click(zone))
    desk.add(None, TypeText(text, replace=True), f"{words}{_AGAIN}", expected)


def editor(desk: Desk) -> Zone | None:
    """Where text goes that was given no place: the caret's field, else the largest text area. The
    fields of a tool bar (a font's size, a search) take no text that is not meant for them."""
    planned = desk.situation.zone(desk.focus_id) if desk.focus_id else None
    if planned and planned.is_editable:
        return planned
    known = desk.zones_in_front(_WRITING_ROLES)
    zones = [zone for zone in known if zone.is_editable or zone.source is Source.VISION]
    focused = next((zone for zone in zones if State.FOCUSED in zone.state), None)
    zones = [zone for zone in zones if not (zone.is_navigation or zone.in_status)]
    areas = [zone for zone in zones if zone.role is Role.TEXT_AREA]
    largest = max(areas or zones, key=lambda zone: zone.bounds_px.area, default=None)
    return focused or largest


def _named_field(desk: Desk, target: Target) -> Zone | Progress:
    """The field that was named; an application's name means wherever text goes in it."""
    found = desk.find(target, EDITABLE_ROLES, only_wanted=True)
    if found and not found.route:
        if desk.finder.is_greyed(found.zone):
            raise desk.cannot(f"{found.zone.words} is greyed out now.")
        return found.zone
    entered = planning_windows.enter_application(desk, target.within or target.words)
    if entered is Progress.CHANGES:
        return Progress.UNFINISHED
    zone = editor(desk) if entered else None
    if zone:
        return zone
    raise desk.not_in_sight(target.said)


def _type_blindly(desk: Desk, text: str) -> Progress:
    """A program that tells no fields, or keeps a terminal, takes keys if it is in front."""
    front = desk.front
    told = [z for z in desk.zones_in_front() if z.source.tells]
    if front is None or (not front.keeps_terminal and (told or only_asks(front, desk.situation))):
        raise desk.cannot("no field that takes text is in sight.")
    action = TypeText(text)
    if desk.has_failed(action):
        raise desk.cannot("the text did not arrive.")
    expected: Condition | None
    is_readable = bool(desk.zones_in_front())
    if is_readable:
        expected = after_typing(None, text, replaced=False)
    else:  # a few small letters change less of the picture than a caret may
        expected = SomethingChanges() if len(text) >= _SEEN_CHARS else None
    desk.add(None, action, f"Type {quoted(text)} into {quoted(front.title)}", expected)
    return Progress.DONE


_KEYS = PressKeys(("f2",))
_TO_RENAME = " to rename "
# What has the keyboard where a field over it is not told of.
_IN_PLACE = frozenset({Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL, Role.ICON, Role.BUTTON})
_BUTTONS = frozenset({Role.BUTTON})


def plan_rename(desk: Desk, clause: Rename) -> Progress:
    """By the button that says so, else by F2; then the name goes into the field that appeared."""
    has_begun = any(_TO_RENAME in step.description for step in desk.done_here)
    focused = desk.situation.focused_zone
    if has_begun and focused and focused.role.is_field:
        words = f"Type {quoted(clause.name)} as the new name"
        desk.add(focused, TypeText(clause.name, replace=True), words, SomethingChanges())
        return desk.add(None, PressKeys(("return",)), "Press Return", TextShown(clause.name))
    if has_begun and desk.failed is None and (focused is None or focused.role in _IN_PLACE):
        # some lists never tell of the field that they open over the entry; the result is checked
        desk.add(None, PressKeys(("ctrl", "a")), "Select all of the old name")
        desk.add(None, TypeText(clause.name), f"Type {quoted(clause.name)} as the new name")
        return desk.add(None, PressKeys(("return",)), "Press Return", TextShown(clause.name))
    if has_begun or desk.has_failed(_KEYS):
        raise desk.cannot("no field for the new name appeared.")
    found = desk.must_find(clause.target, ACTIONABLE_ROLES)
    if not clicking.is_selected(found.zone) and not desk.was_just_clicked(found.zone):
        desk.add(found.zone, Click(), f"Select {zone_words(found.zone)}", SomethingChanges())
    button = desk.find(Target("rename"), _BUTTONS, only_wanted=True)
    is_usable = button and button.score >= matching.GOOD and button.zone.on_screen
    if button and not (is_usable and desk.failed_zone_id != button.zone.zone_id):
        button = None
    action, way = (Click(), f"Click {zone_words(button.zone)}") if button else (_KEYS, "Press F2")
    words = f"{way}{_TO_RENAME}{zone_words(found.zone)}"
    desk.add(button.zone if button else None, action, words, SomethingChanges())
    return Progress.UNFINISHED
