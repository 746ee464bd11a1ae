"""Real windows whose word does not hold: what is claimed of a run is what is so at its end."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.domain.events import StepEnded
from engine.surfaces.desktop.surface import DesktopSurface
from tests.end_to_end.conftest import Bench
from tests.support.waiting import until_so

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]


@contextlib.asynccontextmanager
async def form(surface: DesktopSurface, kind: str, go: Path) -> AsyncIterator[None]:
    window = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.support.two_faced_window", kind, go),
        env={**surface.environment, "QT_ACCESSIBILITY": "1"},
    )
    try:
        yield
    finally:
        window.kill()
        await window.wait()


@pytest.mark.parametrize(
    ("kind", "goal", "reason", "said"),
    [
        ("late", "type 'Ann' into Name, click Save", "dialog_in_the_way", "The disk is full"),
        ("rewrites", "type 'Ann' into Name", "not_so_any_more", "“Ann”"),
        ("greets", "type 'Ann' into Name", "plan_finished", ""),
    ],
)
async def test_what_is_claimed_is_so_at_the_end(
    screen_bench: Bench, tmp_path: Path, kind: str, goal: str, reason: str, said: str
) -> None:
    bench, go = screen_bench, tmp_path / "go"
    async with form(bench.surface, kind, go):
        await until_so(lambda: _shows_name(bench))
        running = asyncio.ensure_future(bench.run(goal))
        if kind == "rewrites":
            await until_so(lambda: bench.has_recorded(StepEnded))
            go.touch()
        outcome, state = await running
    assert outcome.reason == reason and said in outcome.message, outcome
    if kind == "greets":
        steps = [view.title for segment in state.segments for view in segment.steps]
        assert "only greets" in steps[0]


async def _shows_name(bench: Bench) -> bool:
    return any(zone.label == "Name" for zone in (await bench.perceiver.observe()).zones_in_sight)
