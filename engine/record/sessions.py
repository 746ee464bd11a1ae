"""Past sessions: the list of them, and one of them opened; and what every report tells of a
session, in words: how it was set up, how it ended, its steps.

Whether a session without an end is running or was interrupted can't be read from the database:
the locks of ``RunningSessions`` tell, and ``is_live`` says so."""

import sqlite3
from collections.abc import Iterator, Sequence, Set
from typing import Any

from sqlite_utils import Database

from engine.domain.actions import TakeScreenshot, Wait
from engine.domain.conditions import FileSaved
from engine.domain.errors import BugError
from engine.domain.events import Recorded, WarningRaised
from engine.domain.facts import Frozen, fields, replace
from engine.domain.terminals import Terminal
from engine.domain.verdicts import StepState, Verdict, sentence_of
from engine.language.sentences.figures import clock_words, count_words, money_words, same_words
from engine.language.sentences.run import ASKING_WORDS, STATE_WORDS, ending_title, files_words
from engine.record.schema import COUNTED
from engine.record.tables import UNREADABLE, read_events, secs_of
from engine.record.views.fold import fold, fold_all
from engine.record.views.oversight import DecisionView, decisions_in
from engine.record.views.run_state import RunState, StepView

INTERRUPTED = "interrupted"
RUNNING = "running"
SURFACE_LOST = "surface_lost"
"""So a run ended that can go on once there is a surface again."""


class SessionSummary(Frozen):
    """One line of the list. ``terminal``, ``reason`` and ``message`` are empty without an end;
    ``origin`` tells what was proved of one that was imported. Times are seconds since the epoch;
    ``last_at_secs`` is the last event's. Steps and findings that can't be counted are None."""

    session_id: str
    goal: str
    surface: str
    thinker: str
    pilothouse_version: str
    started_at_secs: float
    last_at_secs: float
    terminal: str
    reason: str
    message: str
    event_count: int
    origin: str = ""
    mode: str = ""
    steps: int | None = 0
    findings: int | None = 0
    cost: float = 0.0
    is_live: bool = False

    @property
    def ending(self) -> str:
        """The terminal's name, ``running`` or ``interrupted``."""
        return self.terminal or (RUNNING if self.is_live else INTERRUPTED)

    @property
    def can_go_on(self) -> bool:
        """It has no end, or lost its display; and it was recorded here."""
        is_over = self.terminal and self.reason != SURFACE_LOST
        return not (is_over or self.is_live or self.origin)


class OpenedSession(Frozen):
    """A session as it is on disk: its line in the list, its events and the state they fold to. In
    the place of what can't be read, or does not fit what stands before it, stands a warning."""

    summary: SessionSummary
    events: Sequence[Recorded]
    state: RunState

    @property
    def is_damaged(self) -> bool:
        """Not all of it could be read."""
        return any(
            isinstance(each.event, WarningRaised) and each.event.message.startswith(UNREADABLE)
            for each in self.events
        )


_OF_EVENTS = (
    "(SELECT {} FROM events INDEXED BY counted WHERE session_id = sessions.session_id"
    f" AND {COUNTED}"
)
_TOLD = "CASE WHEN json_valid(body) THEN json_extract(body, '$.{}') END"
_COUNTED = {
    "mode": f"(SELECT {_TOLD.format('mode')} FROM events"
    " WHERE session_id = sessions.session_id AND seq = 1)",
    "steps": _OF_EVENTS.format("COUNT(*)") + " AND kind = 'step_ended')",
    "findings": _OF_EVENTS.format("COUNT(*)") + " AND kind = 'fault_found')",
    "cost": _OF_EVENTS.format(f"SUM({_TOLD.format('cost')})") + " AND kind = 'model_called')",
}
_NAMES = [each.name for each in fields(SessionSummary) if each.name != "is_live"]
_SUMMARIES, _WITHOUT_COUNTS = (
    f"SELECT {', '.join(counted.get(name, name) for name in _NAMES)} FROM sessions"
    for counted in (_COUNTED, dict.fromkeys(_COUNTED, "NULL"))
)

_OF_ONE = "WHERE session_id = ? AND event_count >= 0"
"""One that is being deleted is none any more."""


def read_sessions(db: Database, live_ids: Set[str]) -> tuple[SessionSummary, ...]:
    """Newest first; sessions in which nothing was recorded are left out. Of a damaged file without
    what is counted over the events."""
    order = " WHERE event_count > 0 ORDER BY started_at_secs DESC, session_id DESC"
    try:
        rows = db.execute(_SUMMARIES + order).fetchall()
    except sqlite3.DatabaseError:
        rows = db.execute(_WITHOUT_COUNTS + order).fetchall()
    return tuple(_summary(row, live_ids) for row in rows)


def open_session(
    db: Database,
    session_id: str,
    live_ids: Set[str],
    before: OpenedSession | None = None,
    most: int = -1,
) -> OpenedSession | None:
    """None where there is no such session; its line is without what the list counts. With
    ``before`` the part of it that follows on that one, ``most`` events long where that is not
    negative."""
    rows = db.execute(f"{_WITHOUT_COUNTS} {_OF_ONE}", (session_id,)).fetchall()
    if not rows:
        return None
    summary = _summary(rows[0], live_ids)
    state, last = (before.state, before.events[-1]) if before else (RunState(), None)
    seen, at_secs = (last.seq, last.at_secs) if last else (0, 0.0)
    events = read_events(db, session_id, seen, at_secs, most)
    try:
        return OpenedSession(summary, events, fold_all(events, state))
    except _MISFITS:
        return OpenedSession(summary, *fitting(events, state))


_MISFITS = (ArithmeticError, AttributeError, BugError, LookupError, TypeError, ValueError)
"""What the fold answers to an event that was never written so: a number in it is another one."""


def fitting(events: tuple[Recorded, ...], state: RunState) -> tuple[tuple[Recorded, ...], RunState]:
    """The events, and what they fold to behind that state; a warning for what fits nothing."""
    kept = []
    for each in events:
        try:
            state = fold(state, each)
        except _MISFITS:
            told = f"{UNREADABLE} Its {each.event.kind} does not fit what stands before it."
            each = replace(each, event=WarningRaised(told))
            state = fold(state, each)
        kept.append(each)
    return tuple(kept), state


def _summary(row: tuple[Any, ...], live_ids: Set[str]) -> SessionSummary:
    """Of a damaged row what can be read."""
    told = SessionSummary(*row)
    texts = ("session_id", "goal", "surface", "thinker", "pilothouse_version", "mode")
    clean: dict[str, Any] = {
        name: str(getattr(told, name) or "") for name in (*texts, "reason", "message", "origin")
    }
    is_known = told.terminal in ("", *Terminal)
    ending = {} if is_known else {"terminal": str(Terminal.FAILED), "reason": "record_unavailable"}
    started = secs_of(told.started_at_secs, 0.0)
    return replace(
        told,
        **(clean | ending),
        started_at_secs=started,
        last_at_secs=secs_of(told.last_at_secs, started),
        event_count=told.event_count if isinstance(told.event_count, int) else 0,
        cost=told.cost if isinstance(told.cost, float) else 0.0,
        is_live=row[0] in live_ids,
    )


class Fact(Frozen):
    label: str
    value: str


class Figure(Frozen):
    number: str
    label: str
    tone: str = ""


def completion_reason(state: RunState) -> str:
    return state.outcome.reason if state.outcome is not None else "interrupted"


def completion_words(state: RunState) -> str:
    if state.outcome is None:
        return "It has no end: it was broken off, or goes on"
    return ending_title(state.outcome.terminal, state.outcome.reason)


def step_words(view: StepView) -> str:
    """What was done, and how that went."""
    if view.state is StepState.DONE:
        return view.title
    detail = f": {view.detail}" if view.detail else ""
    return f"{view.title} ({STATE_WORDS[view.state]}{detail})"


def files_made(state: RunState) -> tuple[str, ...]:
    """Each once: what is kept of a practice desktop or was saved, also by the browser."""
    saved = [
        view.step.expected_change.path
        for segment in state.segments
        for view in segment.steps
        if isinstance(view.step.expected_change, FileSaved) and view.verdict is Verdict.SEEN
    ]
    saved = [words] if (words := files_words(state.made)) else saved
    loaded = [note.path or note.message for note in state.web.downloads] if state.web else []
    return tuple(dict.fromkeys([*saved, *loaded]))


def facts_of(opened: OpenedSession, own: tuple[Fact, ...] = ()) -> tuple[Fact, ...]:
    """How the session was set up and how it ended; ``own`` are facts of its mode."""
    state = opened.state
    outcome = state.outcome
    facts = (
        Fact("Why it ended", f"{completion_words(state)} ({completion_reason(state)})"),
        Fact("In its own words", outcome.message if outcome is not None else ""),
        Fact("Seen last", _seen_last(state)),
        Fact("Files made", ", ".join(files_made(state))),
        Fact("Mode", state.mode),
        Fact("Surface", state.surface),
        Fact("Thinker", state.thinker),
        Fact("Asking", ASKING_WORDS[state.asking]),
        *own,
        Fact("Calls to the thinker", f"{state.calls_used:,}"),
        Fact("Warnings", " ".join(dict.fromkeys(state.warnings))),
        Fact("Imported", opened.summary.origin),
        Fact("Session", f"{state.session_id}, Pilothouse {opened.summary.pilothouse_version}"),
    )
    return tuple(fact for fact in facts if fact.value)


def figures_of(opened: OpenedSession) -> tuple[Figure, ...]:
    """The numbers at the top of a run that reaches for a goal."""
    state = opened.state
    tallies = [tally for _, tally in state.segments.parts]
    done = sum(tally.completed for tally in tallies)
    failed = sum(tally.failed for tally in tallies)
    decisions = decisions_in(opened.events)
    asked = sum(each.request is not None for each in decisions)
    figures = [
        Figure(f"{done:,}", "step done" if done == 1 else "steps done", "good" if done else ""),
        Figure(f"{failed:,}", "failed", "bad" if failed else ""),
        Figure(f"{asked:,}", "asked of the operator"),
        Figure(clock_words(state.worked_secs), "of work"),
        Figure(clock_words(state.waited_secs), "waiting for the operator"),
    ]
    if state.model_calls:
        figures.append(Figure(money_words(state.spent.cost), f"for {_rounds(state)}"))
    return (*figures, *haste_in(decisions))


def haste_in(decisions: Sequence[DecisionView]) -> Iterator[Figure]:
    """Of what a person decided, how much in no time, and of how much nobody can tell."""
    hasty = [each.is_hasty for each in decisions if each.is_a_person_s]
    if hasty:
        share, untold = hasty.count(True) / len(hasty), hasty.count(None)
        words, tone = f"{'at least ' * bool(untold)}{share:.0%}", "warn" if share else ""
        yield Figure(words, "answered in under a second", tone)
        if untold:
            yield Figure(f"{untold:,}", "answered, nobody can tell how soon after a look")


def _seen_last(state: RunState) -> str:
    """The evidence of the last step whose effect was seen, not of one that only looked."""
    steps = (view for segment in reversed(state.segments) for view in reversed(segment.steps))
    acted = (view for view in steps if not isinstance(view.step.action, Wait | TakeScreenshot))
    seen = next((view for view in acted if view.verdict is Verdict.SEEN and view.evidence), None)
    return sentence_of(seen.evidence) if seen is not None else ""


def _rounds(state: RunState) -> str:
    spent = state.spent
    tokens = count_words(spent.usage.total, "token")
    cached = f", {spent.usage.cached:,} of them from a cache" if spent.usage.cached else ""
    same = same_words(spent.same_bytes, spent.sent_bytes)
    same = f"; of the prompts {same}" if same else ""
    return f"{count_words(spent.rounds, 'round')} with models, {tokens}{cached}{same}"
