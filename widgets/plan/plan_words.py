"""What the rows of the plan say of segments and steps; local states have ``local_rows``."""

from collections.abc import Sequence
from itertools import groupby

from engine.domain.actions import Drag
from engine.domain.facts import Frozen
from engine.domain.verdicts import StepState, sentence_of
from engine.domain.web.pages import Stage
from engine.language.labels import shortened
from engine.language.sentences.figures import count_words
from engine.language.sentences.local import RESULT_WORDS, TAKEN_BACK, UNTOLD, reversibility_words
from engine.language.sentences.run import SEGMENT_WORDS, STATE_WORDS
from engine.language.sentences.web import STAGE_HINTS
from engine.record.views.run_state import SegmentView, StepView
from widgets.kit.performed import is_taken_back, why_rejected


class PlanGroup(Frozen, eq=False):
    """Segments that stand under one row, with their steps in one list."""

    segments: tuple[SegmentView, ...]

    @property
    def stage(self) -> Stage | None:
        """None for a director's segment."""
        return self.segments[0].stage

    @property
    def first(self) -> SegmentView:
        return self.segments[0]

    @property
    def steps(self) -> tuple[tuple[SegmentView, StepView], ...]:
        """Each with the segment that it belongs to."""
        return tuple((segment, view) for segment in self.segments for view in segment.steps)

    def has(self, segment_number: int) -> bool:
        return any(each.segment_number == segment_number for each in self.segments)


def groups_of(segments: Sequence[SegmentView]) -> tuple[PlanGroup, ...]:
    """In their order; segments of one stage that follow each other share a row."""
    return tuple(PlanGroup(tuple(row)) for _, row in groupby(segments, _row_of))


def _row_of(segment: SegmentView) -> Stage | str | int:
    if segment.is_by_hand:
        return "by hand"
    return segment.segment_number if segment.stage is None else segment.stage


CLOSED_STATES = frozenset({StepState.DONE, StepState.SKIPPED})


def group_title(group: PlanGroup) -> str:
    """``Segment 2``, on the web the stage; or who did it, where it was no plan."""
    if group.first.is_by_hand:
        return "By you"
    if group.stage is not None:
        return group.stage.capitalize()
    return f"Segment {group.first.segment_number}"


def group_subtitle(group: PlanGroup) -> str:
    """``looked again · 2 of 3 steps``; on the web ``stage 3 of 5 · 4 actions``."""
    if group.first.is_by_hand:
        return count_words(len(group.steps), "step")
    if group.stage is not None:
        place = f"stage {group.stage.number + 1} of {len(Stage)}"
        return f"{place} · {count_words(len(group.steps), 'action')}"
    steps = [view for view in group.first.steps if not view.step.is_replan]
    closed = sum(view.state in CLOSED_STATES and not is_taken_back(view) for view in steps)
    told = f"{closed} of {count_words(len(steps), 'step')}"
    if closed == len(steps):
        told = "segment done"
    return f"{SEGMENT_WORDS[group.first.replan_kind]} · {told}"


def group_tip(group: PlanGroup) -> str:
    if group.stage is not None:
        return STAGE_HINTS[group.stage]
    return group.first.reason or group_title(group)


def step_subtitle(view: StepView, segment: SegmentView | None = None) -> str:
    """``2 · done · seen · 2 attempts``; on the web and by hand, where rows are of many
    segments, with the number of its own, as in ``3`` or, of more than one, ``4.2``."""
    number = str(view.step.step_number)
    if segment is not None and (segment.stage is not None or segment.is_by_hand):
        more = f".{number}" if len(segment.steps) > 1 else ""
        number = f"{segment.segment_number}{more}"
    said = STATE_WORDS[view.state]
    why = why_rejected(view) if view.state is StepState.REJECTED else ""
    parts = [number, f"{said}: {shortened(why)}" if why else said]
    if is_taken_back(view):
        parts[1:] = [UNTOLD if view.is_untold else TAKEN_BACK, f"was {STATE_WORDS[view.state]}"]
    elif view.local is not None and view.local.is_open:
        parts[1:] = ["planned locally"]
    elif view.verdict is not None and view.state is StepState.DONE:
        parts.append(view.verdict.value)
    if view.attempts > 1:
        parts.append(count_words(view.attempts, "attempt"))
    if is_changed(view):
        parts.append("changed by you")
    if view.local is not None and view.local.goal and not view.local.is_open:
        parts.append(f"local plan {RESULT_WORDS[view.local.result]}")
    return " · ".join(parts)


def is_changed(view: StepView) -> bool:
    """The operator wrote it anew; other ids in an exploration are no change."""
    planned, done = view.step, view.performed
    if done is None or isinstance(done.action, Drag):
        return done is not None and done.description != planned.description
    return (done.action, done.description) != (planned.action, planned.description)


def step_tip(segment: SegmentView, view: StepView, subtitle: str) -> str:
    lines = [view.step.description, subtitle, view.detail or sentence_of(view.evidence)]
    if segment.stage is not None:
        lines.append(segment.reason)
    if view.reversibility is not None:
        lines.append(f"Declared {reversibility_words(view.reversibility)}")
    return "\n".join(line for line in lines if line)
