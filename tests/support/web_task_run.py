"""Runs of the navigator in a real browser, put together as ``pilothouse run`` does it.

Each run has a browser of its own, as each has for the operator, or a context of its own in one that
is lent: neither cookies nor tabs nor downloads of one task are there in the next."""

from __future__ import annotations

import contextlib
import sqlite3
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.choices import MODEL, OFFLINE, RunChoices
from app.live_surface import record_notes
from app.secrets import Secrets
from app.settings.tables import Settings
from app.thinkers import Thinkers
from app.wiring import build_mode, build_perceiver, build_session, build_surface
from engine.domain.approvals import Asking
from engine.domain.events import Event, ThinkerAsked
from engine.domain.ports import Approver
from engine.domain.terminals import Outcome
from engine.domain.verdicts import ModeName
from engine.domain.web.events import BrowserNoted, PageSeen
from engine.processes.tasks import OwnedTasks
from engine.record.store import SessionStore
from engine.record.views.run_state import RunState
from engine.session.session import Session
from tests.support.thinker_sources import without_a_model

_LIMITS = {"max_calls": 60}
SECRET = "spinnaker-9"
"""What ``{{secret:harbour}}`` stands for in these runs."""


@dataclass(frozen=True, slots=True)
class WebRun:
    """A run that ended. ``secs`` is without the browser's start and end; ``recorded`` is every
    text in the record: events, zones, prompts, the graph's states."""

    outcome: Outcome
    events: tuple[Event, ...]
    secs: float
    recorded: str
    state: RunState

    @property
    def steps(self) -> int:
        """Passes through observe."""
        return max((each.step for each in self.events if isinstance(each, PageSeen)), default=0)

    @property
    def calls(self) -> int:
        """How often the thinker was asked."""
        return sum(isinstance(each, ThinkerAsked) for each in self.events)

    @property
    def saved(self) -> tuple[Path, ...]:
        """Files that were downloaded."""
        return tuple(
            Path(each.path)
            for each in self.events
            if isinstance(each, BrowserNoted) and each.what == "download_saved"
        )


async def run_on_the_web(
    goal: str,
    address: str,
    folder: Path,
    *,
    approver: Approver,
    thinkers: Thinkers | None = None,
    web_limits: Mapping[str, int] | None = None,
    limits: Mapping[str, int] = _LIMITS,
    asking: Asking = Asking.RISKY,
    mode: ModeName = "navigator",
    size: tuple[int, int] = (1280, 800),
    heed: Callable[[Session, Event], object] = lambda session, event: None,
) -> WebRun:
    """One goal, from ``address`` on; the offline thinker where there are no ``thinkers``.

    Record and downloads go into ``folder``; ``asking`` says what is asked about. ``limits`` are
    the table of that name, empty for those that are shipped. A smaller ``size`` takes less of the
    processor: each picture is drawn, sent and compared. ``heed`` is told of each event."""
    width, height = size
    downloads = str(folder / "downloads")
    settings = Settings.model_validate(
        {
            "browser": {
                "headless": True,
                "downloads_folder": downloads,
                "width": width,
                "height": height,
            },
            "navigator": dict(web_limits or {}),
            "limits": dict(limits),
        }
    )
    choices = RunChoices(
        goal,
        surface=f"browser:{address}",
        thinker=MODEL if thinkers else OFFLINE,
        asking=asking,
        mode=mode,
        is_interactive=False,
    )
    secrets, tasks = Secrets({"PILOTHOUSE_SECRET_HARBOUR": SECRET}), OwnedTasks()
    surface = build_surface(choices.surface, settings, secrets)
    perceiver = build_perceiver(surface, secrets, settings)
    store = await SessionStore.open(folder / "sessions.db")
    try:
        await surface.start()
        session, log = await build_session(
            choices,
            settings=settings,
            surface=surface,
            perceiver=perceiver,
            approver=approver,
            store=store,
            thinkers=thinkers or without_a_model(),
        )
        record_notes(surface, session, tasks, perceiver.masked)
        log.subscribe(lambda recorded: heed(session, recorded.event))
        started = time.perf_counter()
        outcome = await session.run(build_mode(choices, settings, surface, perceiver))
        secs = time.perf_counter() - started
        await tasks.close()
        recorded = await store.events(log.session_id)
        opened = await store.open_session(log.session_id)
        assert opened is not None
    finally:
        await tasks.close()
        await perceiver.close()
        await surface.close()
        await store.close()
    events = tuple(each.event for each in recorded)
    return WebRun(outcome, events, secs, _texts_in(folder / "sessions.db"), opened.state)


def _texts_in(path: Path) -> str:
    with contextlib.closing(sqlite3.connect(path)) as database:
        bodies = [row[0] for row in database.execute("select body from events")]
        blobs = [row[0] for row in database.execute("select data from blobs")]
    packed = [zlib.decompress(blob).decode() for blob in blobs if blob[:1] == b"x"]
    return "\n".join((*bodies, *packed))
