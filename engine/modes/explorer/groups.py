"""Running one group: all its actions, one look after the last, and a verdict on the whole. And the
way back to where the groups of an iteration were proposed, for those that are left over.

Every action runs, even if one before it failed. The group is successful if some action succeeded
and the state after the last is further than that before the first, or if a fault came up: nothing
leads a test further than that.

A group may leave a dialog in front of what the others are aimed at: it is closed by Escape. A fault
begins the run anew at the start state: the steps that led to somewhere else on the way from there
are walked again, of which the last one mostly leads there by itself. Like all walks these steps
pass the gate and are no actions."""

from collections.abc import Sequence

from engine.domain.actions import PressKeys
from engine.domain.conditions import SomethingChanges
from engine.domain.exploring import groups as action_groups
from engine.domain.exploring.events import GroupAssessed, GroupStarted
from engine.domain.exploring.limits import BUDGET_SHARE, Progression
from engine.domain.facts import Frozen, Part, field, replace
from engine.domain.plans import GLOBAL_ZONE_ID, PlanSegment, PlanStep, ReplanKind, Situation
from engine.domain.scripts import TracedStep
from engine.modes.explorer import run as runs
from engine.modes.explorer.findings import look_for_faults
from engine.modes.found_again import Aimed, aimed_along

_NOTHING_DONE = Progression(
    False, 0.0, 0.0, 0.0, 0.0, "Nothing was done, so nothing can have progressed."
)


class GroupResult(Frozen):
    """``successful`` for a group that was; ``is_complete``: nothing more is to be done."""

    is_complete: bool
    successful: action_groups.SuccessfulActionGroup | None = None


class _Course(Part):
    """How a group goes from what was seen ``before`` it; the hands moved ``done`` times."""

    number: int
    group: action_groups.ActionGroup
    before: Situation
    tried: list[action_groups.TriedAction] = field(default_factory=list)
    done: int = 0
    came_upon_fault: bool = False
    looked_again: bool = False
    """Since the last action, in vain: another look would show no more."""


async def run_group(
    work: runs.Work, number: int, group: action_groups.ActionGroup, proposed_on: Situation
) -> GroupResult:
    """Run it to its end, to a ceiling of the run, or until a fault leaves nothing to act upon."""
    run, course = work.run, _Course(number, group, work.run.looks.seen)
    planned, is_complete = _planned(group, proposed_on)
    if planned:
        kind = ReplanKind.ADAPTIVE if work.iteration > 1 else ReplanKind.INITIAL
        steps = tuple(each.step for each in planned)
        await run.steps.adopt(PlanSegment(steps, finishes=False, reason=group.reasoning), kind)
        await run.log.append(GroupStarted(number, run.steps.segment_number))
    for each in planned:
        if run.control.forced is not None:
            await runs.heed(work)
        if work.is_broken or work.limit_reached():
            break
        result = await _act_once(work, each, course)
        if result.is_swallowed and not work.is_broken and not work.limit_reached():
            await _act_once(work, each, course)
    if run.control.forced is not None:
        await runs.heed(work)
    return GroupResult(is_complete, await _assessed(work, course))


def _planned(group: action_groups.ActionGroup, proposed_on: Situation) -> tuple[list[Aimed], bool]:
    """The actions up to the first word of completion, and whether there is one. After the last,
    unless it is a key that may mean nothing, some change is waited for: the verdict on the group
    is not to come before it."""
    planned: list[Aimed] = []
    for each in group.actions:
        if isinstance(each.action, action_groups.Complete):
            break
        planned.append(runs.aimed_from(each, proposed_on, len(planned) + 1))
    last = planned[-1] if planned else None
    if last and proposed_on.page is None and not isinstance(last.step.action, PressKeys):
        planned[-1] = replace(last, step=replace(last.step, expected_change=SomethingChanges()))
    return planned, len(planned) < len(group.actions)


async def _act_once(work: runs.Work, aimed: Aimed, course: _Course) -> runs.ActionResult:
    """What it showed is noted: the state, and whether something broke."""
    run, before = work.run, work.run.looks.seen
    result = await runs.perform(run, aimed, looks_again=not course.looked_again)
    while result.is_overruled and result.executed is None:
        await runs.heed(work)  # the operator came first; now it is this action's turn again
        before = run.looks.seen
        result = await runs.perform(run, aimed)
    course.looked_again = result.executed is None and (result.is_missing or course.looked_again)
    course.tried.append(action_groups.TriedAction(result.step, result.succeeded, result.why))
    if result.refused:
        work.refused.setdefault(result.step.description, result.why)
    if result.executed is None:
        return result
    course.done += 1
    work.actions += 1
    runs.note_done(work, result.executed, before)
    await runs.note_tried(work, result.executed)
    found = len(work.findings)
    await look_for_faults(work, before)
    course.came_upon_fault |= work.is_broken or len(work.findings) > found
    return result


async def _assessed(work: runs.Work, course: _Course) -> action_groups.SuccessfulActionGroup | None:
    """The group, where it was successful."""
    run, before = work.run, course.before
    after = await run.looks.observe("after the group")
    progression = await _progression(work, course, after) if course.done else _NOTHING_DONE
    if course.came_upon_fault:
        why = f"a fault came up; {progression.why}"
        progression = replace(progression, has_progressed=True, why=why)
    some_succeeded = any(each.succeeded for each in course.tried)
    succeeded = some_succeeded and progression.has_progressed
    await run.log.append(
        GroupAssessed(
            course.number,
            succeeded,
            progression,
            course.done,
            await run.blobs.put_picture(before.frame),
            await run.blobs.put_picture(after.frame),
        )
    )
    if not succeeded:
        return None
    return action_groups.SuccessfulActionGroup(
        course.number,
        course.group.reasoning,
        course.group.confidence,
        tuple(course.tried),
        before,
        after,
        progression.why,
    )


async def _progression(work: runs.Work, course: _Course, after: Situation) -> Progression:
    """By local comparison; by the thinker only where that is not sure and there is budget."""
    local = work.judge.judge(course.before, after)
    if local.is_sure or work.run.account.is_near(BUDGET_SHARE):
        return local
    done = tuple(each.step.description for each in course.tried if each.succeeded)
    request = action_groups.ProgressRequest(work.run.goal, course.before, after, local, done)
    return await work.run.thinker.judge_progress(request) or local


_THERE_SHARE = 0.75
"""So much of what could be acted upon is there again: it is the same place."""
_ESCAPE = PlanStep(1, GLOBAL_ZONE_ID, "", PressKeys(("escape",)), "Press Escape")
_WORDS = "Back to where these groups were proposed."


class Place(Frozen):
    """``way``: the steps there from the start; ``starts``: how often the run had begun anew."""

    seen: Situation
    way: tuple[TracedStep, ...]
    starts: int


def here(work: runs.Work) -> Place:
    return Place(work.run.looks.seen, tuple(work.trace[at] for at in work.transitions), work.starts)


async def return_to(work: runs.Work, place: Place) -> None:
    """What can't be done on the way is left out: the groups find less then."""
    new = work.run.looks.seen.windows_since(place.seen)
    if any(window.is_dialog for window in new):
        await _walk(work, [Aimed(_ESCAPE)])
    if work.starts == place.starts:
        return
    for way in (place.way[-1:], place.way):
        wanted, there = (set(runs.within_reach(it)) for it in (place.seen, work.run.looks.seen))
        if work.is_broken or len(wanted & there) >= _THERE_SHARE * len(wanted):
            return
        await _walk(work, [aimed_along(each, number) for number, each in enumerate(way, 1)])


async def _walk(work: runs.Work, planned: Sequence[Aimed]) -> None:
    if not planned:
        return
    await runs.adopt_aside(work.run, planned, _WORDS)
    for each in planned:
        if not work.is_broken:
            await _step(work, each)


async def _step(work: runs.Work, aimed: Aimed) -> None:
    run, before = work.run, work.run.looks.seen
    result = await runs.perform(run, aimed)
    if result.is_overruled:
        await run.way_back.heed()
    if result.executed is None:
        return
    runs.note_done(work, result.executed, before)
    await runs.note_state(work, by=result.step.description)
    await look_for_faults(work, before)
