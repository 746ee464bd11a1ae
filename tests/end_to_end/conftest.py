"""Desktops for all tests, and runs on them as ``pilothouse run`` would do them."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from xxhash import xxh3_128_digest

from app import wiring
from app.choices import MODEL, OFFLINE, RunChoices
from app.secrets import Secrets
from app.settings.tables import Settings
from app.thinkers import Thinkers
from app.wiring import build_desktop, build_perceiver, build_session, catalogue_of, limits_of
from engine.domain.approvals import Asking
from engine.domain.events import Event
from engine.domain.limits import Limits
from engine.domain.ports import Approver, Thinker
from engine.domain.terminals import Outcome
from engine.modes.director import Director
from engine.perception.drawn.text_reader import TextReader
from engine.perception.perceiver import SurfacePerceiver
from engine.perception.pixels import Pixels
from engine.record.store import SessionStore
from engine.record.views.run_state import RunState
from engine.safety.gate import NobodyThere
from engine.session.session import Session
from engine.surfaces.desktop.applications import ApplicationCatalogue
from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop
from engine.surfaces.desktop.surface import DesktopSurface
from tests.end_to_end.operator import NoSecrets, Operator
from tests.practice_app.installed import practice_installed
from tests.support.resizable import make_displays_resizable
from tests.support.suspicions import suspicions_in
from tests.support.thinker_sources import StandingIn, without_a_model
from tests.support.warm_starts import starts_cold as starts_cold
from tests.support.warm_starts import starts_warm as starts_warm

SECRETS = Secrets({"PILOTHOUSE_SECRET_TOKEN": "s3cret-Wörd"})
"""The same for the hands that type them and for the eyes that mask them."""


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
        thinkers: Thinkers | None = None,
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

    async def has_recorded(self, kind: type[Event]) -> bool:
        """Whether the run that was begun last has recorded such an event by now."""
        recorded = await self.store.events(self.session_ids[-1]) if self.session_ids else ()
        return any(isinstance(each.event, kind) for each in recorded)

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
        thinkers: Thinkers | None = None,
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
    settings, secrets = settings or Settings(), SECRETS
    async with (
        practice_desktop(settings, secrets) as surface,
        bench_on(surface, folder, settings, secrets) as bench,
    ):
        yield bench


@contextlib.asynccontextmanager
async def practice_desktop(settings: Settings, secrets: Secrets) -> AsyncIterator[DesktopSurface]:
    """A started one, on which the tests' Practice is installed."""
    async with _started_with_practice(lambda: build_desktop("practice", settings, secrets)) as made:
        yield made


@contextlib.asynccontextmanager
async def _started_with_practice(
    make: Callable[[], DesktopSurface],
) -> AsyncIterator[DesktopSurface]:
    """It is installed on this desktop, and on no other that is made while this one lasts."""
    with contextlib.ExitStack() as installed:
        installed.enter_context(practice_installed())
        surface = make()
        try:
            await surface.start()
            installed.close()
            yield surface
        finally:
            await surface.close()


@contextlib.asynccontextmanager
async def bench_on(
    surface: DesktopSurface,
    folder: Path,
    settings: Settings,
    secrets: Secrets,
    reader: TextReader | None = None,
) -> AsyncIterator[Bench]:
    perceiver = build_perceiver(surface, secrets, settings, reader)
    store = await SessionStore.open(folder / "sessions.db")
    try:
        yield Bench(surface, perceiver, store, settings, secrets)
    finally:
        await perceiver.close()
        await store.close()


@pytest.fixture
def tests_practice() -> Iterator[None]:
    """It is installed on what a test brings up by itself."""
    with practice_installed():
        yield


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def practice() -> AsyncIterator[DesktopSurface]:
    """One practice desktop for all tests: its start takes longer than its reset."""
    async with practice_desktop(Settings(), SECRETS) as surface:
        await surface.mark_start()
        yield surface


class LastingReader(TextReader):
    """Loads its models once, for the perceivers of all tests, and is asked once what it makes of
    the same pictures: a window of one test looks as in the next."""

    def __init__(self) -> None:
        super().__init__()
        self._answers: dict[object, list[Any]] = {}

    async def _ask(self, op: str, pictures: Sequence[Pixels]) -> list[Any]:
        asked = op, *((each.shape, xxh3_128_digest(each.tobytes())) for each in pictures)
        if asked not in self._answers:
            self._answers[asked] = await super()._ask(op, pictures)
        return self._answers[asked]

    async def close(self) -> None:
        """The perceiver is done with it, and the next one is not."""

    async def end(self) -> None:
        await super().close()


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def reader() -> AsyncIterator[LastingReader]:
    lasting = LastingReader()
    yield lasting
    await lasting.end()


@pytest_asyncio.fixture(loop_scope="session")
async def bench(
    practice: DesktopSurface, reader: LastingReader, tmp_path: Path
) -> AsyncIterator[Bench]:
    """The shared desktop, set back as the explorer does it: no program of an earlier test runs,
    and the files are as at the start."""
    await practice.reset()
    async with bench_on(practice, tmp_path, Settings(), SECRETS, reader) as bench:
        yield bench


@pytest.fixture
async def own_bench(tmp_path: Path) -> AsyncIterator[Bench]:
    """On a desktop of the test's own: where it matters what was installed, what had the keyboard
    and where the pointer stands."""
    async with opened_bench(tmp_path) as bench:
        yield bench


@pytest_asyncio.fixture(loop_scope="session")
async def resizable_bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bench]:
    """The same on a display that can change its size in mid-run."""
    make_displays_resizable(tmp_path, monkeypatch)
    settings, secrets = Settings(), Secrets({})
    surface = DesktopSurface(
        "practice", PracticeDesktop(), catalogue_for=catalogue_of, secrets=secrets, is_practice=True
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


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def screen() -> AsyncIterator[DesktopSurface]:
    """One screen for the operators of a module's tests, on which they start windows of their own
    too."""
    async with screen_of(1440, 900) as surface:
        await surface.mark_start()
        yield surface


@pytest_asyncio.fixture(loop_scope="session")
async def operator(screen: DesktopSurface, tmp_path: Path) -> Operator:
    """Before a screen that is set back: nothing runs there, and nothing is recorded."""
    await screen.reset()
    return _operator_at(screen, tmp_path)


@pytest_asyncio.fixture(loop_scope="session")
async def screen_bench(
    screen: DesktopSurface, reader: LastingReader, tmp_path: Path
) -> AsyncIterator[Bench]:
    """Runs on that screen, where tests start programs of their own."""
    await screen.reset()
    async with bench_on(screen, tmp_path, Settings(), SECRETS, reader) as bench:
        yield bench


@pytest.fixture
def long_settling(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a press does is waited for longer than a run would: on a starved machine a window is
    painted late, and what is merely drawn is not pressed a second time."""

    def limits(choices: RunChoices, settings: Settings) -> Limits:
        return replace(limits_of(choices, settings), settle_secs=12.0)

    monkeypatch.setattr(wiring, "limits_of", limits)


@contextlib.asynccontextmanager
async def screen_of(width: int, height: int) -> AsyncIterator[DesktopSurface]:
    """A screen of that size, in pixels."""

    def make() -> DesktopSurface:
        return DesktopSurface(
            "screen",
            PracticeDesktop(width=width, height=height, is_sandboxed=False),
            catalogue_for=lambda host: ApplicationCatalogue(()),
            secrets=NoSecrets(),
            is_practice=False,
        )

    async with _started_with_practice(make) as made:
        yield made


@contextlib.asynccontextmanager
async def operator_before(width: int, height: int, folder: Path) -> AsyncIterator[Operator]:
    """Before a screen of their own, of that size in pixels."""
    async with screen_of(width, height) as screen:
        yield _operator_at(screen, folder)


def _operator_at(screen: DesktopSurface, folder: Path) -> Operator:
    perceiver = SurfacePerceiver(screen, masked=lambda text: text)
    operator = Operator(screen, perceiver, folder / "watchdog.txt")
    operator.spares_reading()
    return operator
