"""Words for the states of a run: how it asks, what it does, how its steps stand, how it ended; and
what is said of the operator's steering: the plan revised, where it stops."""

from engine.domain import approvals, performing
from engine.domain.exploring.limits import CompletionReason, ReplayEnd
from engine.domain.plans import ReplanKind
from engine.domain.terminals import DONE_NOT_SEEN, Outcome, Terminal
from engine.domain.verdicts import Phase, StepState
from engine.language.sentences.figures import Told, count_words, joined

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


def breakpoint_words(one: performing.Breakpoint) -> str:
    """What it stops before."""
    match one:
        case performing.BreakAtStep(place=place):
            return f"step {place}"
        case performing.BreakAtAction(action=kind):
            return ACTION_KINDS.get(kind, kind)
        case performing.BreakInWindow(title=title):
            return f"a step in the window “{title}”"
        case performing.BreakBeforeGrave():
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


def steering_told(event: performing.SteeringEvent) -> Told:
    match event:
        case performing.PlanRevised(revision=revision):
            return Told("Plan changed", revision.words)
        case performing.BreakpointsSet(breakpoints=breakpoints):
            words = ", ".join(map(breakpoint_words, breakpoints))
            return Told("Stops", f"before {words}" if words else "nowhere")
        case performing.AskingChanged(asking=asking):
            return Told("Asking", f"from now on: {ASKING_WORDS[asking].lower()}")
        case performing.GrantGiven(grant=grant):
            return Told("Granted", grant_words(grant))
        case performing.GrantEnded(why=why):
            return Told("Grant ended", why)
        case performing.FileGiven(name=name, size_bytes=size):
            return Told("File in", f"{name}, {count_words(size, 'byte')}, in the practice folder")


TERMINAL_WORDS: dict[Terminal, str] = {
    Terminal.GOAL_SATISFIED: "Goal reached",
    Terminal.GOAL_FAILED: "Goal not reached",
    Terminal.LOOP_STUCK: "Going in circles",
    Terminal.BUDGET_EXHAUSTED: "Budget used up",
    Terminal.CANCELLED: "Cancelled",
    Terminal.STOPPED: "Stopped",
    Terminal.FAILED: "Failed",
}


_REASON_WORDS: dict[str, str] = {
    CompletionReason.LLM_COMPLETE: "Explored to the end",
    CompletionReason.ZERO_SUCCESSFUL_GROUPS: "Nothing led further",
    CompletionReason.MAX_ACTIONS: "All actions done",
    CompletionReason.MAX_DURATION: "Time is over",
    CompletionReason.BUDGET_LIMIT: "Budget nearly used up",
    DONE_NOT_SEEN: "Done, not seen",
    ReplayEnd.CAME_UP: "The fault came up",
    ReplayEnd.STAYED_AWAY: "The fault stayed away",
    ReplayEnd.WALKED: "As recorded",
    ReplayEnd.DRIFTED: "Done, with drift",
    ReplayEnd.NO_LONGER_FITS: "No longer fits",
}
"""Of a reason that says more than its terminal; why it came to that, the run's message says."""


def ending_title(terminal: Terminal, reason: str) -> str:
    """``All actions done``: in two or three words, for a badge or a row."""
    return _REASON_WORDS.get(reason, TERMINAL_WORDS[terminal])


def all_ending_titles() -> tuple[str, ...]:
    """Each that there is, the longest of which needs room."""
    return (*TERMINAL_WORDS.values(), *_REASON_WORDS.values())


def ending_sentence(outcome: Outcome) -> str:
    """``Goal reached: Done in 1 step.``"""
    return joined(ending_title(outcome.terminal, outcome.reason), outcome.message)


def ending_record(outcome: Outcome) -> str:
    """``goal_satisfied (plan_finished)``: as it is recorded, and as the documents list it."""
    return f"{outcome.terminal} ({outcome.reason})"
