"""Words for the states of a run: how it asks, what it does, how its steps stand; and what is said
of the operator's steering: the plan revised, where it stops.
"""

from engine.domain import approvals, steering
from engine.domain.plans import ReplanKind
from engine.domain.verdicts import Phase, StepState
from engine.language.sentences.figures import Told, count_words

ASKING_WORDS: dict[approvals.Asking, str] = {
    approvals.Asking.EACH: "Ask for each action",
    approvals.Asking.RISKY: "Ask for risky ones",
    approvals.Asking.NEVER: "Never ask",
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

POLICY_WORDS: dict[approvals.PolicyAnswer, str] = {
    approvals.PolicyAnswer.ALLOW: "allows it",
    approvals.PolicyAnswer.ASK: "asks you",
    approvals.PolicyAnswer.DENY: "refuses it",
}


def verdict_words(decision: approvals.Decision) -> str:
    """``approved by operator``, ``rejected by operator: not this file``."""
    match decision.verdict:
        case approvals.Approve():
            words, why = "approved", ""
        case approvals.Edit(step=step):
            words, why = "changed", step.description
        case approvals.Reject(why=reason):
            words, why = "rejected", reason
        case approvals.Skip():
            words, why = "skipped", ""
        case approvals.Withdraw():
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


def breakpoint_words(one: steering.Breakpoint) -> str:
    """What it stops before."""
    match one:
        case steering.BreakAtStep(place=place):
            return f"step {place}"
        case steering.BreakAtAction(action=kind):
            return ACTION_KINDS.get(kind, kind)
        case steering.BreakInWindow(title=title):
            return f"a step in the window “{title}”"
        case steering.BreakBeforeGrave():
            return "what can’t be taken back"


def grant_words(grant: approvals.Grant) -> str:
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


def steering_told(event: steering.SteeringEvent) -> Told:
    match event:
        case steering.PlanRevised(revision=revision):
            return Told("Plan changed", revision.words)
        case steering.BreakpointsSet(breakpoints=breakpoints):
            words = ", ".join(map(breakpoint_words, breakpoints))
            return Told("Stops", f"before {words}" if words else "nowhere")
        case steering.AskingChanged(asking=asking):
            return Told("Asking", f"from now on: {ASKING_WORDS[asking].lower()}")
        case steering.GrantGiven(grant=grant):
            return Told("Granted", grant_words(grant))
        case steering.GrantEnded(why=why):
            return Told("Grant ended", why)
        case steering.FileGiven(name=name, size_bytes=size):
            return Told("File in", f"{name}, {count_words(size, 'byte')}, in the practice folder")
