"""Moving the hands for a step that has passed the gate; recorded before they move and after."""

from __future__ import annotations

import time
from dataclasses import replace

from engine.domain.actions import Launch, Wait
from engine.domain.errors import KnownError
from engine.domain.events import ActionEnded, ActionStarted
from engine.domain.performing import Passed, Performed
from engine.domain.plans import StepPlace
from engine.domain.ports import EventLog, StepExecutor
from engine.domain.reversal import Reversibility
from engine.session.control import RunControl
from engine.session.sight import Sight


class Acting:
    """The hands of one session; ``count`` says how often they moved."""

    def __init__(
        self, *, sight: Sight, executor: StepExecutor, log: EventLog, control: RunControl
    ) -> None:
        self._sight = sight
        self._executor = executor
        self._log = log
        self._control = control
        self.count = 0

    async def act(self, passed: Passed, place: StepPlace) -> Performed:
        """Record the start before the hands move, and the end whatever it is.

        What only waits (for a program to start, for a text to appear) ends at once where the run
        is cancelled; with everything else the hands finish what they began.
        """
        step = replace(passed.step, step_number=place.step_number)
        self.count += 1
        action_id = f"{place}-{self.count}"
        zone = passed.situation.zone(step.zone_id)
        at_px = (zone.bounds_px.center.x, zone.bounds_px.center.y) if zone else None
        await self._log.append(
            ActionStarted(
                action_id,
                place.segment_number,
                step,
                at_px,
                place.local,
                Reversibility(passed.risk.degree, passed.risk.undo),
            )
        )
        started = time.perf_counter()
        performing = self._executor.perform(step, passed.situation)
        if isinstance(step.action, Wait | Launch):
            performing = self._control.unless_cancelled(performing)
        try:
            performed = await performing
        except KnownError as error:
            await self._end(action_id, started, why=error.message)
            raise
        await self._end(action_id, started, succeeded=True)
        self._sight.last = performed.situation
        return performed

    async def _end(
        self, action_id: str, started: float, *, succeeded: bool = False, why: str = ""
    ) -> None:
        took_ms = round((time.perf_counter() - started) * 1000, 3)
        await self._log.append(ActionEnded(action_id, succeeded, why, took_ms))
