"""Performing one step: find the target, move the hands, settle, and judge the effect."""

from __future__ import annotations

import asyncio
import time

from engine.acting.settling import Settled, Settler
from engine.domain.actions import Drag, Launch, Replan, Wait
from engine.domain.conditions import Condition, SomethingChanges, ZonePresent, condition_words
from engine.domain.errors import ActionImpossible
from engine.domain.lifecycle import Effect
from engine.domain.limits import Limits
from engine.domain.performing import Performed
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.situation import Situation
from engine.domain.spaces import Point
from engine.domain.surface_ports import Surface


class Executor:
    """Performs steps on one surface. Whether a step may be performed is not its business."""

    def __init__(self, surface: Surface, settler: Settler, limits: Limits) -> None:
        self._surface = surface
        self._settler = settler
        self._limits = limits

    async def perform(self, step: PlanStep, before: Situation) -> Performed:
        """Raises ``ActionImpossible`` where there is nothing to act upon.

        A ``__replan__`` step is a harmless no-op here; the director takes it before.
        """
        if step.is_replan or isinstance(step.action, Replan):
            return Performed(Effect.ALREADY_SO, "Nothing to do.", before)
        watch = self._settler.watch()
        since_secs = time.time()
        try:
            await self._surface.hands.perform(
                step.action, point_of(step, before), _drag_end(step, before)
            )
            if isinstance(step.action, Wait) and step.expected_change is None:
                await asyncio.sleep(step.action.secs)
            settled = await self._settler.settle(
                watch,
                before,
                step.expected_change,
                bound_secs=self._bound_secs(step),
                since_secs=since_secs,
            )
        finally:
            watch.close()
        return _verdict(step, settled)

    async def has_effect_already(
        self, step: PlanStep, before: Situation, now: Situation, *, since_secs: float
    ) -> bool:
        """Whether the expected change has come after all; ``since_secs`` is the first attempt."""
        condition = step.expected_change
        if condition is None or isinstance(condition, SomethingChanges):
            return False
        return await self.has_come(condition, before, now, since_secs=since_secs)

    async def has_come(
        self, condition: Condition, before: Situation, now: Situation, *, since_secs: float
    ) -> bool:
        """Whether the condition holds now, files included."""
        return await self._settler.judge(condition, before, now, since_secs=since_secs)

    async def wait_for_zone(self, step: PlanStep, before: Situation) -> Situation:
        """The situation once the step's zone is in sight, or at the settling bound."""
        watch = self._settler.watch()
        try:
            if isinstance(step.action, Wait) and step.expected_change is None:
                await asyncio.sleep(step.action.secs)
            settled = await self._settler.settle(
                watch,
                before,
                ZonePresent(step.zone_id, step.zone_label),
                bound_secs=self._limits.settle_secs,
                since_secs=time.time(),
            )
        finally:
            watch.close()
        return settled.situation

    def _bound_secs(self, step: PlanStep) -> float:
        match step.action:
            case Launch():
                return self._limits.launch_settle_secs
            case Wait(secs=secs):
                return secs
            case _:
                return self._limits.settle_secs


def point_of(step: PlanStep, situation: Situation) -> Point | None:
    """Where the hands go: the zone's centre, unless a drag begins beside it; None for steps
    that need no place."""
    if step.zone_id == GLOBAL_ZONE_ID:
        return None
    zone = situation.zone(step.zone_id)
    if zone is None or not zone.on_screen:
        raise ActionImpossible(f"“{step.zone_label}” is not in sight.")
    centre = zone.bounds_px.center
    match step.action:
        case Drag(from_offset_px=Point(x=x, y=y)):
            return Point(centre.x + x, centre.y + y)
        case _:
            return centre


def _drag_end(step: PlanStep, situation: Situation) -> Point | None:
    if not isinstance(step.action, Drag) or not step.action.to_zone_id:
        return None
    zone = situation.zone(step.action.to_zone_id)
    if zone is None or not zone.on_screen:
        raise ActionImpossible("The place to drag to is not in sight.")
    return zone.bounds_px.center


def _verdict(step: PlanStep, settled: Settled) -> Performed:
    now = settled.situation
    match settled.has_changed_as_expected:
        case None:
            return Performed(Effect.UNVERIFIABLE, "Nothing was expected that shows.", now)
        case True:
            return Performed(Effect.CONFIRMED, "", now)
        case False:
            why = _missing(step.expected_change)
            if settled.obstacle is not None:
                why += f" Instead a dialog came up: “{settled.obstacle}”."
            is_obstructed = settled.obstacle is not None
            return Performed(Effect.SUSPECTED_NO_OP, why, now, is_obstructed)


def _missing(condition: Condition | None) -> str:
    assert condition is not None
    return f"It was expected that {condition_words(condition)}; it did not come."
