"""One session as exports and reports read it: its events, what they fold to, and the pictures and
texts that they name; and the plainest export, JSON Lines: a header, then one recorded event a
line.

Whoever writes something of a session for others to read takes it from here and from nowhere else,
so that what is to be hidden is hidden in all of it.

The pictures that the events name are written beside the lines, as ``pictures/<hash>.webp`` (as png
or jpeg where a model was sent them so), and what models were sent and replied as
``texts/<hash>.txt``. Each action then has files of its own too, as
``session-<id>-steps/step-003-execute.json`` beside the picture of after it. Each file appears whole
or not at all: it is written under another name first, then renamed.

In a report that is one file each picture stands once, as data. Those of the story are rules of the
style sheet, so that a browser decodes only what comes into sight, and a picture that is after one
step and before the next is there once. What is small enough as it was recorded stays so, sharp in
every pixel; what is not (a photograph) is made smaller."""

import asyncio
import base64
import contextlib
import io
import json
from collections.abc import AsyncIterator, Awaitable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Protocol, TypeVar

import cv2
import numpy as np
from PIL import Image
from pydantic_core import to_json

from engine.domain import errors, facts, performing, zones
from engine.domain.events import ApprovalAsked, Recorded
from engine.processes.whole_files import make_folders_of, write_whole
from engine.record.codec import recorded_to_json
from engine.record.executed import executed_in
from engine.record.sessions import OpenedSession, SessionSummary
from engine.record.store import SessionStore
from engine.record.tables import BlobRow, Chained

T = TypeVar("T")


class Source(Protocol):
    """What is not there, or is held no more by a damaged file, is None."""

    @property
    def summary(self) -> SessionSummary: ...

    async def opened(self) -> OpenedSession:
        """All of its events in memory, and what they fold to."""

    def chained_lines(self) -> AsyncIterator[tuple[Chained, ...]]:
        """Each event as a line, with the chain's value up to it; page by page."""

    async def picture(self, picture_hash: str) -> BlobRow | None: ...

    async def zones(self, zones_hash: str) -> tuple[zones.Zone, ...] | None: ...

    async def text(self, text_hash: str) -> str | None: ...


class Stored:
    """A session of the store, as it was recorded."""

    def __init__(self, told: SessionSummary | OpenedSession, store: SessionStore) -> None:
        """Opened already, or to be opened when it is first asked for."""
        self._opened = told if isinstance(told, OpenedSession) else None
        self.summary = told.summary if isinstance(told, OpenedSession) else told
        self.kept_folder = store.kept_folder(self.summary.session_id)
        self._blobs = store.blobs
        self._store = store

    @classmethod
    async def of(cls, store: SessionStore, session_id: str) -> "Stored":
        """Raises ``RecordUnavailable`` for an unknown session."""
        return cls(await _opened(store, session_id), store)

    async def opened(self) -> OpenedSession:
        if self._opened is None:
            self._opened = await _opened(self._store, self.summary.session_id)
        return self._opened

    def chained_lines(self) -> AsyncIterator[tuple[Chained, ...]]:
        """As they were written. Raises ``RecordUnavailable`` where one can't be read any more."""
        return self._store.chained_lines(self.summary.session_id)

    async def picture(self, picture_hash: str) -> BlobRow | None:
        return await _whole(self._blobs.picture(picture_hash)) if picture_hash else None

    async def zones(self, zones_hash: str) -> tuple[zones.Zone, ...] | None:
        return await _whole(self._blobs.zones(zones_hash)) if zones_hash else None

    async def text(self, text_hash: str) -> str | None:
        return await _whole(self._blobs.text(text_hash)) if text_hash else None


async def _opened(store: SessionStore, session_id: str) -> OpenedSession:
    opened = await store.open_session(session_id)
    if opened is None:
        raise errors.RecordUnavailable(f"There is no session {session_id}.")
    return opened


async def _whole(stored: Awaitable[T | None]) -> T | None:
    try:
        return await stored
    except errors.RecordUnavailable:
        return None


FORMAT_VERSION = 1
PICTURES_FOLDER = "pictures"
TEXTS_FOLDER = "texts"
FILES_FOLDER = "files"
TEXT_FIELDS = ("prompt_hash", "reply_hash", "parsed_hash")
PICTURE_FIELDS = (
    *("picture_before_hash", "picture_after_hash"),
    *("before_hash", "picture_hash", "after_hash", "crop_hash"),
)
"""What fields of events are called that name pictures; ``TEXT_FIELDS`` name texts."""


_OF_THE_HEADER = (
    *("session_id", "goal", "surface", "thinker", "pilothouse_version", "started_at_secs"),
    "terminal",
)
"""What the first line tells of the session; its terminal is empty where it has no end (yet)."""


async def export_jsonl(path: Path, source: Source) -> Path:
    """Write the session to ``path``, in place of any. Raises ``RecordUnavailable``."""
    events = (await source.opened()).events
    header = {name: getattr(source.summary, name) for name in _OF_THE_HEADER}
    header["event_count"] = len(events)
    header |= {"format": "pilothouse-session", "version": FORMAT_VERSION}
    for text_hash in named_in(events, TEXT_FIELDS):
        if (text := await source.text(text_hash)) is not None:
            file = path.parent / TEXTS_FOLDER / f"{text_hash}.txt"
            await asyncio.to_thread(write_export, file, text.encode())
    for picture_hash in named_in(events, PICTURE_FIELDS):
        await _export_picture(source, picture_hash, path.parent / PICTURES_FOLDER / picture_hash)
    for each in executed_in(events):
        file = path.parent / f"{path.stem}-steps" / each.name
        told = to_json(each, indent=2) + b"\n"
        await asyncio.to_thread(write_export, file.with_name(f"{each.name}.json"), told)
        await _export_picture(source, each.picture_hash, file)
    return await asyncio.to_thread(_write_lines, path, header, events)


async def export_made(stored: Stored, folder: Path) -> tuple[Path, ...]:
    """Copies of what the run made, in ``files/SESSION``, which is told where there are any; of what
    was imported there are none. Raises ``RecordUnavailable``, also for one that has changed."""
    made = (await stored.opened()).state.made.files if not stored.summary.origin else ()
    target = folder / FILES_FOLDER / stored.summary.session_id
    for each in made:
        await asyncio.to_thread(write_export, target / each.path, await kept_data(stored, each))
    return (target,) if made else ()


async def kept_data(stored: Stored, made: performing.FileMade) -> bytes:
    """Raises ``RecordUnavailable`` where it is not there, or not as it was recorded."""
    with contextlib.suppress(OSError):
        data = await asyncio.to_thread((stored.kept_folder / made.path).read_bytes)
        if sha256(data).hexdigest() == made.file_hash:
            return data
    raise errors.RecordUnavailable(f"{made.path} is not kept any more as it was recorded.")


def named_in(events: Iterable[Recorded], fields: Iterable[str]) -> tuple[str, ...]:
    """The hashes in these fields of the events, each once, in the order of their first naming."""
    hashes: dict[str, None] = {}
    for recorded in events:
        event = recorded.event
        told = event.request if isinstance(event, ApprovalAsked) else event
        hashes |= dict.fromkeys(getattr(told, field, "") for field in fields)
    hashes.pop("", None)
    return tuple(hashes)


async def _export_picture(source: Source, picture_hash: str, file: Path) -> None:
    """``file`` is without its ending."""
    if (picture := await source.picture(picture_hash)) is not None:
        whole = file.with_name(f"{file.name}.{picture.format}")
        await asyncio.to_thread(write_export, whole, picture.data)


def _write_lines(path: Path, header: dict[str, object], events: Iterable[Recorded]) -> Path:
    lines = [json.dumps(header), *(recorded_to_json(each) for each in events)]
    return write_export(path, ("\n".join(lines) + "\n").encode())


def write_export(path: Path, data: bytes) -> Path:
    """The path. What was there is replaced. Blocks. Raises ``RecordUnavailable``."""
    with writing_to(path):
        write_whole(path, data)
    return path


@contextlib.contextmanager
def writing_to(path: Path) -> Iterator[None]:
    """Its folder is made. Raises ``RecordUnavailable`` where that can't be written."""
    remedy = "Choose a folder in which you may write and that has room."
    with errors.RecordUnavailable.on_refusal(f"The export {path} can't be written", remedy):
        make_folders_of(path)
        yield


_QUALITY = 72
_SHEET_WIDTH_PX = 1024
_MOST_BYTES_AS_IT_IS = 40_000
_AT_ONCE = 4
NO_PICTURE = (OSError, SyntaxError, ValueError, Image.DecompressionBombError)
"""What Pillow answers to a damaged file."""


class Shot(facts.Frozen):
    """``rule`` is what the style sheet says of the class; width and height are the screen's."""

    name: str
    rule: str
    width: int
    height: int


class ReportPictures:
    """Each is made once for each width."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._made: dict[tuple[str, int], str] = {}

    async def address(self, picture_hash: str, width_px: int) -> str:
        """Of an image that holds its own data; empty where the record holds no such picture."""
        key = (picture_hash, width_px)
        if picture_hash and key not in self._made:
            picture = await self._source.picture(picture_hash)
            made = await asyncio.to_thread(_address, picture, width_px, 0) if picture else ""
            self._made[key] = made
        return self._made.get(key, "")

    async def sheet(self, hashes: Iterable[str]) -> dict[str, Shot]:
        """By their hashes; without those that the record does not hold."""
        wanted, shots = list(dict.fromkeys(hashes)), dict[str, Shot]()
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            made = await asyncio.gather(
                *(self._shot(f"p{start + at}", each) for at, each in enumerate(some))
            )
            shots |= {each: shot for each, shot in zip(some, made, strict=True) if shot}
        return shots

    async def _shot(self, name: str, picture_hash: str) -> Shot | None:
        picture = await self._source.picture(picture_hash)
        if picture is None:
            return None
        address = await asyncio.to_thread(_address, picture, _SHEET_WIDTH_PX, _MOST_BYTES_AS_IT_IS)
        width, height = picture.width, picture.height
        told = f'aspect-ratio:{width}/{height};background-image:url("{address}")'
        return Shot(name, f".{name}{{{told}}}", width, height) if address else None


def _address(picture: BlobRow, width_px: int, most_bytes: int) -> str:
    """Empty for what is no picture."""
    if len(picture.data) <= most_bytes:
        return _data_address(picture.format, picture.data)
    small = opened_picture(picture.data)
    if small is None:
        return ""
    if small.width > width_px:
        height = max(1, round(small.height * width_px / small.width))
        small = small.resize((width_px, height), Image.Resampling.BILINEAR)
    written = io.BytesIO()
    small.save(written, "WEBP", quality=_QUALITY, method=0 if most_bytes else 4)
    return _data_address("webp", written.getvalue())


_AS_STORED = cv2.IMREAD_COLOR_RGB | cv2.IMREAD_IGNORE_ORIENTATION


def opened_picture(data: bytes) -> Image.Image | None:
    """In RGB; None for what is no picture. Blocks. Pillow looks at its head, so that none is too
    large; OpenCV reads it, as it is stored."""
    try:
        with Image.open(io.BytesIO(data)):
            pixels = cv2.imdecode(np.frombuffer(data, np.uint8), _AS_STORED)
    except NO_PICTURE:
        return None
    return None if pixels is None else Image.fromarray(pixels)


def _data_address(file_format: str, data: bytes) -> str:
    return f"data:image/{file_format};base64,{base64.b64encode(data).decode()}"
