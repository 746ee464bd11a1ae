"""Asked before it is lost: a run that closing would end, and what programs made on a practice
desktop, which goes with it. What a run made there is kept with its record, and told at its end.

A banner asks: the run and the operator's hands go on meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from app.console_surface import ConsoleSurface
from app.past_sessions import PastSessions, open_path
from app.shown_run import ShownRun
from engine.domain.errors import KnownError
from engine.domain.performing import FileMade, FilesMade
from engine.language.sentences.figures import count_words
from engine.language.sentences.run import files_words
from engine.processes.tasks import OwnedTasks
from engine.record.source import Stored, export_made, kept_data
from engine.record.views.run_state import RunState
from widgets.kit.actions import bring_up
from widgets.kit.pages import Offer
from widgets.kit.parts import choose_path
from widgets.window.main_window import MainWindow

_MOST_NAMED = 3
_TIP = "Nothing of it is kept"


class Leaving:
    """``run`` is the console's own, and ``is_busy`` while it comes up or goes on."""

    def __init__(
        self,
        window: MainWindow,
        surface: ConsoleSurface,
        run: ShownRun,
        past: PastSessions,
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
        """Whether something would be lost, which these ``words`` and the names of files tell; it
        is let go by taking the ``offer``."""
        files, banner = self._surface.files, self._window.views.message
        made = await asyncio.to_thread(files.made) if files else FilesMade()
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
        self, show: Any, text: str, folder: Path, copy: Any, *first: Offer, opens: Any = None
    ) -> None:
        """``opens`` opens the only file. How it went stands in the place of the text: of what is
        opened only that it could not be, while that banner stands (an opener may stay on)."""
        offers, views = [*first], self._window.views

        async def tell(work: Awaitable[object], told: str = "") -> None:
            try:
                await work
            except KnownError as error:
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
        offer("Open folder", f"Open {folder}", partial(open_path, folder))
        save = lambda place: self._tasks.spawn(tell(copy(Path(place)), f"Copied to {place}."))  # noqa: E731
        choose = partial(choose_path, self._window, "Save copies in", save)
        offers.append(Offer("Save copies…", "In a folder of their own", choose, stays=True))
        show(text, offers=offers)


async def _open_made(stored: Stored, made: FileMade) -> None:
    """Raises ``RecordUnavailable`` also for what is not as it was recorded."""
    await kept_data(stored, made)
    await open_path(stored.kept_folder / made.path)
