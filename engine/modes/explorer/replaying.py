"""Walking a path again from the start state, to see whether it leads to the same fault."""

from __future__ import annotations

from engine.domain.exploring.faults import Fault, Finding
from engine.domain.exploring.traces import TracedStep
from engine.domain.plans import ReplanKind
from engine.domain.situation import Situation
from engine.modes.explorer.aiming import aimed_along
from engine.modes.explorer.doing import do
from engine.modes.explorer.run import Ending, Work
from engine.modes.explorer.starting import start_again


class Replays:
    """The walks for one finding. ``ended`` says why no further one is possible."""

    def __init__(self, work: Work, finding: Finding) -> None:
        self._work = work
        self._finding = finding
        self._count = 0
        self.ended: Ending | None = None

    @property
    def why(self) -> str:
        return self.ended.message if self.ended is not None else ""

    async def come_upon_it(self, path: tuple[TracedStep, ...]) -> bool:
        """Whether the path leads to the fault."""
        self._count += 1
        number = self._finding.number
        steps = f"{len(path)} of {len(self._finding.path)} steps"
        why = f"Walk {self._count} for finding {number}: {steps}"
        self.ended = await start_again(self._work, why, is_walk=True)
        if self.ended is not None:
            return False
        return await walk(self._work, path, self._finding.fault, reason=why)


async def walk(work: Work, path: tuple[TracedStep, ...], fault: Fault, *, reason: str) -> bool:
    """Whether the fault came up. What can't be done on the way is left out, and said in the
    record. Where the run's time is up, the walk is broken off."""
    run = work.run
    planned = [aimed_along(each, number) for number, each in enumerate(path, 1)]
    if planned:
        steps = (each.step for each in planned)
        await run.adopt(*steps, kind=ReplanKind.ADAPTIVE, reason=reason)
    looked_again = False
    for each in planned:
        if work.is_out_of_time:
            return False
        before = run.seen
        deed = await do(run, each, looks_again=not looked_again)
        looked_again = deed.is_missing
        if deed.is_overruled:
            await run.heed()
        if deed.passed is None:
            continue
        if await _comes_up(work, before, fault, did=(deed.passed.trace,)):
            return True
    before = run.seen
    await run.observe("after the walk")
    return await _comes_up(work, before, fault, did=())


async def _comes_up(
    work: Work, before: Situation, fault: Fault, *, did: tuple[TracedStep, ...]
) -> bool:
    return fault.is_among(await work.watch.check(before, work.run.seen, did))
