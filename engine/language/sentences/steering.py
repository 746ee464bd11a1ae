"""What is said of the operator's steering: the plan revised, where it stops, how it asks."""

from __future__ import annotations

from engine.domain.approvals import Grant
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
from engine.language.sentences.run import ASKING_WORDS

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
