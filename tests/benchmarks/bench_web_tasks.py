"""The task suite of the web: what ends as it should, with how many steps, calls and seconds.

``python -m tests.benchmarks web_tasks [-- [second] [offline|model] [a kind] [WORDS OF A TASK'S
NAME]]``. With ``second`` it is the second site, that nothing was written for."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from app.thinkers import Thinkers
from tests.benchmarks import report
from tests.suites import second_cases, second_deeds, second_judging, web_cases, web_deeds
from tests.suites.web_cases import WebCase
from tests.suites.web_judging import complaints
from tests.suites.web_trial import HEADS, Trial, carry_out, row, sums
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.second_site import running_second_site
from tests.support.site import Site, running_site
from tests.support.thinker_sources import at
from tests.support.web_prompt_planner import answer

THINKERS = ("offline", "model")


@dataclass(frozen=True, slots=True)
class Ground:
    """A site, its tasks, and who judges them. ``thinkers`` are those that can be asked there."""

    name: str
    cases: Sequence[WebCase]
    running: Callable[[], AbstractContextManager[Site]]
    judge: Callable[..., list[str]]
    may_warn: bool = False
    thinkers: tuple[str, ...] = THINKERS


FIRST = Ground(
    "the test site", (*web_cases.LOOKING, *web_deeds.DEEDS), running_site, judge=complaints
)
SECOND = Ground(
    "the second site",
    (*second_cases.LOOKING, *second_deeds.DEEDS),
    running_second_site,
    judge=second_judging.complaints,
    may_warn=True,
    thinkers=("offline",),
)


async def measure(names: list[str]) -> None:
    ground = SECOND if "second" in names else FIRST
    asked = tuple(name for name in ground.thinkers if name in names) or ground.thinkers
    all_kinds = {case.kind for case in ground.cases}
    kinds = all_kinds.intersection(names) or all_kinds
    words = " ".join(name for name in names if name not in ("second", *THINKERS, *kinds))
    chosen = [case for case in ground.cases if words in case.name and case.kind in kinds]
    if not chosen:
        report.note(f"There is no task called “{words}”.")
        return
    with ground.running() as site:
        for thinker in asked:
            await _all_with(thinker, chosen, site, ground)


async def _all_with(thinker: str, cases: list[WebCase], site: Site, ground: Ground) -> None:
    who = {"offline": "the offline thinker", "model": "a model behind a scripted endpoint"}[thinker]
    print(f"\n{len(cases)} tasks on {ground.name}, by {who}", flush=True)
    print(HEADS, flush=True)
    trials: list[Trial] = []
    async with _thinkers(thinker) as thinkers:
        for case in cases:
            with tempfile.TemporaryDirectory() as folder:
                trial = await carry_out(
                    case, site, Path(folder), thinkers, judge=ground.judge, may_warn=ground.may_warn
                )
            trials.append(trial)
            print(row(trial), flush=True)
            if trial.complaints:
                report.note(f"    {'; '.join(trial.complaints)}")
                report.note(f"    it said: {trial.run.outcome.message}")
    print("\n".join(sums(trials)), flush=True)


@contextlib.asynccontextmanager
async def _thinkers(name: str) -> AsyncIterator[Thinkers | None]:
    if name == "offline":
        yield None
        return
    async with ScriptedEndpoint(answer) as endpoint:
        yield at(endpoint)


if __name__ == "__main__":
    asyncio.run(measure(sys.argv[1:]))
