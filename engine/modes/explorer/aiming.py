"""From a recommendation, made on one look, to a step that fits the look of now; and the step
through the gate.

The things of a group are named on the situation on which it was proposed. What its earlier actions
changed may have given them other ids: they are looked up again as a person would find them.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.domain import performing
from engine.domain.actions import Action, Drag
from engine.domain.conditions import ZoneState
from engine.domain.errors import BugError, NobodyToAsk
from engine.domain.exploring.groups import Complete, Recommendation
from engine.domain.plans import GLOBAL_ZONE_ID, PlanSegment, PlanStep, ReplanKind, Situation
from engine.domain.recoveries import FailureClass
from engine.domain.scripts import TracedStep, locator_of, traced
from engine.domain.zones import Zone
from engine.language.action_words import action_words, thing_words, zone_words
from engine.modes.found_again import WAS_DONE, Aimed, Missing, aimed_now
from engine.session.session import Session


def aimed_from(recommended: Recommendation, proposed_on: Situation, number: int) -> Aimed:
    """The step of a group, by the look on which it was proposed."""
    action = recommended.action
    if isinstance(action, Complete):
        raise BugError("a word of completion is no step")
    zone = proposed_on.zone(recommended.zone_id)
    end = proposed_on.zone(action.to_zone_id) if isinstance(action, Drag) else None
    label = zone.label if zone is not None else recommended.zone_label
    unknown = "" if recommended.zone_id == GLOBAL_ZONE_ID else recommended.zone_id
    thing = zone_words(zone) if zone is not None else thing_words(label or unknown)
    words = action_words(action, thing, end=_end_words(action, end))
    step = PlanStep(number, recommended.zone_id, label, action, words)
    return Aimed(
        step,
        locator_of(zone, proposed_on) if zone is not None else None,
        locator_of(end, proposed_on) if end is not None else None,
    )


def _end_words(action: Action, end: Zone | None) -> str:
    """One that is not there is told by its id."""
    if end is not None:
        return zone_words(end)
    return thing_words(action.to_zone_id) if isinstance(action, Drag) else ""


@dataclass(frozen=True, slots=True)
class Executed:
    """A step that passed the gate, and its trace."""

    passed: performing.Passed
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


async def adopt_aside(run: Session, steps: Iterable[Aimed], reason: str) -> None:
    """What is done beside the groups, and is no action of theirs: through the gate like any."""
    segment = PlanSegment(tuple(each.step for each in steps), finishes=False, reason=reason)
    await run.steps.adopt(segment, ReplanKind.ADAPTIVE)


async def perform(run: Session, aimed: Aimed, *, looks_again: bool = True) -> ActionResult:
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


async def _through_gate(run: Session, step: PlanStep) -> ActionResult:
    weighed = await run.steps.weigh(step)
    if not isinstance(weighed, performing.Weighed):
        return _ended(step, weighed)
    try:
        passed = await run.steps.confirm(weighed)
    except NobodyToAsk as error:
        return ActionResult(step, why=error.message, refused=True)
    if not isinstance(passed, performing.Passed):
        return _ended(step, passed)
    executed = Executed(passed, traced(passed.step, passed.situation))
    match await run.steps.execute(passed):
        case performing.StepDone():
            return ActionResult(passed.step, True, "", executed)
        case performing.StepFailed(why=why, failure=failure):
            is_sure = isinstance(passed.step.expected_change, ZoneState)
            is_swallowed = is_sure and failure is FailureClass.NO_EFFECT
            return ActionResult(passed.step, failure in WAS_DONE, why, executed, is_swallowed)
        case other:
            return _ended(step, other)


def _ended(step: PlanStep, result: performing.StepResult) -> ActionResult:
    match result:
        case performing.StepDone():
            return ActionResult(step, succeeded=True)
        case performing.StepFailed(why=why):
            return ActionResult(step, why=why)
        case performing.StepRejected(why=why) | performing.StepSkipped(why=why):
            return ActionResult(step, why=why, refused=True)
        case performing.StepOverruled(why=why):
            return ActionResult(step, why=why, is_overruled=True)
