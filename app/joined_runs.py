"""The runs of other programs on this machine, as the console joins them.

Each is followed from its announcement on, so that what it asks is known; its picture is asked for
while it is in front, and a small one while its tile is in sight. That this console goes changes
nothing of them."""

import asyncio
import base64
import contextlib
import resource
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QTimer

from app import joining
from app.joining import Decide, NotTaken, RunAnnounced, Said, Steer, Told
from app.past_sessions import ShownRun, decoded
from engine.domain.approvals import ApprovalRequest, OperatorAnswer
from engine.domain.terminals import Outcome, Terminal
from engine.processes.tasks import OwnedTasks
from engine.record.store import SessionStore
from widgets.window.main_window import MainWindow
from widgets.window.run_tabs import RunRow, WaitingNotice

_TELL_EVERY_MS, _TELL_AGAIN_MS = 100, 5_000
_ENDED_KEPT = 50
_ENDS_WITHIN_SECS = 5.0
_MOST_FILES = 8_192
_GONE = "its process has gone without a word. What it did until then is recorded."


class JoinedRun(ShownRun):
    """One of them; ``name`` is its session's id."""

    process_id: int
    say: Callable[[Said], None]

    def __init__(self, name: str, window: MainWindow, tasks: OwnedTasks) -> None:
        super().__init__(window, is_in_front=False)
        self._tasks = tasks
        self._told: joining.PictureTold | None = None
        self.name = name
        self.title = ""

    def join(self, link: joining.Link) -> None:
        """At first, and where it goes on."""
        self.process_id, self.say = link.process_id, link.say
        self.state = replace(self.state, outcome=None)

    @property
    def words(self) -> str:
        return f"“{self.title}”" if self.title else f"process {self.process_id} (another version)"

    def hear(self, message: Told) -> None:
        match message:
            case RunAnnounced():
                self.title = message.title
            case joining.EventTold(recorded=recorded) if recorded.seq > len(self._events):
                self.take(recorded)  # it goes on: what was before is known
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
            if image is not None and told.is_small:
                self._window.wall.show_picture(image, self.name)
            elif image is not None:
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
        self,
        window: MainWindow,
        own: ShownRun,
        store: SessionStore,
        tasks: OwnedTasks,
        say_own: Callable[[Decide], object],
    ) -> None:
        self._window, self._own, self._store, self._tasks = window, own, store, tasks
        self._say_own = say_own
        self._followed: set[Path] = set()
        self._runs: dict[str, JoinedRun] = {}
        self._waiting: set[tuple[str, str]] = set()
        self._in_sight: frozenset[str] = frozenset()
        self._zones_hash = ""
        self._joining = self._stops = 0
        self.front: JoinedRun | None = None
        self._notice = WaitingNotice(window)
        self._watcher = QFileSystemWatcher(window)
        self._watcher.directoryChanged.connect(self._look_round)
        self._soon = QTimer(window, singleShot=True, interval=_TELL_EVERY_MS)
        self._soon.timeout.connect(self._tell)
        self._often = QTimer(window, interval=_TELL_AGAIN_MS)  # for those of whom nothing is heard
        self._often.timeout.connect(self._tell_soon)
        window.views.runs.chosen.connect(self.put_in_front)
        window.glanced.connect(self._glance)
        window.decided_together.connect(self._decide_together)
        own.on_changed = self._tell_soon

    @property
    def shown(self) -> ShownRun:
        return self.front or self._own

    def stop_all(self) -> bool:
        """Whether one of them had not ended, be it still coming up or of another version; those
        that go on for all that are named. One that is being joined is told once it is."""
        self._stops += 1
        for run in self._not_ended:
            run.say(Steer("stop"))
        if self._not_ended:
            self._tasks.spawn(self._tell_not_stopped())
        return bool(self._joining or self._not_ended)

    @property
    def _not_ended(self) -> list[JoinedRun]:
        return [run for run in self._runs.values() if run.state.outcome is None]

    async def _tell_not_stopped(self) -> None:
        told = self._not_ended
        await asyncio.sleep(_ENDS_WITHIN_SECS)
        if names := [each.words for each in told if each in self._not_ended]:
            words = f"Told to stop, and not known to have ended: {', '.join(names)}."
            self._window.show_message("Not stopped yet", words, tone="bad")
            self._notice.tell(words)

    async def open(self) -> None:
        """Join what is under way, and from now on what begins. Raises ``SurfaceUnavailable``."""
        folder = str(joining.runs_folder())
        least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        enough = max(least, min(most, _MOST_FILES))
        resource.setrlimit(resource.RLIMIT_NOFILE, (enough, most))  # each run has a socket
        self._often.start()
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
            left.say(Steer("glance" if left.name in self._in_sight else "look_away"))
            self._forget_ended()
        self._tell()

    def _decide_together(
        self, asked: Mapping[str, tuple[ApprovalRequest, float]], answer: OperatorAnswer
    ) -> None:
        """Each for itself: what a run asks is answered upon what was shown of it."""
        others = len(asked) - 1
        for name, (request, seen_secs) in asked.items():
            said = Decide(request.request_id, answer, request.digest, others, seen_secs)
            if not name:
                self._say_own(said)
            elif (run := self._runs.get(name)) is not None:
                run.say(said)

    def _glance(self, in_sight: frozenset[str]) -> None:
        for name in in_sight ^ self._in_sight:
            run = self._runs.get(name)
            if run is not None and run is self.front:
                run.say(Steer("watch"))  # once more: its tile is empty until something moves
            elif run is not None:
                run.say(Steer("glance" if name in in_sight else "look_away"))
        self._in_sight = in_sight

    def _look_round(self, folder: str) -> None:
        known, self._followed = self._followed, {*Path(folder).glob("[!.]*")}
        for path in self._followed - known:  # also one that was gone, and goes on
            self._tasks.spawn(self._follow(path))

    async def _follow(self, path: Path) -> None:
        """From its announcement to its end; one that goes on is the same run."""
        stops = self._stops
        self._joining += 1
        try:
            link = await joining.join(path)
        except OSError:
            return  # it has ended just now
        finally:
            self._joining -= 1
        run = self._runs.get(path.name) or JoinedRun(path.name, self._window, self._tasks)
        self._runs[path.name] = run
        run.join(link)
        run.on_changed = self._tell_soon
        if stops != self._stops:
            run.say(Steer("stop"))
        if run is self.front:
            run.say(Steer("watch"))
        elif run.name in self._in_sight:
            run.say(Steer("glance"))
        with contextlib.closing(link):
            try:
                async for message in link.told():
                    run.hear(message)
                self._followed.discard(path)  # one that was killed leaves it there
            except ValueError:
                words = "It speaks another version of the protocol. Use one Pilothouse for both."
                words += " STOP all reaches it."
                self._window.show_message("A run on this machine can’t be joined", words)
                await link.until_gone()
        if not run.title:
            del self._runs[run.name]
        run.hang_up()
        self._forget_ended()
        self._tell_soon()

    def _forget_ended(self) -> None:
        """But for the last ones, and what is shown, which stays until something else is."""
        ended = [run for run in self._runs.values() if run.state.outcome is not None]
        for run in ended[:-_ENDED_KEPT]:
            if run is not self.front:
                del self._runs[run.name]
                self._window.forget_live_picture(run.name)

    def _tell_soon(self) -> None:
        """Once for all that changes meanwhile."""
        if not self._soon.isActive():
            self._soon.start()

    def _tell(self) -> None:
        """A tenth of the time at most, however many there are."""
        began_secs = time.monotonic()
        self._tell_now()
        took_ms = (time.monotonic() - began_secs) * 1000
        self._soon.setInterval(max(_TELL_EVERY_MS, min(_TELL_AGAIN_MS, int(9 * took_ms))))

    def _tell_now(self) -> None:
        rows = [_run_row("", "This console", self._own)]
        rows += [_run_row(name, run.title, run) for name, run in self._runs.items() if run.title]
        self._window.show_runs(rows)
        is_strip = self._window.strip_mode.is_on  # which says itself what its own run asks
        for row in rows:
            is_new = row.waits and (row.session_id, row.waits) not in self._waiting
            if is_new and (row.session_id or not is_strip):
                self._notice.tell(f"{row.title}: {row.waits}")
        self._waiting = {(row.session_id, row.waits) for row in rows}
        if self.front is not None and self.shown.state.zones_hash != self._zones_hash:
            self._zones_hash = self.shown.state.zones_hash
            self._tasks.spawn(self._show_zones(self.front.name, self._zones_hash))

    async def _show_zones(self, name: str, zones_hash: str) -> None:
        """What the run saw last."""
        zones = await self._store.blobs.zones(zones_hash)
        if zones is not None and zones_hash == self._zones_hash:
            in_sight = tuple(zone for zone in zones if zone.on_screen)
            self._window.show_zones(in_sight, source=name)


def _run_row(name: str, title: str, shown: ShownRun) -> RunRow:
    pending = shown.state.pending
    risk = pending.risk.risk_class if pending is not None else None
    return RunRow(name, title, shown.waits, risk, shown.waits_since_secs, shown.state)
