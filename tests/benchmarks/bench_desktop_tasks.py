"""The task suite of the desktop, each task in the practice desktop's sandbox and without it: what
ends as it should, how long a step takes, and how often a yes is asked for.

``python -m tests.benchmarks desktop_tasks [-- WORDS OF A TASK'S NAME]``. The operator says yes to
all that is asked. Both desktops stand at once and take turns, so that the machine is as busy for
one as for the other."""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from dataclasses import dataclass

from engine.domain.approvals import Asking
from engine.domain.events import ApprovalAsked, ApprovalDecided, StepEnded
from tests.benchmarks import report
from tests.benchmarks.workplace import practice_bench
from tests.end_to_end.conftest import Bench
from tests.suites.desktop_cases import GALCULATOR, MOUSEPAD, PRACTICE, STRANGERS, THUNAR, Case
from tests.suites.judging import complaints, prepare
from tests.support.stage import ScriptedApprover

CASES = (*MOUSEPAD, *GALCULATOR, *THUNAR, *PRACTICE, *STRANGERS)
_LATE_SECS = 5.0


@dataclass(frozen=True, slots=True)
class Done:
    """``weighed`` are the actions that were done or asked about."""

    secs: float
    steps: int
    asked: int
    weighed: int
    complaints: tuple[str, ...]


async def _done(bench: Bench, case: Case) -> Done:
    await bench.surface.reset()
    prepare(bench, case)
    began = time.perf_counter()
    outcome, _ = await bench.run(case.goal, asking=Asking.RISKY, approver=ScriptedApprover())
    secs = time.perf_counter() - began
    told = [each.event for each in await bench.store.events(bench.session_ids[-1])]
    found, until_secs = await complaints(bench, case), time.monotonic() + _LATE_SECS
    while found and time.monotonic() < until_secs:  # programs may still write and paint
        await asyncio.sleep(0.2)
        found = await complaints(bench, case)
    if outcome.terminal is not case.terminal:
        found = [f"{outcome.terminal}: {outcome.message}", *found]
    steps, asked, weighed = (sum(isinstance(each, kind) for each in told) for kind in _COUNTED)
    return Done(secs, steps, asked, weighed, tuple(found))


_COUNTED = (StepEnded, ApprovalAsked, ApprovalDecided)


async def measure(words: str) -> None:
    cases = [case for case in CASES if words in case.name]
    inside: list[Done] = []
    outside: list[Done] = []
    async with practice_bench() as sandboxed, practice_bench(is_sandboxed=False) as bare:
        for bench in (sandboxed, bare):
            await bench.surface.mark_start()
        for number, case in enumerate(cases):
            turns = [(sandboxed, inside), (bare, outside)]
            for bench, into in turns if number % 2 else turns[::-1]:
                done = await _done(bench, case)
                into.append(done)
                where = "sandbox" if bench is sandboxed else "without"
                told = f"{done.secs:6.1f} s {done.steps:3d} steps {done.asked} asked"
                report.note(f"{case.name:44s} {where} {told} {'; '.join(done.complaints)}")
    report.title(f"{len(cases)} tasks of the desktop's suite")
    for name, runs in (("in the sandbox", inside), ("without it", outside)):
        good = sum(not done.complaints for done in runs)
        asked, weighed = (sum(done.asked for done in runs), sum(done.weighed for done in runs))
        share = 100 * asked / max(1, weighed)
        report.note(
            f"{name}: {good} of {len(runs)} ended as they should; {share:.1f} questions per 100"
            f" actions ({asked} of {weighed})"
        )
    fair = [(a, b) for a, b in zip(inside, outside, strict=True) if a.steps == b.steps > 0]
    took, bare_took = ([run.secs / run.steps for run in runs] for runs in zip(*fair, strict=True))
    report.figure("a step, in the sandbox", took, "s", report.limit("without it", bare_took))
    ratios = [a / b for a, b in zip(took, bare_took, strict=True)]
    report.note(f"median of {len(ratios)} tasks' own ratios: {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    asyncio.run(measure(" ".join(sys.argv[1:])))
