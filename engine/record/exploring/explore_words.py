"""Explorations in plain words, for reports: why one ended, what a verdict rests on, how sure a
finding is."""

from __future__ import annotations

from engine.domain.exploring.events import GroupAssessed
from engine.domain.exploring.groups import TracedStep
from engine.domain.exploring.limits import CompletionReason
from engine.domain.exploring.states import Progression
from engine.domain.lifecycle import StepState
from engine.record.views.exploring_views import FindingView, GroupView
from engine.record.views.run_state import RunState, StepView

ENDING_WORDS: dict[str, str] = {
    CompletionReason.ZERO_SUCCESSFUL_GROUPS: "no group of the last iteration led any further",
    CompletionReason.LLM_COMPLETE: "the thinker says that there is nothing more to try",
    CompletionReason.MAX_ACTIONS: "all actions that were allowed are used up",
    CompletionReason.MAX_DURATION: "the time that was allowed is used up",
    CompletionReason.BUDGET_LIMIT: "nine tenths of the calls or the money are used up",
    CompletionReason.OPERATOR: "the operator ended it",
    CompletionReason.ERROR: "an error ended it",
}


def count_of(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def ending_words(state: RunState) -> str:
    """Why it ended, as a clause."""
    if state.outcome is None:
        return "it has no end: it was broken off, or goes on"
    return ENDING_WORDS.get(state.outcome.reason, state.outcome.message or state.outcome.reason)


def completion_reason(state: RunState) -> str:
    return state.outcome.reason if state.outcome is not None else "interrupted"


def verdict_words(group: GroupView) -> str:
    """``succeeded``, ``did not progress``, ``did not succeed``, ``not finished``, ``not begun``."""
    seen = group.assessed
    if seen is None:
        return "not finished" if group.segment_number else "not begun"
    if seen.succeeded:
        return "succeeded"
    return "did not succeed" if seen.progression.has_progressed else "did not progress"


def figures_words(seen: Progression) -> str:
    """The figures behind a verdict."""
    return (
        f"structure {seen.structure:.0%}, text {seen.text:.0%}, picture {seen.picture:.1%},"
        f" left out as noise {seen.noise:.1%}"
    )


def because_words(assessed: GroupAssessed) -> str:
    """Who decided, and why."""
    seen = assessed.progression
    by = "by the model" if seen.judged_by == "model" else "by comparison"
    sure = "" if seen.is_sure else ", not sure"
    return f"{by}{sure}: {seen.why}" if seen.why else f"{by}{sure}"


def reproduced_words(finding: FindingView) -> str:
    """``reproduced 10 of 10 times``, or why that is not known."""
    least = finding.minimised
    if least is None:
        return "not tried again"
    if least.why:
        return f"not reproduced: {least.why}"
    if not least.proofs:
        return "made shorter, not tried again after that"
    return f"reproduced {least.reproduced} of {least.proofs} times"


def numbered(path: tuple[TracedStep, ...]) -> str:
    """A line for each step."""
    return "\n".join(f"{number}. {step.description}" for number, step in enumerate(path, 1))


def step_words(view: StepView) -> str:
    """What was done, and how that went."""
    words = (view.performed or view.step).description
    if view.state is StepState.DONE:
        return words
    detail = f": {view.detail}" if view.detail else ""
    return f"{words} ({view.state.value}{detail})"


def actions_of(group: GroupView, state: RunState) -> tuple[StepView, ...]:
    """The group's actions as they went; none before it has begun."""
    if not 0 < group.segment_number <= len(state.segments):
        return ()
    return state.segments[group.segment_number - 1].steps
