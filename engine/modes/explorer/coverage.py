"""What was seen and what was tried: states as they come, and things by how often they were used."""

from __future__ import annotations

from engine.domain.exploring.events import StateSeen
from engine.domain.exploring.traces import zone_key
from engine.domain.performing import Passed
from engine.modes.explorer.run import Work


async def note_state(work: Work, *, by: str = "") -> None:
    """Record the state that is shown now. ``by`` says how it was come to from the one before; at a
    start state it is empty."""
    run = work.run
    situation = run.seen
    state = work.judge.identify(situation)
    is_new = state.state_id not in work.states
    before = work.state_id if by else ""
    work.states.add(state.state_id)
    work.state_id = state.state_id
    picture_hash = await run.exploring.keep_picture(situation) if is_new else ""
    await run.record(
        StateSeen(state.state_id, state.title, is_new, work.actions, picture_hash, before, by)
    )


def note_tried(work: Work, passed: Passed) -> None:
    """Count what was acted upon."""
    zone = passed.situation.zone(passed.step.zone_id)
    if zone is not None:
        work.tried[zone_key(zone, passed.situation)] += 1


async def learn_rest(work: Work) -> None:
    """Watch a state that is asked about for the first time, to know what moves by itself there."""
    if work.state_id in work.rested:
        return
    work.rested.add(work.state_id)
    await work.judge.learn_rest(work.run.seen)
