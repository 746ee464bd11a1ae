"""The task suite of the web: what ends as it should, with how many steps, calls and seconds.

``python -m tests.benchmarks web_tasks [-- [offline|model] [a kind] [WORDS OF A TASK'S NAME]]``
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from app.thinkers import Hiring
from tests.benchmarks import report
from tests.suites.web_cases import LOOKING, WebCase
from tests.suites.web_deeds import DEEDS
from tests.suites.web_trial import HEADS, Trial, carry_out, row, sums
from tests.support.hiring import at
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.site import Site, running_site
from tests.support.web_prompt_planner import answer

THINKERS = ("offline", "model")
_ALL = (*LOOKING, *DEEDS)


async def measure(names: list[str]) -> None:
    asked = tuple(name for name in THINKERS if name in names) or THINKERS
    kinds = {case.kind for case in _ALL}.intersection(names) or {case.kind for case in _ALL}
    words = " ".join(name for name in names if name not in (*THINKERS, *kinds))
    chosen = [case for case in _ALL if words in case.name and case.kind in kinds]
    if not chosen:
        report.note(f"There is no task called “{words}”.")
        return
    with running_site() as site:
        for thinker in asked:
            await _all_with(thinker, chosen, site)


async def _all_with(thinker: str, cases: list[WebCase], site: Site) -> None:
    who = {"offline": "the offline thinker", "model": "a model behind a scripted endpoint"}[thinker]
    print(f"\n{len(cases)} tasks on the test site, by {who}", flush=True)
    print(HEADS, flush=True)
    trials: list[Trial] = []
    async with _thinkers(thinker) as thinkers:
        for case in cases:
            with tempfile.TemporaryDirectory() as folder:
                trial = await carry_out(case, site, Path(folder), thinkers)
            trials.append(trial)
            print(row(trial), flush=True)
            if trial.complaints:
                report.note(f"    {'; '.join(trial.complaints)}")
                report.note(f"    it said: {trial.run.outcome.message}")
    print("\n".join(sums(trials)), flush=True)


@contextlib.asynccontextmanager
async def _thinkers(name: str) -> AsyncIterator[Hiring | None]:
    if name == "offline":
        yield None
        return
    async with ScriptedEndpoint(answer) as endpoint:
        yield at(endpoint)


if __name__ == "__main__":
    asyncio.run(measure(sys.argv[1:]))
