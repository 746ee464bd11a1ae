"""From a step that could not be reached to the goal of a local plan."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.conditions import (
    Condition,
    SomethingChanges,
    ZoneShown,
    condition_words,
)
from engine.domain.labels import plain
from engine.domain.local_planning import LocalGoal
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.situation import Situation


def local_goal_of(step: PlanStep, why: str, now: Situation) -> LocalGoal:
    """What the step was to bring about; or, where its zone is missing, that it comes into sight."""
    condition = step.expected_change
    if isinstance(condition, SomethingChanges):
        condition = None  # anything would do, so it says nothing of where to go
    way = _way(step, now)
    words = [condition_words(each) for each in (condition, way) if each is not None]
    return LocalGoal(" or ".join(words) or step.description, step, why, condition, way)


def _way(step: PlanStep, now: Situation) -> Condition | None:
    zone = now.zone(step.zone_id)
    if step.zone_id == GLOBAL_ZONE_ID or not step.zone_label:
        return None
    if zone is not None and zone.on_screen:
        return None
    return ZoneShown(step.zone_label)


def aimed_again(step: PlanStep, now: Situation) -> PlanStep:
    """The same step at the zone of its label that is in sight now."""
    wanted = plain(step.zone_label)
    shown = [zone for zone in now.zones_in_sight if plain(zone.label) == wanted]
    return replace(step, zone_id=shown[0].zone_id) if shown else step
