"""The runs of other programs on this machine, as the console joins them.

Each is followed from its announcement on, so that what it asks is known; its picture is asked for
only while it is in front. That this console goes changes nothing of them.
"""

import asyncio
import base64
import contextlib
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher

from app import joining
from app.joining import NotTaken, RunAnnounced, Steer, Told
from app.past_sessions import decoded
from app.shown_run import ShownRun
from engine.domain.terminals import Outcome, Terminal
from engine.processes.tasks import OwnedTasks
from engine.record.store import SessionStore
from widgets.kit.intents import RunRow
from widgets.window.main_window import MainWindow
from widgets.window.run_tabs import WaitingNotice

_GONE = "its process has gone without a word. What it did until then is recorded."


class JoinedRun(ShownRun):
    """One of them; ``name`` is its session's id."""

    def __init__(
        self, name: str, window: MainWindow, link: joining.Link, tasks: OwnedTasks
    ) -> None:
        super().__init__(window, is_in_front=False)
        self._tasks = tasks
        self._told: joining.PictureTold | None = None
        self.name = name
        self.title = ""
        self.say = link.say

    def hear(self, message: Told) -> None:
        match message:
            case RunAnnounced():
                self.title = message.title
            case joining.EventTold(recorded=recorded):
                self.take(recorded)
            case joining.PictureTold():
                is_idle, self._told = self._told is None, message
                if is_idle:
                    self._tasks.spawn(self._show_pictures())
            case NotTaken(why=why):
                self._window.show_message("That came to nothing", why)

    async def _show_pictures(self) -> None:
        """The newest: what else is told does not wait for pictures, and none piles up."""
        while (told := self._told) is not None:
            image = await asyncio.to_thread(decoded, base64.b64decode(told.jpeg))
            self._window.show_live_state("Live, from its own process", self.name)
            self._window.show_frame(image, told.age_ms, self.name)
            self._told = None if self._told is told else self._told

    def hang_up(self) -> None:
        """It has told its end; or it is told that it told none."""
        if self.title and self.state.outcome is None:
            message = f"{self.title}: {_GONE}"
            self.end(Outcome(Terminal.FAILED, "process_gone", message))
        self._window.show_live_state("The run is over", self.name, is_trouble=True)


class RunsHere:
    """``front`` is the one that is shown; None where it is the console's ``own``."""

    def __init__(
        self, window: MainWindow, own: ShownRun, store: SessionStore, tasks: OwnedTasks
    ) -> None:
        self._window, self._own, self._store, self._tasks = window, own, store, tasks
        self._followed: set[Path] = set()
        self._runs: dict[str, JoinedRun] = {}
        self._waiting: set[str] = set()
        self._zones_hash = ""
        self.front: JoinedRun | None = None
        self._notice = WaitingNotice(window)
        self._watcher = QFileSystemWatcher(window)
        self._watcher.directoryChanged.connect(self._look_round)
        window.run_chosen.connect(self.put_in_front)
        own.on_changed = self._tell

    @property
    def shown(self) -> ShownRun:
        return self.front or self._own

    def stop_all(self) -> bool:
        """Whether one of them was under way."""
        for run in self._runs.values():
            run.say(Steer("stop"))
        return any(run.state.is_running for run in self._runs.values())

    async def open(self) -> None:
        """Join what is under way, and from now on what begins. Raises ``SurfaceUnavailable``."""
        folder = str(joining.runs_folder())
        self._watcher.addPath(folder)
        self._look_round(folder)

    def put_in_front(self, name: str = "") -> None:
        """Show that run, or the console's own; it alone tells its picture."""
        chosen, left = self._runs.get(name), self.front
        if chosen is left:
            return
        self.shown.put_in_front(False)
        self.front, self._zones_hash = chosen, ""
        self._window.put_in_front(name if chosen is not None else "")
        self.shown.put_in_front(True)
        if chosen is not None:
            chosen.say(Steer("watch"))
        if left is not None:
            left.say(Steer("look_away"))
            self._forget_if_over(left)
        self._tell()

    # -- who is there ------------------------------------------------------------------------

    def _look_round(self, folder: str) -> None:
        known, self._followed = self._followed, {*Path(folder).glob("[!.]*")}
        for path in self._followed - known:  # also one that was gone, and goes on
            self._tasks.spawn(self._follow(path))

    async def _follow(self, path: Path) -> None:
        """From its announcement to its end."""
        try:
            link = await joining.join(path)
        except OSError:
            return  # it has ended just now
        run = JoinedRun(path.name, self._window, link, self._tasks)
        run.on_changed = self._tell
        with contextlib.closing(link):
            try:
                async for message in link.told():
                    run.hear(message)
                    self._runs[run.name] = run
            except ValueError:
                words = "It speaks another version of the protocol. Use one Pilothouse for both."
                self._window.show_message("A run on this machine can’t be joined", words)
        run.hang_up()
        self._forget_if_over(run)
        self._tell()

    def _forget_if_over(self, run: JoinedRun) -> None:
        """What is shown stays, until something else is."""
        if run is not self.front and run.state.outcome is not None:
            self._runs.pop(run.name, None)
            self._window.forget_live_picture(run.name)

    # -- what they tell ----------------------------------------------------------------------

    def _tell(self) -> None:
        rows = [_row("", "This console", self._own)]
        rows += [_row(name, run.title, run) for name, run in self._runs.items()]
        self._window.show_runs(rows)
        for row in rows:
            if row.waits and row.waits not in self._waiting:
                self._notice.tell(f"{row.title}: {row.waits}")
        self._waiting = {row.waits for row in rows}
        if self.front is not None and self.shown.state.zones_hash != self._zones_hash:
            self._zones_hash = self.shown.state.zones_hash
            self._tasks.spawn(self._show_zones(self.front.name, self._zones_hash))

    async def _show_zones(self, name: str, zones_hash: str) -> None:
        """What the run saw last."""
        zones = await self._store.blobs.zones(zones_hash)
        if zones is not None and zones_hash == self._zones_hash:
            in_sight = tuple(zone for zone in zones if zone.on_screen)
            self._window.show_zones(in_sight, source=name)


def _row(name: str, title: str, shown: ShownRun) -> RunRow:
    pending, question = shown.state.pending, shown.state.question
    if pending is not None:
        waits, risk = pending.step.description, pending.risk.risk_class
        return RunRow(name, title, waits, risk, shown.waits_since_secs)
    waits = question.question if question is not None else ""
    return RunRow(name, title, waits, None, shown.waits_since_secs)
