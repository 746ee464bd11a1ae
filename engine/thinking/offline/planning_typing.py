"""Plans for typing, filling in and clearing."""

from __future__ import annotations

from engine.domain.actions import Click, PressKeys, TypeText
from engine.domain.conditions import Condition, SomethingChanges, ZoneValue
from engine.domain.zones import EDITABLE_ROLES, TELLING_SOURCES, Role, Source, State, Zone
from engine.language.action_words import zone_words
from engine.language.goals.clauses import Clear, Target, TypeIn
from engine.language.labels import quoted
from engine.thinking.expected import after_click, after_typing
from engine.thinking.offline.desk import Desk, Progress
from engine.thinking.offline.planning_opening import enter_application

_AGAIN = " again"
_SEEN_CHARS = 40
_ONE_LINE_ROLES = EDITABLE_ROLES - {Role.TEXT_AREA}
_WRITING_ROLES = frozenset({Role.TEXT_AREA, Role.TEXT_FIELD, Role.PASSWORD_FIELD, Role.COMBO_BOX})


def plan_type(desk: Desk, clause: TypeIn) -> Progress:
    """Into the named field, or where the caret is, or into what takes most text."""
    if clause.target is None and desk.may_differ:
        raise desk.cannot("what was clicked may have opened another place to type into.")
    zone = _named_field(desk, clause.target) if clause.target else editor(desk)
    if isinstance(zone, Progress):
        return zone
    if zone is None:
        return _type_blindly(desk, clause.text)
    replaces = clause.replace or (clause.target is not None and zone.role in _ONE_LINE_ROLES)
    is_second_try = isinstance(desk.failed_action, TypeText)
    if clause.target is None and _is_caret_there(desk, zone) and not is_second_try:
        type_at_caret(desk, zone, clause.text)
    else:
        type_into(desk, zone, clause.text, replace=replaces)
    return Progress.DONE


def plan_clear(desk: Desk, clause: Clear) -> Progress:
    zone = desk.must_find(clause.target, EDITABLE_ROLES).zone if clause.target else editor(desk)
    if zone is None:
        raise desk.cannot("there is no field to clear.")
    is_untouched = all(step.zone_id != zone.zone_id for step in desk.builder.steps)
    is_empty = not zone.value and _tells_value(zone) and zone.role is not Role.PASSWORD_FIELD
    if is_empty and is_untouched:
        desk.note(f"{zone_words(zone)} is empty already.")
        return Progress.DONE
    _clear(desk, zone)
    return Progress.DONE


def _clear(desk: Desk, zone: Zone) -> None:
    desk.add(zone, Click(), f"Click {zone_words(zone)}", after_click(zone))
    desk.add(None, PressKeys(("ctrl", "a")), f"Select all in {zone_words(zone)}")
    empty = ZoneValue(zone.zone_id, zone.label, "") if _tells_value(zone) else None
    words = f"Clear {zone_words(zone)}"
    desk.add(None, PressKeys(("delete",)), words, empty)
    desk.focus_id = zone.zone_id


def type_into(desk: Desk, zone: Zone, text: str, *, replace: bool) -> None:
    """One step: the hands click the zone and type. After a failure: click, then type anew."""
    action = TypeText(text, replace=replace)
    desk.focus_id = zone.zone_id
    words = f"Type {quoted(text)} into {zone_words(zone)}"
    expected = after_typing(zone, text, replaced=replace)
    if not (desk.failed and isinstance(desk.failed.step.action, TypeText)):
        desk.add(zone, action, words, expected)
        return
    has_tried_both = isinstance(desk.failed.step.action, TypeText) and (
        desk.failed.step.description.endswith(_AGAIN)
    )
    if has_tried_both or not (replace or text.startswith(zone.value)):
        raise desk.cannot(f"{zone_words(zone)} does not take the text.")
    desk.add(zone, Click(), f"Click {zone_words(zone)}", after_click(zone))
    desk.add(None, TypeText(text, replace=True), f"{words}{_AGAIN}", expected)


def type_at_caret(desk: Desk, zone: Zone, text: str) -> None:
    """Without a click, which would move the caret."""
    desk.focus_id = zone.zone_id
    words = f"Type {quoted(text)} into {zone_words(zone)}"
    desk.add(None, TypeText(text), words, after_typing(zone, text, replaced=False))


def editor(desk: Desk) -> Zone | None:
    """Where text goes that was given no place: the caret's field, else the largest text area."""
    planned = desk.situation.zone(desk.focus_id) if desk.focus_id else None
    if planned and planned.is_editable:
        return planned
    zones = [zone for zone in desk.zones_in_front(_WRITING_ROLES) if _takes_text(zone)]
    focused = next((zone for zone in zones if State.FOCUSED in zone.state), None)
    areas = [zone for zone in zones if zone.role is Role.TEXT_AREA]
    largest = max(areas or zones, key=lambda zone: zone.bounds_px.area, default=None)
    return focused or largest


def _takes_text(zone: Zone) -> bool:
    return zone.is_editable or (zone.role in _WRITING_ROLES and zone.source is Source.VISION)


def _is_caret_there(desk: Desk, zone: Zone) -> bool:
    """The caret stands in text already: a click would put it elsewhere."""
    if desk.focus_id == zone.zone_id:
        return True
    return State.FOCUSED in zone.state and bool(zone.value)


def _named_field(desk: Desk, target: Target) -> Zone | Progress:
    """The field that was named; an application's name means wherever text goes in it."""
    found = desk.find(target, EDITABLE_ROLES, only_wanted=True)
    if found and not found.route:
        if desk.finder.is_greyed(found.zone):
            raise desk.cannot(f"{found.zone.words} is greyed out now.")
        return found.zone
    entered = enter_application(desk, target.within or target.words)
    if entered is Progress.CHANGES:
        return Progress.UNFINISHED
    zone = editor(desk) if entered else None
    if zone:
        return zone
    raise desk.not_in_sight(target.said)


def _type_blindly(desk: Desk, text: str) -> Progress:
    """An application that tells nothing of its fields still takes keys, if it is in front."""
    front = desk.front
    told = [z for z in desk.zones_in_front() if z.source in TELLING_SOURCES]
    if front is None or told:
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


def _tells_value(zone: Zone) -> bool:
    return zone.source in TELLING_SOURCES
