"""From clauses to one segment: plans each remaining clause until the screen will have changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine.domain.errors import BugError, PlanFailed
from engine.domain.plans import PlanRequest, PlanSegment
from engine.language.goals import clauses as c
from engine.language.goals.clauses import Intent, Listed, Reading, Simple
from engine.thinking.offline import planning_pointing as pointing
from engine.thinking.offline import planning_saving as saving
from engine.thinking.offline.desk import Desk, NotInSight, Progress
from engine.thinking.offline.planning_closing import plan_close
from engine.thinking.offline.planning_computing import plan_compute
from engine.thinking.offline.planning_opening import plan_context, plan_go, plan_open
from engine.thinking.offline.planning_renaming import plan_rename
from engine.thinking.offline.planning_typing import plan_clear, plan_type
from engine.thinking.offline.planning_values import plan_choose, plan_set, plan_tick
from engine.thinking.offline.planning_watching import plan_expect, plan_pause
from engine.thinking.offline.seeking import plan_seeking

ALL_DONE = "Everything that the goal asks for is done."


def plan_segment(readings: Sequence[Reading], request: PlanRequest) -> PlanSegment:
    """The next segment. Raises ``PlanFailed`` where not even one step can be planned."""
    remaining = _remaining(readings, request)
    if not remaining:
        return PlanSegment((), finishes=True, reason=ALL_DONE)
    first = remaining[0]
    desk = Desk(request, first.parts[0] if isinstance(first, Listed) else first)
    for at, reading in enumerate(remaining):
        try:
            progress = _plan_reading(desk, reading)
        except NotInSight as missing:
            return plan_seeking(desk, missing)
        is_last = at == len(remaining) - 1
        if progress is Progress.UNFINISHED or (progress is Progress.CHANGES and not is_last):
            if not desk.builder.steps:
                raise desk.cannot("no step towards it is known.")
            return desk.builder.segment(finishes=False)
    return desk.builder.segment(finishes=True, reason="" if desk.builder.steps else ALL_DONE)


def _plan_reading(desk: Desk, reading: Reading) -> Progress:
    intents = _intents(desk, reading)
    for at, intent in enumerate(intents):
        progress = _plan_intent(desk, intent)
        if progress is Progress.UNFINISHED:
            return progress
        if progress is Progress.CHANGES:
            return progress if at == len(intents) - 1 else Progress.UNFINISHED
    return Progress.DONE


def _plan_intent(desk: Desk, intent: Intent) -> Progress:
    """One clause. What can't be planned yet, after other steps, is planned after looking again."""
    desk.intent = intent
    before = len(desk.builder.steps)
    try:
        progress = plan_clause(desk, intent.clause)
    except PlanFailed:
        desk.builder.forget_after(before)
        if not desk.builder.steps:
            raise
        return Progress.UNFINISHED
    if progress is not Progress.UNFINISHED:
        desk.builder.complete(intent.key)
    return progress


def plan_clause(desk: Desk, clause: Simple) -> Progress:
    match clause:
        case c.Context():
            return plan_context(desk, clause)
        case c.Open():
            return plan_open(desk, clause)
        case c.OpenFile():
            return saving.plan_open_file(desk, clause)
        case c.GoTo():
            return plan_go(desk, clause)
        case c.Point():
            return pointing.plan_point(desk, clause)
        case c.Named():
            return pointing.plan_named(desk, clause)
        case c.MenuPath():
            return pointing.plan_menu_path(desk, clause)
        case c.Press():
            return pointing.plan_press(desk, clause)
        case c.ScrollBy():
            return pointing.plan_scroll(desk, clause)
        case c.DragTo():
            return pointing.plan_drag(desk, clause)
        case c.Rename():
            return plan_rename(desk, clause)
        case (
            c.Visit()
            | c.Turn()
            | c.SearchFor()
            | c.ListRows()
            | c.ReadValue()
            | c.FetchFile()
            | c.GiveFile()
        ):
            raise BugError(f"{type(clause).__name__} is said on the web only")
        case _:
            return _plan_writing(desk, clause)


def _plan_writing(
    desk: Desk,
    clause: c.Tick
    | c.Choose
    | c.SetTo
    | c.TypeIn
    | c.Clear
    | c.Save
    | c.SaveAs
    | c.Close
    | c.Compute
    | c.Pause
    | c.Expect,
) -> Progress:
    match clause:
        case c.Tick():
            return plan_tick(desk, clause)
        case c.Choose():
            return plan_choose(desk, clause)
        case c.SetTo():
            return plan_set(desk, clause)
        case c.TypeIn():
            return plan_type(desk, clause)
        case c.Clear():
            return plan_clear(desk, clause)
        case c.Save():
            return saving.plan_save(desk, clause)
        case c.SaveAs():
            return saving.plan_save_as(desk, clause)
        case c.Close():
            return plan_close(desk, clause)
        case c.Compute():
            return plan_compute(desk, clause)
        case c.Pause():
            return plan_pause(desk, clause)
        case c.Expect():
            return plan_expect(desk, clause)
        case _:
            assert_never(clause)


# --- what remains


def _remaining(readings: Sequence[Reading], request: PlanRequest) -> list[Reading]:
    """Clauses after the last one that was completed or skipped.

    Clauses are done in order, so what came before the last completed one was done as well, or was
    so already and left no step.
    """
    over = {step.intent for step in (*request.completed, *request.skipped) if step.completes_intent}
    last = max((at for at, each in enumerate(readings) if _is_touched(each, over)), default=-1)
    if last < 0:
        return list(readings)
    current = readings[last]
    rest = list(readings[last + 1 :])
    if isinstance(current, Listed) and not _is_over(current, over):
        parts = current.parts
        done = max(at for at, part in enumerate(parts) if part.key in over)
        return [*parts[done + 1 :], *rest]
    return rest


def _is_touched(reading: Reading, over: set[str]) -> bool:
    if isinstance(reading, Intent):
        return reading.key in over
    return any(part.key in over for part in reading.parts) or _is_over(reading, over)


def _is_over(reading: Listed, over: set[str]) -> bool:
    is_whole = reading.whole is not None and reading.whole.key in over
    return is_whole or reading.parts[-1].key in over


def _intents(desk: Desk, reading: Reading) -> tuple[Intent, ...]:
    """A list is one thing where the screen has a zone of that whole name."""
    if isinstance(reading, Intent):
        return (reading,)
    whole = reading.whole
    said = _label_of(whole.clause) if whole else ""
    is_label = bool(said) and desk.finder.is_called(said)
    return (whole,) if whole and is_label else reading.parts


def _label_of(clause: Simple) -> str:
    """What the zone would be called, if the whole list were one label."""
    if isinstance(clause, c.MenuPath):
        return clause.labels[-1]
    target = getattr(clause, "target", None)
    return target.said if isinstance(target, c.Target) else ""
