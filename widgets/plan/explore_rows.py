"""The rows of an exploration's tree: iterations, their groups, the actions of those; and between
them what was done beside the groups, such as walks to make a path shorter."""

from engine.domain.verdicts import StepState
from engine.language.sentences.exploring import because_words, figures_words
from engine.language.sentences.figures import count_words
from engine.record.views.exploring.explore_view import ExploreView, GroupView
from engine.record.views.run_state import RunState, SegmentView
from widgets.kit.explore_words import verdict_of
from widgets.kit.marks import STATE_MARKS, Mark
from widgets.kit.row_painter import RowWords
from widgets.kit.tree_rows import RowKey, TreeRow
from widgets.plan.plan_rows import step_row

BESIDE = Mark("segment", "text_faint")
ITERATION = Mark("stage", "text_quiet")


def explore_rows(state: RunState) -> tuple[TreeRow, ...]:
    view = state.explored
    entries: dict[int, list[TreeRow]] = {}
    beside: list[SegmentView] = []
    iteration = 0
    for segment in state.segments:
        group = view.group_of_segment(segment.segment_number)
        if group is None:
            beside.append(segment)
            continue
        entries.setdefault(iteration, []).extend(_beside(beside, state))
        beside, iteration = [], group.iteration
        entries.setdefault(iteration, []).append(_group(group, segment, state))
    entries.setdefault(iteration, []).extend(_beside(beside, state))
    for group in view.groups:
        if not group.segment_number:
            rows = entries.setdefault(group.iteration, [])
            later = (
                place
                for place, row in enumerate(rows)
                if isinstance(row.subject, GroupView) and row.subject.number > group.number
            )
            rows.insert(next(later, len(rows)), _group(group, None, state))
    return tuple(
        _iteration(number, tuple(rows), state, view)
        for number, rows in sorted(entries.items())
        if rows
    )


def _iteration(
    number: int, rows: tuple[TreeRow, ...], state: RunState, view: ExploreView
) -> TreeRow:
    groups = [each for each in view.groups if each.iteration == number]
    good = sum(each.has_succeeded for each in groups)
    refused = [each.why for each in view.refusals if each.iteration == number]
    title = f"Iteration {number}" if number else "Start"
    subtitle = f"{count_words(len(groups), 'group')} · {good} succeeded" if number else ""
    if refused:
        subtitle += f" · {count_words(len(refused), 'answer')} refused"
    is_open = number == view.iteration or not number or state.outcome is not None
    return TreeRow(
        ("iteration", number),
        RowWords(title, subtitle or "before the first group", ITERATION, is_head=True),
        tip="\n".join([f"{title}: {subtitle}" if subtitle else title, *refused]),
        is_current=any(row.is_current for row in rows),
        opens=is_open,
        children=rows,
    )


def _group(group: GroupView, segment: SegmentView | None, state: RunState) -> TreeRow:
    verdict, mark = verdict_of(group, is_over=state.outcome is not None)
    told = f"group {group.number} · confidence {group.group.confidence:.2f} · {verdict}"
    words = RowWords(group.group.reasoning, told, mark, is_quiet=mark.tone == "text_faint")
    tip = [words.title, words.subtitle]
    if group.assessed is not None:
        seen = group.assessed.progression
        tip += [because_words(seen), figures_words(seen)]
    return _row(("group", group.number), words, "\n".join(tip), segment, state, group)


def _beside(segments: list[SegmentView], state: RunState) -> list[TreeRow]:
    """One stands for itself; several that follow each other share a row."""
    rows = tuple(_segment(each, state) for each in segments)
    if len(rows) < 2:
        return list(rows)
    is_current = any(row.is_current for row in rows)
    last = segments[-1].reason
    words = RowWords(f"{len(rows)} walks beside the groups", last, BESIDE, is_quiet=True)
    first = segments[0].segment_number
    tip = "To make the path to a fault shorter, to prove it, and to begin again"
    key = ("beside", first)
    return [TreeRow(key, words, tip, is_current=is_current, opens=is_current, children=rows)]


def _segment(segment: SegmentView, state: RunState) -> TreeRow:
    done = sum(view.state is StepState.DONE for view in segment.steps)
    title = segment.reason or f"Segment {segment.segment_number}"
    words = RowWords(title, f"{done} of {len(segment.steps)} done", BESIDE, is_quiet=True)
    return _row(("segment", segment.segment_number), words, title, segment, state)


def _row(
    key: RowKey,
    words: RowWords,
    tip: str,
    segment: SegmentView | None,
    state: RunState,
    group: GroupView | None = None,
) -> TreeRow:
    """Of a segment, or of a group that may have begun as one."""
    is_here = segment is not None and segment.segment_number == state.current_segment
    is_here = is_here and state.outcome is None
    current = state.current_step if is_here else None

    def steps() -> tuple[TreeRow, ...]:
        if segment is None:
            return _proposed(group) if group else ()
        return tuple(
            step_row(segment, view, is_here=view.step.step_number == current, is_over=False)
            for view in segment.steps
        )

    has_steps = bool(segment.steps if segment else group and group.group.actions)
    below = steps if has_steps and not is_here else steps()
    return TreeRow(
        key, words, tip, subject=group, is_current=is_here, opens=is_here, children=below
    )


def _proposed(group: GroupView) -> tuple[TreeRow, ...]:
    """Actions of a group that has not begun: they have no steps yet."""
    rows = []
    for number, each in enumerate(group.group.actions, 1):
        title = each.reasoning or (f"{each.action.kind} “{each.zone_label}”").strip()
        words = RowWords(title, "proposed", STATE_MARKS[StepState.PLANNED], is_quiet=True)
        rows.append(TreeRow(("step", number), words))
    return tuple(rows)
