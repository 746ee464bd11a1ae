"""Walking a regression script: from a fresh surface along the path, to see whether its fault comes
up."""

from __future__ import annotations

from engine.domain.exploring.completion import ReplayEnd
from engine.domain.exploring.events import ExplorationStarted
from engine.domain.exploring.limits import ExploreLimits
from engine.domain.exploring.ports import FaultWatch, StateJudge
from engine.domain.exploring.scripts import RegressionScript
from engine.domain.terminals import Outcome, Terminal
from engine.modes.explorer.replaying import walk
from engine.modes.explorer.run import Run, Work
from engine.modes.explorer.starting import start


class Replayer:
    """A mode, used for one run. Nobody is asked what to do: the script says it."""

    def __init__(self, script: RegressionScript, *, judge: StateJudge, watch: FaultWatch) -> None:
        self._script = script
        self._judge = judge
        self._watch = watch

    async def __call__(self, run: Run) -> Outcome:
        script, limits = self._script, ExploreLimits(max_actions=0, max_replays=0)
        await run.record(ExplorationStarted(limits))
        work = Work(run, limits, self._judge, self._watch)
        if ended := await start(work, application=script.application):
            return Outcome(Terminal.FAILED, "error", ended.message)
        summary = f"{script.fault.kind}, {script.fault.summary}"
        if await walk(work, script.path, script.fault, reason=f"The path to: {summary}"):
            words = f"It came up again: {summary}."
            return Outcome(Terminal.GOAL_FAILED, ReplayEnd.CAME_UP.value, words)
        words = f"It did not come up: {summary}."
        return Outcome(Terminal.GOAL_SATISFIED, ReplayEnd.STAYED_AWAY.value, words)
