"""Going on with a session that broke off: its last checkpoint, and what it used up to there."""

from __future__ import annotations

import json
from collections.abc import Set
from dataclasses import dataclass

from sqlite_utils import Database

from engine.domain.errors import NameUnknown, RecordUnavailable
from engine.domain.events import Recorded, SessionStarted
from engine.domain.limits import Used
from engine.domain.web.events import GraphCheckpointed, PageSeen
from engine.domain.web.resuming import ResumePoint
from engine.record.running import still_running
from engine.record.sessions import OpenedSession, open_session

_START_ANEW = "Start a new run with the same goal."


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The newest checkpoint of a session without an end."""

    event: GraphCheckpointed
    session: OpenedSession


def refuse_ended(db: Database, session_id: str, live_ids: Set[str]) -> OpenedSession:
    """The session, as long as it broke off. Raises ``NameUnknown`` or ``RecordUnavailable``."""
    opened = open_session(db, session_id, live_ids)
    if opened is None or not opened.events:
        raise NameUnknown(
            f"There is no session {session_id}.", "The past sessions are listed in the console."
        )
    if opened.summary.terminal:
        raise RecordUnavailable(
            f"The session {session_id} has ended ({opened.summary.terminal}).", _START_ANEW
        )
    if opened.is_damaged:
        raise RecordUnavailable(
            f"The session {session_id} can't go on: not all of its record can be read.",
            _START_ANEW,
        )
    if opened.summary.is_live:
        raise still_running(session_id)
    return opened


def last_checkpoint(db: Database, session_id: str, live_ids: Set[str]) -> Checkpoint:
    """Raises as ``refuse_ended``, and where there is no checkpoint."""
    opened = refuse_ended(db, session_id, live_ids)
    for recorded in reversed(opened.events):
        if isinstance(recorded.event, GraphCheckpointed):
            return Checkpoint(recorded.event, opened)
    raise RecordUnavailable(
        f"The session {session_id} broke off before anything was kept to go on from.", _START_ANEW
    )


def refuse_moved(db: Database, session_id: str, checkpoint_id: str) -> None:
    """Raises as ``refuse_ended``, and where that is not the newest checkpoint any more. With none,
    only an end is looked for."""
    refuse_ended(db, session_id, frozenset())
    newest = last_checkpoint(db, session_id, frozenset()) if checkpoint_id else None
    if newest is not None and newest.event.checkpoint_id != checkpoint_id:
        raise RecordUnavailable(
            f"The session {session_id} has gone on elsewhere meanwhile.", "Go on with it once more."
        )


def resume_point_of(checkpoint: Checkpoint, state_text: str | None) -> ResumePoint:
    """Raises ``RecordUnavailable`` where the checkpoint's state is not there."""
    opened, event = checkpoint.session, checkpoint.event
    started, state = opened.events[0].event, opened.state
    if state_text is None or not isinstance(started, SessionStarted):
        raise RecordUnavailable(
            f"The session {opened.summary.session_id} can't go on: its state is damaged.",
            _START_ANEW,
        )
    spent = state.spent
    return ResumePoint(
        session_id=opened.summary.session_id,
        goal=started.goal,
        surface=started.surface,
        thinker=started.thinker,
        asking=started.asking,
        limits=started.limits,
        mode=started.mode,
        checkpoint_id=event.checkpoint_id,
        state_text=state_text,
        url=_url_in(state_text) or _last_url_seen(opened.events),
        completed=state.completed_steps,
        segment_number=len(state.segments),
        used=Used(
            calls=state.calls_used,
            replans=state.replans_used,
            retries=state.retries_used,
            tokens=spent.usage.total,
            cost=spent.cost or 0.0,
            secs=state.worked_secs,
        ),
    )


def _url_in(state_text: str) -> str:
    """The page after the last action, which nobody may have looked at yet."""
    try:
        state = json.loads(state_text)
    except ValueError:
        return ""
    url = state.get("url") if isinstance(state, dict) else None
    return url if isinstance(url, str) else ""


def _last_url_seen(events: tuple[Recorded, ...]) -> str:
    urls = (each.event.url for each in reversed(events) if isinstance(each.event, PageSeen))
    return next(urls, "")
