"""Local planning and going back in words: numbers, decisions, degrees, and what an event says."""

from collections.abc import Iterable

from engine.domain import local_planning, performing, plans, risks
from engine.language.sentences.figures import Told, count_words, joined, span_words

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
    "not restored": "not restored",
    "can't tell": "can't tell whether it is as before",
}

TAKEN_BACK, UNTOLD = "taken back", "can't tell whether it was taken back"


def state_number(step_number: int, local: int) -> str:
    """A local state as it is named inside its segment: ``8.3``."""
    return f"{step_number}.{local}"


def place_words(place: plans.StepPlace, segment_number: int = 0) -> str:
    """``8.3``, or ``step 8``; with its segment where that is another one than given."""
    number = state_number(place.step_number, place.local)
    words = number if place.local else f"step {place.step_number}"
    if segment_number and place.segment_number != segment_number:
        return f"{words} of segment {place.segment_number}"
    return words


def places_words(places: Iterable[str], segment_number: int) -> str:
    """``8.4, 8.3, step 7``."""
    return ", ".join(place_words(plans.StepPlace.parse(each), segment_number) for each in places)


def distance_words(inputs: local_planning.DecisionInputs) -> str:
    """``4.0 → 3.0``."""
    return f"{inputs.distance_before:.1f} → {inputs.distance_after:.1f}"


def progress_words(inputs: local_planning.DecisionInputs) -> str:
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


def left_words(*, is_reverted: bool, is_untold: bool) -> str:
    """Of an action that does not stand any more, how far that was seen; else empty."""
    return UNTOLD if is_untold else TAKEN_BACK * is_reverted


def ways_words(ways: tuple[str, ...]) -> str:
    """How it was taken back: ``press Escape, then click “Cancel”``."""
    return ", then ".join(ways)


def reversibility_words(declared: risks.Reversibility) -> str:
    """``partly reversible: Press the opposite key or undo.``"""
    return joined(declared.degree, declared.how.removeprefix(risks.NO_WAY_BACK))


def force_words(force: local_planning.Force) -> str:
    """What the operator took out of the engine's hands."""
    match force:
        case local_planning.ForceRevert(place=""):
            return "take back the last action"
        case local_planning.ForceRevert(place=place):
            return f"go back to before {place_words(plans.StepPlace.parse(place))}"
        case local_planning.ForceRetain():
            return "keep the last action"
        case local_planning.TryOption(name=name):
            return f"try the option “{name}” next"
        case local_planning.CancelLocalPlan():
            return "cancel the local plan"
        case local_planning.DoStep(step=step):
            return f"by hand: {step.description}"
        case local_planning.DoAgain():
            return "do again what was taken back"
        case local_planning.TakeOver():
            return "take over"


def local_told(event: performing.LocalEvent | performing.OperatorForced) -> Told:
    match event:
        case performing.LocalPlanningStarted(step_number=step, goal=goal, why=why):
            most = count_words(event.max_iterations, "iteration")
            return Told("Local plan", f"towards step {step}: {goal} · {most} at most · {why}")
        case performing.LocalProposed():
            number, follows = state_number(event.step_number, event.local), ""
            if event.tries:
                of = state_number(event.step_number, event.tries_of)
                follows = f" · follows option “{event.tries}” of {of}"
            back = reversibility_words(event.reversibility)
            return Told("Tries", f"{number}  {event.step.description}{follows} · {back}")
        case performing.LocalDecided():
            number, its = state_number(event.step_number, event.local), event.inputs
            by = f", by the operator (the rule said {event.ruled})"
            decided = f"{DECISION_WORDS[event.decision]}{by if event.by == 'operator' else ''}"
            parts = [f"{number}  {decided}", distance_words(its), event.reason]
            parts.append(options_words(event.explored_count, its.option_count))
            return Told("Decided", " · ".join(filter(None, parts)))
        case performing.ReversalStarted(by=by, segment_number=segment, places=places):
            return Told("Goes back", f"{places_words(places, segment)}, by the {by}")
        case performing.ReversalEnded():
            return Told("Went back", _went_back(event))
        case performing.LocalPlanningEnded(step_number=step, result=result, reason=reason):
            ended = joined(RESULT_WORDS[result], reason)
            return Told("Local plan", f"towards step {step}: {ended}")
        case performing.OperatorForced(force=force):
            return Told("You decided", force_words(force))


def _went_back(event: performing.ReversalEnded) -> str:
    number = state_number(event.step_number, event.local)
    undone = places_words(event.undone, event.segment_number)
    untold = places_words(event.untold, event.segment_number)
    parts = [f"{number}  {undone or 'nothing'} {TAKEN_BACK}" if undone or not untold else number]
    parts += [f"{UNTOLD}: {untold}" if untold else "", ways_words(event.ways)]
    parts += [RETURNED_WORDS[event.returned], "; ".join(event.evidence)]
    parts += [event.why, span_words(event.took_ms)]
    return " · ".join(part for part in parts if part)
