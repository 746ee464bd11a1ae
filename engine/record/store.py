"""The session store: one SQLite file that holds every run, its pictures and its zone lists.

``open`` starts two threads, each with a connection of its own: one writes, in order; one reads.
The store, its logs and its blobs belong to the event loop on which it was opened.

Going on with a session that broke off begins here too: its last checkpoint, and what it used up to
there."""

import asyncio
import contextlib
import json
import time
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence, Set
from pathlib import Path
from typing import Any, Self, TypeVar

from sqlite_utils import Database

from engine.domain import limits, plans, risks
from engine.domain.errors import NameUnknown, RecordUnavailable
from engine.domain.events import ActionStarted, Recorded, SessionStarted, SituationObserved
from engine.domain.exploring.groups import Explored
from engine.domain.facts import replace, same
from engine.domain.performing import ReversalEnded, ReversalStarted, StepDone
from engine.domain.verdicts import Judgement, StepState, Verdict
from engine.domain.web.events import GraphCheckpointed, Node
from engine.domain.web.resuming import ResumePoint
from engine.record import database, executed, pictures, pruning, tables
from engine.record.sessions import OpenedSession, SessionSummary, open_session, read_sessions
from engine.record.views.fold import STATES_EVERY
from engine.record.views.vector import PackedEvents
from engine.record.writer import Keeper, SessionLog, Writer

T = TypeVar("T")

LINES_A_PAGE = 1000
EVENTS_A_PART = STATES_EVERY // 4
_START_ANEW = "Start a new run with the same goal."


def refuse_ended(
    db: Database, session_id: str, live_ids: Set[str], event_count: int | None = None
) -> OpenedSession:
    """The session, as long as it broke off, and nobody went on with it since there were so many
    events. Raises ``NameUnknown`` or ``RecordUnavailable``."""
    opened = open_session(db, session_id, live_ids)
    if opened is None or not opened.events:
        raise NameUnknown(
            f"There is no session {session_id}.", "The past sessions are listed in the console."
        )
    summary, remedy = opened.summary, _START_ANEW
    if summary.is_live:
        raise pruning.still_running(session_id)
    if event_count not in (None, len(opened.events)):
        why, remedy = "has gone on elsewhere meanwhile", "Go on with it once more."
    elif summary.origin:
        why = "was recorded elsewhere"
    elif not summary.can_go_on:
        why = f"has ended ({summary.terminal})"
    elif opened.is_damaged:
        why = "can't go on: not all of its record can be read"
    elif opened.state.mode not in ("director", "navigator", "explorer"):
        why = f"can't go on, as it is one of the mode {opened.state.mode}"
    else:
        return opened
    raise RecordUnavailable(f"The session {session_id} {why}.", remedy)


def _kept(opened: OpenedSession) -> GraphCheckpointed | None:
    """What a navigator goes on from."""
    return opened.state.web.checkpoint if opened.state.web is not None else None


def resume_point_of(opened: OpenedSession, state_text: str | None) -> ResumePoint:
    """``state_text`` is the navigator's state. Raises ``RecordUnavailable`` where that, or all that
    was kept to go on from, is not there."""
    session_id, state, kept = opened.summary.session_id, opened.state, _kept(opened)
    started, spent = opened.events[0].event, opened.state.spent
    if state.web is not None and kept is None:
        why = "broke off before anything was kept to go on from"
        raise RecordUnavailable(f"The session {session_id} {why}.", _START_ANEW)
    if state_text is None or not isinstance(started, SessionStarted):
        raise RecordUnavailable(
            f"The session {session_id} can't go on: its state is damaged.", _START_ANEW
        )
    page = state.web.page if state.web is not None else None
    return ResumePoint(
        session_id=session_id,
        **same(started, ResumePoint),
        checkpoint_id=kept.checkpoint_id if kept else "",
        state_text=state_text,
        url=_url_in(state_text) or (page.url if page else ""),
        completed=state.completed_steps,
        segment_number=len(state.segments),
        used=limits.Used(
            calls=state.calls_used,
            replans=state.replans_used,
            retries=state.retries_used,
            tokens=spent.usage.total,
            cost=spent.cost or 0.0,
            secs=state.worked_secs,
        ),
        event_count=len(opened.events),
        explored=_explored_by(opened),
        **_left_by(opened),
    )


def _left_by(opened: OpenedSession) -> dict[str, Any]:
    """What was done and is not certain, what was under way, and which windows were seen. Where the
    display was lost, the action in whose middle that was has failed, however far it came. What was
    just being taken back is not certain any more."""
    turns = [e.event for e in opened.events if isinstance(e.event, ReversalStarted | ReversalEnded)]
    turned = turns[-1].places if turns and isinstance(turns[-1], ReversalStarted) else ()
    places = [plans.StepPlace.parse(each) for each in turned]
    doubtful = {(each.segment_number, each.step_number) for each in places}
    acted = executed.executed_in(opened.events)
    looks = [e.event for e in opened.events if isinstance(e.event, SituationObserved)]
    done = [(seg.segment_number, view) for seg in opened.state.segments for view in seg.steps]
    ends_open = ("", "failed") if opened.summary.terminal else ("",)
    is_open = bool(acted) and acted[-1].outcome.state in ends_open
    came = acted[-1].outcome if acted else executed.Came()
    is_its = opened.state.web is None or opened.state.web.node is Node.EXECUTE
    is_done = is_its and came.succeeded and came.state in ("", "done")
    judged = Judgement(Verdict(came.verdict or Verdict.CANT_TELL), (came.detail,))
    begun_or_kept = (
        isinstance(e.event, ActionStarted)
        for e in reversed(opened.events)
        if isinstance(e.event, ActionStarted | GraphCheckpointed)
    )
    return {
        "is_begun": next(begun_or_kept, False),
        "last_done": StepDone(acted[-1].performed, judged) if is_done else None,
        "under_way": acted[-1].performed if is_open else None,
        "under_way_at": acted[-1].place if is_open else "",
        "since_secs": acted[-1].at_secs if is_open else 0.0,
        "windows": looks[-1].window_titles if looks else (),
        "windows_ever": frozenset(title for each in looks for title in each.window_titles),
        "not_seen": tuple(
            each
            for number, view in done
            if view.verdict is not Verdict.SEEN or (number, view.step.step_number) in doubtful
            for each in view.completed
        ),
        "final": tuple(
            each.performed
            for each in acted
            if each.reversibility and each.reversibility.degree is risks.Degree.IRREVERSIBLE
        ),
    }


def _explored_by(opened: OpenedSession) -> Explored | None:
    """What an exploration came to by the actions of its groups; walks don't count."""
    if (view := opened.state.explore) is None:
        return None
    of_groups = {each.segment_number for each in view.groups}
    acts = [e.event for e in opened.events if isinstance(e.event, ActionStarted)]
    traces = [e.trace for e in acts if e.segment_number in of_groups and e.trace is not None]
    aimed = [each.locator for each in traces if each.locator is not None]
    planned = [seg.steps for seg in opened.state.segments if seg.segment_number in of_groups]
    turned_back = (StepState.REJECTED, StepState.SKIPPED)
    return Explored(
        view.limits,
        iterations=view.iteration,
        groups=len(view.groups),
        actions=len(traces),
        states=frozenset(each.state_id for each in view.states),
        tried=Counter(each.key for each in aimed),
        refused={v.title: v.detail for each in planned for v in each if v.state in turned_back},
        applications=frozenset(each.application for each in aimed),
        findings=tuple(each.found.finding for each in view.findings),
        paths={each.number: each.path for each in view.findings if each.minimised is not None},
    )


def _url_in(state_text: str) -> str:
    """The page after the last action, which nobody may have looked at yet."""
    with contextlib.suppress(ValueError):
        match json.loads(state_text):
            case {"url": str(url)}:
                return url
    return ""


class SessionStore:
    """Made by ``open``; ``close`` when done. Every call may raise ``RecordUnavailable``."""

    def __init__(
        self, path: Path, writing: database.DatabaseThread, reading: database.DatabaseThread
    ) -> None:
        self.path = path
        self._writing = writing
        self._reading = reading
        self._writer = Writer(writing, path)
        self.blobs = pictures.Pictures(self._writer, reading)
        self._logs: dict[str, SessionLog] = {}
        self._running = pruning.RunningSessions(path)
        self.keeper: Keeper | None = None
        """Of the sessions that begin from now on."""

    @classmethod
    async def open(cls, path: Path) -> "SessionStore":
        """Open the database at ``path``, or make it. Raises ``RecordUnavailable`` where the file is
        damaged, locked, read-only, another program's or from a newer Pilothouse."""
        writing = database.DatabaseThread(path, "record-writer", database.FileWatch(path))
        reading = database.DatabaseThread(path, "record-reader")
        await writing.open(lambda: database.open_for_writing(path))
        try:
            await reading.open(lambda: database.open_for_reading(path))
        except RecordUnavailable:
            await writing.close()
            raise
        return cls(path, writing, reading)

    def kept_folder(self, session_id: str) -> Path:
        """Beside the database: copies of what a run made on a practice desktop, as it lay there."""
        return self.path.with_name(f"{self.path.name}-files") / session_id

    async def start_session(self, session_id: str) -> SessionLog:
        """The log of a new session. The session is in the list from its first event on."""
        await self._writing.run(tables.insert_session, session_id, time.time())
        await asyncio.to_thread(self._running.take, session_id)
        return self._log_of(session_id)

    async def continue_session(self, session_id: str, event_count: int | None = None) -> SessionLog:
        """The log of a session that broke off: what comes now stands behind what is there.

        Raises ``NameUnknown`` where there is none of that id, and ``RecordUnavailable`` where it
        has ended, is under way in this program or another, or has not ``event_count`` events any
        more: somebody went on with it meanwhile."""
        await self._reading.run(refuse_ended, session_id, await self._live_ids())
        await asyncio.to_thread(self._running.take, session_id)
        try:
            await self._reading.run(refuse_ended, session_id, frozenset(), event_count)
        except BaseException:
            self._running.let_go(session_id)
            raise
        return self._log_of(session_id)

    async def resume_point(self, session_id: str) -> ResumePoint:
        """Where that session can go on. Raises as ``continue_session``, and
        ``RecordUnavailable`` where nothing was kept to go on from."""
        opened = await self._reading.run(refuse_ended, session_id, await self._live_ids())
        kept = _kept(opened)
        return resume_point_of(opened, await self.blobs.text(kept.state_hash) if kept else "")

    async def sessions(self) -> tuple[SessionSummary, ...]:
        """All sessions, the newest first."""
        return await self._reading.run(read_sessions, await self._live_ids())

    async def open_session(self, session_id: str) -> OpenedSession | None:
        """A session with its events, packed, and its state; None where there is none of that id."""
        opened, events = None, PackedEvents()
        async for opened in self.parts(session_id):
            events.extend(opened.events)
        return replace(opened, events=events) if opened is not None else None

    async def parts(self, session_id: str) -> AsyncGenerator[OpenedSession, None]:
        """A session of any length, part by part: ``EVENTS_A_PART``, and the state after them.
        Nothing where there is none of that id. Raises where it is deleted meanwhile."""
        live_ids, before = await self._live_ids(), None
        while before is None or len(before.events) == EVENTS_A_PART:
            part = await self._reading.run(
                open_session, session_id, live_ids, before, EVENTS_A_PART
            )
            if part is None and before is not None:
                raise RecordUnavailable(f"The session {session_id} is deleted just now.")
            if part is None:
                return
            yield (before := part)

    async def events(self, session_id: str) -> tuple[Recorded, ...]:
        """Its events, in order; none for an unknown session."""
        return await self._reading.run(tables.read_events, session_id)

    async def bring_in(self, taking: Callable[[Database], T]) -> T:
        """What was recorded elsewhere, by whoever knows its form; it is there to stay."""
        await self._writer.drain()
        taken = await self._writing.run(taking)
        await self._writer.sync()
        return taken

    async def stock(self) -> pruning.Stock:
        """What all sessions take."""
        return await self._reading.run(pruning.read_stock)

    async def left(self, folder: Path | None = None) -> list[str]:
        """Sessions whose deletion broke off, and files of those that are no more."""
        return await self._reading.run(pruning.left_in, folder or self.kept_folder(""))

    async def let_go(
        self, session_ids: Sequence[str], *beside: Callable[[str], Path], whole: bool = False
    ) -> None:
        """Delete them for good, with their folders here and ``beside``, and what a deletion that
        broke off has left; ``whole`` gives back to the disk what is free in any database. Raises
        ``RecordUnavailable`` while any session is running."""
        if gone := [*session_ids, *await self._reading.run(pruning.left_in, None)]:
            await self._writer.drain()
            stock, run, folders = await self.stock(), self._writing.run, (self.kept_folder, *beside)
            await run(pruning.let_go, gone, stock, self._running, folders)
            await run(pruning.give_back, whole=whole)

    async def chained_lines(self, session_id: str) -> AsyncIterator[tuple[tables.Chained, ...]]:
        """Page by page, each event as a line of JSON, with the value of the chain up to it."""
        seen, chain = 0, ""
        while page := await self._reading.run(
            tables.read_chained, session_id, seen, chain, LINES_A_PAGE
        ):
            yield page
            seen, chain = seen + len(page), page[-1][0]

    async def returned(self) -> set[risks.Control]:
        """Upon what it was seen to be taken back what was done, in any session."""
        return await self._reading.run(tables.read_returned)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Write what waits, end the logs, close the file."""
        await self._writer.drain()
        for log in self._logs.values():
            log.close()
        self._running.close()
        self.blobs.close()
        await self._reading.close()
        await self._writing.close()

    def _log_of(self, session_id: str) -> SessionLog:
        self._writer.look_anew()
        log = SessionLog(session_id, self._writer, self._running.let_go, self.keeper)
        self._logs[session_id] = log
        return log

    async def _live_ids(self) -> frozenset[str]:
        return await asyncio.to_thread(self._running.ids)
