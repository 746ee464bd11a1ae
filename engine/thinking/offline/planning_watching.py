"""Plans for waiting and checking: a step that does nothing until its condition holds."""

from __future__ import annotations

from engine.domain import conditions
from engine.domain.actions import Wait
from engine.domain.conditions import Condition, condition_words
from engine.domain.zones import (
    CHECKABLE_ROLES,
    EDITABLE_ROLES,
    TELLING_SOURCES,
    Role,
    State,
    Zone,
)
from engine.language.goals.clauses import Expect, Pause
from engine.language.labels import quoted
from engine.thinking.expected import already_holds
from engine.thinking.offline.desk import Desk, Progress
from engine.thinking.offline.places import full_path

_VALUED_ROLES = EDITABLE_ROLES | {Role.SLIDER, Role.LABEL, Role.STATUS, Role.PROGRESS_BAR}


def plan_pause(desk: Desk, clause: Pause) -> Progress:
    desk.add(None, Wait(clause.secs), f"Wait {clause.secs:g} seconds")
    return Progress.CHANGES


def plan_expect(desk: Desk, clause: Expect) -> Progress:
    """A wait with a condition; what a wait already showed in vain fails for good."""
    if clause.what in ("on", "off", "value", "gone") and _zone(desk, clause) is None:
        return _absent(desk, clause)
    condition = _condition(desk, clause)
    action = Wait(clause.patience_secs)
    if desk.failed and not already_holds(condition, desk.situation):
        raise desk.cannot(f"it is not so that {condition_words(condition)}.")
    zone = _zone(desk, clause) if clause.what in ("on", "off", "value") else None
    words = condition_words(condition)
    desk.add(zone, action, f"Check that {words}", condition)
    is_long = clause.patience_secs > Wait().secs
    return Progress.CHANGES if is_long else Progress.DONE


def _absent(desk: Desk, clause: Expect) -> Progress:
    if clause.what == "gone":
        if desk.builder.steps:
            raise desk.cannot("it may still appear.")
        desk.note(f"{quoted(clause.target.said)} is not in sight.")
        return Progress.DONE
    if clause.what == "value":
        condition = conditions.TextShown(clause.value)
        words = f"Check that {condition_words(condition)}"
        desk.add(None, Wait(clause.patience_secs), words, condition)
        return Progress.DONE
    raise desk.not_in_sight(clause.target.said)


def _condition(desk: Desk, clause: Expect) -> Condition:
    said = clause.target.words or clause.target.said
    zone = _zone(desk, clause) if clause.what in ("on", "off", "value", "gone") else None
    match clause.what:
        case "window":
            return conditions.WindowShown(said)
        case "file":
            return conditions.FileExists(full_path(desk.situation, said, clause.target.within))
        case "gone" if zone:
            return conditions.ZoneGone(zone.zone_id, zone.label)
        case "value" if zone:
            return conditions.ZoneValue(zone.zone_id, zone.label, clause.value, contains=True)
        case "on" | "off" if zone:
            state = State.CHECKED if zone.role in CHECKABLE_ROLES else State.SELECTED
            return conditions.ZoneState(zone.zone_id, zone.label, state, clause.what == "on")
        case _:
            if clause.target.roles and clause.target.words:
                return conditions.ZoneShown(said)
            return conditions.TextShown(clause.target.whole or said)


def _zone(desk: Desk, clause: Expect) -> Zone | None:
    """The zone that the check is about."""
    if clause.what in ("on", "off"):
        found = desk.find(clause.target, CHECKABLE_ROLES | {Role.TAB, Role.LIST_ITEM})
    elif clause.what == "value":
        found = desk.find(clause.target, _VALUED_ROLES, only_wanted=True)
        if found and found.zone.source not in TELLING_SOURCES:
            return None
    else:
        found = desk.find(clause.target)
    return found.zone if found and (found.zone.on_screen or clause.what != "gone") else None
