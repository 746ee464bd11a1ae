"""The economy of a model: calls, seconds outside of them, and what a horizon is worth.

The model is a planner behind real HTTP that sees nothing but the prompt; the applications are real.
All rows of the horizon's table have the same planner: only how often it may plan differs."""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from app.settings.tables import LimitSettings, Settings
from engine.domain.actions import Launch
from engine.domain.approvals import Asking
from engine.domain.events import ActionStarted, ModelCalled, Recorded, SessionEnded, StepEnded
from engine.domain.terminals import Terminal
from engine.safety.gate import NobodyThere
from tests.benchmarks import report
from tests.benchmarks.workplace import practice_bench
from tests.suites.desktop_cases import GALCULATOR, MOUSEPAD, PRACTICE, STRANGERS, THUNAR, Case
from tests.suites.judging import complaints, prepare
from tests.support.prompt_planner import answer
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.stage import ScriptedApprover
from tests.support.thinker_sources import at

TASKS = tuple(
    case
    for case in (*MOUSEPAD, *GALCULATOR, *THUNAR, *PRACTICE, *STRANGERS)
    if case.terminal is Terminal.GOAL_SATISFIED
)
TIMED = ("two lines", "saved twice", "settings", "a form of three pages")
HORIZONS = (
    ("fixed plan", 0, "~30 %"),
    ("two segments", 1, "~60 %"),
    ("three segments", 2, "~85 %"),
    ("unlimited", 50, "~95 %"),
)
MANY_CALLS = 100


@dataclass(frozen=True, slots=True)
class Run:
    """One task: whether the world is as it should be, and what it took."""

    case: Case
    is_completed: bool
    events: tuple[Recorded, ...]
    segments: int

    @property
    def calls(self) -> int:
        return len(self._calls)

    @property
    def secs(self) -> float:
        return self.events[-1].at_secs - self.events[0].at_secs

    @property
    def model_secs(self) -> float:
        return sum(call.took_ms for call in self._calls) / 1000

    @property
    def _calls(self) -> list[ModelCalled]:
        return [each.event for each in self.events if isinstance(each.event, ModelCalled)]

    def secs_per_step(self) -> list[float]:
        """Of each step, from the end of the one before it: without the model, without launches."""
        took, since_secs, model_secs, is_launch = [], self.events[0].at_secs, 0.0, False
        for each in self.events:
            match each.event:
                case ModelCalled(took_ms=ms):
                    model_secs += ms / 1000
                case ActionStarted(step=step):
                    is_launch = isinstance(step.action, Launch)
                case StepEnded() | SessionEnded():
                    if isinstance(each.event, StepEnded) and not is_launch:
                        took.append(each.at_secs - since_secs - model_secs)
                    since_secs, model_secs, is_launch = each.at_secs, 0.0, False
        return took


async def run_task(case: Case, *, max_replans: int = 50, delay_secs: float = 0.0) -> Run:
    """The task on a fresh practice desktop."""
    limits = LimitSettings(max_replans=max_replans, max_calls=MANY_CALLS)
    async with (
        practice_bench(settings=Settings(limits=limits)) as bench,
        ScriptedEndpoint(answer, delay_secs=delay_secs) as endpoint,
    ):
        prepare(bench, case)
        outcome, state = await bench.run(
            case.goal,
            asking=Asking.RISKY if case.approves else Asking.NEVER,
            approver=ScriptedApprover() if case.approves else NobodyThere(),
            thinkers=at(endpoint),
        )
        is_completed = outcome.terminal is case.terminal and not await complaints(bench, case)
        events = await bench.store.events(state.session_id)
    return Run(case, is_completed, events, len(state.segments))


async def measure_horizons() -> list[Run]:
    """The document's table, row by row; the runs of the last one."""
    report.title(f"What a horizon is worth: {len(TASKS)} tasks on real applications")
    print(f"  {'approach':16} {'completed':>14} {'calls, mean':>12}   the document")
    runs: list[Run] = []
    for name, max_replans, told in HORIZONS:
        runs = [await run_task(case, max_replans=max_replans) for case in TASKS]
        done = sum(run.is_completed for run in runs)
        calls = statistics.mean(run.calls for run in runs)
        share = f"{done} of {len(runs)}, {100 * done / len(runs):.0f} %"
        print(f"  {name:16} {share:>14} {calls:12.1f}   {told}", flush=True)
    return runs


def tell_calls(runs: Sequence[Run]) -> None:
    """Calls against segments, over the tasks that were completed without an error replan."""
    report.title("Calls for a task of N segments (the goal is N + 1, the document needs 2N + 1)")
    for segments in sorted({run.segments for run in runs if run.is_completed}):
        calls = [run.calls for run in runs if run.is_completed and run.segments == segments]
        goal, documents = segments + 1, 2 * segments + 1
        note = f"{len(calls):2} tasks of {segments} segments: {max(calls)} calls at most"
        report.note(f"{note}; goal {goal}, the document {documents}")


async def measure_delays(quick: Sequence[Run]) -> None:
    """Time outside of the model, at the speeds that models have."""
    report.title("Seconds outside model calls, application starts excluded")
    goal = report.goal("< 0.4 s")
    steps = [secs for run in quick for secs in run.secs_per_step()]
    report.figure(f"a step, of {len(steps)} with a model that answers at once", steps, "s", goal)
    for delay_secs in (2.0, 10.0):
        runs = [await run_task(case, delay_secs=delay_secs) for case in TASKS if case.name in TIMED]
        outside = [secs for run in runs for secs in run.secs_per_step()]
        report.figure(f"a step, at {delay_secs:.0f} s a call", outside, "s", goal)
        share = [100 * (1 - run.model_secs / run.secs) for run in runs]
        report.figure(f"  share of the whole run, of {len(runs)} tasks", share, "%")


async def measure() -> None:
    runs = await measure_horizons()
    tell_calls(runs)
    await measure_delays(runs)


if __name__ == "__main__":
    asyncio.run(measure())
