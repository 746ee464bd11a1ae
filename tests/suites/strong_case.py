"""A task for a strong model, on the desktop or on the web; what came of playing it; its figures.

What the model said was recorded once (``cassettes/``), by ``python -m tests.suites.strong_record``;
the suite plays it again. A judge looks at files, at pixels, at what a program or a server shows, or
at the answer, and never at what the run says of itself."""

from __future__ import annotations

import shutil
import statistics
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from engine.domain.actions import Launch
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import ModeName
from engine.record.views.run_state import RunState
from tests.end_to_end.conftest import Bench
from tests.support.cassettes import Take, load, playing
from tests.support.scripted_endpoint import ScriptedEndpoint

CASSETTES = Path(__file__).parent / "cassettes"
MODEL = {
    "vision_model": "",
    "context_tokens": 100_000,
    "max_reply_tokens": 4_000,
    "timeout_secs": 1200.0,
    "call_secs": 1300.0,
}
_BYTES_OF_A_TOKEN = 4

Place = TypeVar("Place")
"""Where a case is played: a bench, or a site."""
Judge = Callable[[Place, Outcome], Awaitable[bool]]


@dataclass(frozen=True)  # no slots: what is made of a generic alias is told which one it was
class StrongCase(Generic[Place]):
    """``files`` are there before, by their paths under the practice folder; ``needs`` are the
    programs; ``start`` is on the web the site and where on it, ``mode`` how it is worked at there;
    ``ends`` is how a run may end."""

    name: str
    goal: str
    judge: Judge[Place]
    needs: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    start: tuple[str, str] = ("", "")
    ends: Terminal = Terminal.GOAL_SATISFIED
    mode: ModeName = "navigator"

    @property
    def is_possible_here(self) -> bool:
        return all(shutil.which(program) for program in self.needs)

    @property
    def cassette(self) -> Path:
        return CASSETTES / f"{self.name}.json"

    @property
    def takes(self) -> list[Take]:
        return load(self.cassette)

    def lay_down(self, folder: Path) -> None:
        """Its files, below the folder."""
        for name, text in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def failures(self, run: Played) -> list[str]:
        """Why the run is not what was asked for; empty where it is."""
        told = [] if run.outcome.terminal is self.ends else ["it ended otherwise"]
        told += [] if run.is_so else ["the judge does not see it"]
        return told + ([] if run.calls == len(self.takes) else ["not each reply was asked for"])


@dataclass(frozen=True, slots=True)
class Played:
    """A run that ended, and what the judge saw."""

    outcome: Outcome
    state: RunState
    is_so: bool

    @property
    def calls(self) -> int:
        return len(self.state.model_calls)


def answered(*parts: str) -> Judge[Any]:
    async def judge(_place: object, outcome: Outcome) -> bool:
        return bool(outcome.answer) and all(part in outcome.answer for part in parts)

    return judge


def saved(name: str, *parts: str, absent: str = "\0") -> Judge[Bench]:
    """A file of the practice folder holds the parts."""

    async def judge(bench: Bench, outcome: Outcome) -> bool:
        path = bench.practice_folder / name
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        return all(part in text for part in parts) and absent not in text

    return judge


async def nothing_done(_place: object, outcome: Outcome) -> bool:
    return outcome.reason == "given_up"


def figures(state: RunState) -> dict[str, float]:
    """Calls, tokens a call (by their bytes, pictures apart), the share that stays of a prompt, and
    seconds outside the model for each step."""
    calls = list(state.model_calls)
    steps = sum(len(segment.steps) for segment in state.segments)
    thought = sum(call.took_ms for call in calls) / 1000
    sent = sum(call.sent_bytes for call in calls) or 1
    tokens = [call.sent_bytes / _BYTES_OF_A_TOKEN for call in calls]
    return {
        "calls": len(calls),
        "tokens_a_call": statistics.fmean(tokens) if tokens else 0.0,
        "share_cached": sum(call.same_bytes for call in calls) / sent,
        "secs_a_step": (state.last_at_secs - state.started_at_secs - thought) / max(1, steps),
    }


def single_steps(state: RunState) -> tuple[list[float], list[float]]:
    """Seconds that each step took by itself, without what lies between plans and at the end: those
    that start a program, which takes as long as it takes, and all others."""
    steps = (each for segment in state.segments for each in segment.steps if each.took_ms > 0)
    starting: list[float] = []
    others: list[float] = []
    for each in steps:
        (starting if isinstance(each.step.action, Launch) else others).append(each.took_ms / 1000)
    return starting, others


def tape(case: StrongCase[Any]) -> ScriptedEndpoint:
    """An endpoint that plays the case's cassette."""
    return ScriptedEndpoint(playing(case.takes))
