"""A part of a run as a script: what was done and not taken back, by whomever it was done."""

import math
from collections.abc import Iterable

from engine.domain import errors, performing, plans, scripts
from engine.domain.events import ActionStarted, Recorded, SessionEnded, SessionStarted, StepEnded

_PLACES = "Say for instance --steps 1.2-3.1, --steps 2 for the second segment, or leave it out."


def script_in(events: Iterable[Recorded], wanted: str = "") -> scripts.Script:
    """``wanted`` as ``1.2-3.1`` or ``2``; empty for all. Raises ``NameUnknown`` for nothing."""
    begin, _, end = wanted.partition("-")
    with errors.NameUnknown.instead_of(ValueError, f"“{wanted}” names no steps.", _PLACES):
        first, last = (tuple(map(int, filter(None, it.split(".")))) for it in (begin, end or begin))
    goal = surface = end_hash = ""
    begun: dict[plans.StepPlace, scripts.TracedStep] = {}
    done: dict[plans.StepPlace, scripts.TracedStep] = {}
    for each in events:
        match each.event:
            case SessionStarted():
                goal, surface = each.event.goal, each.event.surface
            case ActionStarted(trace=scripts.TracedStep() as trace) as event:
                begun[event.at] = trace
                end_hash = end_hash or (trace.state_hash if done else "")
            case SessionEnded(state_hash=state_hash):
                end_hash = end_hash or state_hash
            case StepEnded(state="done") as event:
                known = begun.get(event.at, event.trace)
                at = (event.segment_number, event.step_number)
                if known is not None and first <= at <= (*last, math.inf):
                    done[event.at], end_hash = known, ""
            case performing.ReversalEnded(undone=undone):
                for place in map(plans.StepPlace.parse, undone):
                    done.pop(place, None)
    if not done:
        where = f"at {wanted} " if wanted else ""
        raise errors.NameUnknown(f"Nothing was done {where}that could be done again.", _PLACES)
    return scripts.Script(surface, tuple(done.values()), goal, end_hash=end_hash)
