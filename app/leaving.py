"""Asked before it is lost: a run that closing would end, and what programs made on a practice
desktop, which goes with it. What a run made there is told at its end.

A banner asks: the run and the operator's hands go on meanwhile.
"""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from app.console_surface import ConsoleSurface
from app.home_files import HomeFiles, told_files
from app.past_sessions import open_folder
from app.shown_run import ShownRun
from engine.domain.errors import KnownError
from engine.language.sentences.figures import count_words
from engine.processes.tasks import OwnedTasks
from widgets.kit.pages import Offer
from widgets.kit.parts import choose_path
from widgets.window.main_window import MainWindow

_MOST_NAMED = 10
_TIP = "Nothing of it is kept"


class Leaving:
    """``run`` is the console's own, and ``is_busy`` while it comes up or goes on."""

    def __init__(
        self,
        window: MainWindow,
        surface: ConsoleSurface,
        run: ShownRun,
        is_busy: Callable[[], bool],
        tasks: OwnedTasks,
    ) -> None:
        self._window, self._surface, self._run = window, surface, run
        self._is_busy, self._tasks = is_busy, tasks
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
        files = self._surface.files
        made = told_files(*await asyncio.to_thread(files.made)) if files else []
        lost = [f"On the practice desktop, and deleted with it: {_named(made)}."] if made else []
        if words or lost:
            if self._window.strip_mode.is_on:
                self._window.strip_mode.toggle()
            text = " ".join([*words, *lost])
            banner = self._window.views.message
            banner.show_banner(title, text, tone="warn", offers=[offer])
            if files is not None and made:
                self._show(title, text, files, offer, tone="warn")
            banner.setFocus()
        return bool(words or lost)

    async def tell_made(self) -> None:
        """What the run that has just ended made on the practice desktop, while that is up."""
        if (files := self._surface.files) is not None:
            sizes, left_out = await asyncio.to_thread(files.made, by_run=True)
            count = count_words(len(sizes) + left_out, "file")
            text = f"{_named(told_files(sizes, left_out))}. On the practice desktop alone so far."
            if sizes or left_out:
                self._show(f"{count} made or changed", text, files, by_run=True)

    def _show(
        self,
        title: str,
        text: str,
        files: HomeFiles,
        *first: Offer,
        by_run: bool = False,
        tone: str = "good",
    ) -> None:
        """Programs wrote the files: they are looked at in their folder, and none is opened."""

        async def copy(folder: str) -> None:
            target = Path(folder) / f"practice desktop {datetime.now():%Y-%m-%d %H.%M.%S}"
            try:
                made, left_out = await asyncio.to_thread(files.made, target, by_run=by_run)
                left = f" Too large or unreadable: {left_out:,}." if left_out else ""
                told = f"Copied: {count_words(len(made), 'file')}, to {target}.{left}"
            except KnownError as error:
                told = str(error)
            self._show(title, told, files, *first, by_run=by_run, tone=tone)

        def save() -> None:
            taken = lambda folder: self._tasks.spawn(copy(folder))  # noqa: E731
            choose_path(self._window, "Save copies in", taken)

        home, tip = files.home, "In a new folder: nothing is replaced"
        look = Offer("Open folder", f"Open {home}", lambda: open_folder(home), stays=True)
        offers = [*first, look, Offer("Save copies…", tip, save, stays=True)]
        self._window.views.message.show_banner(title, text, tone=tone, offers=offers)


def _named(told: Sequence[str]) -> str:
    more = [f"and {len(told) - _MOST_NAMED:,} more"] if len(told) > _MOST_NAMED else []
    return "; ".join([*told[:_MOST_NAMED], *more])
