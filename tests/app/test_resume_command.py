"""A run on a screen is killed for real, and goes on from what was recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.domain.terminals import EXIT_BAD_INPUT
from tests.app.command import CommandLine
from tests.benchmarks.bench_resumes import LAST, killed_and_resumed


@pytest.mark.end_to_end
def test_a_run_that_was_killed_after_its_first_step_goes_on_and_does_not_repeat_it(
    tmp_path: Path,
) -> None:
    came = killed_and_resumed(tmp_path, 0.0, lambda said: '"step_ended"' in said)
    assert came.clicks == 1, came.said
    assert "Going on with “Click “Press me”" in " ".join(came.said.split())
    if came.ending == "goal_satisfied":  # else it was killed where only a person could tell
        assert came.text == LAST["screen"]
    else:
        assert came.reason == "nobody_to_ask", came.said


def test_with_nothing_broken_off_it_is_said(command: CommandLine) -> None:
    ended = command.run_here("resume", "--database", str(command.home / "new.db"))
    assert ended.code == EXIT_BAD_INPUT and "No session broke off" in ended.complained
