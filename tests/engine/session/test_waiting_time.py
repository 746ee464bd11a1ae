"""The time that the record tells is that of the run's own clock, which the budget goes by: work
counts, also while a pause was asked for; waiting for the operator does not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from engine.domain.actions import Click
from engine.domain.approvals import ApprovalRequest, Asking
from engine.domain.errors import NeedsOperator
from engine.domain.events import StepEnded
from engine.domain.limits import Limits
from engine.domain.local_planning import ForceRevert
from engine.domain.plans import PlanSegment, PlanStep
from engine.modes.director import Director
from engine.record.views.fold import fold_all
from engine.session.account import Ceiling
from tests.support.hand_clock import HandClock
from tests.support.stage import (
    Play,
    ScriptedApprover,
    ScriptedThinker,
    Stage,
    play,
    situation,
    zone,
)
from tests.support.waiting import until

THREE = PlanSegment(
    tuple(PlanStep(n, at, at, Click(), f"Click {at}") for n, at in enumerate("ABC", 1)),
    finishes=True,
)
PROBE_SECS = 0.001


class Timed:
    """A run whose every click takes 10 seconds."""

    def __init__(self, *first: Exception, asking: Asking = Asking.NEVER, pondered: float = 0.0):
        self.now = HandClock()
        self.stage = Stage(situation(*(zone(at, at=n) for n, at in enumerate("ABC"))))
        self.stage.on_action = lambda action: self.work(10)

        def ponder(request: ApprovalRequest) -> None:
            self.now.secs += pondered

        self.scene: Play = play(
            self.stage,
            ScriptedThinker(*first, THREE, THREE),  # type: ignore[arg-type]
            asking=asking,
            approver=ScriptedApprover(while_asked=ponder, choice="the first"),
            limits=Limits(settle_secs=0.02),
            now_secs=self.now,
        )

    def work(self, secs: float) -> None:
        self.now.secs += secs

    def pausing(self, after: int) -> None:
        """The operator presses pause in the middle of that click, which takes its time still."""
        clicks = iter(range(1, 100))

        def act(action: object) -> None:
            self.work(4)
            if next(clicks) == after:
                asyncio.ensure_future(self.scene.session.pause()).add_done_callback(
                    lambda paused: self.work(6)
                )
            else:
                self.work(6)

        self.stage.on_action = act

    @property
    def worked_secs(self) -> float:
        return self.scene.account.used(Ceiling.SECS)

    async def waits(self, secs: float, steps: int) -> None:
        """Until the run stands still after so many steps; then that time goes by."""
        await until(lambda: len(self.scene.log.of(StepEnded)) == steps)
        await until(self._stands_still)
        self.now.secs += secs

    def _stands_still(self) -> bool:
        before = self.worked_secs
        self.now.secs += PROBE_SECS
        return self.worked_secs == pytest.approx(before, abs=PROBE_SECS / 10)

    async def told(self, operator: Callable[[], Awaitable[None]] | None = None) -> float:
        """What the record says after the run, which is what its clock says."""
        running = asyncio.ensure_future(self.scene.session.run(Director()))
        if operator is not None:
            await operator()
        await running
        state = fold_all(self.scene.log.recorded)
        assert state.worked_secs == pytest.approx(self.worked_secs, abs=0.2)
        return state.worked_secs


async def test_a_pause_counts_from_where_the_run_stands_still() -> None:
    run = Timed()
    run.pausing(after=1)

    async def operator() -> None:
        await run.waits(1_000, steps=1)
        await run.scene.session.resume()

    assert await run.told(operator) == pytest.approx(30, abs=0.2)


async def test_step_by_step_the_steps_are_work_and_what_is_between_them_is_not() -> None:
    run = Timed()
    run.pausing(after=1)

    async def operator() -> None:
        await run.waits(1_000, steps=1)
        await run.scene.session.step()
        await run.waits(1_000, steps=2)
        await run.scene.session.step()

    assert await run.told(operator) == pytest.approx(30, abs=0.2)


async def test_going_back_while_paused_is_work() -> None:
    run = Timed()
    run.pausing(after=1)

    async def operator() -> None:
        await run.waits(1_000, steps=1)
        await run.scene.session.force(ForceRevert())
        await until(lambda: run.scene.control.forced is None)
        await until(run._stands_still)
        run.now.secs += 1_000
        await run.scene.session.resume()

    assert 30 <= await run.told(operator) < 60


async def test_approvals_and_questions_are_no_work() -> None:
    question = NeedsOperator("Which one?", ("the first", "the second"))
    run = Timed(question, asking=Asking.EACH, pondered=500)
    assert await run.told() == pytest.approx(30, abs=0.2)
