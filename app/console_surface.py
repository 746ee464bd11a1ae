"""The surface that the console works on: brought up, shown live, given new hands, closed;
and what is asked before it is lost: a run that closing would end, and what programs made on a
practice desktop, which goes with it.

At most one is up. Its pictures and zones go to the window by themselves; that it was lost or
changed its size is told through ``on_lost`` and ``on_resized``. What a run made is kept with its
record, and told at its end. A banner asks: the run and the operator's hands go on meanwhile."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from app import home_files, live_picture, live_surface, past_sessions, secrets, wiring
from app.choices import is_browser
from app.settings.tables import Settings
from engine.domain import errors, events, performing, plans, spaces
from engine.language.sentences.figures import count_words
from engine.language.sentences.run import files_words, steering_told
from engine.perception.perceiver import SurfacePerceiver
from engine.processes.tasks import OwnedTasks
from engine.record.source import Stored, export_made, kept_data
from engine.record.views.run_state import RunState
from widgets.kit.actions import bring_up
from widgets.kit.pages import Offer
from widgets.kit.parts import choose_path
from widgets.window.main_window import MainWindow


class ConsoleSurface:
    def __init__(self, window: MainWindow, settings: Settings, tasks: OwnedTasks) -> None:
        self._window = window
        self._settings = settings
        self._tasks = tasks
        self._secrets = secrets.Secrets()
        self._surface: live_surface.LiveSurface | None = None
        self._perceiver: SurfacePerceiver | None = None
        self._live_picture: live_picture.LivePicture | None = None
        self._lag = live_picture.LiveLag(on_lag=lambda lag: None)
        self._live: list[asyncio.Task[Any]] = []
        self.files: home_files.HomeFiles | None = None
        """While a practice desktop is up; what is made there goes with it."""
        self.on_lost: Callable[[str], None] = lambda message: None
        self.on_resized: Callable[[int, int], None] = lambda width_px, height_px: None
        self.on_given: Callable[[performing.FileGiven], None] = lambda given: None
        choices = window.goal_bar.choices
        choices.changed.connect(lambda: self._show_chosen(choices.surface.currentData()))

    async def use(
        self, name: str, session_id: str = ""
    ) -> tuple[live_surface.LiveSurface, SurfacePerceiver]:
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
        surface = wiring.build_surface(name, self._settings, self._secrets, session_id=session_id)
        surface.on_lost = self._tell_lost
        surface.on_resized = lambda width_px, height_px: self.on_resized(width_px, height_px)
        try:
            await surface.start()
            self.files = await home_files.files_of(surface)
        except BaseException:
            await surface.close()
            raise
        self._surface = surface
        self._perceiver = wiring.build_perceiver(surface, self._secrets, self._settings)
        self._perceiver.on_look = self._show_situation
        self._show_live(surface, self._perceiver)
        return surface, self._perceiver

    def stays(self, name: str) -> bool:
        """Whether the surface of that name is up already, and is not begun anew."""
        is_up = self._surface is not None and self._surface.name == name
        return is_up and not is_browser(name)

    def leave_for(self, name: str) -> None:
        """Another surface is coming: the picture of this one is not live any more."""
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
        home_files.check_given(files, "practice" if self.files is not None else "")
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

    def _show_live(self, surface: live_surface.LiveSurface, perceiver: SurfacePerceiver) -> None:
        self._window.show_lag(spaces.SightLag())
        self._lag = live_picture.LiveLag(on_lag=self._window.show_lag)
        live = live_picture.LivePicture(
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


_MOST_NAMED = 3
_TIP = "Nothing of it is kept"


class Leaving:
    """``run`` is the console's own, and ``is_busy`` while it comes up or goes on."""

    def __init__(
        self,
        window: MainWindow,
        surface: ConsoleSurface,
        run: past_sessions.ShownRun,
        past: past_sessions.PastSessions,
        is_busy: Callable[[], bool],
        tasks: OwnedTasks,
    ) -> None:
        self._window, self._surface, self._run = window, surface, run
        self._is_busy, self._tasks, self._past, self._asked = is_busy, tasks, past, ""
        window.may_close = self._may_close

    def _may_close(self) -> bool:
        """At once where there is nothing to look for; else the window closes after the answer."""
        is_free = not (self._is_busy() or self._surface.files)
        if not is_free:
            self._tasks.spawn(self._close())
        return is_free

    async def _close(self) -> None:
        words = ["A run is under way, and is stopped."] if self._is_busy() else []
        words += [f"It waits for you: “{self._run.waits}”."] if self._run.waits else []
        do = "Stop and close" if words else "Close"
        if not await self.asks("Close Pilothouse?", Offer(do, _TIP, self._close_now), *words):
            self._close_now()

    def _close_now(self) -> None:
        self._window.may_close = lambda: True
        self._window.close()

    async def reset(self, bring_up: Callable[[], object]) -> None:
        """The practice desktop, after asking."""
        if self._surface.files is None:
            self._window.show_message("No practice desktop is up", "It comes with a run there.")
        else:
            words = "Its programs are ended, and a new one comes up with an empty home."
            await self.asks("Reset the practice desktop?", Offer("Reset", _TIP, bring_up), words)

    async def asks(self, title: str, offer: Offer, *words: str) -> bool:
        """Whether something would be lost, by ``words`` and files; ``offer`` lets it go."""
        files, banner = self._surface.files, self._window.views.message
        made = performing.FilesMade()
        with contextlib.suppress(errors.RecordUnavailable):  # the line to them broke: they are gone
            made = await asyncio.to_thread(files.made) if files else made
        where, named = "on the practice desktop, deleted with it", files_words(made, _MOST_NAMED)
        lost = [f"{count_words(made.count, 'file')} {where}: {named}."] if made.count else []
        if words or lost:
            if self._window.strip_mode.is_on:
                self._window.strip_mode.toggle()
            self._asked, text = title, " ".join([*words, *lost])
            show = partial(banner.show_banner, title, tone="warn")
            if files is not None and made.count:
                name = f"practice desktop {datetime.now():%Y-%m-%d %H.%M.%S}"
                copy = lambda place: asyncio.to_thread(files.made, place / name)  # noqa: E731
                self._show(show, text, files.home, copy, offer)
            else:
                show(text, offers=[offer])
            bring_up(self._window)
            banner.setFocus()
        return bool(words or lost)

    async def open_past(self, session_id: str) -> None:
        if (state := await self._past.open(session_id)) is not None:
            await self.tell_made(state)

    async def tell_made(self, state: RunState) -> None:
        """What that run made, which is kept. A question that its end has overtaken goes."""
        banner = self._window.views.message
        if self._asked and banner.accessibleName().startswith(self._asked):
            banner.hide()
        stored = await Stored.of(self._past.store, state.session_id)
        made, folder = state.made, stored.kept_folder
        if made.count and not stored.summary.origin:
            title = f"{count_words(made.count, 'file')} made or changed"
            show = partial(self._window.show_made, state.session_id, title)
            words, copy = files_words(made, _MOST_NAMED), partial(export_made, stored)
            opens = partial(_open_made, stored, made.files[0]) if len(made.files) == 1 else None
            self._show(show, words, folder, copy, opens=opens)

    def _show(
        self, show: Any, text: str, folder: Path | None, copy: Any, *first: Offer, opens: Any = None
    ) -> None:
        """``opens`` opens the only file. How it went stands in the place of the text: of what is
        opened only that it could not be, while that banner stands (an opener may stay on)."""
        offers, views = [*first], self._window.views

        async def tell(work: Awaitable[object], told: str = "") -> None:
            try:
                await work
            except errors.KnownError as error:
                is_there = any(each.has(offers) for each in (views.message, views.past_banner))
                told = str(error) if told or is_there else ""
            if told:
                show(told, offers=offers)

        def offer(words: str, tip: str, work: Callable[[], Awaitable[object]]) -> None:
            def do() -> None:
                show(text, offers=offers)
                self._tasks.spawn(tell(work()))

            offers.append(Offer(words, tip, do, stays=True))

        if opens is not None:
            offer("Open", "With the program that your desktop has for it", opens)
        if folder is not None:
            offer("Open folder", f"Open {folder}", partial(past_sessions.open_path, folder))
        save = lambda place: self._tasks.spawn(tell(copy(Path(place)), f"Copied to {place}."))  # noqa: E731
        choose = partial(choose_path, self._window, "Save copies in", save)
        offers.append(Offer("Save copies…", "In a folder of their own", choose, stays=True))
        show(text, offers=offers)


async def _open_made(stored: Stored, made: performing.FileMade) -> None:
    """Raises ``RecordUnavailable`` also for what is not as it was recorded."""
    await kept_data(stored, made)
    await past_sessions.open_path(stored.kept_folder / made.path)
