"""The operator's words for local planning and for going back: numbers, decisions, degrees."""

from __future__ import annotations

from collections.abc import Iterable

from engine.domain.local_planning import DecisionInputs
from engine.domain.plans import StepPlace
from engine.domain.reversal import Degree, Reversibility
from engine.domain.risks import Risk
from engine.record.views.local_views import LocalStateView
from widgets.kit.words import count_words

DECISION_WORDS: dict[str, str] = {
    "reached": "goal reached",
    "retain": "retain",
    "explore": "explore",
    "revert": "revert",
    "cancel": "cancel",
}

DECISION_HINTS: dict[str, str] = {
    "reached": "The goal of the local plan holds",
    "retain": "It stands; the plan goes on from here",
    "explore": "It stands; another option is tried next",
    "revert": "A dead end; it is taken back",
    "cancel": "The local plan is given up",
}

RESULT_WORDS: dict[str, str] = {
    "": "under way",
    "reached": "reached",
    "way found": "way found",
    "cancelled": "given up",
}

RETURNED_WORDS: dict[str, str] = {
    "": "going back",
    "already back": "was back already",
    "restored": "restored",
    "close": "nearly as before",
    "not restored": "not restored",
}

DEGREE_WORDS: dict[Degree, str] = {
    Degree.REVERSIBLE: "reversible",
    Degree.PARTLY: "partly reversible",
    Degree.IRREVERSIBLE: "irreversible",
}


def state_number(step_number: int, local: int) -> str:
    """A local state as it is named inside its segment: ``8.3``."""
    return f"{step_number}.{local}"


def place_words(place: StepPlace, segment_number: int = 0) -> str:
    """``8.3``, or ``step 8``; with its segment where that is another one than given."""
    number = state_number(place.step_number, place.local)
    words = number if place.local else f"step {place.step_number}"
    if segment_number and place.segment_number != segment_number:
        return f"{words} of segment {place.segment_number}"
    return words


def places_words(places: Iterable[str], segment_number: int) -> str:
    """``8.4, 8.3, step 7``."""
    return ", ".join(place_words(StepPlace.parse(each), segment_number) for each in places)


def distance_words(inputs: DecisionInputs) -> str:
    """``4.0 → 3.0``."""
    return f"{inputs.distance_before:.1f} → {inputs.distance_after:.1f}"


def progress_words(inputs: DecisionInputs) -> str:
    """``+1.5, nearer``."""
    if not inputs.progress:
        return "0.0, no nearer"
    words = f"{inputs.progress:+.1f}".replace("-", "−")
    return f"{words}, {'nearer' if inputs.progress > 0 else 'further away'}"


def options_words(tried: int, count: int) -> str:
    """``options 1 of 2``; empty where there are none."""
    return f"options {tried} of {count}" if count else ""


def calls_words(calls: int) -> str:
    """What a local state has cost; empty where nothing was asked."""
    return count_words(calls, "call") if calls else ""


def local_title(segment_number: int, state: LocalStateView) -> str:
    """What a local state did, or what a revert came to; the segment is that of its step."""
    if not state.is_revert:
        step = state.performed or state.step
        return step.description if step is not None else "Thinking of what to try…"
    asked = places_words(state.asked_back, segment_number)
    if not state.returned:
        return f"Going back over {asked}…"
    if not state.undone:
        return f"Not taken back: {asked}"
    return f"Taken back: {ways_words(state.ways) or places_words(state.undone, segment_number)}"


def ways_words(ways: tuple[str, ...]) -> str:
    """How it was taken back: ``press Escape, then click “Cancel”``."""
    return ", then ".join(ways)


def undo_words(risk: Risk) -> str:
    """What the gate is told of going back, in the words of ``reversibility_words``."""
    return reversibility_words(Reversibility(risk.degree, risk.undo))


def reversibility_words(declared: Reversibility) -> str:
    """``partly reversible: Press the opposite key or undo.``"""
    words = DEGREE_WORDS[declared.degree]
    return f"{words}: {declared.how}" if declared.how else words
