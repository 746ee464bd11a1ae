"""Sessions as JSON Lines, to read elsewhere: a header, then one recorded event a line.

The pictures that the events name are written beside it, as ``pictures/<hash>.webp`` (as png or
jpeg where a model was sent them so), and what models were sent and replied as
``texts/<hash>.txt``. Each action then has files of its own too, as
``session-<id>-steps/step-003-execute.json`` beside the picture of after it. Each file appears whole
or not at all: it is written under another name first, then renamed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter

from engine.domain.errors import RecordUnavailable
from engine.domain.events import ApprovalAsked, Recorded
from engine.domain.kinds import same
from engine.processes.whole_files import write_whole
from engine.record.codec import recorded_to_json
from engine.record.executed import executed_in, executed_to_json
from engine.record.source import Source

FORMAT_VERSION = 1
PICTURES_FOLDER = "pictures"
TEXTS_FOLDER = "texts"
STEPS_ENDING = "-steps"
"""Of the folder beside the export that is called as it."""
TEXT_FIELDS = ("prompt_hash", "reply_hash", "parsed_hash")
PICTURE_FIELDS = (
    *("picture_before_hash", "picture_after_hash"),
    *("before_hash", "picture_hash", "after_hash", "crop_hash"),
)
"""What fields of events are called that name pictures; ``TEXT_FIELDS`` name texts."""


@dataclass(frozen=True, slots=True)
class ExportHeader:
    """The first line. ``terminal`` is empty for a session that has no end (yet)."""

    session_id: str
    goal: str
    surface: str
    thinker: str
    pilothouse_version: str
    started_at_secs: float
    terminal: str
    event_count: int
    format: Literal["pilothouse-session"] = "pilothouse-session"
    version: int = FORMAT_VERSION


_HEADER: TypeAdapter[ExportHeader] = TypeAdapter(ExportHeader)


async def export_jsonl(source: Source, path: Path) -> ExportHeader:
    """Write the session to ``path``; what was there is replaced.

    Raises ``RecordUnavailable`` where a file can't be written.
    """
    summary, events = source.summary, (await source.opened()).events
    told = same(summary, ExportHeader, but=["event_count"])
    header = ExportHeader(**told, event_count=len(events))
    await _export_pictures(source, events, path.parent / PICTURES_FOLDER)
    await _export_texts(source, events, path.parent / TEXTS_FOLDER)
    await _export_steps(source, events, path.parent / f"{path.stem}{STEPS_ENDING}")
    await asyncio.to_thread(_write_lines, path, header, events)
    return header


def named_in(events: Iterable[Recorded], fields: Iterable[str]) -> tuple[str, ...]:
    """The hashes in these fields of the events, each once, in the order of their first naming."""
    hashes: dict[str, None] = {}
    for recorded in events:
        event = recorded.event
        told = event.request if isinstance(event, ApprovalAsked) else event
        hashes |= dict.fromkeys(getattr(told, field, "") for field in fields)
    hashes.pop("", None)
    return tuple(hashes)


async def _export_texts(source: Source, events: Iterable[Recorded], folder: Path) -> None:
    for text_hash in named_in(events, TEXT_FIELDS):
        text = await source.text(text_hash)
        if text is not None:
            await asyncio.to_thread(write_export, folder / f"{text_hash}.txt", text.encode())


async def _export_pictures(source: Source, events: Iterable[Recorded], folder: Path) -> None:
    for picture_hash in named_in(events, PICTURE_FIELDS):
        picture = await source.picture(picture_hash)
        if picture is not None:
            file = folder / f"{picture.picture_hash}.{picture.format}"
            await asyncio.to_thread(write_export, file, picture.data)


async def _export_steps(source: Source, events: Iterable[Recorded], folder: Path) -> None:
    for each in executed_in(events):
        text = executed_to_json(each)
        await asyncio.to_thread(write_export, folder / f"{each.name}.json", text.encode())
        picture = await source.picture(each.picture_hash)
        if picture is not None:
            file = folder / f"{each.name}.{picture.format}"
            await asyncio.to_thread(write_export, file, picture.data)


def _write_lines(path: Path, header: ExportHeader, events: Iterable[Recorded]) -> None:
    lines = [_HEADER.dump_json(header).decode(), *(recorded_to_json(each) for each in events)]
    write_export(path, ("\n".join(lines) + "\n").encode())


def write_export(path: Path, data: bytes) -> Path:
    """The path. What was there is replaced. Blocks. Raises ``RecordUnavailable``."""
    try:
        write_whole(path, data)
    except OSError as error:
        raise RecordUnavailable(
            f"The export {path} can't be written: {error.strerror}.",
            "Choose a folder in which you may write and that has room.",
        ) from error
    return path
