"""The rows of a local plan under its step: the state before it, each attempt, each revert."""

from __future__ import annotations

from dataclasses import dataclass

from engine.domain.lifecycle import StepState
from engine.domain.plans import StepPlace
from engine.language.sentences.figures import count_words
from engine.language.sentences.local import (
    DECISION_HINTS,
    DECISION_WORDS,
    RESULT_WORDS,
    RETURNED_WORDS,
    calls_words,
    distance_words,
    options_words,
    places_words,
    reversibility_words,
    state_number,
    ways_words,
)
from engine.language.sentences.run import STATE_WORDS
from engine.record.views.local_views import LocalPlanView, LocalStateView
from engine.record.views.run_state import StepView
from widgets.kit.marks import (
    DECISION_MARKS,
    RESULT_MARKS,
    RETURNED_MARKS,
    STATE_MARKS,
    TAKEN_BACK,
    Mark,
)

THINKING = "Thinking of what to try…"


@dataclass(frozen=True, slots=True)
class LocalRow:
    """``state`` is None for the state before the plan's first action, ``8.0``."""

    segment_number: int
    step_number: int
    plan: LocalPlanView
    state: LocalStateView | None

    @property
    def place(self) -> StepPlace:
        number = self.state.number if self.state else 0
        return StepPlace(self.segment_number, self.step_number, number)

    @property
    def number(self) -> str:
        return state_number(self.step_number, self.place.local)

    @property
    def is_quiet(self) -> bool:
        """Greyed: taken back, or never performed."""
        state = self.state
        return state is not None and (state.is_reverted or state.state is StepState.ABANDONED)

    @property
    def pictures(self) -> tuple[str, str]:
        """Content hashes before and after, once both are known; reverts have none in the tree."""
        state = self.state
        if state is None or state.is_revert or not state.picture_before_hash:
            return ("", "")
        return (state.picture_before_hash, state.picture_after_hash)

    @property
    def mark(self) -> Mark:
        """How it went; the decision has a badge of its own."""
        state = self.state
        if state is None:
            return RESULT_MARKS[self.plan.result]
        if state.is_revert:
            return RETURNED_MARKS[state.returned]
        if state.is_reverted:
            return TAKEN_BACK
        return STATE_MARKS[state.state]

    @property
    def badge(self) -> tuple[Mark, str] | None:
        """The decision, once there is one."""
        state = self.state
        if state is None or not state.decision:
            return None
        return DECISION_MARKS[state.decision], DECISION_WORDS[state.decision]

    @property
    def title(self) -> str:
        state = self.state
        if state is None:
            return f"Local plan: {self.plan.goal}"
        if state.is_revert:
            return _revert_title(self)
        step = state.performed or state.step
        return step.description if step is not None else THINKING

    @property
    def subtitle(self) -> str:
        """What follows the number where there is no decision to show."""
        state = self.state
        if state is None:
            return _plan_words(self.plan)
        if state.is_revert:
            by = "by you" if state.decided_by == "operator" else "a dead end"
            return f"{RETURNED_WORDS[state.returned]} · {by}"
        if state.step is None:
            return calls_words(state.calls)
        words = STATE_WORDS[state.state]
        follows = f"follows {state.tries}" if state.tries else ""
        return " · ".join(part for part in (words, follows) if part)

    @property
    def cost(self) -> tuple[str, ...]:
        """Short lines beside the pictures: options tried of all, and what it has cost."""
        state = self.state
        if state is None or state.inputs is None:
            return ()
        lines = (
            "taken back" if state.is_reverted else "",
            options_words(state.explored_count, state.inputs.option_count),
            calls_words(state.calls),
            "decided by you" if state.decided_by == "operator" else "",
        )
        return tuple(line for line in lines if line)

    @property
    def all_words(self) -> str:
        """The whole row in one line, for screen readers."""
        state = self.state
        parts = [self.number, self.title]
        if state is not None and state.inputs is not None:
            parts += [distance_words(state.inputs), DECISION_WORDS.get(state.decision, "")]
            parts += list(self.cost)
        else:
            parts.append(self.subtitle)
        return ", ".join(part for part in parts if part)

    @property
    def tip(self) -> str:
        state = self.state
        if state is None:
            return "\n".join((self.title, self.plan.why, self.plan.reason)).strip()
        lines = [f"{self.number}  {self.title}"]
        if state.is_revert:
            lines += [_undone_words(self), "; ".join(state.differences), state.detail]
        elif state.decision:
            lines += [f"{DECISION_WORDS[state.decision]}: {DECISION_HINTS[state.decision]}"]
            lines += [state.reason]
        if state.reversibility is not None:
            lines.append(f"Declared {reversibility_words(state.reversibility)}")
        return "\n".join(line for line in lines if line)


def local_rows(segment_number: int, view: StepView) -> tuple[LocalRow, ...]:
    """The rows under a step; none where nothing was planned locally and nothing taken back."""
    plan, step = view.local, view.step.step_number
    if plan is None:
        return ()
    begin = (LocalRow(segment_number, step, plan, None),) if plan.goal else ()
    return begin + tuple(LocalRow(segment_number, step, plan, state) for state in plan.states)


def _plan_words(plan: LocalPlanView) -> str:
    if plan.result:
        return f"{RESULT_WORDS[plan.result]} · {count_words(plan.iterations, 'iteration')}"
    iteration = max((state.iteration for state in plan.states), default=0)
    return f"iteration {max(1, iteration)} of {plan.max_iterations}"


def _revert_title(row: LocalRow) -> str:
    state = row.state
    assert state is not None
    if not state.returned:
        return f"Going back over {places_words(state.asked_back, row.segment_number)}…"
    if not state.undone:
        return f"Not taken back: {places_words(state.asked_back, row.segment_number)}"
    return f"Taken back: {ways_words(state.ways) or _undone_words(row)}"


def _undone_words(row: LocalRow) -> str:
    return places_words(row.state.undone, row.segment_number) if row.state else ""
