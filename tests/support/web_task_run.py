"""Runs of the navigator in a real browser, put together from the parts.

Each run has a browser of its own, as each has for the operator: neither cookies nor tabs nor
downloads of one task are there in the next.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
import zlib
from dataclasses import dataclass
from pathlib import Path

from app.choices import RunChoices
from app.secrets import Secrets
from app.settings import Settings
from app.tasks import OwnedTasks
from app.thinkers import MODEL, OFFLINE, Hiring
from app.wiring import PILOTHOUSE_VERSION, build_perceiver, build_policy, new_session_id
from engine.approval.gate import Gate
from engine.domain.approvals import Asking
from engine.domain.events import Event, ThinkerAsked
from engine.domain.limits import Limits
from engine.domain.ports import Approver
from engine.domain.terminals import Outcome
from engine.domain.web.events import BrowserNoted, PageSeen
from engine.domain.web.limits import WebLimits
from engine.execution.provenance import ScreenProvenance
from engine.execution.target import ZoneTargetGuard
from engine.execution.web.executor import WebExecutor
from engine.execution.web.reverter import WebReverter
from engine.execution.web.risks import WebRiskRater
from engine.modes.navigator.navigator import Navigator
from engine.perception.perceiver import SurfacePerceiver
from engine.record.event_log import SessionLog
from engine.record.store import SessionStore
from engine.session.account import RunAccount
from engine.session.assembly import Parts, assemble
from engine.session.budget import Budget
from engine.session.run_clock import RunClock
from engine.session.session import RunSettings
from engine.surfaces.browser.eyes import BrowserEyes
from engine.surfaces.browser.settings import BrowserSettings
from engine.surfaces.browser.surface import BrowserSurface
from tests.support.hiring import without_a_model

LIMITS = Limits(max_calls=60)
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
    thinkers: Hiring | None = None,
    web_limits: WebLimits | None = None,
) -> WebRun:
    """One goal, from ``address`` on; the offline thinker where there are no ``thinkers``.

    Record and downloads go into ``folder``; whatever is risky is asked about.
    """
    secrets = Secrets({"PILOTHOUSE_SECRET_HARBOUR": SECRET})
    downloads = folder / "downloads"
    surface = BrowserSurface(
        "browser",
        BrowserSettings(is_headless=True, start_url=address, downloads_folder=downloads),
        secrets=secrets,
        eyes_for=BrowserEyes,
    )
    perceiver = build_perceiver(surface, secrets, Settings())
    store = await SessionStore.open(folder / "sessions.db")
    try:
        await surface.start()
        log = await store.start_session(new_session_id())
        tasks = OwnedTasks()
        surface.on_note = lambda note: tasks.spawn(log.append(note))
        parts = await _parts(
            *(goal, address, surface, perceiver, approver, store, log),
            thinkers=thinkers or without_a_model(),
            name=MODEL if thinkers else OFFLINE,
        )
        settings = RunSettings(goal, Asking.RISKY, LIMITS, PILOTHOUSE_VERSION, mode="navigator")
        started = time.perf_counter()
        outcome = await assemble(settings, parts).run(Navigator(web_limits))
        secs = time.perf_counter() - started
        await tasks.close()
        recorded = await store.events(log.session_id)
    finally:
        await perceiver.close()
        await surface.close()
        await store.close()
    events = tuple(each.event for each in recorded)
    return WebRun(outcome, events, secs, _texts_in(folder / "sessions.db"))


async def _parts(
    goal: str,
    address: str,
    surface: BrowserSurface,
    perceiver: SurfacePerceiver,
    approver: Approver,
    store: SessionStore,
    log: SessionLog,
    *,
    thinkers: Hiring,
    name: str,
) -> Parts:
    clock = RunClock()
    account = RunAccount(budget=Budget(LIMITS, clock), log=log, blobs=store.blobs)
    hired = await thinkers.hire(name, account, for_web=True)
    perceiver.start_run(goal, None)
    rater = WebRiskRater(goal=goal, start_url=address)
    return Parts(
        surface=surface,
        perceiver=perceiver,
        thinker=hired.thinker,
        web=hired.web,
        executor=WebExecutor(surface, perceiver, LIMITS, rater),
        reverter=WebReverter(rater),
        guard=ZoneTargetGuard(surface, perceiver),
        rater=rater,
        provenance=ScreenProvenance(),
        policy=build_policy(RunChoices(goal), is_practice=False),
        gate=Gate(approver, log),
        log=log,
        blobs=store.blobs,
        clock=clock,
        account=account,
        let_go=hired.let_go,
    )


def _texts_in(path: Path) -> str:
    with contextlib.closing(sqlite3.connect(path)) as database:
        bodies = [row[0] for row in database.execute("select body from events")]
        blobs = [row[0] for row in database.execute("select data from blobs")]
    packed = [zlib.decompress(blob).decode() for blob in blobs if blob[:1] == b"x"]
    return "\n".join((*bodies, *packed))
