"""From a recommendation, made on one look, to a step that fits the look of now; and the step
through the gate.

The things of a group are named on the situation on which it was proposed. What its earlier actions
changed may have given them other ids: they are looked up again as a person would find them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.domain import performing, plans
from engine.domain.actions import Action, Click, Drag
from engine.domain.conditions import Condition, NewWindow, SomethingChanges, ZoneState
from engine.domain.errors import BugError, NobodyToAsk
from engine.domain.exploring import groups
from engine.domain.recoveries import FailureClass
from engine.domain.run_ports import Run
from engine.domain.situation import Situation
from engine.domain.zones import Role, State, Zone
from engine.language.action_words import action_words, thing_words, zone_words
from engine.language.labels import promises_window


@dataclass(frozen=True, slots=True)
class Aimed:
    """A step as it stands in the plan, and how its things are found again. ``is_global`` needs
    none."""

    step: plans.PlanStep
    locator: groups.Locator | None = None
    end: groups.Locator | None = None

    @property
    def is_global(self) -> bool:
        return self.step.zone_id == plans.GLOBAL_ZONE_ID


@dataclass(frozen=True, slots=True)
class Missing:
    """What the step is aimed at is not there."""

    step: plans.PlanStep
    why: str


def aimed_from(recommended: groups.Recommendation, proposed_on: Situation, number: int) -> Aimed:
    """The step of a group, by the look on which it was proposed."""
    action = recommended.action
    if isinstance(action, groups.Complete):
        raise BugError("a word of completion is no step")
    zone = proposed_on.zone(recommended.zone_id)
    end = proposed_on.zone(action.to_zone_id) if isinstance(action, Drag) else None
    label = zone.label if zone is not None else recommended.zone_label
    unknown = "" if recommended.zone_id == plans.GLOBAL_ZONE_ID else recommended.zone_id
    thing = zone_words(zone) if zone is not None else thing_words(label or unknown)
    words = action_words(action, thing, end=_end_words(action, end))
    step = plans.PlanStep(number, recommended.zone_id, label, action, words)
    return Aimed(
        step,
        groups.locator_of(zone, proposed_on) if zone is not None else None,
        groups.locator_of(end, proposed_on) if end is not None else None,
    )


def aimed_along(traced: groups.TracedStep, number: int) -> Aimed:
    """The step of a path that is walked again."""
    label = traced.locator.label if traced.locator is not None else ""
    zone_id = plans.SOUGHT_ZONE_ID if traced.locator is not None else plans.GLOBAL_ZONE_ID
    action = traced.action  # its ids are another run's
    if isinstance(action, Drag) and traced.end is not None:
        action = replace(action, to_zone_id=plans.SOUGHT_ZONE_ID)
    step = plans.PlanStep(number, zone_id, label, action, traced.description)
    return Aimed(step, traced.locator, traced.end)


def aimed_now(aimed: Aimed, now: Situation) -> plans.PlanStep | Missing:
    """The step with the ids of now, or why it can't be done."""
    step = aimed.step
    if aimed.is_global:
        return step
    zone = _found(step.zone_id, aimed.locator, now)
    if zone is None:
        sought = replace(step, zone_id=plans.SOUGHT_ZONE_ID)
        return Missing(sought, f"{_thing(aimed, step)} is not there.")
    action = step.action
    if isinstance(action, Drag) and action.to_zone_id:
        end = _found(action.to_zone_id, aimed.end, now)
        if end is None:
            sought = replace(step, zone_id=plans.SOUGHT_ZONE_ID)
            return Missing(sought, "The place to drag to is not there.")
        action = replace(action, to_zone_id=end.zone_id)
    sure = surely_after(action, zone) if now.page is None else None
    return replace(
        step,
        zone_id=zone.zone_id,
        zone_label=zone.label,
        action=action,
        expected_change=sure or step.expected_change,
    )


def surely_after(action: Action, zone: Zone) -> Condition | None:
    """What an action on a desktop surely brings about: it is waited for before the next look, since
    programs that are busy show late what a click did. Where nothing is sure, the surface's rest is
    all that is waited for; pages have their own ways to tell."""
    if not isinstance(action, Click) or action.button != "left":
        return None
    if zone.role is Role.TAB:
        return ZoneState(zone.zone_id, zone.label, State.SELECTED)
    if promises_window(zone.label):
        return NewWindow()
    return SomethingChanges() if zone.role is Role.MENU_ITEM else None


def traced(step: plans.PlanStep, situation: Situation) -> groups.TracedStep:
    """A step that was performed, in words that outlive the run."""
    zone, action = situation.zone(step.zone_id), step.action
    end = _end_of(action, situation)
    return groups.TracedStep(
        action,
        step.description,
        groups.locator_of(zone, situation) if zone is not None else None,
        groups.locator_of(end, situation) if end is not None else None,
    )


def _end_words(action: Action, end: Zone | None) -> str:
    """One that is not there is told by its id."""
    if end is not None:
        return zone_words(end)
    return thing_words(action.to_zone_id) if isinstance(action, Drag) else ""


def _end_of(action: Action, situation: Situation) -> Zone | None:
    return situation.zone(action.to_zone_id) if isinstance(action, Drag) else None


def _found(zone_id: str, locator: groups.Locator | None, now: Situation) -> Zone | None:
    """By its id as long as that names the same kind of thing, and else as a person would."""
    zone = now.zone(zone_id)
    if zone is not None and locator is not None and zone.role is locator.role:
        return zone if _can_be_reached(zone, now) else None
    zone = groups.find(locator, now) if locator is not None else None
    return zone if zone is not None and _can_be_reached(zone, now) else None


def _can_be_reached(zone: Zone, now: Situation) -> bool:
    """A page is scrolled to what is out of view; the entries of a closed menu stay out of reach,
    and so does what stands behind a dialog that must be answered first."""
    if now.page is not None:
        return True
    return zone.on_screen and not _is_held(zone, now)


def _is_held(zone: Zone, now: Situation) -> bool:
    """A dialog of its application stands in front of it and has the keyboard, or is modal."""
    own = now.window_of(zone)
    modal = {each.window_id for each in now.zones if State.MODAL in each.state}
    return own is not None and any(
        window.application == own.application
        and window.order < own.order
        and (window.window_id in modal or (window.is_dialog and window.is_active))
        for window in now.windows
    )


def _thing(aimed: Aimed, step: plans.PlanStep) -> str:
    if aimed.locator is None:
        return f"“{step.zone_label or step.zone_id}”"
    return f"The {aimed.locator.role} “{aimed.locator.label}”"


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

    passed: performing.Passed
    trace: groups.TracedStep


@dataclass(frozen=True, slots=True)
class ActionResult:
    """What became of one action. ``executed`` is there where the hands moved, or tried to;
    ``is_swallowed``: what it surely brings about did not come, as where it only closed a menu;
    ``refused`` says that the gate did not let it pass, ``is_missing`` that its target is not
    there."""

    step: plans.PlanStep
    succeeded: bool = False
    why: str = ""
    executed: Executed | None = None
    is_swallowed: bool = False
    refused: bool = False
    is_overruled: bool = False
    is_missing: bool = False


async def adopt_aside(run: Run, steps: Iterable[Aimed], reason: str) -> None:
    """What is done beside the groups, and is no action of theirs: through the gate like any."""
    segment = plans.PlanSegment(tuple(each.step for each in steps), finishes=False, reason=reason)
    await run.steps.adopt(segment, plans.ReplanKind.ADAPTIVE)


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


async def _through_gate(run: Run, step: plans.PlanStep) -> ActionResult:
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
            return ActionResult(passed.step, failure in _WAS_DONE, why, executed, is_swallowed)
        case other:
            return _ended(step, other)


def _ended(step: plans.PlanStep, result: performing.StepResult) -> ActionResult:
    match result:
        case performing.StepDone():
            return ActionResult(step, succeeded=True)
        case performing.StepFailed(why=why):
            return ActionResult(step, why=why)
        case performing.StepRejected(why=why) | performing.StepSkipped(why=why):
            return ActionResult(step, why=why, refused=True)
        case performing.StepOverruled(why=why):
            return ActionResult(step, why=why, is_overruled=True)
