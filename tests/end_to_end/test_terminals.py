"""What comes of a line that is handed to a terminal, at a real window."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine.domain.approvals import Asking
from engine.domain.terminals import DONE_NOT_SEEN
from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of
from tests.support.stage import ScriptedApprover

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

TERMINAL = """
import os, sys
os.chdir(sys.argv[1])
os.execvp("lxterminal", ["lxterminal", "--no-remote", "-e", "bash --rcfile prompt"])
"""


async def handed_in(bench: Bench, folder: Path, line: str) -> str:
    """How the run ends that types the line and confirms it."""
    await asyncio.to_thread((folder / "prompt").write_text, "PS1='me@boat \\W$ ' PS2='> '\n")

    async def is_read() -> bool:
        now = await bench.perceiver.observe_fully()
        return any("me@boat" in zone.value for zone in now.zones_in_sight)

    goal = f"type '{line}', press Return"
    async with window_of(bench, TERMINAL, folder, is_there=is_read):
        outcome, _ = await bench.run(goal, asking=Asking.RISKY, approver=ScriptedApprover())
    return f"{outcome.terminal} {outcome.reason}"


async def test_a_line_is_seen_taken_where_the_prompt_is_back_and_nothing_was_printed(
    screen_bench: Bench, tmp_path: Path
) -> None:
    assert await handed_in(screen_bench, tmp_path, "touch told") == "goal_satisfied plan_finished"
    assert await asyncio.to_thread((tmp_path / "told").exists)


@pytest.mark.parametrize(
    "line",
    [
        *("touch told; echo 3 ropes", "touch told; cd ..", "touch told; cat <<more"),
        *("touch told; sleep 60", "touch told 2>/dev/null", "touch told; sleep 1 &"),
    ],
)
async def test_what_a_line_came_to_is_not_told_by_anything_else(
    screen_bench: Bench, tmp_path: Path, line: str
) -> None:
    ended = await handed_in(screen_bench, tmp_path, line)
    assert ended == f"goal_satisfied {DONE_NOT_SEEN}"
