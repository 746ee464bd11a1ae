"""From what went wrong to how the run ended: one table, also printed in ARCHITECTURE.md."""

from __future__ import annotations

from engine.domain.errors import (
    AccessibilityUnavailable,
    ActionImpossible,
    ApplicationNotFound,
    AskedToEnd,
    BudgetExhausted,
    ConsoleClosed,
    GoalUnreadable,
    HandsStopped,
    KnownError,
    ModelDeclined,
    ModelFailed,
    NobodyToAsk,
    PlanFailed,
    RecordUnavailable,
    ReplyInvalid,
    RunCancelled,
    SecretMissing,
    SurfaceLost,
    SurfaceUnavailable,
)
from engine.domain.plans import PlanStep
from engine.domain.terminals import Outcome, Terminal
from engine.language.sentences.figures import count_words

ENDINGS: tuple[tuple[type[KnownError], Terminal, str], ...] = (
    (GoalUnreadable, Terminal.GOAL_FAILED, "goal_unreadable"),
    (PlanFailed, Terminal.GOAL_FAILED, "plan_failed"),
    (ApplicationNotFound, Terminal.GOAL_FAILED, "application_not_found"),
    (ActionImpossible, Terminal.GOAL_FAILED, "action_impossible"),
    (NobodyToAsk, Terminal.GOAL_FAILED, "nobody_to_ask"),
    (SecretMissing, Terminal.GOAL_FAILED, "secret_missing"),
    (ModelDeclined, Terminal.GOAL_FAILED, "model_declined"),
    (ReplyInvalid, Terminal.GOAL_FAILED, "reply_invalid"),
    (ModelFailed, Terminal.FAILED, "model_failed"),
    (RunCancelled, Terminal.CANCELLED, "operator"),
    (ConsoleClosed, Terminal.STOPPED, "console_closed"),
    (AskedToEnd, Terminal.STOPPED, "asked_to_end"),
    (HandsStopped, Terminal.STOPPED, "operator"),
    (SurfaceLost, Terminal.FAILED, "surface_lost"),
    (SurfaceUnavailable, Terminal.FAILED, "surface_unavailable"),
    (AccessibilityUnavailable, Terminal.FAILED, "accessibility_unavailable"),
    (RecordUnavailable, Terminal.FAILED, "record_unavailable"),
)
"""The first that fits; a subclass stands before its base."""


def outcome_of(error: Exception) -> Outcome:
    """The outcome of a run that ended with this error; a stranger among errors is a bug."""
    if isinstance(error, BudgetExhausted):
        return Outcome(Terminal.BUDGET_EXHAUSTED, error.reason, str(error))
    for kind, terminal, reason in ENDINGS:
        if isinstance(error, kind):
            return Outcome(terminal, reason, str(error))
    return Outcome(
        Terminal.FAILED,
        "bug",
        f"Pilothouse made a mistake ({type(error).__name__}: {error}). Please report it.",
    )


def achieved_words(completed: tuple[PlanStep, ...]) -> str:
    """What stands when a run ends early."""
    if not completed:
        return "Nothing was done yet."
    count = count_words(len(completed), "step")
    return f"Done until then: {count}, the last “{completed[-1].description}”."
