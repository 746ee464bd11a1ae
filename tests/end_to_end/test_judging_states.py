"""A real window that never rests: what moves by itself is no progress, what was done is."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator

import pytest

from engine.domain.actions import Click, TypeText
from engine.domain.exploring.states import Progression
from engine.domain.situation import Situation
from engine.domain.spaces import Point
from engine.domain.zones import Role, Zone
from engine.execution.exploring.judge import LocalStateJudge
from tests.end_to_end.conftest import operator_before
from tests.end_to_end.operator import Operator

pytestmark = pytest.mark.end_to_end

_LOOKS = 40
_PAUSE_SECS = 0.15


class Watcher:
    """Looks at the window, acts upon it, and asks the judge."""

    def __init__(self, operator: Operator) -> None:
        self.surface = operator.surface
        self.perceiver = operator.perceiver
        self.judge = LocalStateJudge(self.surface, self.perceiver)

    async def look(self) -> Situation:
        return await self.perceiver.observe()

    async def sees(self, label: str) -> Zone:
        async with asyncio.timeout(20):
            while True:
                for zone in (await self.look()).zones_in_sight:
                    if zone.label == label:
                        return zone
                await asyncio.sleep(0.05)

    async def click(self, label: str) -> None:
        """On the board, of which nothing is told, into its third column."""
        zone = await self.sees("More" if label == "Board" else label)
        at = zone.bounds_px.center
        if label == "Board":
            at = Point(zone.bounds_px.x + 100, zone.bounds_px.bottom + 60)
        await self.surface.hands.perform(Click(), at)

    async def after(self, *labels: str) -> tuple[Situation, Situation]:
        """Before and after a click on each."""
        before = await self.look()
        for label in labels:
            await self.click(label)
        await asyncio.sleep(0.5)  # the judge is asked of what has settled
        return before, await self.look()

    async def judged(self, *labels: str) -> Progression:
        return self.judge.judge(*(await self.after(*labels)))


@contextlib.asynccontextmanager
async def watching(operator: Operator) -> AsyncIterator[Watcher]:
    window = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.support.busy_window",
        env={**operator.desktop.environment, "QT_ACCESSIBILITY": "1"},
    )  # fmt: skip
    watcher = Watcher(operator)
    try:
        await watcher.sees("Loud")
        await watcher.judge.learn_rest(await watcher.look())
        yield watcher
    finally:
        window.terminate()
        await window.wait()


@pytest.fixture
async def watcher(tmp_path) -> AsyncIterator[Watcher]:  # type: ignore[no-untyped-def]
    async with operator_before(800, 700, tmp_path) as operator, watching(operator) as watcher:
        yield watcher


async def test_what_moves_by_itself_is_no_progress_and_no_other_state(watcher: Watcher) -> None:
    """A stop watch, a caret and a turning square; no two looks show the same."""
    looks = []
    for _ in range(_LOOKS):
        looks.append(await watcher.look())
        await asyncio.sleep(_PAUSE_SECS)
    judged = [watcher.judge.judge(looks[0], each) for each in looks[1:]]
    assert [each.why for each in judged if each.has_progressed] == []
    assert {each.noise for each in judged} != {0.0}
    assert len({watcher.judge.identify(each).state_id for each in looks}) == 1
    changes = {each.frame.change_count for each in looks}
    assert len(changes) > _LOOKS // 2, "it rested, so nothing was tested"


async def test_what_was_done_is_progress(watcher: Watcher) -> None:
    counted = await watcher.judged("Count")
    assert counted.has_progressed and counted.is_sure
    assert counted.text > 0
    assert counted.structure == 0
    assert "Counted 1" in counted.why

    ticked = await watcher.judged("Loud")
    assert ticked.has_progressed and ticked.is_sure
    assert ticked.structure > 0

    painted = await watcher.judged("Board")
    assert painted.has_progressed and painted.is_sure
    assert painted.picture > 0
    assert painted.structure == painted.text == 0

    there_and_back = await watcher.judged("Loud", "Loud")
    assert not there_and_back.has_progressed, there_and_back.why


async def test_focus_hovering_and_a_click_on_nothing_are_no_progress(watcher: Watcher) -> None:
    await watcher.after("Name")
    label = await watcher.judged("Counted 0")
    assert not label.has_progressed, label.why
    before = await watcher.look()
    await watcher.surface.hands.perform(TypeText("Anna"), None)
    await asyncio.sleep(0.5)
    typed = watcher.judge.judge(before, await watcher.look())
    assert typed.has_progressed
    assert typed.text > 0


async def test_states_are_what_is_shown_not_what_is_held(watcher: Watcher) -> None:
    judge = watcher.judge
    start, counted = await watcher.after("Count")
    assert judge.identify(start).state_id == judge.identify(counted).state_id
    _, more = await watcher.after("Count", "Count")
    assert judge.identify(more).state_id == judge.identify(start).state_id
    _, ticked = await watcher.after("Loud")
    assert judge.identify(ticked).state_id != judge.identify(start).state_id
    _, painted = await watcher.after("Board")
    assert judge.identify(painted).state_id != judge.identify(ticked).state_id
    _, opened = await watcher.after("More")
    assert judge.identify(opened).state_id != judge.identify(painted).state_id
    assert judge.identify(start).title == "Busy"
    assert any(zone.role is Role.MENU_ITEM for zone in opened.zones_in_sight)
