"""Plans for waiting and checking: a step that does nothing until its condition holds."""

from __future__ import annotations

from engine.domain import conditions
from engine.domain.actions import TypeText, Wait
from engine.domain.conditions import Condition, condition_words
from engine.domain.zones import (
    ACTIONABLE_ROLES,
    CHECKABLE_ROLES,
    EDITABLE_ROLES,
    TELLING_SOURCES,
    Role,
    State,
    Zone,
)
from engine.language.goals.clauses import Expect, Pause, Target
from engine.language.labels import has_words, normal, quoted
from engine.thinking.expected import already_holds
from engine.thinking.offline.desk import Desk, Progress
from engine.thinking.offline.places import full_path
from engine.thinking.offline.zone_matching import EXACT, SPACELESS, gap_px, words_score

_TEXTS = frozenset({Role.LABEL, Role.HEADING, Role.CELL})
_VALUED_ROLES = EDITABLE_ROLES | _TEXTS | {Role.SLIDER, Role.STATUS, Role.PROGRESS_BAR}
_SELECTED_ROLES = frozenset({Role.TAB, Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL})
_TURNED_ROLES = CHECKABLE_ROLES | _SELECTED_ROLES | ACTIONABLE_ROLES
_ANYWHERE = frozenset({"result", "display", "screen", "output", "answer", "text", "it"})
_PLACES = _ANYWHERE | {"status bar", "title bar", "toolbar", "dialog", "window"}


def plan_pause(desk: Desk, clause: Pause) -> Progress:
    desk.add(None, Wait(clause.secs), f"Wait {clause.secs:g} seconds")
    return Progress.CHANGES


def plan_expect(desk: Desk, clause: Expect) -> Progress:
    """A wait with a condition, which only looks: it aims at nothing, so that nothing is opened for
    it. What a wait already showed in vain fails for good."""
    if clause.what == "gone" and _zone_in_sight(desk, clause.target) is None:
        return _absent(desk, clause)
    condition = _condition(desk, clause)
    if desk.failed and not already_holds(condition, desk.situation):
        raise desk.cannot(f"it is not so that {condition_words(condition)}.")
    words = f"Check that {condition_words(condition)}"
    desk.add(None, Wait(clause.patience_secs), words, condition)
    is_long = clause.patience_secs > Wait().secs
    return Progress.CHANGES if is_long else Progress.DONE


def _absent(desk: Desk, clause: Expect) -> Progress:
    if desk.builder.steps:
        raise desk.cannot("it may still appear.")
    desk.note(f"{quoted(clause.target.said)} is not in sight.")
    return Progress.DONE


def _typed(desk: Desk, text: str) -> str:
    """What the run itself has typed and holds the text: what is waited for is no part of it."""
    steps = (*desk.request.completed, *desk.builder.steps)
    typed = [step.action.text for step in steps if isinstance(step.action, TypeText)]
    return "\n".join(each for each in typed if normal(text) in normal(each))


def _condition(desk: Desk, clause: Expect) -> Condition:
    target = clause.target
    said = target.words or target.said
    match clause.what:
        case "window":
            return conditions.WindowShown(said)
        case "file":
            return conditions.FileExists(full_path(desk.situation, said, target.within))
        case "gone":
            zone = _must_see(desk, target)
            return conditions.ZoneGone(zone.zone_id, zone.label)
        case "value":
            return _value(desk, clause)
        case "on" | "off":
            zone = _must_see(desk, target, _TURNED_ROLES)
            state = _state_of(desk, zone, usable=clause.usable)
            return conditions.ZoneState(zone.zone_id, zone.label, state, clause.what == "on")
        case _ if target.roles and target.words:
            role = next(iter(target.roles)) if len(target.roles) == 1 else None
            return conditions.ZoneShown(said, role)
        case _:
            text = target.whole or said
            typed = _typed(desk, text) if clause.patience_secs > Wait().secs else ""
            return conditions.TextShown(text, target.within, typed=typed)


def _state_of(desk: Desk, zone: Zone, *, usable: bool) -> State:
    if zone.role in CHECKABLE_ROLES:
        return State.CHECKED
    if usable:
        return State.ENABLED
    if zone.role in _SELECTED_ROLES:
        return State.SELECTED
    raise desk.cannot(f"{zone.words} is nothing that is on or off.")


def _value(desk: Desk, clause: Expect) -> Condition:
    """In the field, in the text that is called so, or in the one beside that."""
    target, value = clause.target, clause.value
    if not target.within and normal(target.said) in _PLACES:
        within = "" if normal(target.said) in _ANYWHERE else target.said
        return conditions.TextShown(value, within)
    zone = _must_see(desk, target, _VALUED_ROLES)
    if clause.exact and zone.role in EDITABLE_ROLES and zone.source in TELLING_SOURCES:
        return conditions.ZoneValue(zone.zone_id, zone.label, value)
    if zone.role in _TEXTS and not zone.value and words_score(target.words, zone.label) >= EXACT:
        zone = _beside(desk, zone) or zone
    return conditions.TextShown(value, zone.label or target.said, zone.zone_id)


def _beside(desk: Desk, label: Zone) -> Zone | None:
    """The text to the right of a mere name, or beneath it."""
    texts = [zone for zone in desk.situation.zones_in_sight if zone.label or zone.value]
    near = [
        (gap, zone) for zone in texts if zone != label and (gap := gap_px(label, zone)) is not None
    ]
    return min(near, key=lambda each: each[0], default=(0.0, None))[1]


def _must_see(desk: Desk, target: Target, roles: frozenset[Role] = ACTIONABLE_ROLES) -> Zone:
    """The zone that is in sight. Raises ``PlanFailed``: a check opens nothing."""
    zone = _zone_in_sight(desk, target, roles)
    if zone is None:
        raise desk.cannot(f"{quoted(target.said)} is not in sight, and a check only looks.")
    return zone


def _zone_in_sight(
    desk: Desk, target: Target, roles: frozenset[Role] = ACTIONABLE_ROLES
) -> Zone | None:
    """Called so in whole words, wherever text recognition may have slipped."""
    found = desk.find(target, roles)
    if found is None or not found.zone.on_screen:
        return None
    has_slipped = found.zone.label and not has_words(target.words or target.said, found.zone.label)
    return None if has_slipped and found.score < SPACELESS else found.zone
