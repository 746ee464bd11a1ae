"""What was seen and what was tried: states as they come, and things by how often they were used."""

from __future__ import annotations

from collections.abc import Iterator

from engine.domain.exploring.events import StateSeen
from engine.domain.exploring.groups import zone_key
from engine.domain.exploring.requests import Shown
from engine.domain.performing import Passed
from engine.domain.situation import Situation
from engine.modes.explorer.run import Work

TAKEN_BACK = "Taken back by the operator"
_MOST_SHOWN = 10
"""Each holds a picture."""
_TRANSITION_SHARE = 0.25


async def note_state(work: Work, *, by: str = "") -> bool:
    """Record the state that is shown now; whether it is new. ``by`` says how it was come to from
    the one before; at a start state it is empty."""
    run = work.run
    situation = run.looks.seen
    state = work.judge.identify(situation)
    is_new = state.state_id not in work.states
    before = work.state_id if by else ""
    work.states.add(state.state_id)
    work.state_id = state.state_id
    picture_hash = await run.blobs.put_picture(situation.frame) if is_new else ""
    await run.log.append(
        StateSeen(state.state_id, state.title, is_new, work.actions, picture_hash, before, by)
    )
    return is_new


def note_tried(work: Work, passed: Passed) -> None:
    """Count what was acted upon."""
    zone = passed.situation.zone(passed.step.zone_id)
    if zone is not None:
        work.tried[zone_key(zone, passed.situation)] += 1


def note_shown(work: Work, passed: Passed) -> None:
    """Keep the new state that is shown now for the thinker; of many, the last."""
    zone = passed.situation.zone(passed.step.zone_id)
    if zone is not None:
        work.shown.append(Shown(zone_key(zone, passed.situation), work.run.looks.seen))
        del work.shown[:-_MOST_SHOWN]


def note_transition(work: Work, before: Situation) -> None:
    """Whether the last step led to somewhere else: much of what can be acted upon is new."""
    old, new = (set(within_reach(each)) for each in (before, work.run.looks.seen))
    if len(new - old) >= _TRANSITION_SHARE * max(1, len(new)):
        work.transitions.append(len(work.trace) - 1)


def within_reach(situation: Situation) -> Iterator[str]:
    """By their keys, the things that could be acted upon."""
    return (zone_key(zone, situation) for zone in situation.zones_in_sight if zone.is_actionable)


async def learn_rest(work: Work) -> None:
    """Watch a state that is asked about for the first time, to know what moves by itself there."""
    if work.state_id in work.rested:
        return
    work.rested.add(work.state_id)
    await work.judge.learn_rest(work.run.looks.seen)


async def heed(work: Work) -> None:
    """The operator comes first: what they force is done, and an action that they took back is off
    the path that leads to what comes after it."""
    run = work.run
    before = run.history.depth
    await run.way_back.heed()
    undone = before - run.history.depth
    if undone <= 0:
        return
    del work.trace[max(0, len(work.trace) - undone) :]
    work.transitions[:] = [at for at in work.transitions if at < len(work.trace)]
    await note_state(work, by=TAKEN_BACK)
