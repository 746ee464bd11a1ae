"""Words for the states of a run: how it asks, what it does, how its steps stand; and what is said
of the operator's steering: the plan revised, where it stops.
"""

from __future__ import annotations

from engine.domain.approvals import (
    Approve,
    Asking,
    Decision,
    Edit,
    Grant,
    PolicyAnswer,
    Reject,
    Skip,
    Withdraw,
)
from engine.domain.lifecycle import Phase, StepState
from engine.domain.plans import ReplanKind
from engine.domain.steering import (
    AskingChanged,
    BreakAtAction,
    BreakAtStep,
    BreakBeforeGrave,
    BreakInWindow,
    Breakpoint,
    BreakpointsSet,
    GrantEnded,
    GrantGiven,
    PlanRevised,
    SteeringEvent,
)
from engine.language.sentences.figures import Told, count_words

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


ACTION_KINDS: dict[str, str] = {
    "click": "a click",
    "type": "typing",
    "press": "keys",
    "drag": "a drag",
    "launch": "a launch",
    "navigate": "an address that is opened",
}
"""Kinds of actions that one can have it stop before."""


def breakpoint_words(one: Breakpoint) -> str:
    """What it stops before."""
    match one:
        case BreakAtStep(place=place):
            return f"step {place}"
        case BreakAtAction(action=kind):
            return ACTION_KINDS.get(kind, kind)
        case BreakInWindow(title=title):
            return f"a step in the window “{title}”"
        case BreakBeforeGrave():
            return "what can’t be taken back"


def grant_words(grant: Grant) -> str:
    """``typing in mousepad, 10 times at most``."""
    kind = ACTION_KINDS.get(grant.action, grant.action)
    parts = [f"{kind} in {grant.where}" if grant.where else kind]
    if grant.segment_number:
        parts.append(f"in segment {grant.segment_number}")
    if grant.most:
        parts.append(f"{grant.most} times at most")
    if grant.secs:
        parts.append(f"for {count_words(round(grant.secs / 60), 'minute')}")
    return ", ".join(parts)


def steering_told(event: SteeringEvent) -> Told:
    match event:
        case PlanRevised(revision=revision):
            return Told("Plan changed", revision.words)
        case BreakpointsSet(breakpoints=breakpoints):
            words = ", ".join(map(breakpoint_words, breakpoints))
            return Told("Stops", f"before {words}" if words else "nowhere")
        case AskingChanged(asking=asking):
            return Told("Asking", f"from now on: {ASKING_WORDS[asking].lower()}")
        case GrantGiven(grant=grant):
            return Told("Granted", grant_words(grant))
        case GrantEnded(why=why):
            return Told("Grant ended", why)
