"""A practice desktop for each test, and runs on it as ``pilothouse run`` would do them."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from app.choices import MODEL, OFFLINE, RunChoices
from app.secrets import Secrets
from app.settings.tables import Settings
from app.thinkers import ThinkerSource
from app.wiring import (
    build_perceiver,
    build_session,
    build_surface,
    catalogue_of,
)
from engine.domain.approvals import Asking
from engine.domain.ports import Approver, Thinker
from engine.domain.terminals import Outcome
from engine.modes.director import Director
from engine.perception.perceiver import SurfacePerceiver
from engine.record.store import SessionStore
from engine.record.views.run_state import RunState
from engine.safety.gate import NobodyThere
from engine.session.session import Session
from engine.surfaces.desktop.applications import ApplicationCatalogue
from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop
from engine.surfaces.desktop.surface import DesktopSurface
from tests.end_to_end.operator import NoSecrets, Operator
from tests.support.suspicions import suspicions_in
from tests.support.thinker_sources import StandingIn, without_a_model


@dataclass
class Bench:
    """A started practice desktop and a store; ``run`` works towards a goal on them."""

    surface: DesktopSurface
    perceiver: SurfacePerceiver
    store: SessionStore
    settings: Settings
    secrets: Secrets
    session_ids: list[str] = field(default_factory=list)

    @property
    def practice_folder(self) -> Path:
        return Path(self.surface.places["practice folder"])

    @property
    def home(self) -> Path:
        return Path(self.surface.places["home folder"])

    async def session(
        self,
        goal: str,
        *,
        asking: Asking = Asking.NEVER,
        approver: Approver | None = None,
        thinker: Thinker | None = None,
        thinkers: ThinkerSource | None = None,
    ) -> tuple[Session, str]:
        session, log = await build_session(
            RunChoices(goal, thinker=MODEL if thinkers else OFFLINE, asking=asking),
            settings=self.settings,
            surface=self.surface,
            perceiver=self.perceiver,
            approver=approver or NobodyThere(),
            store=self.store,
            thinkers=thinkers or (StandingIn(thinker) if thinker else without_a_model()),
        )
        self.session_ids.append(log.session_id)
        return session, log.session_id

    async def suspicions(self) -> list[str]:
        """Why steps of the runs so far seemed to follow the screen rather than the goal."""
        recorded = [each for one in self.session_ids for each in await self.store.events(one)]
        return suspicions_in(each.event for each in recorded)

    async def run(
        self,
        goal: str,
        *,
        asking: Asking = Asking.NEVER,
        approver: Approver | None = None,
        thinker: Thinker | None = None,
        thinkers: ThinkerSource | None = None,
    ) -> tuple[Outcome, RunState]:
        session, session_id = await self.session(
            goal, asking=asking, approver=approver, thinker=thinker, thinkers=thinkers
        )
        outcome = await session.run(Director())
        opened = await self.store.open_session(session_id)
        assert opened is not None
        return outcome, opened.state


@contextlib.asynccontextmanager
async def opened_bench(folder: Path, settings: Settings | None = None) -> AsyncIterator[Bench]:
    """A practice desktop that ends with the block; the record is written into ``folder``."""
    settings, secrets = settings or Settings(), Secrets({"PILOTHOUSE_SECRET_TOKEN": "s3cret-Wörd"})
    surface = build_surface("practice", settings, secrets)
    perceiver = build_perceiver(surface, secrets, settings)
    store = await SessionStore.open(folder / "sessions.db")
    try:
        await surface.start()
        yield Bench(surface, perceiver, store, settings, secrets)
    finally:
        await perceiver.close()
        await surface.close()
        await store.close()


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    async with opened_bench(tmp_path) as bench:
        yield bench


@pytest.fixture
async def resizable_bench(tmp_path: Path) -> AsyncIterator[Bench]:
    """The same on a display that can change its size in mid-run."""
    settings, secrets = Settings(), Secrets({})
    surface = DesktopSurface(
        "practice",
        PracticeDesktop(server="Xtigervnc"),
        catalogue_for=catalogue_of,
        secrets=secrets,
        is_practice=True,
    )
    perceiver = build_perceiver(surface, secrets, settings)
    store = await SessionStore.open(tmp_path / "sessions.db")
    try:
        await surface.start()
        yield Bench(surface, perceiver, store, settings, secrets)
    finally:
        await perceiver.close()
        await surface.close()
        await store.close()


@pytest.fixture
async def operator(tmp_path: Path) -> AsyncIterator[Operator]:
    async with operator_before(1440, 900, tmp_path) as operator:
        yield operator


@contextlib.asynccontextmanager
async def operator_before(width: int, height: int, folder: Path) -> AsyncIterator[Operator]:
    """Before a screen of that size, in pixels."""
    desktop = PracticeDesktop(width=width, height=height)
    surface = DesktopSurface(
        "screen",
        desktop,
        catalogue_for=lambda host: ApplicationCatalogue(()),
        secrets=NoSecrets(),
        is_practice=False,
    )
    await surface.start()
    perceiver = SurfacePerceiver(surface, masked=lambda text: text)
    try:
        yield Operator(desktop, surface, perceiver, folder / "watchdog.txt")
    finally:
        await surface.close()
