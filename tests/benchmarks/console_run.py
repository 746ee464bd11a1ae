"""The whole console in this process, with a thinker whose segments the benchmark writes.

Window, qasync loop, live picture, record and gate are the shipped ones; only who plans is not."""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path

from app.console import Console
from app.qt_loop import run_qt
from app.settings.tables import LimitSettings, Settings
from engine.domain.actions import Action, Launch
from engine.domain.approvals import Asking
from engine.domain.plans import GLOBAL_ZONE_ID, PlanRequest, PlanSegment, PlanStep
from engine.domain.terminals import Outcome, Terminal
from engine.record.store import SessionStore
from tests.support.thinker_sources import StandingIn
from widgets.kit.forms import StartRequest
from widgets.window.main_window import MainWindow

Planner = Callable[[PlanRequest], PlanSegment | Awaitable[PlanSegment]]


class WrittenThinker:
    """Implements the ``Thinker`` port; ``planner`` may be exchanged between two runs."""

    name = "offline"

    def __init__(self) -> None:
        self.planner: Planner = lambda request: PlanSegment((), finishes=True)

    def read_goal(self, goal: str) -> None: ...

    async def plan(self, request: PlanRequest) -> PlanSegment:
        planned = self.planner(request)
        return planned if isinstance(planned, PlanSegment) else await planned


@dataclass
class RunningConsole:
    console: Console
    window: MainWindow
    database: Path
    thinker: WrittenThinker

    async def run(
        self, planner: Planner, asking: Asking = Asking.NEVER, goal: str = "a benchmark"
    ) -> Outcome:
        self.thinker.planner = planner
        outcome = await self.console.start(StartRequest(goal, "practice", "offline", asking))
        assert outcome is not None, "the run could not start"
        return outcome

    async def launch(self, application: str) -> None:
        """Start an application on the practice desktop, as a run of one step."""
        planned = segment(step(1, Launch(application)))
        outcome = await self.run(lambda request: planned, goal=f"Open {application}")
        assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome.message


def step(number: int, action: Action) -> PlanStep:
    """A step that needs no zone and expects nothing that shows."""
    return PlanStep(number, GLOBAL_ZONE_ID, "", action, str(action.kind))


def segment(*steps: PlanStep, finishes: bool = True) -> PlanSegment:
    return PlanSegment(steps, finishes)


def with_console(work: Callable[[RunningConsole], Coroutine[None, None, None]]) -> None:
    """Open the console on the screen of DISPLAY, do the work, close it."""

    async def life() -> int:
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "sessions.db"
            store = await SessionStore.open(database)
            window = MainWindow()
            limits = LimitSettings(max_calls=1_000, max_replans=1_000)
            settings = Settings(limits=limits)
            console = Console(window, store, settings, thinkers=StandingIn(thinker))
            window.showMaximized()
            try:
                await console.open()
                await work(RunningConsole(console, window, database, thinker))
            finally:
                await console.close()
                await store.close()
        return 0

    thinker = WrittenThinker()
    run_qt(life)
