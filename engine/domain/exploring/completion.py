"""Why an exploration ended, and which terminal of a run that is."""

from __future__ import annotations

from enum import StrEnum

from engine.domain.terminals import Terminal


class CompletionReason(StrEnum):
    ZERO_SUCCESSFUL_GROUPS = "zero_successful_groups"
    LLM_COMPLETE = "llm_complete"
    MAX_ACTIONS = "max_actions"
    MAX_DURATION = "max_duration"
    BUDGET_LIMIT = "budget_limit"
    OPERATOR = "operator"
    ERROR = "error"


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
