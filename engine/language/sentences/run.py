"""Words for the states of a run: how it asks, what it does, how its steps stand."""

from __future__ import annotations

from engine.domain.approvals import (
    Approve,
    Asking,
    Decision,
    Edit,
    PolicyAnswer,
    Reject,
    Skip,
    Withdraw,
)
from engine.domain.lifecycle import Phase, StepState
from engine.domain.plans import ReplanKind

ASKING_WORDS: dict[Asking, str] = {
    Asking.EACH: "Ask for each action",
    Asking.RISKY: "Ask for risky ones",
    Asking.NEVER: "Never ask",
}

PHASE_WORDS: dict[Phase, str] = {
    Phase.PLANNING: "planning",
    Phase.EXECUTING: "acting",
    Phase.RECAPTURE: "looking again",
    Phase.REPLANNING: "planning the next part",
    Phase.ERROR_HANDLING: "getting past an error",
    Phase.COMPLETE: "ended",
}

CONTROL_WORDS: dict[str, str] = {
    "running": "",
    "paused": "paused",
    "taken over": "you drive",
    "stepping": "one step, then paused",
    "cancelling": "cancelling",
    "stopped": "stopped",
}

STATE_WORDS: dict[StepState, str] = {
    StepState.PLANNED: "planned",
    StepState.WAITING: "waits for you",
    StepState.RUNNING: "being done",
    StepState.DONE: "done",
    StepState.FAILED: "failed",
    StepState.SKIPPED: "skipped",
    StepState.REJECTED: "rejected",
    StepState.ABANDONED: "abandoned",
}

SEGMENT_WORDS: dict[ReplanKind, str] = {
    ReplanKind.INITIAL: "first plan",
    ReplanKind.ADAPTIVE: "looked again",
    ReplanKind.ERROR: "after an error",
    ReplanKind.BY_HAND: "by you",
}

POLICY_WORDS: dict[PolicyAnswer, str] = {
    PolicyAnswer.ALLOW: "allows it",
    PolicyAnswer.ASK: "asks you",
    PolicyAnswer.DENY: "refuses it",
}


def verdict_words(decision: Decision) -> str:
    """``approved by operator``, ``rejected by operator: not this file``."""
    match decision.verdict:
        case Approve():
            words, why = "approved", ""
        case Edit(step=step):
            words, why = "changed", step.description
        case Reject(why=reason):
            words, why = "rejected", reason
        case Skip():
            words, why = "skipped", ""
        case Withdraw():
            words, why = "withdrawn", ""
    by = decision.who or decision.how.value
    return f"{words} by {by}" + (f": {why}" if why else "")
