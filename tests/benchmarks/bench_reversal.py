"""Taking back on real applications: how much is restored, and whether the engine knows it.

Every trial of the reversal suite, each on a fresh practice desktop. The engine's claim is held to
an oracle that shares no code with its fingerprint of a state. With ``GUEST=1`` in the environment a
guest makes the moves and goes back."""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter, defaultdict

from tests.benchmarks import report
from tests.benchmarks.workplace import practice_bench
from tests.suites.reversal_by_guest import GuestConductor
from tests.suites.reversal_cases import ALL
from tests.suites.reversal_trial import Conductor, Finding, Kind, Trial, Verdict

_IS_GUEST = bool(os.environ.get("GUEST"))
_COLUMNS = (Verdict.RESTORED, Verdict.UNVERIFIED, Verdict.WRONG, Verdict.DECLARED)


async def found(trial: Trial) -> Finding:
    async with practice_bench() as bench:
        return await (GuestConductor if _IS_GUEST else Conductor)(bench, trial).conduct()


def row(name: str, counts: Counter[Verdict]) -> str:
    total = counts.total()
    shares = "".join(
        f"{counts[each]:>14d} {100 * counts[each] / total:5.1f} %" if counts[each] else f"{'':22s}"
        for each in _COLUMNS
    )
    return f"  {name:24s}{total:>6d}{shares}"


async def measure() -> None:
    counts: defaultdict[Kind, Counter[Verdict]] = defaultdict(Counter)
    took_secs, others = [], []
    for trial in ALL:
        started = time.perf_counter()
        finding = await found(trial)
        took_secs.append(time.perf_counter() - started)
        counts[trial.kind][finding.verdict] += 1
        print(f"  {took_secs[-1]:5.1f} s  {finding.verdict}: {trial.name}", flush=True)
        if finding.verdict in (Verdict.UNVERIFIED, Verdict.WRONG):
            others.append((trial.name, finding))
    print(f"\nTaking back {len(ALL)} actions on real applications, by kind of reversal")
    if _IS_GUEST:
        print("  made and taken back by a guest, as revert_to tells it")
    print(f"  {'':24s}{'of':>6s}" + "".join(f"{each.value:>22s}" for each in _COLUMNS))
    for kind, of_kind in counts.items():
        print(row(kind.value, of_kind))
    never = counts.pop(Kind.NEVER)
    print(row("what can be taken back", sum(counts.values(), Counter())))
    print(row("what can't", never))
    for name, finding in others:
        report.note(f"{finding.verdict}: {name}: {'; '.join(finding.told)}"[:160])
    report.figure("a trial, with the desktop's start", took_secs, "s")


if __name__ == "__main__":
    asyncio.run(measure())
