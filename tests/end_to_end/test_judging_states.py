"""A real window that never rests: what moves by itself is no progress, what was done is."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

from engine.acting.exploring.judge import LocalStateJudge
from engine.acting.settling import Settler
from engine.domain.actions import Click, TakeScreenshot, TypeText
from engine.domain.exploring.limits import Progression
from engine.domain.performing import Looks
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.spaces import Point
from engine.domain.zones import Role, State, Zone
from tests.end_to_end.conftest import operator_before
from tests.end_to_end.operator import PATIENCE_SECS, Operator

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

_LOOKS = 40
_SETTLE_SECS = 3.0
LOOK = PlanStep(1, GLOBAL_ZONE_ID, "", TakeScreenshot(), "Look")
_BOARD = Point(100, 60)
"""Into the third column of the board, of which nothing is told: from the corner below “More”."""


class Watcher:
    """Looks at the window, acts upon it, and asks the judge."""

    def __init__(self, operator: Operator) -> None:
        self.surface = operator.surface
        self.perceiver = operator.perceiver
        self.judge = LocalStateJudge(self.surface, self.perceiver)

    async def look(self) -> Situation:
        return await self.perceiver.observe()

    async def look_until(self, holds: Callable[[Situation], object]) -> Situation:
        async with asyncio.timeout(PATIENCE_SECS):
            while True:
                if holds(seen := await self.look()):
                    return seen
                await asyncio.sleep(0.02)

    async def sees(self, label: str) -> Zone:
        zone = _zone(await self.look_until(lambda seen: _zone(seen, label)), label)
        assert zone is not None
        return zone

    async def click(self, label: str) -> None:
        """And wait for what it does, if it does anything."""
        zone = await self.sees("More" if label == "Board" else label)
        at = zone.bounds_px.center
        if label == "Board":
            at = _on_board(zone)
        before = _told(await self.look(), label)
        await self.surface.hands.perform(Click(), at)
        if before is not None:
            await self.look_until(lambda seen: _told(seen, label) != before)

    async def after(self, *labels: str) -> tuple[Situation, Situation]:
        """Before and after a click on each; the judge is asked of what has settled."""
        before = await self.look()
        for label in labels:
            await self.click(label)
        return before, await self.settled(before)

    async def settled(self, before: Situation) -> Situation:
        settler = Settler(self.surface, self.perceiver)
        watch = settler.watch()
        try:
            settled = await settler.settle(
                watch, LOOK, Looks(before, before, time.time()), bound_secs=_SETTLE_SECS
            )
        finally:
            watch.close()
        return settled.situation

    async def judged(self, *labels: str) -> Progression:
        return self.judge.judge(*(await self.after(*labels)))


def _zone(seen: Situation, label: str) -> Zone | None:
    return next((zone for zone in seen.zones_in_sight if zone.label == label), None)


def _on_board(more: Zone) -> Point:
    return Point(more.bounds_px.x + _BOARD.x, more.bounds_px.bottom + _BOARD.y)


def _told(seen: Situation, label: str) -> object:
    """What a click there changes, as it is now; None where it changes nothing."""
    match label:
        case "Count":
            return {zone.label for zone in seen.zones_in_sight if zone.label.startswith("Counted")}
        case "Loud":
            box = _zone(seen, label)
            return box is not None and State.CHECKED in box.state
        case "Board":
            more = _zone(seen, "More")
            assert more is not None
            at, frame = _on_board(more), seen.frame
            start = 4 * (at.y * frame.width + at.x)
            return bytes(frame.pixels[start : start + 3])
        case "More":
            return any(zone.role is Role.MENU_ITEM for zone in seen.zones_in_sight)
        case _:
            return None


@contextlib.asynccontextmanager
async def watching(operator: Operator) -> AsyncIterator[Watcher]:
    window = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.support.busy_window",
        env={**operator.surface.environment, "QT_ACCESSIBILITY": "1"},
    )  # fmt: skip
    watcher = Watcher(operator)
    try:
        await watcher.sees("Loud")
        await watcher.judge.learn_rest(await watcher.look())
        yield watcher
    finally:
        window.terminate()
        await window.wait()
        # the screen is the next test's too, which waits for a window of its own
        await watcher.look_until(lambda seen: _zone(seen, "Loud") is None)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def operator(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Operator]:
    async with operator_before(800, 700, tmp_path_factory.mktemp("screen")) as operator:
        yield operator


@pytest_asyncio.fixture(loop_scope="session")
async def watcher(operator: Operator) -> AsyncIterator[Watcher]:
    """Before a window of the test's own."""
    async with watching(operator) as watcher:
        yield watcher


async def test_what_moves_by_itself_is_no_progress_and_no_other_state(watcher: Watcher) -> None:
    """A stop watch, a caret and a turning square; no two looks show the same."""
    looks = [await watcher.look()]
    while len(looks) < _LOOKS:
        count = looks[-1].frame.change_count
        looks.append(await watcher.look_until(lambda seen: seen.frame.change_count != count))  # noqa: B023
    judged = [watcher.judge.judge(looks[0], each) for each in looks[1:]]
    assert [each.why for each in judged if each.has_progressed] == []
    assert {each.noise for each in judged} != {0.0}
    assert len({watcher.judge.identify(each).state_id for each in looks}) == 1


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

    before, _ = await watcher.after("Loud", "Loud")
    await watcher.look_until(lambda seen: not watcher.judge.judge(before, seen).has_progressed)


async def test_focus_hovering_and_a_click_on_nothing_are_no_progress(watcher: Watcher) -> None:
    await watcher.after("Name")
    label = await watcher.judged("Counted 0")
    assert not label.has_progressed, label.why
    before = await watcher.look()
    await watcher.surface.hands.perform(TypeText("Anna"), None)
    name = "Name"
    await watcher.look_until(lambda seen: (zone := _zone(seen, name)) and zone.value == "Anna")
    typed = watcher.judge.judge(before, await watcher.settled(before))
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
