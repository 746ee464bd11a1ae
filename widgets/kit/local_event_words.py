"""Events of local planning and of going back in the operator's words; see ``event_words``."""

from __future__ import annotations

from engine.domain.local_events import (
    LocalDecided,
    LocalPlanningEnded,
    LocalPlanningStarted,
    LocalProposed,
    OperatorForced,
    ReversalEnded,
    ReversalStarted,
)
from engine.domain.local_planning import CancelLocalPlan, Force, ForceRetain, ForceRevert, TryOption
from engine.domain.plans import StepPlace
from widgets.kit.local_words import (
    DECISION_WORDS,
    RESULT_WORDS,
    RETURNED_WORDS,
    distance_words,
    place_words,
    places_words,
    reversibility_words,
    state_number,
    ways_words,
)
from widgets.kit.marks import DECISION_MARKS, RESULT_MARKS, RETURNED_MARKS, Mark
from widgets.kit.words import count_words, span_words

LocalEvent = (
    LocalPlanningStarted
    | LocalProposed
    | LocalDecided
    | ReversalStarted
    | ReversalEnded
    | LocalPlanningEnded
    | OperatorForced
)


def local_event_text(event: LocalEvent) -> tuple[str, str, Mark]:
    """Kind, summary and mark."""
    match event:
        case LocalPlanningStarted(step_number=step, goal=goal, why=why):
            most = count_words(event.max_iterations, "iteration")
            summary = f"towards step {step}: {goal} · {most} at most · {why}"
            return "Local plan", summary, Mark("local-plan", "text")
        case LocalProposed():
            return _proposed(event)
        case LocalDecided():
            return _decided(event)
        case ReversalStarted(by=by, segment_number=segment, places=places):
            summary = f"{places_words(places, segment)}, by the {by}"
            return "Goes back", summary, Mark("undo", "accent")
        case ReversalEnded():
            return _went_back(event)
        case LocalPlanningEnded(step_number=step, result=result, reason=reason):
            summary = f"towards step {step}: {RESULT_WORDS[result]}: {reason}"
            return "Local plan", summary, RESULT_MARKS[result]
        case OperatorForced(force=force):
            return "You decided", force_words(force), Mark("policy", "text")


def force_words(force: Force) -> str:
    """What the operator took out of the engine's hands."""
    match force:
        case ForceRevert(place=""):
            return "take back the last action"
        case ForceRevert(place=place):
            return f"go back to before {place_words(StepPlace.parse(place))}"
        case ForceRetain():
            return "keep the last action"
        case TryOption(name=name):
            return f"try the option “{name}” next"
        case CancelLocalPlan():
            return "cancel the local plan"


def _proposed(event: LocalProposed) -> tuple[str, str, Mark]:
    number = state_number(event.step_number, event.local)
    follows = ""
    if event.tries:
        of = state_number(event.step_number, event.tries_of)
        follows = f" · follows option “{event.tries}” of {of}"
    back = reversibility_words(event.reversibility)
    summary = f"{number}  {event.step.description}{follows} · {back}"
    return "Tries", summary, Mark("explore", "accent")


def _decided(event: LocalDecided) -> tuple[str, str, Mark]:
    number = state_number(event.step_number, event.local)
    by = f", by the operator (the rule said {event.ruled})" if event.by == "operator" else ""
    words = f"{number}  {DECISION_WORDS[event.decision]}{by} · {distance_words(event.inputs)}"
    return "Decided", f"{words} · {event.reason}", DECISION_MARKS[event.decision]


def _went_back(event: ReversalEnded) -> tuple[str, str, Mark]:
    number = state_number(event.step_number, event.local)
    undone = places_words(event.undone, event.segment_number) or "nothing"
    parts = [f"{number}  {undone} taken back", ways_words(event.ways)]
    parts += [RETURNED_WORDS[event.returned], "; ".join(event.differences)]
    parts += [event.why, span_words(event.took_ms)]
    return "Went back", " · ".join(part for part in parts if part), RETURNED_MARKS[event.returned]
