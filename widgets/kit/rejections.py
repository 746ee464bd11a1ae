"""What the operator's no came to: the step that was rejected last, its reason, and who knows of it.

The thinker is told of each no before it proposes again; the card and the quiet panel say so.
"""

from __future__ import annotations

from engine.domain.actions import Scroll, ScrollTo, Wait
from engine.domain.lifecycle import StepState
from engine.language.labels import shortened
from engine.record.views.run_state import RunState, StepView

_BY_OPERATOR = "operator said no"
_ASIDE = Scroll | ScrollTo | Wait
"""These only bring into sight what is proposed; they are no answer to a no."""
_OPEN = frozenset({StepState.PLANNED, StepState.WAITING, StepState.RUNNING, StepState.ABANDONED})


def why_rejected(view: StepView) -> str:
    """The operator's reason, or who else said no; empty where no reason was given."""
    if view.detail == _BY_OPERATOR:
        return ""
    return view.detail.removeprefix(f"{_BY_OPERATOR}: ")


def last_rejection(state: RunState) -> StepView | None:
    """The step that was rejected last, as long as nothing else was done since."""
    for segment in reversed(state.segments):
        for view in reversed(segment.steps):
            if view.state is StepState.REJECTED:
                return view if view.detail.startswith(_BY_OPERATOR) else None
            if view.state not in _OPEN and not isinstance(view.step.action, _ASIDE):
                return None
    return None


def rejection_words(view: StepView) -> str:
    """``Click “Save” was rejected: not this file``."""
    why = why_rejected(view)
    title = shortened((view.performed or view.step).description)
    return f"{title} was rejected" + (f": {why}" if why else "")
