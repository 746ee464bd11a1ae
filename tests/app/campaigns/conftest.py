"""Campaigns whose runs take no time: their events are told by a desk of the test's."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from app.campaigns.file import Campaign, Order, Task
from app.campaigns.results import Result, result_of
from app.campaigns.running import EVENTS, SAID, DeskLost
from engine.domain.approvals import Asking
from engine.domain.events import Event, Recorded
from engine.domain.verdicts import Judgement, Verdict
from engine.record.codec import recorded_to_json
from engine.record.views.run_state import RunState
from tests.engine.record.runs import ENDED, STARTED, recorded_run


def order(name: str = "note", surface: str = "practice", **said: object) -> Order:
    asked: dict[str, object] = {"goal": "Open Practice", "judge": {"ending": "goal_satisfied"}}
    task = Task.model_validate(asked | {"name": name, "max_secs": 60.0} | said)
    return Order(
        task=task,
        number=1,
        surface=surface,
        thinker="offline",
        seed=0,
        repeat=1,
        asking=Asking.NEVER,
    )


def campaign(*orders: Order, retries: int = 1) -> Campaign:
    return Campaign("A test", orders, retries)


def result(name: str = "note", judged: Verdict = Verdict.SEEN, **said: object) -> Result:
    made = result_of(order(name), 1, Judgement(judged, ("so it was",)), 0, (), RunState())
    return made.model_copy(update=said)


@dataclass
class Desk:
    """Tells what it was given for each attempt of a task: events, then an end, or that it died."""

    begins: dict[str, Iterable[Event]] = field(default_factory=dict)
    dies: dict[str, int] = field(default_factory=dict)
    """How many first attempts of a task die after their events."""
    ran: list[str] = field(default_factory=list)
    at_once: int = 1
    running: int = 0
    most_at_once: int = 0
    exit_code: int | None = 0
    holds: Callable[[Order], Awaitable[object]] | None = None
    clock_secs: tuple[float, float] = (0.0, 0.0)
    """How far its machine's clock is ahead, at the beginning of a run and at its end."""

    async def run(self, asked: Order, folder: Path) -> int | None:
        name = asked.task.name
        self.ran.append(name)
        self.running += 1
        self.most_at_once = max(self.most_at_once, self.running)
        try:
            (folder / SAID).write_text("No display.")
            begun, over = self.clock_secs
            told = recorded_run(STARTED, *self.begins.get(name, ()))
            events = [replace(each, at_secs=each.at_secs + begun) for each in told]
            lines = [recorded_to_json(each) + "\n" for each in events]
            (folder / EVENTS).write_text("".join(lines) if self.exit_code != 3 else "")
            if self.holds is not None:
                await self.holds(asked)
            if self.dies.get(name, 0) > 0:
                self.dies[name] -= 1
                raise DeskLost("the machine went away")
            if self.exit_code == 0:
                ended = Recorded(seq=900, session_id="run", at_secs=1_900.0 + over, event=ENDED)
                (folder / EVENTS).write_text("".join(lines) + recorded_to_json(ended) + "\n")
            return self.exit_code
        finally:
            self.running -= 1


@pytest.fixture
def desk() -> Desk:
    return Desk()
