"""The desktop surface: eyes and hands on one X display, and what can be launched there.

Where the display comes from is the host's business: a nested practice desktop, or a display
that is there already."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from engine.domain import errors, plans, ports, surface_ports
from engine.domain.exploring.limits import Vitals
from engine.surfaces.desktop.applications import ApplicationCatalogue
from engine.surfaces.desktop.eyes import DesktopEyes
from engine.surfaces.desktop.input.hands import DesktopHands
from engine.surfaces.desktop.launched import HostNews, Launch, OtherProcesses, console_lines_of
from engine.surfaces.desktop.terminals import NOBODY, OwnProcesses
from engine.surfaces.files import PlainFiles
from engine.surfaces.shared import NamedSurface

_WINDOWS_SECS = 30.0
_WINDOW_POLL_SECS = 0.1
_LAST_LINES = 3


class DisplayHost(Protocol):
    """An X display with a home folder and a way to start programs on it. What does not say
    otherwise was there before us: it has no sandbox, and can't be set back."""

    is_far: bool = False
    """Its programs run on another machine, so that no number of a process means one here."""
    elsewhere: str = ""
    """The machine of which it shows a picture, and nothing else is told; empty for this one."""
    can_reset: bool = False

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    @property
    def environment(self) -> Mapping[str, str]:
        """All variables for a process on the display, DISPLAY and the session bus included."""

    @property
    def home(self) -> Path: ...

    @property
    def places(self) -> Mapping[str, str]:
        """The folders that a goal may name, by absolute path."""
        own = {
            name.lower(): str(self.home / name) for name in ("Documents", "Downloads", "Desktop")
        }
        return {"home folder": str(self.home), **own}

    async def spawn(
        self, argv: Sequence[str], *, cwd: Path | None = None, name: str = ""
    ) -> int: ...

    async def news(self) -> HostNews:
        """What became of those that were spawned, each fact once."""

    async def living(self, process_ids: Sequence[int]) -> Mapping[int, int]:
        """Those of the processes that live, each with when it started."""

    async def file_facts(self, path: str) -> surface_ports.FileFacts:
        """As the programs on the display see it."""

    @property
    def files(self) -> PlainFiles | None:
        """Those that are deleted with it; None where they are not."""
        return None

    @property
    def sandbox(self) -> surface_ports.Sandbox | None:
        """What keeps the programs on it from what is the operator's; None where they are theirs."""
        return None

    async def mark_start(self) -> None:
        """What a reset goes back to is what is there now."""
        return

    async def reset(self) -> tuple[Launch, ...]:
        """End what was spawned, put the files back. Raises ``ActionImpossible``."""
        why = "Only the practice desktop can be set back to its start."
        raise errors.ActionImpossible(why, "Use --surface practice.")

    async def wait_gone(self) -> str:
        """Wait until a part of it that is needed is gone, such as "session bus"; or "closed"."""


class DesktopSurface(NamedSurface):
    """Implements the ``ExplorableSurface`` port over a display host. The windows of ``own``
    processes are neither seen nor touched. ``eyes`` and ``hands``, and what the host tells of
    itself, are there once it is started."""

    environment: Mapping[str, str]
    places: Mapping[str, str]
    files: PlainFiles | None
    eyes: DesktopEyes
    hands: DesktopHands
    _catalogue: ApplicationCatalogue

    def __init__(
        self,
        name: str,
        host: DisplayHost,
        *,
        catalogue_for: Callable[[DisplayHost], ApplicationCatalogue],
        secrets: ports.SecretSource,
        is_practice: bool,
        own: OwnProcesses = NOBODY,
    ) -> None:
        super().__init__(name, is_practice=is_practice)
        self._own = own
        self._host = host
        self.can_reset, self.file_facts = host.can_reset, host.file_facts
        self._catalogue_for = catalogue_for
        self._secrets = secrets
        self._windows_at_start = 0
        self._others = OtherProcesses()
        self._untold = HostNews()
        self._launched = 0

    async def start(self) -> None:
        """Raises ``SurfaceUnavailable`` or ``AccessibilityUnavailable`` with what to do."""
        host = self._host
        self._ending.push_async_callback(host.close)
        await host.start()
        self.environment, self.places = host.environment, host.places
        self.sandbox, self.files = host.sandbox, host.files
        self._catalogue = self._catalogue_for(host)
        self.eyes = DesktopEyes(
            host.environment,
            own=self._own,
            elsewhere=host.elsewhere,
            is_far=host.is_far,
            on_lost=self._lose,
            on_resized=self._tell_resized,
        )
        self._ending.push_async_callback(self.eyes.close)
        self.hands = self._new_hands()
        self._ending.push_async_callback(lambda: self.hands.close())
        watch = asyncio.ensure_future(self._watch_host())
        self._ending.callback(watch.cancel)
        results = await asyncio.gather(
            self.eyes.start(), self.hands.start(), return_exceptions=True
        )
        for problem in results:
            if isinstance(problem, BaseException):
                raise problem

    async def renew_hands(self) -> None:
        await self.hands.close()
        self.hands = self._new_hands()
        await self.hands.start()

    async def give_keyboard_back(self) -> None:
        """From a window of Pilothouse's own to the one that was last seen to have it."""
        await self.hands.give_keyboard_to(self.eyes.front_window_id)

    async def stop_hands(self) -> tuple[tuple[str, ...], float]:
        return await self.hands.stop()

    async def vitals(self) -> Vitals:
        news, (silent, shown) = await asyncio.gather(self._news(), self.eyes.applications_fare())
        self._untold = HostNews()
        launched = {one.process_id for one in news.ended} | set(news.running)
        living = await self._host.living(self._others.asked_about(shown))
        vanished = self._others.vanished(shown, launched, living)
        return Vitals((*news.ended, *vanished), silent, console_lines_of(news.said))

    async def failed_launch(self) -> str:
        """As ``Surface`` has it, uncut. Who ends well may have handed over to one that runs."""
        news = await self._news()
        codes = [one.exit_code for one in news.ended if one.process_id == self._launched]
        if not any(codes):
            return ""
        said = [one.line for one in news.said if one.process_id == self._launched][-_LAST_LINES:]
        words = f": “{' '.join(said)}”" if said else ""
        return f"the program ended at once with exit code {codes[0]}{words}"

    async def _news(self) -> HostNews:
        """What `vitals` has not told yet."""
        self._untold = self._untold.followed_by(await self._host.news())
        return self._untold

    async def mark_start(self) -> None:
        self._windows_at_start = await self._window_count()
        await self._host.mark_start()

    async def reset(self) -> None:
        """What was started is waited for until its windows are there, within a bound. Raises
        ``HandsStopped`` where the operator stops it: nothing more is started then."""
        launches = await self._host.reset()
        self._others = OtherProcesses()
        self._untold = HostNews()
        for launch in launches:
            self._check_going_on()
            cwd = Path(launch.cwd) if launch.cwd else None
            await self._host.spawn(launch.argv, cwd=cwd, name=launch.name)
        late = f"What ran at the start did not come back within {_WINDOWS_SECS:.0f} s."
        with errors.ActionImpossible.instead_of(TimeoutError, late):
            async with asyncio.timeout(_WINDOWS_SECS):
                while await self._window_count() < self._windows_at_start:
                    self._check_going_on()
                    await asyncio.sleep(_WINDOW_POLL_SECS)

    def _check_going_on(self) -> None:
        if self.hands.is_stopped:
            raise errors.HandsStopped("The operator pressed STOP.")

    async def _window_count(self) -> int:
        return sum(not each.is_popup for each in (await self.eyes.read_tree()).windows)

    async def applications(self) -> tuple[plans.Application, ...]:
        if self._host.elsewhere:
            return ()
        return await asyncio.to_thread(self._catalogue.applications)

    def _new_hands(self) -> DesktopHands:
        return DesktopHands(
            self._host.environment,
            launch=self._launch,
            secrets=self._secrets,
            lease=self.lease,
            own=self._own,
            on_lost=self._lose,
        )

    async def _watch_host(self) -> None:
        gone = await self._host.wait_gone()
        if gone != "closed":
            self._lose(f"The desktop lost its {gone}.")

    async def _launch(self, name: str) -> None:
        if where := self._host.elsewhere:
            refused = f"“{name}” can't be started by its name on {where}."
            raise errors.ActionImpossible(refused, "Open it from a menu there.")
        entry = await asyncio.to_thread(self._catalogue.find, name)
        name = entry.application.name
        self._launched = await self._host.spawn(entry.argv, cwd=entry.cwd, name=name)
