"""Back to where the groups of an iteration were proposed, for those that are left over.

A group may leave a dialog in front of what the others are aimed at: it is closed by Escape. A fault
begins the run anew at the start state: the steps that led to somewhere else on the way from there
are walked again, of which the last one mostly leads there by itself. Like all walks these steps
pass the gate and are no actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.domain.actions import PressKeys
from engine.domain.exploring.groups import TracedStep
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.situation import Situation
from engine.modes.explorer.aiming import Aimed, adopt_aside, aimed_along, perform
from engine.modes.explorer.findings import look_for_faults
from engine.modes.explorer.run import Work, note_state, note_transition, within_reach

_THERE_SHARE = 0.75
"""So much of what could be acted upon is there again: it is the same place."""
_ESCAPE = PlanStep(1, GLOBAL_ZONE_ID, "", PressKeys(("escape",)), "Press Escape")
_WORDS = "Back to where these groups were proposed."


@dataclass(frozen=True, slots=True)
class Place:
    """``way`` are the steps that led there from the start state; ``starts`` is how often the run
    had begun anew by then."""

    seen: Situation
    way: tuple[TracedStep, ...]
    starts: int


def here(work: Work) -> Place:
    return Place(work.run.looks.seen, tuple(work.trace[at] for at in work.transitions), work.starts)


async def return_to(work: Work, place: Place) -> None:
    """What can't be done on the way is left out: then the groups find less than they are aimed
    at."""
    if _has_other_dialog(place.seen, work.run.looks.seen):
        await _walk(work, [Aimed(_ESCAPE)])
    if work.starts == place.starts:
        return
    for way in (place.way[-1:], place.way):
        if work.is_broken or _is_there(place.seen, work.run.looks.seen):
            return
        await _walk(work, [aimed_along(each, number) for number, each in enumerate(way, 1)])


async def _walk(work: Work, planned: Sequence[Aimed]) -> None:
    if not planned:
        return
    await adopt_aside(work.run, planned, _WORDS)
    for each in planned:
        if not work.is_broken:
            await _step(work, each)


async def _step(work: Work, aimed: Aimed) -> None:
    run, before = work.run, work.run.looks.seen
    result = await perform(run, aimed)
    if result.is_overruled:
        await run.way_back.heed()
    if result.executed is None:
        return
    work.trace.append(result.executed.trace)
    note_transition(work, before)
    await note_state(work, by=result.step.description)
    await look_for_faults(work, before, result.executed.trace)


def _has_other_dialog(sought: Situation, seen: Situation) -> bool:
    return any(window.is_dialog for window in seen.windows_since(sought))


def _is_there(sought: Situation, seen: Situation) -> bool:
    wanted = set(within_reach(sought))
    return len(wanted & set(within_reach(seen))) >= _THERE_SHARE * len(wanted)
