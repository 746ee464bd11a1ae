"""Past sessions in the console: list them, open one, show its pictures, export it."""

import asyncio
import contextlib
import io
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from PIL import Image
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QImage

from app.paths import make_folder
from engine.domain.errors import RecordUnavailable
from engine.domain.terminals import Terminal
from engine.language.sentences.run import ending_title
from engine.record.hiding import Hiding
from engine.record.report_pictures import NO_PICTURE
from engine.record.reports.formats import FORMATS, export_as, write_script
from engine.record.sessions import INTERRUPTED, RUNNING, SessionSummary
from engine.record.source import Stored
from engine.record.store import SessionStore
from widgets.kit.banner import Offer
from widgets.kit.forms import FieldSpec, Values
from widgets.kit.intents import SessionRow
from widgets.kit.thumbnails import WIDTH_PX
from widgets.window.main_window import MainWindow

_HIDE = "&Hide"
EXPORT_FIELDS = (
    FieldSpec(
        "&As",
        kind="one_of",
        name="kind",
        choices=tuple((kind, each.words) for kind, each in FORMATS.items()),
    ),
    FieldSpec("&Folder", name="folder", hint="It is made where there is none."),
    FieldSpec(_HIDE, kind="tick", name="typed", words="All texts that were typed"),
    FieldSpec(_HIDE, kind="tick", name="pictures", words="All pictures"),
    FieldSpec("Hide &texts", "That a regular expression fits.", "lines", "patterns"),
    FieldSpec("Hide &zones", "Whose label contains this.", "lines", "zones"),
    FieldSpec("Hide &windows", "Pictures of them, by their title.", "lines", "windows"),
)
"""What the dialog asks before a session is exported."""
EXPORTED_AT_FIRST: Values = {
    "kind": "html",
    "folder": "out",
    "typed": False,
    "pictures": False,
    "patterns": (),
    "zones": (),
    "windows": (),
}
OPEN_WORDS = {RUNNING: "Running", INTERRUPTED: "Broken off"}


class PastSessions:
    """Feeds the window from the store."""

    def __init__(self, window: MainWindow, store: SessionStore) -> None:
        self._window = window
        self._store = store
        self._record = window.record

    async def list(self) -> None:
        self._window.show_sessions([_row(each) for each in await self._store.sessions()])

    async def tell_broken_off(self) -> None:
        """Where the last session has no end, say so; the window does it once for a session."""
        sessions = await self._store.sessions()
        if sessions and sessions[0].ending == INTERRUPTED:
            self._window.show_broken_off(_row(sessions[0]))

    async def open(self, session_id: str) -> None:
        """Show a past session; its pictures and zones are asked for by the window."""
        opened = await self._store.open_session(session_id)
        if opened is None:
            raise RecordUnavailable(f"There is no session {session_id} any more.")
        self._window.show_past(_row(opened.summary))
        self._window.show_events(opened.events)
        self._window.show_run(opened.state)

    async def tell_zones(self, zones_hash: str) -> None:
        """Those of a past picture."""
        self._record.came.emit(zones_hash, await self._store.blobs.zones(zones_hash))

    async def tell_picture(self, picture_hash: str) -> None:
        encoded = await self._store.blobs.picture(picture_hash) if picture_hash else None
        try:
            image = await asyncio.to_thread(decoded, encoded.data) if encoded else None
        except NO_PICTURE:
            image = None
        self._record.came.emit(picture_hash, image)

    async def tell_text(self, text_hash: str) -> None:
        """A prompt, a reply, what was read from it."""
        self._record.came.emit(text_hash, await self._store.blobs.text(text_hash))

    async def tell_thumbnail(self, picture_hash: str) -> None:
        """The same, small: decoded and shrunk away from the Qt thread."""
        encoded = await self._store.blobs.picture(picture_hash)
        if encoded is not None:
            with contextlib.suppress(*NO_PICTURE):
                image = await asyncio.to_thread(decoded, encoded.data, WIDTH_PX)
                self._window.thumbnails.take(picture_hash, image)

    async def export(self, session_id: str, values: Mapping[str, Any]) -> None:
        """As the fields of ``EXPORT_FIELDS`` say."""
        folder = _folder(values["folder"])
        make_folder(folder)
        self._window.show_message("Exporting…", f"To {folder}.", tone="text")
        lists = {name: tuple(values[name]) for name in ("patterns", "zones", "windows")}
        hiding = Hiding(**lists, typed=values["typed"], pictures=values["pictures"])
        stored = await Stored.of(self._store, session_id)
        path, shows = await export_as(values["kind"], stored, folder, hiding)
        told = f" It still shows {'; '.join(shows)}." if shows else ""
        place = QUrl.fromLocalFile(str(folder))
        offer = Offer("Open folder", f"Open {folder}", lambda: QDesktopServices.openUrl(place))
        banner = self._window.views.message
        banner.show_banner("Exported", f"{path}.{told}", tone="good", offer=offer)

    async def save_script(self, session_id: str, finding_number: int, folder: Path) -> None:
        """The path to a finding, as a file for ``pilothouse replay``."""
        opened = await self._store.open_session(session_id)
        explored = opened.state.explore if opened is not None else None
        if opened is None or explored is None:
            raise RecordUnavailable(f"There is no session {session_id} any more.")
        finding = next(each for each in explored.findings if each.number == finding_number)
        target = folder / f"session-{session_id}-findings"
        written = await write_script(opened.state, finding, target)
        self._window.show_message("Saved", f"pilothouse replay {written}", tone="good")


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
    )


def decoded(data: bytes, most_width_px: int = 0) -> QImage:
    """A picture as it is recorded or told: Qt's own WebP reader is not in the Essentials wheel."""
    with Image.open(io.BytesIO(data)) as picture:
        rgba = picture.convert("RGBA")
    if most_width_px:
        rgba.thumbnail((most_width_px, most_width_px))
    pixels = rgba.tobytes()
    image = QImage(pixels, rgba.width, rgba.height, rgba.width * 4, QImage.Format.Format_RGBA8888)
    return image.copy()  # the copy owns its pixels
