"""Changing a step as the operator asks: pure functions from one ``PlanStep`` to another.

What the step expects is changed along, so that an edited text isn't judged by the old one.
"""

from __future__ import annotations

from dataclasses import replace

from engine.domain.actions import Action, PressKeys, TypeText
from engine.domain.conditions import (
    AnyOf,
    Condition,
    TextShown,
    ZoneGone,
    ZoneState,
    ZoneValue,
)
from engine.domain.plans import PlanStep
from engine.domain.zones import Zone
from engine.language.action_words import action_words, thing_words, zone_words
from engine.language.keys import plan_name


def edited_step(step: PlanStep, action: Action, zone: Zone | None) -> PlanStep:
    """The step with another action or zone, described anew where something changed."""
    zone_id = zone.zone_id if zone is not None else step.zone_id
    label = zone.label if zone is not None else step.zone_label
    if action == step.action and zone_id == step.zone_id:
        return step
    expected = step.expected_change
    if expected is not None and zone_id != step.zone_id:
        expected = _on_other_zone(expected, step.zone_id, zone_id, label)
    old, new = step.action, action
    if expected is not None and isinstance(old, TypeText) and isinstance(new, TypeText):
        expected = _with_other_text(expected, old.text, new.text)
    thing = zone_words(zone) if zone is not None else thing_words(label)
    return replace(
        step,
        zone_id=zone_id,
        zone_label=label,
        action=action,
        expected_change=expected,
        description=action_words(action, thing),
    )


def keys_from_text(text: str) -> tuple[str, ...]:
    """``Ctrl + Shift+s`` as a chord, lower case; empty where nothing is named.

    A plus key of its own is written last: ``ctrl++``.
    """
    text = text.strip().lower()
    ends_in_plus = text == "+" or text.endswith("++")
    names = [name.strip() for name in text.split("+")]
    keys = tuple(plan_name(name) for name in names if name)
    return (*keys, "plus") if ends_in_plus else keys


def text_from_keys(action: PressKeys) -> str:
    return "+".join(action.keys)


def _on_other_zone(expected: Condition, old_id: str, zone_id: str, label: str) -> Condition:
    match expected:
        case ZoneGone() | ZoneState() | ZoneValue() if expected.zone_id == old_id:
            return replace(expected, zone_id=zone_id, label=label)
        case AnyOf(conditions=conditions):
            changed = (_on_other_zone(each, old_id, zone_id, label) for each in conditions)
            return AnyOf(tuple(each for each in changed if not isinstance(each, AnyOf)))
        case _:
            return expected


def _with_other_text(expected: Condition, old: str, new: str) -> Condition:
    match expected:
        case ZoneValue(text=text) | TextShown(text=text) if old and old in text:
            return replace(expected, text=text.replace(old, new))
        case AnyOf(conditions=conditions):
            changed = (_with_other_text(each, old, new) for each in conditions)
            return AnyOf(tuple(each for each in changed if not isinstance(each, AnyOf)))
        case _:
            return expected
