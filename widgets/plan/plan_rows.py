"""The rows of the plan's tree: segments (on the web stages), their steps, and local states under
a step. What goes on now is unfolded and kept in sight, also when the run is over."""

from __future__ import annotations

from engine.domain.lifecycle import StepState
from engine.domain.plans import StepPlace
from engine.record.views.run_state import RunState, SegmentView, StepView
from widgets.kit.marks import RESULT_MARKS, SEGMENT_MARKS, STAGE_MARK, STATE_MARKS, TAKEN_BACK
from widgets.kit.performed import is_taken_back
from widgets.kit.row_painter import RowWords
from widgets.kit.tree_rows import KeptRows, TreeRow
from widgets.plan.local_rows import local_rows
from widgets.plan.plan_words import (
    PlanGroup,
    group_subtitle,
    group_tip,
    group_title,
    groups_of,
    step_subtitle,
    step_tip,
    step_title,
)

QUIET_STATES = frozenset({StepState.ABANDONED, StepState.SKIPPED})
TOLD_STATES = frozenset({StepState.WAITING, StepState.FAILED, StepState.REJECTED})


class PlanRows:
    """Makes the rows of a run; those whose parts are as they were are kept."""

    def __init__(self) -> None:
        self._kept = KeptRows()

    def rows_of(self, state: RunState) -> tuple[TreeRow, ...]:
        at = StepPlace(state.current_segment, state.current_step)
        is_over = state.outcome is not None
        return tuple(self._group(group, at, is_over) for group in groups_of(state.segments))

    def clear(self) -> None:
        self._kept.clear()

    def _group(self, group: PlanGroup, at: StepPlace, is_over: bool) -> TreeRow:
        """``at`` is where the run stands, or ended."""
        key = ("segment", group.first.segment_number)
        is_here = group.has(at.segment_number)
        mark = STAGE_MARK if group.stage else SEGMENT_MARKS[group.first.replan_kind]
        return self._kept.row(
            key,
            (group.segments, is_here and at, is_over),
            lambda: TreeRow(
                key,
                RowWords(group_title(group), group_subtitle(group), mark, is_head=True),
                tip=group_tip(group),
                is_current=is_here and not is_over,
                opens=is_here,
                children=tuple(self._step(*each, at, is_over) for each in group.steps),
            ),
        )

    def _step(self, segment: SegmentView, view: StepView, at: StepPlace, is_over: bool) -> TreeRow:
        is_here = at == StepPlace(segment.segment_number, view.step.step_number)
        return self._kept.row(
            ("step", segment.segment_number, view.step.step_number),
            (view, segment.reason, is_here, is_over),
            lambda: step_row(segment, view, is_here=is_here, is_over=is_over),
        )


def step_row(segment: SegmentView, view: StepView, *, is_here: bool, is_over: bool) -> TreeRow:
    """``is_here``: the run stands at this step, or ended at it."""
    is_back = is_taken_back(view)
    is_open = view.local is not None and view.local.is_open
    mark = RESULT_MARKS[""] if is_open else STATE_MARKS[view.state]
    mark = TAKEN_BACK if is_back else mark
    is_told = view.state in TOLD_STATES and not is_back
    number = view.step.step_number
    is_current = is_here and not is_over
    below = local_rows(segment.segment_number, view, is_here=is_here, is_over=is_over)
    return TreeRow(
        ("step", segment.segment_number, number),
        RowWords(
            step_title(view),
            step_subtitle(view, segment),
            mark,
            is_quiet=is_back or view.state in QUIET_STATES,
            subtitle_tone=mark.tone if is_told else "",
        ),
        tip=step_tip(segment, view),
        subject=StepPlace(segment.segment_number, number),
        is_current=is_current,
        is_followed=is_here,
        is_chosen_first=True,
        opens=is_here and bool(below),
        children=below,
    )
