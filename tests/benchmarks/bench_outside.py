"""Where the seconds outside the model go: what passes in a step, between plans, and at the end.

Tasks that a strong model answered once are played again, over programs of several toolkits and over
pages. What takes time there is timed from outside: each part by itself, without the parts that are
timed within it. Words behind ``--`` name the tasks."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.run import load_parts
from engine.acting.executor import Executor
from engine.acting.settling import Settler
from engine.acting.web.page_executor import WebExecutor
from engine.acting.web.page_settling import WebSettler
from engine.modes.claiming import Claim
from engine.perception.drawn.zones import DrawnZones
from engine.perception.perceiver import SurfacePerceiver
from engine.record.pictures import Pictures
from engine.record.writer import SessionLog
from engine.safety.gate import ZoneTargetGuard
from engine.session.looking import Looking
from engine.session.step_approval import StepApproval
from engine.session.steps import StepRunner
from engine.session.thinker_calls import ThinkerCalls
from engine.surfaces.browser.eyes import BrowserEyes
from engine.surfaces.browser.hands import BrowserHands
from engine.surfaces.desktop.eyes import DesktopEyes
from engine.surfaces.desktop.input.hands import DesktopHands
from engine.undo.reverter import ActionReverter
from tests.benchmarks import report
from tests.benchmarks.bench_strong import told_where_it_differs
from tests.benchmarks.report import goal
from tests.benchmarks.workplace import practice_bench
from tests.suites import strong_web
from tests.suites.strong_case import Played, StrongCase, figures, single_steps, tape
from tests.suites.strong_desktop import CASES, played

_CHOSEN = (
    *("note", "replace", "carry-share", "terminal", "rename", "register", "anchor", "circle"),
    *("web-order", "web-board", "web-cancel", "web-note", "director-order", "director-board"),
)

_TIMED: tuple[tuple[type, str, str], ...] = (
    (StepRunner, "perform", "a step"),
    (StepRunner, "weigh", "a step"),
    (StepRunner, "confirm", "a step"),
    (StepRunner, "execute", "a step"),
    (StepRunner, "_begin", "begin"),
    (StepApproval, "weigh", "weigh"),
    (StepApproval, "confirm", "confirm"),
    (ZoneTargetGuard, "change_of", "guard"),
    (Looking, "glance_before_acting", "look before acting"),
    (Executor, "perform", "perform"),
    (WebExecutor, "perform", "perform"),
    (DesktopHands, "perform", "hands"),
    (BrowserHands, "perform", "hands"),
    (Settler, "settle", "settle"),
    (Settler, "_wait_for_quiet", "wait for quiet"),
    (Settler, "judge", "judge"),
    (WebSettler, "settle", "settle"),
    (WebSettler, "baseline", "state of the page"),
    (SurfacePerceiver, "observe", "observe"),
    (DrawnZones, "wait", "wait for texts"),
    (DrawnZones, "zones_in", "drawn zones"),
    (DesktopEyes, "capture", "capture"),
    (DesktopEyes, "read_tree", "read tree"),
    (BrowserEyes, "capture", "capture"),
    (BrowserEyes, "read_tree", "read tree"),
    (BrowserEyes, "wait_until_quiet", "wait for quiet"),
    (ActionReverter, "mark", "mark of state"),
    (SessionLog, "append", "record"),
    (Pictures, "put_picture", "keep a picture"),
    (Looking, "observe", "between plans"),
    (ThinkerCalls, "plan", "think"),
    (Looking, "wait_for_a_window", "wait for a window"),
    (Looking, "look_at_rest", "look at rest"),
    (Claim, "objection", "the claim"),
)


@dataclass
class Part:
    """One that is under way; ``inner_secs`` passed in parts that are timed themselves."""

    path: tuple[str, ...] = ()
    inner_secs: float = 0.0


@dataclass
class Timed:
    """Seconds of each part by itself, under the parts that it stood in."""

    own_secs: dict[tuple[str, ...], list[float]] = field(default_factory=lambda: defaultdict(list))
    _within: ContextVar[Part] = field(default_factory=lambda: ContextVar("part"))

    @contextlib.contextmanager
    def timing(self) -> Iterator[None]:
        was = [(owner, name, vars(owner)[name]) for owner, name, _ in _TIMED]
        for owner, name, words in _TIMED:
            setattr(owner, name, self._timed(vars(owner)[name], words))
        try:
            yield
        finally:
            for owner, name, method in was:
                setattr(owner, name, method)

    def _timed(self, method: Callable[..., Awaitable[Any]], words: str) -> Callable[..., Any]:
        @functools.wraps(method)
        async def timed(*given: Any, **named: Any) -> Any:
            above = self._within.get(Part())
            part = Part((*above.path, words))
            token, began = self._within.set(part), time.perf_counter()
            try:
                return await method(*given, **named)
            finally:
                took = time.perf_counter() - began
                self._within.reset(token)
                above.inner_secs += took
                own = max(0.0, took - part.inner_secs)
                self.own_secs[part.path].append(own)

        return timed

    def tell(self, steps: int) -> None:
        """Seconds by the part at the top and the one itself, for each step."""
        whole: dict[tuple[str, str], list[float]] = defaultdict(list)
        for path, secs in self.own_secs.items():
            whole[path[0], path[-1]] += secs
        for (top, part), secs in sorted(whole.items(), key=lambda each: -sum(each[1])):
            report.note(
                f"{top:18} {part:20} {sum(secs) / steps:7.3f} s a step"
                f"  {len(secs):5} times, {statistics.median(secs):.3f} s each"
            )


async def _on_desktops(names: tuple[str, ...]) -> AsyncIterator[tuple[StrongCase[Any], Played]]:
    for case in (each for each in CASES if each.name in names and each.is_possible_here):
        with told_where_it_differs(case.name):
            async with practice_bench() as bench, tape(case) as endpoint:
                yield case, await played(bench, case, endpoint)


async def _on_the_web(names: tuple[str, ...]) -> AsyncIterator[tuple[StrongCase[Any], Played]]:
    with tempfile.TemporaryDirectory() as folder, strong_web.opened_sites(Path(folder)) as sites:
        for case in (each for each in strong_web.CASES if each.name in names):
            (own := Path(folder) / case.name).mkdir()
            with told_where_it_differs(case.name):
                async with tape(case) as endpoint:
                    yield case, await strong_web.played(sites, case, endpoint, own)


async def measure(names: tuple[str, ...]) -> None:
    await load_parts(())  # as each run does before its first step
    for where, runs in (("on the desktop", _on_desktops), ("on the web", _on_the_web)):
        report.title(f"Outside the model, {where}")
        timed, steps = Timed(), 0
        whole: list[float] = []
        single: list[float] = []
        with timed.timing():
            async for case, run in runs(names):
                secs, of_steps = figures(run.state)["secs_a_step"], single_steps(run.state)
                count = sum(map(len, of_steps))
                whole, single, steps = [*whole, secs], [*single, *of_steps[1]], steps + count
                so = "as asked" if run.is_so else "NOT SO"
                report.note(f"{case.name:16} {so:8} {count:3} steps, {secs:.2f} s a step")
        if steps:
            report.figure("a step with all that a task has once", whole, "s", goal("< 0.4 s"))
            report.figure("a step by itself, no start", single, "s", goal("< 0.4 s"))
            timed.tell(steps)


if __name__ == "__main__":
    asyncio.run(measure(tuple(sys.argv[1:]) or _CHOSEN))
