"""The rows of the plan's tree: segments (on the web stages), their steps, and local states under
a step. What goes on now is unfolded and kept in sight, also when the run is over."""

from collections.abc import Sequence
from functools import partial
from itertools import chain

from engine.domain.plans import ReplanKind, StepPlace
from engine.domain.steering import BreakAtStep
from engine.domain.verdicts import StepState
from engine.language.sentences import local
from engine.language.sentences.figures import count_words
from engine.language.sentences.run import STATE_WORDS
from engine.record.views.local_views import LocalPlanView, LocalStateView
from engine.record.views.run_state import RunState, Segments, SegmentView, StepView, Tally
from widgets.kit import marks
from widgets.kit.performed import is_taken_back, local_title, next_planned
from widgets.kit.row_painter import RowDetails, RowWords
from widgets.kit.tree_rows import RowKey, TreeRow
from widgets.plan import plan_words

NEARER = {1: ("▲", "good"), 0: ("=", "text_quiet"), -1: ("▼", "warn")}
"""The shape and the tone of a distance, by the sign of the progress."""


def local_rows(
    segment_number: int, view: StepView, *, is_here: bool, is_over: bool
) -> tuple[TreeRow, ...]:
    """The rows under a step; none where nothing was planned locally and nothing taken back. Of the
    step where the run stands the newest is current while its plan goes on, and in sight after a
    revert too."""
    plan = view.local
    if plan is None:
        return ()
    place = StepPlace(segment_number, view.step.step_number)
    is_current = is_here and not is_over and plan.is_open
    rows = [_begin_row(place, plan, is_current=is_current)] if plan.goal else []
    for state in plan.states:
        is_newest = state is plan.states[-1]
        rows.append(
            TreeRow(
                ("local", state.number),
                _words(place, state),
                tip=_tip(place, state),
                subject=StepPlace(segment_number, place.step_number, state.number),
                is_current=is_current and is_newest,
                is_followed=is_here and is_newest and state.is_revert,
            )
        )
    return tuple(rows)


def _begin_row(place: StepPlace, plan: LocalPlanView, *, is_current: bool) -> TreeRow:
    """The state before the plan's first action, ``8.0``; it stands for the step itself."""
    title = f"Local plan: {plan.goal}"
    if plan.result:
        subtitle = (
            f"{local.RESULT_WORDS[plan.result]} · {count_words(plan.iterations, 'iteration')}"
        )
    else:
        iteration = max((state.iteration for state in plan.states), default=0)
        subtitle = f"iteration {max(1, iteration)} of {plan.max_iterations}"
    return TreeRow(
        ("local", 0),
        RowWords(
            title,
            subtitle,
            marks.RESULT_MARKS[plan.result],
            details=RowDetails(local.state_number(place.step_number, 0)),
        ),
        tip="\n".join((title, plan.why, plan.reason)).strip(),
        subject=place,
        is_current=is_current and not plan.states,
    )


def _words(place: StepPlace, state: LocalStateView) -> RowWords:
    """Greyed where it was taken back, or never performed."""
    inputs = state.inputs
    shape = NEARER[(inputs.progress > 0) - (inputs.progress < 0)] if inputs else ("", "")
    decided = marks.DECISION_MARKS.get(state.decision)
    return RowWords(
        local_title(place.segment_number, state),
        _subtitle(state),
        _mark(state),
        is_quiet=state.is_reverted or state.state is StepState.ABANDONED,
        details=RowDetails(
            local.state_number(place.step_number, state.number),
            (decided, local.DECISION_WORDS[state.decision]) if decided else None,
            local.distance_words(inputs) if inputs is not None else "",
            shape,
            _pictures(state),
            _cost(state),
        ),
    )


def _mark(state: LocalStateView) -> marks.Mark:
    """How it went; the decision has a badge of its own."""
    if state.is_revert:
        return marks.RETURNED_MARKS[state.returned]
    if state.is_untold:
        return marks.RETURNED_MARKS["can't tell"]
    return marks.TAKEN_BACK if state.is_reverted else marks.STATE_MARKS[state.state]


def _subtitle(state: LocalStateView) -> str:
    """What follows the number where there is no decision to show."""
    if state.is_revert:
        by = "by you" if state.decided_by == "operator" else "a dead end"
        return f"{local.RETURNED_WORDS[state.returned]} · {by}"
    if state.step is None:
        return local.calls_words(state.calls)
    words = STATE_WORDS[state.state]
    return f"{words} · follows {state.tries}" if state.tries else words


def _pictures(state: LocalStateView) -> tuple[str, str]:
    """Content hashes before and after, once both are known; reverts have none in the tree."""
    if state.is_revert or not state.picture_before_hash:
        return ("", "")
    return (state.picture_before_hash, state.picture_after_hash)


def _cost(state: LocalStateView) -> tuple[str, ...]:
    """Short lines beside the pictures: options tried of all, and what it has cost."""
    if state.inputs is None:
        return ()
    lines = (
        local.left_words(is_reverted=state.is_reverted, is_untold=state.is_untold),
        local.options_words(state.explored_count, state.inputs.option_count),
        local.calls_words(state.calls),
        "decided by you" if state.decided_by == "operator" else "",
    )
    return tuple(line for line in lines if line)


def _tip(place: StepPlace, state: LocalStateView) -> str:
    number = local.state_number(place.step_number, state.number)
    lines = [f"{number}  {local_title(place.segment_number, state)}"]
    if state.is_revert:
        undone = local.places_words(state.undone, place.segment_number)
        lines += [undone, "; ".join(state.evidence), state.detail]
    elif state.decision:
        lines += [f"{local.DECISION_WORDS[state.decision]}: {local.DECISION_HINTS[state.decision]}"]
        lines += [state.reason]
    if state.reversibility is not None:
        lines.append(f"Declared {local.reversibility_words(state.reversibility)}")
    return "\n".join(line for line in lines if line)


NEXT = marks.Mark("next", "accent")
QUIET_STATES = frozenset({StepState.ABANDONED, StepState.SKIPPED})
TOLD_STATES = frozenset({StepState.WAITING, StepState.FAILED, StepState.REJECTED})
BLOCKS_OPEN = 2
"""So many dozens of segments, the last ones, have rows of their own at the top."""


class PlanRows:
    """Makes the rows of a run. Of a long one those of the last segments stand at the top; before
    them one row stands for some dozens, and what is below it is made when it is opened."""

    def __init__(self) -> None:
        self._coming: StepView | None = None
        self._stops: dict[str, str] = {}
        self._blocks: list[Sequence[SegmentView]] = []
        self._last: tuple[SegmentView, ...] = ()

    def rows_of(self, state: RunState) -> tuple[TreeRow, ...]:
        at, is_over = state.place, state.outcome is not None
        coming = next_planned(state)
        self._coming = coming if coming and coming.state is StepState.PLANNED else None
        self._stops = {
            one.place: "runs to here" if one.once else "stops before it"
            for one in state.breakpoints
            if isinstance(one, BreakAtStep)
        }
        parts = list(state.segments.parts)
        self._blocks = [block for block, _ in parts]
        self._last = tuple(chain(*self._blocks[-BLOCKS_OPEN:]))
        older = parts[:-BLOCKS_OPEN]
        rows = [self._older(number, *part, at, is_over) for number, part in enumerate(older)]
        return (*rows, *self._groups(self._last, at, is_over))

    def path_of(self, place: StepPlace) -> tuple[RowKey, ...]:
        """The keys that lead to the row of a step or local state; none without its segment."""
        number = (place.segment_number - 1) // Segments.WIDTH
        is_older = number < len(self._blocks) - BLOCKS_OPEN
        groups = plan_words.groups_of(self._blocks[number] if is_older else self._last)
        group = next((each for each in groups if each.has(place.segment_number)), None)
        if group is None:
            return ()
        above = [("older", number)] if is_older else []
        below = [("local", place.local)] if place.local else []
        step = ("step", place.segment_number, place.step_number)
        return (*above, ("segment", group.first.segment_number), step, *below)

    def _older(
        self, number: int, block: Sequence[SegmentView], tally: Tally, at: StepPlace, is_over: bool
    ) -> TreeRow:
        """``Segments 1 to 64``, and ``192 steps done · 2 failed``."""
        first = 1 + number * Segments.WIDTH
        failed = f" · {tally.failed:,} failed" if tally.failed else ""
        words = RowWords(
            f"Segments {first:,} to {first + len(block) - 1:,}",
            f"{count_words(tally.completed, 'step')} done{failed}",
            marks.SEGMENT_MARKS[ReplanKind.ADAPTIVE],
            is_head=True,
        )
        below = partial(self._groups, block, at, is_over)
        return TreeRow(("older", number), words, children=below)

    def _groups(
        self, segments: Sequence[SegmentView], at: StepPlace, is_over: bool
    ) -> tuple[TreeRow, ...]:
        return tuple(self._group(group, at, is_over) for group in plan_words.groups_of(segments))

    def _group(self, group: plan_words.PlanGroup, at: StepPlace, is_over: bool) -> TreeRow:
        """``at`` is where the run stands, or ended."""
        is_here = group.has(at.segment_number)
        is_stage = group.stage and group.first.replan_kind is not ReplanKind.BY_HAND
        mark = marks.STAGE_MARK if is_stage else marks.SEGMENT_MARKS[group.first.replan_kind]

        def steps() -> tuple[TreeRow, ...]:
            return tuple(self._step(*each, at, is_over) for each in group.steps)

        return TreeRow(
            ("segment", group.first.segment_number),
            RowWords(
                plan_words.group_title(group), plan_words.group_subtitle(group), mark, is_head=True
            ),
            tip=plan_words.group_tip(group),
            is_current=is_here and not is_over,
            opens=is_here,
            children=steps() if is_here or not group.steps else steps,
        )

    def _step(self, segment: SegmentView, view: StepView, at: StepPlace, is_over: bool) -> TreeRow:
        place = StepPlace(segment.segment_number, view.step.step_number)
        return step_row(
            segment,
            view,
            is_here=place == at,
            is_over=is_over or self._coming is not None,
            is_next=view is self._coming,
            stops=self._stops.get(str(place), ""),
        )


def step_row(
    segment: SegmentView,
    view: StepView,
    *,
    is_here: bool,
    is_over: bool,
    is_next: bool = False,
    stops: str = "",
) -> TreeRow:
    """``is_here``: the run stands at this step, or ended at it; ``is_next``: paused before it;
    ``stops``: that it will pause there."""
    is_back = is_taken_back(view)
    is_open = view.local is not None and view.local.is_open
    mark = marks.RESULT_MARKS[""] if is_open else marks.STATE_MARKS[view.state]
    mark = marks.TAKEN_BACK if is_back else NEXT if is_next else mark
    is_told = view.state in TOLD_STATES and not is_back
    number = view.step.step_number
    subtitle = plan_words.step_subtitle(view, segment)
    more = ("next", is_next), (stops, stops), ("left out by you", view.is_left_out)
    subtitle = " · ".join([subtitle, *(words for words, is_so in more if is_so)])
    below = local_rows(segment.segment_number, view, is_here=is_here, is_over=is_over)
    return TreeRow(
        ("step", segment.segment_number, number),
        RowWords(
            view.title,
            subtitle,
            mark,
            is_quiet=is_back or view.is_left_out or view.state in QUIET_STATES,
            subtitle_tone=mark.tone if is_told else "",
        ),
        tip=plan_words.step_tip(segment, view, subtitle),
        subject=StepPlace(segment.segment_number, number),
        is_current=is_next or (is_here and not is_over),
        is_followed=is_here,
        is_chosen_first=True,
        opens=is_here and bool(below),
        children=below,
    )
