"""A sample exploration in a real store, with its pictures."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.events import Event, SituationObserved, StepEnded
from engine.domain.exploring.events import FaultFound, GroupAssessed, StateSeen
from engine.record.sessions import OpenedSession
from engine.record.store import SessionStore
from tests.support.explored_run import ExploredRun, frame_of


async def stored(store: SessionStore, run: ExploredRun, session_id: str = "run") -> OpenedSession:
    """The names of its pictures are replaced by their hashes."""
    hashes = {"": ""}
    for name in run.picture_names:
        hashes.setdefault(name, await store.blobs.put_picture(frame_of(name)))
    log = await store.start_session(session_id)
    for each in run.events:
        await log.append(_named(each.event, hashes))
    opened = await store.open_session(session_id)
    assert opened is not None
    return opened


def _named(event: Event, hashes: dict[str, str]) -> Event:
    match event:
        case FaultFound(before_hash=before, picture_hash=after):
            return replace(event, before_hash=hashes[before], picture_hash=hashes[after])
        case StateSeen() | SituationObserved() | StepEnded():
            return replace(event, picture_hash=hashes.get(event.picture_hash, ""))
        case GroupAssessed(before_hash=before, after_hash=after):
            return replace(event, before_hash=hashes[before], after_hash=hashes[after])
        case _:
            return event
