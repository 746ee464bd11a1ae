"""An option of a real window that tells nothing of itself: nobody turns it blindly, and what nobody
can read is not claimed."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.safety.gate import NobodyThere
from tests.end_to_end.conftest import Bench
from tests.support.painted_option import NAME
from tests.support.waiting import until_so

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]


class Clicks(NobodyThere):
    """An operator who has it clicked, and says no more."""

    async def answer(self, question_id: str, question: str, choices: tuple[str, ...]) -> str:
        return "Click it" if "Click it" in choices else ""


@contextlib.asynccontextmanager
async def options(bench: Bench, told: Path, *words: str) -> AsyncIterator[None]:
    tells = str(int("--answers" in words))
    environment = {"QT_ACCESSIBILITY": tells, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": tells}
    window = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.support.painted_option", "--told", str(told), *words),
        env={**bench.surface.environment, **environment},
    )
    try:
        await until_so(lambda: _is_read(bench))
        yield
    finally:
        window.kill()
        await window.wait()


async def _is_read(bench: Bench) -> bool:
    now = await bench.perceiver.observe_fully()
    return any(zone.label == NAME for zone in now.zones_in_sight)


@pytest.mark.parametrize("goal", [f"turn on {NAME}", f"turn off {NAME}"])
async def test_what_may_be_on_already_is_not_turned_unasked(
    screen_bench: Bench, tmp_path: Path, goal: str
) -> None:
    async with options(screen_bench, tmp_path / "told", "--on"):
        outcome, _ = await screen_bench.run(goal)
        assert (tmp_path / "told").read_text() == "on"
    assert outcome.reason == "plan_failed" and "Nothing tells whether" in outcome.message, outcome


@pytest.mark.parametrize(
    ("words", "goal", "reason"),
    [
        ((), f"turn on {NAME}", "done_not_seen"),
        (("--on",), f"turn on {NAME}", "done_not_seen"),
        (("--on",), f"turn off {NAME}", "done_not_seen"),
        (("--answers",), f"turn on {NAME}", "plan_finished"),
        (("--answers", "--on"), f"turn on {NAME}", "not_so_any_more"),
    ],
)
async def test_what_nobody_can_read_is_not_claimed(
    screen_bench: Bench, tmp_path: Path, words: tuple[str, ...], goal: str, reason: str
) -> None:
    """It turned, and the title says that something did. What tells of it at the end is read."""
    async with options(screen_bench, tmp_path / "told", *words):
        outcome, _ = await screen_bench.run(goal, approver=Clicks())
        turned = "off" if "--on" in words else "on"
        assert (tmp_path / "told").read_text() == turned, "it was clicked once"
    assert outcome.reason == reason, outcome
