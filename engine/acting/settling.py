"""Settling: wait until the expected change was seen and the picture is quiet.

There are no fixed delays. A small area that changes again and again in the same place (a caret,
a spinner, a clock) is told apart and does not count as unrest. The time bound is 3 s for
ordinary actions and 30 s for starting an application, which looks quiet before anything appears.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from engine.domain.conditions import Condition
from engine.domain.frames import PictureChange
from engine.domain.ports import Perceiver
from engine.domain.situation import Situation
from engine.domain.spaces import Rect
from engine.domain.surface_ports import ChangeWatch, FileFacts, Surface
from engine.domain.zones import Role
from engine.states.conditions_held import files_of, holds

QUIET_SECS = 0.1
_LOOK_AGAIN_SECS = 0.15
_SMALL_SHARE = 0.01
_PERIODIC_AFTER = 3
_TELLING_ROLES = frozenset({Role.LABEL, Role.HEADING, Role.ALERT})
_MAX_WORDS = 200
_LOOK_ANYWAY_SECS = 1.0
"""How long a picture that never rests may keep the change from being looked for."""
_OBSTACLE_SECS = 0.6
"""How long a dialog must stand in the way before the change is given up: "Saving…" passes."""
_ZONES_LATE_SECS = 2.0
"""How long a window that has just appeared may take to announce what is in it."""


class UnrestFilter:
    """Tells changes that matter from small periodic ones.

    An area of at most 1 % of the picture is periodic once it changed alone three times; a
    caret moves with typing, so places are compared on a grid as coarse as a caret is tall.
    """

    def __init__(self, picture_px: Rect) -> None:
        self._small_area = picture_px.area * _SMALL_SHARE
        self._seen: Counter[tuple[int, int, int, int]] = Counter()

    def is_unrest(self, change: PictureChange) -> bool:
        box = change.bounds_px
        if box.area > self._small_area:
            return True
        place = (box.x // 16, box.y // 16, box.width // 16, box.height // 16)
        self._seen[place] += 1
        return self._seen[place] < _PERIODIC_AFTER


@dataclass(frozen=True, slots=True)
class Settled:
    """How it ended: the situation, whether the change came (None: nothing was expected).

    ``obstacle`` is what a dialog says that came up instead of the expected change.
    """

    situation: Situation
    has_changed_as_expected: bool | None
    is_quiet: bool
    obstacle: str | None = None


class Settler:
    """Waits on one surface."""

    def __init__(
        self,
        surface: Surface,
        perceiver: Perceiver,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._surface = surface
        self._perceiver = perceiver
        self._clock = clock

    def watch(self) -> ChangeWatch:
        """Open it before the action, so that no change is missed."""
        return self._surface.eyes.watch()

    async def settle(
        self,
        watch: ChangeWatch,
        before: Situation,
        expected: Condition | None,
        *,
        bound_secs: float,
        since_secs: float,
    ) -> Settled:
        """Return when the change was seen and all is quiet, or when the bound is reached."""
        deadline = self._clock() + bound_secs
        obstacle_counts_from = math.inf
        unrest = UnrestFilter(before.frame.bounds_px)
        while True:
            look_at = min(deadline, self._clock() + _LOOK_ANYWAY_SECS)
            is_quiet = await self._wait_for_quiet(watch, unrest, look_at)
            now = await self._perceiver.observe()
            is_over = self._clock() >= deadline
            if expected is None:
                if is_quiet or is_over:
                    return Settled(now, None, is_quiet)
            elif await self.judge(expected, before, now, since_secs=since_secs):
                deadline = min(deadline, self._clock() + _ZONES_LATE_SECS)
                if is_over or (is_quiet and _front_is_readable(now)):
                    return Settled(now, True, is_quiet)
            elif self._clock() >= deadline or self._clock() >= obstacle_counts_from:
                return Settled(now, False, is_quiet, _new_dialog(before, now))
            elif _new_dialog(before, now) is None:
                obstacle_counts_from = math.inf
            elif obstacle_counts_from == math.inf:
                obstacle_counts_from = self._clock() + _OBSTACLE_SECS
            await watch.next(min(_LOOK_AGAIN_SECS, max(0.0, deadline - self._clock())))

    async def judge(
        self, expected: Condition, before: Situation, now: Situation, *, since_secs: float
    ) -> bool:
        """Whether the condition holds now, files included."""
        facts: dict[str, FileFacts] = {
            path: await self._surface.file_facts(path) for path in files_of(expected)
        }
        return await asyncio.to_thread(
            holds, expected, before, now, files=facts, since_secs=since_secs
        )

    async def _wait_for_quiet(
        self, watch: ChangeWatch, unrest: UnrestFilter, deadline: float
    ) -> bool:
        """True when nothing of weight changed for a while; False at the deadline."""
        quiet_from = self._clock()
        while self._clock() < deadline:
            patience = quiet_from + QUIET_SECS - self._clock()
            if patience <= 0:
                return True
            change = await watch.next(min(patience, deadline - self._clock()))
            if change is not None and unrest.is_unrest(change):
                quiet_from = self._clock()
        return False


def _front_is_readable(situation: Situation) -> bool:
    """The window in front has told what is in it (one without accessibility never does)."""
    front = situation.active_window
    return front is None or any(
        zone.window_id == front.window_id for zone in situation.zones_in_sight
    )


def _new_dialog(before: Situation, now: Situation) -> str | None:
    """What the topmost dialog that was not there before says; None where there is none."""
    known = {window.window_id for window in before.windows}
    dialogs = [w for w in now.windows if w.is_dialog and w.window_id not in known]
    if not dialogs:
        return None
    dialog = min(dialogs, key=lambda window: window.order)
    texts = [
        zone.label or zone.value
        for zone in now.zones_in_sight
        if zone.window_id == dialog.window_id and zone.role in _TELLING_ROLES
    ]
    words = " ".join(" ".join(filter(None, [dialog.title, *texts])).split())
    return words[:_MAX_WORDS]
