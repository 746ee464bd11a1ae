"""Why an exploration or the replay of a script ended, which terminal of a run that is, and what it
means to whoever started it."""

from __future__ import annotations

from enum import StrEnum

from engine.domain.terminals import EXIT_CODES, EXIT_FINDINGS, Outcome, Terminal


class CompletionReason(StrEnum):
    ZERO_SUCCESSFUL_GROUPS = "zero_successful_groups"
    LLM_COMPLETE = "llm_complete"
    MAX_ACTIONS = "max_actions"
    MAX_DURATION = "max_duration"
    BUDGET_LIMIT = "budget_limit"
    OPERATOR = "operator"
    ERROR = "error"


class ReplayEnd(StrEnum):
    """Whether the fault of a regression script came up again when its path was walked."""

    CAME_UP = "fault_came_up"
    STAYED_AWAY = "fault_stayed_away"


GOOD_ENDS = frozenset(
    {
        CompletionReason.ZERO_SUCCESSFUL_GROUPS,
        CompletionReason.LLM_COMPLETE,
        CompletionReason.MAX_ACTIONS,
        CompletionReason.MAX_DURATION,
    }
)
"""An exploration that ended so did what it was asked to do."""

TERMINAL_OF: dict[CompletionReason, Terminal] = {
    CompletionReason.ZERO_SUCCESSFUL_GROUPS: Terminal.LOOP_STUCK,
    CompletionReason.LLM_COMPLETE: Terminal.GOAL_SATISFIED,
    CompletionReason.MAX_ACTIONS: Terminal.BUDGET_EXHAUSTED,
    CompletionReason.MAX_DURATION: Terminal.BUDGET_EXHAUSTED,
    CompletionReason.BUDGET_LIMIT: Terminal.BUDGET_EXHAUSTED,
    CompletionReason.OPERATOR: Terminal.CANCELLED,
    CompletionReason.ERROR: Terminal.FAILED,
}


def is_good(outcome: Outcome) -> bool:
    """The run did what it was asked to do."""
    return outcome.terminal is Terminal.GOAL_SATISFIED or outcome.reason in GOOD_ENDS


def exit_code_of(outcome: Outcome, finding_count: int = 0) -> int:
    """That of the terminal; 0 for an exploration that did what it was asked to, 16 for one that
    found faults and for a script whose fault came up."""
    if finding_count or outcome.reason == ReplayEnd.CAME_UP:
        return EXIT_FINDINGS
    return 0 if is_good(outcome) else EXIT_CODES[outcome.terminal]
