"""Scrolling to the end, and until a text is in sight."""

from __future__ import annotations

import pytest

from engine.acting.executor import Executor
from engine.acting.settling import Settler
from engine.domain.actions import Action, Scroll, goes_on
from engine.domain.conditions import TextShown
from engine.domain.errors import ActionImpossible
from engine.domain.plans import PlanStep
from engine.domain.zones import Role
from tests.support.stage import QUICK, Stage, situation, zone

LIST = zone("List", Role.LIST_ITEM)


class Scrolled(Stage):
    """Ten screens, one for each turn of the wheel; on the eighth stands the total."""

    def __init__(self) -> None:
        super().__init__(situation(LIST))
        self.at = 0
        self.on_action = self._turn

    def _turn(self, action: Action) -> None:
        assert isinstance(action, Scroll)
        at = max(0, min(9, self.at + (1 if action.down > 0 else -1)))
        if at != self.at:
            self.at = at
            more = (zone("Total", Role.LABEL, at=2),) if at == 7 else ()
            self.now = situation(LIST, *more, shade=25 * at)


def executor(stage: Stage) -> Executor:
    return Executor(stage, Settler(stage, stage), QUICK)


async def scroll(stage: Stage, action: Scroll) -> None:
    expected = TextShown(action.until) if action.until else None
    step = PlanStep(1, "List", "List", action, "Scroll", expected)
    performed = await executor(stage).perform(step, stage.now)
    assert performed.judged.is_seen or not action.until


async def test_it_turns_until_nothing_moves_any_more() -> None:
    stage = Scrolled()
    await scroll(stage, Scroll(5, to_end=True))
    assert (stage.at, len(stage.done)) == (9, 10)
    await scroll(stage, Scroll(-5, to_end=True))
    assert stage.at == 0


async def test_it_turns_until_the_text_is_in_sight_and_not_beyond() -> None:
    stage = Scrolled()
    await scroll(stage, Scroll(5, until="Total"))
    assert (stage.at, len(stage.done)) == (7, 7)


async def test_a_text_that_never_comes_is_told() -> None:
    stage = Scrolled()
    with pytest.raises(ActionImpossible, match="“Sum” did not come into sight"):
        await scroll(stage, Scroll(5, until="Sum"))


def test_a_cancelled_run_need_not_wait_for_the_end() -> None:
    assert goes_on(Scroll(5, until="Sum")) and goes_on(Scroll(5, to_end=True))
    assert not goes_on(Scroll(5))
