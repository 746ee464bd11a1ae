"""Scripts and what comes up by itself: a tooltip that lies over things changes none of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from engine.domain.actions import Click
from engine.domain.plans import PlanSegment, PlanStep, Situation
from engine.domain.scripts import locator_of
from engine.domain.zones import Zone
from engine.language.scripts import script_from_text, script_to_text
from engine.modes.script import ScriptWalk
from engine.record.reports.formats import script_in
from engine.states.marking import digest_of
from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of
from tests.support.stage import ScriptedThinker
from tests.support.waiting import until_so

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

WINDOW = """
import sys
from PySide6.QtWidgets import *
app = QApplication(sys.argv)
window = QWidget()
window.setWindowTitle("Sample")
column = QVBoxLayout(window)
said = QLabel("Nothing was pressed")
for number, name in enumerate(("First", "Page", "Page", "Page", "Last")):
    button = QPushButton(name)
    button.clicked.connect(lambda _on=False, n=number: said.setText(f"Pressed: {n}"))
    column.addWidget(button)
    if not number:
        button.setToolTip("<p>" + "<br>".join(["what this is good for"] * 2) + "</p>")
        button.setToolTipDuration(600_000)
column.addWidget(said)
window.resize(300, 320)
window.show()
app.exec()
"""
_CORNER = (2, 2)


@contextlib.asynccontextmanager
async def shown(bench: Bench) -> AsyncIterator[None]:
    """The window, with the pointer where nothing has a tooltip."""
    await points(bench, *_CORNER)

    async def is_there() -> bool:
        return len(pages(await bench.perceiver.observe())) == 3

    async with window_of(bench, WINDOW, is_there=is_there):
        yield


async def points(bench: Bench, x: int, y: int) -> None:
    for across in (x + 1, x):  # a tooltip comes where the pointer moved
        words = ("xdotool", "mousemove", str(across), str(y))
        process = await asyncio.create_subprocess_exec(*words, env=bench.surface.environment)
        assert await process.wait() == 0


def pages(now: Situation) -> list[Zone]:
    return [zone for zone in now.zones_in_sight if zone.label == "Page"]


async def with_hint(bench: Bench) -> Situation:
    """The pointer rests on the first button until its tooltip lies over what is below it."""
    seen = await bench.perceiver.observe_fully()
    at = next(zone for zone in seen.zones if zone.label == "First").bounds_px.center
    await points(bench, at.x - 100, at.y)
    await until_so(hides_some(bench))
    return await bench.perceiver.observe_fully()


def hides_some(bench: Bench) -> Callable[[], Awaitable[bool]]:
    async def is_so() -> bool:
        return len(pages(await bench.perceiver.observe())) < 3

    return is_so


async def test_what_a_tooltip_hides_counts_as_there(screen_bench: Bench) -> None:
    async with shown(screen_bench):
        before = await screen_bench.perceiver.observe_fully()
        known = [locator_of(zone, before) for zone in pages(before)]
        now = await with_hint(screen_bench)
    assert digest_of(now) == digest_of(before)
    assert [locator_of(zone, now) for zone in pages(now)] == known[-len(pages(now)) :]


async def recorded(bench: Bench, label: str, ordinal: int = 0, *, hinted: bool = False) -> str:
    """A script of the click on one of these, and what the window says then."""
    async with shown(bench):
        seen = await (with_hint(bench) if hinted else bench.perceiver.observe_fully())
        alike = [zone for zone in seen.zones if zone.label == label]
        step = PlanStep(1, alike[ordinal].zone_id, label, Click(), f"Click “{label}”")
        await bench.run("click it", thinker=ScriptedThinker(PlanSegment((step,), True)))
    return script_to_text(script_in(await bench.store.events(bench.session_ids[-1])))


async def walked(bench: Bench, text: str, *, hinted: bool) -> tuple[str, str]:
    """How the walk ends, and what the window says then."""
    async with shown(bench):
        if hinted:
            await with_hint(bench)
        session, _ = await bench.session("walk it")
        outcome = await session.run(ScriptWalk(script_from_text(text, "x.toml", {})))
        now = await bench.perceiver.observe_fully()
    said = next(zone.label for zone in now.zones if "ressed" in zone.label)
    return f"{outcome.reason}: {outcome.message}", said


@pytest.mark.parametrize("ordinal", [0, 1, 2])
async def test_a_script_does_the_same_while_a_tooltip_hides_what_it_names_or_its_like(
    screen_bench: Bench, ordinal: int
) -> None:
    text = await recorded(screen_bench, "Page", ordinal)
    ended, said = await walked(screen_bench, text, hinted=True)
    assert ended.startswith("script_walked") and said == f"Pressed: {ordinal + 1}", ended


async def test_a_script_that_was_recorded_under_a_tooltip_is_the_same_without(
    screen_bench: Bench,
) -> None:
    text = await recorded(screen_bench, "Last", hinted=True)
    ended, said = await walked(screen_bench, text, hinted=False)
    assert ended.startswith("script_walked") and said == "Pressed: 4", ended
