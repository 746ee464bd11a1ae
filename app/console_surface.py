"""The surface that the console works on: brought up, shown live, given new hands, closed.

At most one is up. Its pictures and zones go to the window by themselves; that it was lost or
changed its size is told through ``on_lost`` and ``on_resized``."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from app.choices import is_browser
from app.home_files import HomeFiles, check_given
from app.live_picture import LiveLag, LivePicture
from app.live_surface import LiveSurface
from app.secrets import Secrets
from app.settings.tables import Settings
from app.wiring import build_perceiver, build_surface
from engine.domain import errors, events, performing, plans, spaces
from engine.language.sentences.run import steering_told
from engine.perception.perceiver import SurfacePerceiver
from engine.processes.tasks import OwnedTasks
from widgets.window.main_window import MainWindow


class ConsoleSurface:
    def __init__(self, window: MainWindow, settings: Settings, tasks: OwnedTasks) -> None:
        self._window = window
        self._settings = settings
        self._tasks = tasks
        self._secrets = Secrets()
        self._surface: LiveSurface | None = None
        self._perceiver: SurfacePerceiver | None = None
        self._live_picture: LivePicture | None = None
        self._lag = LiveLag(on_lag=lambda lag: None)
        self._live: list[asyncio.Task[Any]] = []
        self.files: HomeFiles | None = None
        """While a practice desktop is up; what is made there goes with it."""
        self.on_lost: Callable[[str], None] = lambda message: None
        self.on_resized: Callable[[int, int], None] = lambda width_px, height_px: None
        self.on_given: Callable[[performing.FileGiven], None] = lambda given: None
        choices = window.goal_bar.choices
        choices.changed.connect(lambda: self._show_chosen(choices.surface.currentData()))

    async def use(self, name: str, session_id: str = "") -> tuple[LiveSurface, SurfacePerceiver]:
        """The surface of that name, started, with fresh hands. Raises ``KnownError``. A browser is
        started anew for each session: it begins at its address, and keeps what it downloads with
        the session. It has no window of its own, since it is shown here."""
        if self._surface is not None and self._perceiver is not None and self.stays(name):
            await self._surface.renew_hands()
            if self.files is not None:
                await asyncio.to_thread(self.files.begin_run)
            return self._surface, self._perceiver
        self.leave_for(name)
        await self.close()
        surface = build_surface(name, self._settings, self._secrets, session_id=session_id)
        surface.on_lost = self._tell_lost
        surface.on_resized = lambda width_px, height_px: self.on_resized(width_px, height_px)
        try:
            await surface.start()
            if name == "practice":
                self.files = await asyncio.to_thread(HomeFiles, surface.places, ())
        except BaseException:
            await surface.close()
            raise
        self._surface = surface
        self._perceiver = build_perceiver(surface, self._secrets, self._settings)
        self._perceiver.on_look = self._show_situation
        self._show_live(surface, self._perceiver)
        return surface, self._perceiver

    def stays(self, name: str) -> bool:
        """Whether the surface of that name is up already, and is not begun anew."""
        is_up = self._surface is not None and self._surface.name == name
        return is_up and not is_browser(name)

    def leave_for(self, name: str) -> None:
        """Another surface is coming, unless it is this one: the picture of this is not live any
        more, however long the other takes."""
        if not self.stays(name):
            self._window.forget_live_picture()

    def take_settings(self, settings: Settings) -> None:
        """What is masked counts from the next look on, the rest for the next surface."""
        self._settings = settings
        if self._perceiver is not None:
            self._perceiver.use_rules(settings.masking.to_rules())

    async def take_files(self, files: Sequence[Path]) -> None:
        """Put copies of them into the practice folder, and tell. Raises ``KnownError`` where there
        is none, or one can't be put there."""
        check_given(files, "practice" if self.files is not None else "")
        given = await asyncio.to_thread(self.files.put, files) if self.files is not None else []
        words = "; ".join(steering_told(each).summary for each in given)
        self._window.show_message("A copy came in", f"{words}.", tone="good")
        for each in given:
            self.on_given(each)

    async def close(self) -> None:
        for task in self._live:
            task.cancel()
        await asyncio.gather(*self._live, return_exceptions=True)
        self._live = []
        perceiver, self._perceiver = self._perceiver, None
        if perceiver is not None:
            await perceiver.close()
        surface, self._surface, self.files = self._surface, None, None
        if surface is not None:
            await surface.close()

    async def give_keyboard_back(self) -> None:
        """Where the console has the keyboard of the agent's screen: back to where it was."""
        if self._surface is not None:
            # the hands will tell, when they are to press keys
            with contextlib.suppress(errors.KnownError):
                await self._surface.give_keyboard_back()

    def take(self, recorded: events.Recorded) -> None:
        """Cover beforehand where a secret is about to be typed."""
        if self._live_picture is not None:
            self._live_picture.take(recorded)

    def _show_live(self, surface: LiveSurface, perceiver: SurfacePerceiver) -> None:
        self._window.show_lag(spaces.SightLag())
        self._lag = LiveLag(on_lag=self._window.show_lag)
        live = LivePicture(
            surface.eyes,
            perceiver,
            show_frame=self._window.show_frame,
            on_shown=self._lag.take_frame,
        )
        self._live_picture = live
        endless = (live.show_frames(), live.keep_looking(), self._lag.follow(surface.eyes))
        self._live = [self._tasks.spawn(each) for each in endless]
        self._show_chosen(surface.name)
        if surface.sandbox is not None:
            self._window.goal_bar.choices.tell_of(surface.name, surface.sandbox.advice)

    def _show_chosen(self, name: str) -> None:
        """The picture is that of the surface that is up, if that is the one that is chosen."""
        if (up := self._surface) is not None:
            is_up = up.name.partition(":")[0] == name.partition(":")[0]
            live = f"Live, {up.sandbox.short}" if up.sandbox else "Live"
            words = live if is_up else "Nothing is there yet"
            self._window.show_live_state(words, is_trouble=not is_up)

    def _show_situation(self, situation: plans.Situation) -> None:
        self._lag.take_look(situation.frame)
        self._window.show_zones(situation.zones_in_sight, situation.windows)
        if self._live_picture is not None:
            self._live_picture.take(situation)

    def _tell_lost(self, message: str) -> None:
        self._window.show_live_state(message, is_trouble=True)
        self.on_lost(message)
        self._tasks.spawn(self.close())
