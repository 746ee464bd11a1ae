"""Past sessions in the console: it lists, opens, shows the pictures of and exports them; and
what the window shows of a run: its events, folded, at most ten times a second."""

import asyncio
import contextlib
import gc
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QImage

from app.paths import downloads_path, make_folder
from engine.domain.errors import RecordUnavailable
from engine.domain.events import Recorded
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import StepState
from engine.language.sentences.figures import clock_words, money_words
from engine.language.sentences.run import ending_title
from engine.processes.descendants import child_environment
from engine.record.hiding import Hiding
from engine.record.reports.formats import FORMATS, export_as, write_script
from engine.record.sessions import INTERRUPTED, RUNNING, OpenedSession, SessionSummary
from engine.record.source import Stored, opened_picture
from engine.record.store import SessionStore
from engine.record.views.fold import fold
from engine.record.views.run_state import RunState
from engine.record.views.vector import PackedEvents
from widgets.kit.forms import FieldSpec, SessionRow
from widgets.kit.pages import Offer
from widgets.kit.picture_view import WIDTH_PX
from widgets.window.main_window import MainWindow

_HIDE = "&Hide"
EXPORT_FIELDS = (
    FieldSpec(
        "&As",
        kind="one_of",
        name="kind",
        choices=tuple((kind, each.words) for kind, each in FORMATS.items()),
    ),
    FieldSpec("&Steps", "Of a script: 1.2-3.1, or 2 for a segment.", name="steps", example="all"),
    FieldSpec("&Folder", name="folder", hint="It is made where there is none."),
    FieldSpec(_HIDE, kind="tick", name="typed", words="All texts that were typed"),
    FieldSpec(_HIDE, kind="tick", name="pictures", words="All pictures"),
    FieldSpec("Hide &texts", "That a regular expression fits.", "lines", "patterns"),
    FieldSpec("Hide &zones", "Whose label contains this.", "lines", "zones"),
    FieldSpec("Hide &windows", "Pictures of them, by their title.", "lines", "windows"),
)
"""What the dialog asks before a session is exported."""
_NOT_OPENED = (2, 3, 4)
"""What ``xdg-open`` ends with where there is no such file, no program, or it did not open it."""
OPEN_WORDS = {RUNNING: "Running", INTERRUPTED: "Broken off"}


class PastSessions:
    """Feeds the window from the store."""

    def __init__(self, window: MainWindow, store: SessionStore) -> None:
        self._window = window
        self.store = store
        self._record = window.record
        self._opening = object()

    async def list(self) -> None:
        self._window.sessions.show_sessions([_row(each) for each in await self.store.sessions()])

    async def let_go(self, session_ids: tuple[str, ...]) -> None:
        """Delete them for good; one that is shown is left."""
        await self.store.let_go(session_ids, downloads_path)
        if any(map(self._window.shows_past, session_ids)):
            self._window.live_requested.emit()
        await self.list()

    async def tell_broken_off(self) -> None:
        """Where the last session has no end, say so; the window does it once for a session. What a
        deletion that broke off has left goes, where nothing is running."""
        with contextlib.suppress(RecordUnavailable):
            await self.store.let_go((), downloads_path)
        sessions = await self.store.sessions()
        if sessions and sessions[0].ending == INTERRUPTED:
            self._window.show_broken_off(_row(sessions[0]))

    async def open(self, session_id: str) -> RunState | None:
        """Show a past session, which is read part by part, until something else is shown: then
        None. Its pictures and zones are asked for by the window."""
        self._opening = opening = object()
        part, read, live = None, 0, self._window.views.live

        def is_left() -> bool:
            return opening is not self._opening or not self._window.shows_past(session_id)

        async with contextlib.aclosing(self.store.parts(session_id)) as parts:
            async for each in parts:
                if part is None:
                    for _ in self._window.showing_past(_row(each.summary)):
                        await _painted()
                        if is_left():
                            return None
                if is_left():
                    return None
                part, read = each, read + len(each.events)
                self._window.show_events(part.events, part.state)
                gc.freeze()  # else ever more events are looked over again and again
                live.show_state(f"{min(1.0, read / max(1, part.summary.event_count)):.0%} is read")
                await _painted()
        if part is None:
            raise RecordUnavailable(f"There is no session {session_id} any more.")
        if is_left():
            return None
        live.show_state("from the record")
        self._window.views.plan.show_run(part.state, is_live=False)
        await _painted()
        if not is_left():
            self._window.show_run(part.state)
        return part.state

    async def tell(self, reading: Callable[[str], Awaitable[object]], content_hash: str) -> None:
        """A past picture, its zones, a prompt, a reply, what was read from it."""
        self._record.came.emit(content_hash, await reading(content_hash))

    async def picture(self, picture_hash: str, most_width_px: int = 0) -> QImage | None:
        """Decoded, and shrunk, away from the Qt thread."""
        encoded = await self.store.blobs.picture(picture_hash) if picture_hash else None
        return await asyncio.to_thread(decoded, encoded.data, most_width_px) if encoded else None

    async def tell_thumbnail(self, picture_hash: str) -> None:
        if (image := await self.picture(picture_hash, WIDTH_PX)) is not None:
            self._window.thumbnails.take(picture_hash, image)

    async def export(self, session_id: str, values: Mapping[str, Any], opens: Any) -> None:
        """As the fields of ``EXPORT_FIELDS`` say; ``opens`` is to open a folder."""
        folder = _folder(values["folder"])
        make_folder(folder)
        self._window.show_message("Exporting…", f"To {folder}.", tone="text")
        lists = {name: tuple(values[name]) for name in ("patterns", "zones", "windows")}
        hiding = Hiding(**lists, typed=values["typed"], pictures=values["pictures"])
        stored = await Stored.of(self.store, session_id)
        own = {"steps": values["steps"]} if values["kind"] == "script" else {}
        path, shows = await export_as(values["kind"], stored, folder, hiding, **own)
        told = f" It still shows {'; '.join(shows)}." if shows else ""
        offers = [Offer("Open folder", f"Open {folder}", partial(opens, folder))]
        if own:
            again = partial(self._window.put_again, str(path))
            offers.append(Offer("Do it again", "Put it in place; Start walks it", again))
        self._window.show_message("Exported", f"{path}.{told}", tone="good", offers=offers)

    async def save_script(self, session_id: str, finding_number: int, walks: bool) -> None:
        """The path to a finding, as a file for ``pilothouse replay``, or to walk it."""
        opened = await self.store.open_session(session_id)
        if opened is None:
            raise RecordUnavailable(f"There is no session {session_id} any more.")
        findings = opened.state.explored.findings
        finding = next(each for each in findings if each.number == finding_number)
        target = _folder("out") / f"session-{session_id}-findings"
        written = await write_script(opened.state, finding, target)
        self._window.show_message("Saved", f"pilothouse replay {written}", tone="good")
        if walks:
            self._window.put_again(str(written))


async def _painted() -> None:
    """What is shown is painted before more is, or is read, and in a turn of the loop by itself."""
    await asyncio.sleep(0)
    await asyncio.sleep(0)


async def open_path(path: Path) -> None:
    """With the program that the desktop has for it. Raises ``RecordUnavailable`` for none."""
    options: Any = dict.fromkeys(("stdin", "stdout", "stderr"), asyncio.subprocess.DEVNULL)
    options |= {"env": child_environment(on_screen=True), "start_new_session": True}
    try:
        opener = await asyncio.create_subprocess_exec("xdg-open", str(path), **options)
        opened = await opener.wait() not in _NOT_OPENED
    except OSError:
        opened = False
    if not opened:
        raise RecordUnavailable(f"No program opens {path}.", "Save copies, or install one for it.")


def _folder(words: str) -> Path:
    """Raises ``RecordUnavailable`` for the home of somebody unknown."""
    try:
        return Path(words or ".").expanduser().absolute()
    except RuntimeError:
        raise RecordUnavailable(f"Nobody knows whose home “{words}” is.", "Name another.") from None


def _row(summary: SessionSummary) -> SessionRow:
    terminal = Terminal(summary.terminal) if summary.terminal else None
    return SessionRow(
        summary.session_id,
        summary.goal,
        datetime.fromtimestamp(summary.started_at_secs).astimezone(),
        ending_title(terminal, summary.reason) if terminal else OPEN_WORDS[summary.ending],
        terminal,
        summary.message,
        reason=summary.reason,
        can_go_on=summary.can_go_on,
        is_live=summary.is_live,
        facts=(
            clock_words(summary.last_at_secs - summary.started_at_secs),
            "" if summary.steps is None else str(summary.steps),
            *map(str, (summary.surface, summary.mode, summary.findings or "")),
            money_words(summary.cost) if summary.cost else "",
        ),
    )


def decoded(data: bytes, most_width_px: int = 0) -> QImage | None:
    """A picture as recorded or told, be it WebP, which Qt may not read; None for none."""
    if (picture := opened_picture(data)) is None:
        return None
    if most_width_px:
        picture.thumbnail((most_width_px, most_width_px))
    pixels, (width, height) = picture.tobytes(), picture.size
    image = QImage(pixels, width, height, width * 3, QImage.Format.Format_RGB888)
    return image.convertToFormat(QImage.Format.Format_RGB32)  # which owns its pixels


_SHOW_EVERY_MS = 100
_TROUBLE_REMEDY = "Correct the start page, or see whether it opens elsewhere, and start again."


class ShownRun:
    """The run of now, or the last one; in the window where it ``is_in_front``. ``on_changed`` is
    told as often as it could be shown."""

    def __init__(self, window: MainWindow, *, is_in_front: bool = True) -> None:
        self._window = window
        self._is_in_front = is_in_front
        self.on_changed: Callable[[], None] = lambda: None
        self.waits_since_secs = 0.0
        self.state = RunState()
        self._events = PackedEvents()
        self._shown_count = 0
        # it goes with the run, of which there may be many
        self._timer = QTimer(singleShot=True, interval=_SHOW_EVERY_MS)
        self._timer.timeout.connect(self.show_now)

    @property
    def waits(self) -> str:
        """What it asks the operator, empty where nothing."""
        pending, question = self.state.pending, self.state.question
        asked = question.question if question is not None else ""
        return pending.step.description if pending is not None else asked

    def begin(self, before: OpenedSession | None) -> None:
        """An empty run, or one that goes on with what was before."""
        self.state = before.state if before is not None else RunState()
        self._events = PackedEvents(before.events if before is not None else ())
        self._shown_count = 0
        self.put_in_front(self._is_in_front)

    def take(self, recorded: Recorded) -> None:
        """Shown within a tenth of a second."""
        before, self.state = self.state, fold(self.state, recorded)
        if (before.pending, before.question) != (self.state.pending, self.state.question):
            self.waits_since_secs = recorded.at_secs
        self._events.extend((recorded,))
        if not self._timer.isActive():
            self._timer.start()

    def end(self, outcome: Outcome) -> None:
        """The end is shown even where it could not be recorded."""
        if self.state.outcome is None:
            self.state = replace(self.state, outcome=outcome, pending=None, question=None)
            self._window.show_message("The record ended early", outcome.message, tone="bad")
        trouble = start_page_trouble(self.state)
        if trouble and self._is_in_front:
            self._window.goal_bar.show_address_problem(trouble, _TROUBLE_REMEDY)
        self.show_now()

    async def leave_screen(self, surface: str, looks: int = 200) -> None:
        """Until the window has left that of the run, within a bound: not all managers tell."""
        if surface == "screen" and self._is_in_front:
            self._window.strip_mode.become_strip()
        for _ in range(looks):
            if self._window.strip_mode.is_shrinking:
                await asyncio.sleep(0.01)

    def put_in_front(self, is_in_front: bool) -> None:
        """Show all of it, or from now on none."""
        self._is_in_front = is_in_front
        if is_in_front:
            self._window.clear_run()
            if self._events:
                self.show_all_again()

    def show_all_again(self) -> None:
        """After another session was shown."""
        self._shown_count = 0
        self.show_now()

    def show_now(self) -> None:
        """Show what is folded so far without waiting for the next tenth of a second."""
        self._timer.stop()
        if self._is_in_front:
            self._window.show_events(self._events[self._shown_count :])
            self._shown_count = len(self._events)
            self._window.show_run(self.state)
        self.on_changed()


def start_page_trouble(state: RunState) -> str:
    """Why the first page did not load, where the run came no further; else empty."""
    if state.outcome is None or state.outcome.terminal is Terminal.GOAL_SATISFIED:
        return ""
    has_acted = any(
        view.state is StepState.DONE for segment in state.segments for view in segment.steps
    )
    page = state.web.page if state.web is not None else None
    if has_acted or page is None or not page.trouble:
        return ""
    return f"The start page did not load. {page.trouble}"
