"""What the rows of the plan say of segments and steps; local states have ``local_rows``."""

from __future__ import annotations

from engine.domain.lifecycle import StepState
from engine.record.projection import SegmentView, StepView
from widgets.local_words import RESULT_WORDS, reversibility_words
from widgets.standing import is_taken_back
from widgets.words import SEGMENT_WORDS, STATE_WORDS, count_words

CLOSED_STATES = frozenset({StepState.DONE, StepState.SKIPPED})
TAKEN_BACK = "taken back"


def segment_title(segment: SegmentView) -> str:
    return f"Segment {segment.segment_number}"


def segment_subtitle(segment: SegmentView) -> str:
    """``looked again · 2 of 3``."""
    closed = sum(view.state in CLOSED_STATES and not is_taken_back(view) for view in segment.steps)
    return f"{SEGMENT_WORDS[segment.replan_kind]} · {closed} of {len(segment.steps)}"


def step_title(view: StepView) -> str:
    return (view.performed or view.step).description


def step_subtitle(view: StepView) -> str:
    """``2 · done · confirmed · 2 attempts``."""
    parts = [str(view.step.step_number), STATE_WORDS[view.state]]
    if is_taken_back(view):
        parts[1:] = [TAKEN_BACK, f"was {STATE_WORDS[view.state]}"]
    elif view.local is not None and view.local.is_open:
        parts[1:] = ["planned locally"]
    elif view.effect is not None and view.state is StepState.DONE:
        parts.append(view.effect.value)
    if view.attempts > 1:
        parts.append(count_words(view.attempts, "attempt"))
    if view.performed is not None and view.performed != view.step:
        parts.append("changed by you")
    if view.local is not None and view.local.goal and not view.local.is_open:
        parts.append(f"local plan {RESULT_WORDS[view.local.result]}")
    return " · ".join(parts)


def step_tip(view: StepView) -> str:
    lines = [view.step.description, step_subtitle(view), view.detail]
    if view.reversibility is not None:
        lines.append(f"Declared {reversibility_words(view.reversibility)}")
    return "\n".join(line for line in lines if line)
