"""Driving a run by hand: a test says what to click, and the session's own verbs do it.

A move names its target by label and role, as an operator would point at it; it is looked up among
the zones in sight when its turn comes. Every move goes through the real gate and the real hands."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from engine.domain.actions import Action, Click, Drag, PressKeys, Scroll, TypeText
from engine.domain.conditions import Condition, SomethingChanges
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.risks import Risk
from engine.domain.spaces import Point
from engine.domain.zones import Role, Zone
from engine.safety.risks import WordRiskRater
from engine.session.session import Session
from engine.surfaces.desktop.surface import DesktopSurface

_PATIENCE_SECS = 60.0
_REST_SECS = 20.0
_QUIET_SECS = 0.3
_LOOK_AGAIN_SECS = 0.1
_SOMETHING = SomethingChanges()


@dataclass(frozen=True, slots=True)
class Target:
    """A zone by its label (or, without a label, by what it holds), role and number among equals.

    ``window`` is a part of the title of the window that it stands in."""

    label: str = ""
    role: Role | None = None
    number: int = 0
    window: str = ""

    def find(self, situation: Situation) -> Zone | None:
        windows = {one.window_id for one in situation.windows if self.window in one.title}
        fitting = [
            zone
            for zone in situation.zones_in_sight
            if zone.window_id in windows
            and self.role in (None, zone.role)
            and (not self.label or self.label in (zone.label, zone.value))
        ]
        return fitting[self.number] if self.number < len(fitting) else None

    def __str__(self) -> str:
        return f"{self.role or 'something'} “{self.label}”"


@dataclass(frozen=True, slots=True)
class Move:
    """One step to be: an action on a target, or on whatever has the keyboard."""

    action: Action
    target: Target | None = None
    to: Target | None = None
    expects: Condition | None = _SOMETHING


def click(
    label: str = "",
    role: Role | None = None,
    *,
    number: int = 0,
    window: str = "",
    expects: Condition | None = _SOMETHING,
    **how: object,
) -> Move:
    target = Target(label, role, number, window)
    return Move(Click(**how), target, expects=expects)  # type: ignore[arg-type]


def typed(
    text: str,
    label: str = "",
    role: Role | None = None,
    *,
    number: int = 0,
    window: str = "",
    replace: bool = False,
) -> Move:
    """Without a label and a role it goes to what has the keyboard."""
    has_target = bool(label or role)
    target = Target(label, role, number, window) if has_target else None
    return Move(TypeText(text, replace=replace), target)


def press(*keys: str, expects: Condition | None = _SOMETHING) -> Move:
    return Move(PressKeys(keys), expects=expects)


def scroll(label: str, role: Role | None, *, down: int = 0, number: int = 0) -> Move:
    return Move(Scroll(down=down), Target(label, role, number))


def drag_to(label: str, end: str, role: Role | None = None) -> Move:
    return Move(Drag(), Target(label, role), to=Target(end, role))


def drag_by(x: int, y: int, label: str, role: Role | None = None, *, start: Point | None) -> Move:
    """``start`` is where it begins, from the target's centre."""
    return Move(Drag(offset_px=Point(x, y), from_offset_px=start), Target(label, role))


class Helm:
    """One session, driven move by move. Use it within ``Session.run``."""

    def __init__(self, session: Session, surface: DesktopSurface) -> None:
        self._session = session
        self._surface = surface
        self._count = 0

    async def start(self, argv: Sequence[str], title: str) -> None:
        """Start a program and wait until its window has told what is in it."""
        await self.park_pointer()
        await self._surface._host.spawn(argv)
        await self._until(lambda seen: _has_told(seen, title), f"the window “{title}”")
        await self.rest()

    async def park_pointer(self) -> None:
        """Into a corner, where nothing tells what it is under the pointer."""
        corner = ("xdotool", "mousemove", "5000", "5000")
        parking = await asyncio.create_subprocess_exec(*corner, env=self._surface.environment)
        await parking.wait()

    async def rest(self) -> Situation:
        """The situation once two looks one after the other show the same zones."""
        last = await self._session.looks.observe("to start from")
        deadline = time.monotonic() + _REST_SECS
        while True:
            await self._next_change(_QUIET_SECS)
            now = await self._session.looks.observe("to start from")
            is_same = (now.zones, now.windows) == (last.zones, last.windows)
            if is_same or time.monotonic() > deadline:
                return now
            last = now

    async def step_of(self, move: Move) -> tuple[PlanStep, Situation]:
        """The move as a step on what is in sight; waits for its target."""
        self._count += 1
        if move.target is None:
            step = PlanStep(
                self._count, GLOBAL_ZONE_ID, "", move.action, str(move.action), move.expects
            )
            return step, await self._session.looks.observe("before a move")
        situation = await self._until(lambda seen: move.target.find(seen), str(move.target))
        zone = move.target.find(situation)
        assert zone is not None
        action = move.action
        if move.to is not None:
            end = move.to.find(situation)
            assert end is not None, f"{move.to} is not in sight"
            action = Drag(to_zone_id=end.zone_id)
        words = f"{action.kind} {zone.words}"
        step = PlanStep(self._count, zone.zone_id, zone.label, action, words, move.expects)
        return step, situation

    async def make(self, *moves: Move) -> None:
        """Perform them; one without effect is performed all the same."""
        for move in moves:
            step, _ = await self.step_of(move)
            await self._session.steps.perform(step)

    async def declared(self, move: Move) -> Risk:
        """What the gate would be told of the move, before it is made."""
        step, situation = await self.step_of(move)
        return WordRiskRater().rate(step, situation)

    async def _until(self, check: object, what: str) -> Situation:
        deadline = time.monotonic() + _PATIENCE_SECS
        while True:
            situation = await self._session.looks.observe("to find something")
            if check(situation):  # type: ignore[operator]
                return situation
            if time.monotonic() > deadline:
                there = [zone.words for zone in situation.zones_in_sight]
                raise AssertionError(f"{what} did not come into sight; there are {there}")
            await self._next_change(_LOOK_AGAIN_SECS)

    async def _next_change(self, timeout_secs: float) -> None:
        watch = self._surface.eyes.watch()
        try:
            await watch.next(timeout_secs)
        finally:
            watch.close()


def _has_told(situation: Situation, title: str) -> bool:
    fitting = {one.window_id for one in situation.windows if title in one.title}
    return any(zone.window_id in fitting for zone in situation.zones_in_sight)
