"""One action through the gate: weighed, confirmed, executed, with what became of it in words."""

from __future__ import annotations

from dataclasses import dataclass

from engine.domain.conditions import ZoneState
from engine.domain.errors import NobodyToAsk
from engine.domain.exploring.groups import TracedStep
from engine.domain.performing import (
    Passed,
    StepDone,
    StepFailed,
    StepOverruled,
    StepRejected,
    StepResult,
    StepSkipped,
    Weighed,
)
from engine.domain.plans import PlanStep
from engine.domain.recoveries import FailureClass
from engine.domain.run_ports import Run
from engine.modes.explorer.aiming import Aimed, Missing, aimed_now, traced

_WAS_DONE = frozenset(
    {
        FailureClass.NO_EFFECT,
        FailureClass.NOT_TYPED,
        FailureClass.OBSTRUCTED,
        FailureClass.NOT_AGAIN,
    }
)
"""The hands did it, and nothing that was told of changed. That is no failure of the action here:
whether the state progressed is judged of the whole group, by its picture too."""


@dataclass(frozen=True, slots=True)
class Executed:
    """A step that passed the gate, and its trace."""

    passed: Passed
    trace: TracedStep


@dataclass(frozen=True, slots=True)
class ActionResult:
    """What became of one action. ``executed`` is there where the hands moved, or tried to;
    ``is_swallowed``: what it surely brings about did not come, as where it only closed a menu;
    ``refused`` says that the gate did not let it pass, ``is_missing`` that its target is not
    there."""

    step: PlanStep
    succeeded: bool = False
    why: str = ""
    executed: Executed | None = None
    is_swallowed: bool = False
    refused: bool = False
    is_overruled: bool = False
    is_missing: bool = False


async def perform(run: Run, aimed: Aimed, *, looks_again: bool = True) -> ActionResult:
    """Look its target up, if need be on a further look, and lead it through the gate; where it
    fails, it says why."""
    now = aimed_now(aimed, run.looks.seen)
    if isinstance(now, Missing) and looks_again:
        now = aimed_now(aimed, await run.looks.observe(f"{now.why} Looking again."))
    if isinstance(now, Missing):
        result = await _through_gate(run, now.step)  # it fails there, and is recorded
        return ActionResult(
            result.step, why=now.why, is_overruled=result.is_overruled, is_missing=True
        )
    return await _through_gate(run, now)


async def _through_gate(run: Run, step: PlanStep) -> ActionResult:
    weighed = await run.steps.weigh(step)
    if not isinstance(weighed, Weighed):
        return _ended(step, weighed)
    try:
        passed = await run.steps.confirm(weighed)
    except NobodyToAsk as error:
        return ActionResult(step, why=error.message, refused=True)
    if not isinstance(passed, Passed):
        return _ended(step, passed)
    executed = Executed(passed, traced(passed.step, passed.situation))
    match await run.steps.execute(passed):
        case StepDone():
            return ActionResult(passed.step, True, "", executed)
        case StepFailed(why=why, failure=failure):
            is_sure = isinstance(passed.step.expected_change, ZoneState)
            is_swallowed = is_sure and failure is FailureClass.NO_EFFECT
            return ActionResult(passed.step, failure in _WAS_DONE, why, executed, is_swallowed)
        case other:
            return _ended(step, other)


def _ended(step: PlanStep, result: StepResult) -> ActionResult:
    match result:
        case StepDone():
            return ActionResult(step, succeeded=True)
        case StepFailed(why=why):
            return ActionResult(step, why=why)
        case StepRejected(why=why):
            return ActionResult(step, why=why, refused=True)
        case StepSkipped():
            return ActionResult(step, why="The operator left it out.", refused=True)
        case StepOverruled():
            return ActionResult(step, why="The operator took the wheel.", is_overruled=True)
