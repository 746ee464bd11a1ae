"""What is said of the operator's steering: the plan revised, where it stops, how it asks."""

from __future__ import annotations

from engine.domain.steering import (
    AskingChanged,
    BreakAtAction,
    BreakAtStep,
    BreakBeforeGrave,
    BreakInWindow,
    Breakpoint,
    BreakpointsSet,
    PlanRevised,
    SteeringEvent,
)
from engine.language.sentences.figures import Told
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


def steering_told(event: SteeringEvent) -> Told:
    match event:
        case PlanRevised(revision=revision):
            return Told("Plan changed", revision.words)
        case BreakpointsSet(breakpoints=breakpoints):
            words = ", ".join(map(breakpoint_words, breakpoints))
            return Told("Stops", f"before {words}" if words else "nowhere")
        case AskingChanged(asking=asking):
            return Told("Asking", f"from now on: {ASKING_WORDS[asking].lower()}")
