"""As what a session can be written, and the file that it becomes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from engine.record.exporters import export_jsonl, write_export
from engine.record.reports.container import write_container
from engine.record.reports.html import write_html
from engine.record.reports.junit import write_junit
from engine.record.reports.plain import csv_of, markdown_of
from engine.record.sessions import OpenedSession
from engine.record.source import Source

Writing = Callable[[Path, Source], Awaitable[Path]]
"""Gives the file that it wrote; raises ``RecordUnavailable``."""


async def _write_jsonl(path: Path, source: Source) -> Path:
    await export_jsonl(source, path)
    return path


def _written_of(made: Callable[[OpenedSession], bytes]) -> Writing:
    async def write(path: Path, source: Source) -> Path:
        data = await asyncio.to_thread(made, await source.opened())
        return await asyncio.to_thread(write_export, path, data)

    return write


FORMATS: Mapping[str, tuple[str, Writing]] = {
    "html": ("html", write_html),
    "jsonl": ("jsonl", _write_jsonl),
    "csv": ("csv", _written_of(csv_of)),
    "md": ("md", _written_of(markdown_of)),
    "pilothouse": ("pilothouse", write_container),
    "junit": ("junit.xml", write_junit),
}
"""How a file of it ends, and who writes it."""


def file_of(kind: str, session_id: str, place: Path) -> Path:
    """``place`` itself, or in it where it is a folder."""
    return place / f"session-{session_id}.{FORMATS[kind][0]}" if place.is_dir() else place
