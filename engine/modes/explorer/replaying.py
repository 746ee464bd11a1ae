"""Walking a path again from the start state, to see whether it leads to the same fault: that of a
finding of this run, or that of a regression script."""

from __future__ import annotations

from engine.domain.exploring.events import ExplorationStarted
from engine.domain.exploring.faults import Fault
from engine.domain.exploring.findings import Finding, RegressionScript
from engine.domain.exploring.groups import TracedStep
from engine.domain.exploring.limits import ExploreLimits, ReplayEnd
from engine.domain.exploring.ports import FaultWatch, StateJudge
from engine.domain.run_ports import Run
from engine.domain.situation import Situation
from engine.domain.terminals import Outcome, Terminal
from engine.modes.explorer.aiming import adopt_aside, aimed_along, perform
from engine.modes.explorer.run import Ending, Work
from engine.modes.explorer.starting import start, start_again


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
        await adopt_aside(run, planned, reason)
    looked_again = False
    for each in planned:
        if work.is_out_of_time:
            return False
        before = run.looks.seen
        result = await perform(run, each, looks_again=not looked_again)
        looked_again = result.is_missing
        if result.is_overruled:
            await run.way_back.heed()
        if result.executed is None:
            continue
        if await _comes_up(work, before, fault, did=(result.executed.trace,)):
            return True
    before = run.looks.seen
    await run.looks.observe("after the walk")
    return await _comes_up(work, before, fault, did=())


async def _comes_up(
    work: Work, before: Situation, fault: Fault, *, did: tuple[TracedStep, ...]
) -> bool:
    return fault.is_among(await work.watch.check(before, work.run.looks.seen, did))


class Replayer:
    """A mode, used for one run: walks a regression script on a fresh surface. Nobody is asked what
    to do: the script says it."""

    def __init__(self, script: RegressionScript, *, judge: StateJudge, watch: FaultWatch) -> None:
        self._script = script
        self._judge = judge
        self._watch = watch

    async def __call__(self, run: Run) -> Outcome:
        script, limits = self._script, ExploreLimits(max_actions=0, max_replays=0)
        await run.log.append(ExplorationStarted(limits))
        work = Work(run, limits, self._judge, self._watch)
        if ended := await start(work, application=script.application):
            return Outcome(Terminal.FAILED, "error", ended.message)
        summary = f"{script.fault.kind}, {script.fault.summary}"
        if await walk(work, script.path, script.fault, reason=f"The path to: {summary}"):
            words = f"It came up again: {summary}."
            return Outcome(Terminal.GOAL_FAILED, ReplayEnd.CAME_UP.value, words)
        words = f"It did not come up: {summary}."
        return Outcome(Terminal.GOAL_SATISFIED, ReplayEnd.STAYED_AWAY.value, words)
