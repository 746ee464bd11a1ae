"""Who judges a run: its end, its answer, its findings, the files that it made, a command."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.campaigns.file import Judge
from app.campaigns.running import judge
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import Verdict

YES, NO, CANT_TELL = Verdict.SEEN, Verdict.CONTRADICTED, Verdict.CANT_TELL


@pytest.mark.parametrize(
    ("asked", "verdict", "why"),
    [
        ({"ending": "goal_satisfied"}, YES, "Ended as goal_satisfied"),
        ({"ending": "goal_failed"}, NO, "Ended as goal_satisfied"),
        ({"answer": "42"}, YES, "The answer is “It is 42.”"),
        ({"answer": "43"}, NO, "The answer is “It is 42.”"),
        ({"title": "A page: reward 1"}, YES, "seen last are “Notes, A page: reward 1”"),
        ({"title": "reward 1"}, NO, "seen last are “Notes, A page: reward 1”"),
        ({"findings": 2}, YES, "2 faults"),
        ({"findings": 1}, NO, "2 faults"),
        ({"file": "note.txt"}, YES, "note.txt holds “Hello”"),
        ({"file": "note.txt", "contains": "ell"}, YES, ""),
        ({"file": "note.txt", "equals": "Hell"}, NO, "note.txt holds “Hello”"),
        ({"file": "none.txt"}, NO, "it made no file none.txt"),
        ({"file": "note.txt/x"}, NO, "it made no file"),
        ({"file": "."}, CANT_TELL, "can't be read"),
        ({"command": "grep -q Hello note.txt"}, YES, "The judge ended with 0"),
        ({"command": "echo no; exit 1"}, NO, "ended with 1 and said “no”"),
        ({"command": "exit 2"}, CANT_TELL, "ended with 2"),
        ({"command": 'test "$PILOTHOUSE_ANSWER" = "It is 42."'}, YES, ""),
        ({"command": 'test -z "$SECRET_OF_MINE"'}, YES, ""),
        ({"command": "sleep 60 & sleep 60", "max_secs": 0.2}, CANT_TELL, "did not answer"),
        ({"command": "exit 0", "file": "none.txt"}, NO, "it made no file"),
        ({"command": "exit 2", "ending": "goal_satisfied"}, CANT_TELL, "ended with 2"),
    ],
)
async def test_all_that_is_said_must_hold(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    asked: dict[str, object],
    verdict: Verdict,
    why: str,
) -> None:
    monkeypatch.setenv("SECRET_OF_MINE", "x")
    (tmp_path / "note.txt").write_text("Hello")
    outcome = Outcome(Terminal.GOAL_SATISFIED, "plan_finished", "Done.", answer="It is 42.")
    titles = ("Notes", "A page: reward 1")
    found = await judge(Judge.model_validate(asked), outcome, 2, titles, tmp_path)
    assert found.verdict is verdict
    assert why.casefold() in found.words.casefold()
