"""Whatever a run's end is, what was written last has its time to be kept before it."""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace

import pytest

from engine.domain.actions import Click, PressKeys, TypeText
from engine.domain.errors import BudgetExhausted, ModelUnreachable, RunCancelled
from engine.domain.events import PhaseChanged, WarningRaised
from engine.domain.limits import Limits
from engine.domain.plans import PlanSegment, PlanStep
from engine.domain.terminals import Outcome, Terminal
from engine.domain.web.pages import Page
from engine.modes.director import Director
from engine.session.session import Mode, Session
from tests.support.stage import Play, ScriptedThinker, Stage, play, situation, zone

DONE = Outcome(Terminal.GOAL_SATISFIED, "done", "Done.")
TYPES = PlanSegment((PlanStep(1, "One", "One", TypeText("Nine"), "Type Nine"),), finishes=False)
GIVES_UP = PlanSegment((), finishes=True, gives_up=True, reason="It is too much.")


class Keeps(Stage):
    """A page that may keep what was written for so many looks from the run's end on."""

    def __init__(self, looks: float) -> None:
        self._page = Page("http://one.test/", "One", may_keep=True)
        super().__init__(replace(situation(zone("One")), page=self._page))
        self.looks_left, self.has_ended = looks, False

    async def observe(self, *, patience_secs: float = 0.4) -> object:  # type: ignore[override]
        if self.has_ended and (left := self.looks_left - 1) >= 0:
            self.looks_left = left
            self.now = replace(self.now, page=replace(self._page, may_keep=left > 0))
        return await super().observe(patience_secs=patience_secs)


def ended(stage: Keeps, how: Outcome | Exception) -> Mode:
    async def mode(session: Session) -> Outcome:
        await session.looks.glance()
        stage.has_ended = True
        if isinstance(how, Exception):
            raise how
        return how

    return mode


def staged(stage: Stage, *plans: PlanSegment) -> Play:
    return play(stage, ScriptedThinker(*plans), limits=Limits(settle_secs=0.02))


def waits_told(scene: Play) -> int:
    """By a plain note: nothing is amiss."""
    assert not scene.log.of(WarningRaised)
    return sum("may still be kept" in each.why for each in scene.log.of(PhaseChanged))


ENDS = {
    "done": (DONE, Terminal.GOAL_SATISFIED),
    "no model": (ModelUnreachable("It is gone."), Terminal.FAILED),
    "nothing left": (BudgetExhausted("max_calls", "All used."), Terminal.BUDGET_EXHAUSTED),
    "a bug": (ZeroDivisionError("ours"), Terminal.FAILED),
}


@pytest.mark.parametrize(("how", "terminal"), ENDS.values(), ids=ENDS)
async def test_it_is_looked_on_until_the_page_may_keep_no_more(
    how: Outcome | Exception, terminal: Terminal, caplog: pytest.LogCaptureFixture
) -> None:
    stage = Keeps(looks=3)
    scene = staged(stage)
    outcome = await scene.session.run(ended(stage, how))
    assert outcome.terminal is terminal and stage.looks_left == 0
    assert waits_told(scene) == 1, "the person is told once"
    caplog.clear()


async def test_a_page_that_writes_on_and_on_is_waited_for_within_a_bound() -> None:
    stage = Keeps(looks=math.inf)
    assert await staged(stage).session.run(ended(stage, DONE)) == DONE


async def test_who_cancelled_does_not_wait() -> None:
    scene = staged(Keeps(looks=3))

    async def mode(session: Session) -> Outcome:
        await session.looks.glance()
        await session.cancel()
        raise RunCancelled("The operator cancelled the run.")

    assert (await scene.session.run(mode)).terminal is Terminal.CANCELLED
    assert not waits_told(scene)


@pytest.mark.parametrize("action", [TypeText("Nine"), PressKeys("nine"), Click()])
async def test_a_program_has_its_time_after_what_writes(
    action: TypeText | PressKeys | Click,
) -> None:
    step = replace(TYPES.steps[0], action=action)
    scene = staged(Stage(situation(zone("One"))), replace(TYPES, steps=(step,)), GIVES_UP)
    writes = not isinstance(action, Click)

    async def mode(session: Session) -> Outcome:
        """Gives up as soon as it has acted, however long that took."""
        outcome, looks = await Director()(session), session.looks
        assert looks.wrote_at_secs == (looks.acted_at_secs if writes else -math.inf)
        looks.wrote_at_secs = math.inf if writes else -math.inf
        return outcome

    assert (await scene.session.run(mode)).reason == "given_up"
    assert bool(waits_told(scene)) is writes


@pytest.mark.parametrize("how", ["the surface is lost", "it is broken off"])
async def test_what_breaks_a_run_off_does_not_wait_either(how: str) -> None:
    scene = staged(Keeps(looks=math.inf))
    running: asyncio.Task[Outcome]

    async def mode(session: Session) -> Outcome:
        await session.looks.glance()
        if how == "the surface is lost":
            await session.surface_lost("It is gone.")
        else:
            running.cancel()
        await asyncio.Event().wait()
        return DONE

    running = asyncio.ensure_future(scene.session.run(mode))
    if how == "the surface is lost":
        assert (await running).reason == "surface_lost"
    else:
        with pytest.raises(asyncio.CancelledError):
            await running
    assert not waits_told(scene)
