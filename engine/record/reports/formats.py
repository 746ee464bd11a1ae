"""As what a session can be written, and the files that it becomes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from engine.domain.exploring.findings import script_to_json
from engine.record.exporters import export_jsonl, write_export
from engine.record.reports.container import write_container
from engine.record.reports.html import write_html
from engine.record.reports.junit import write_junit
from engine.record.reports.plain import csv_of, markdown_of
from engine.record.sessions import OpenedSession
from engine.record.source import Source
from engine.record.views.exploring.explore_view import FindingView
from engine.record.views.exploring.regression_scripts import script_name, script_of
from engine.record.views.run_state import RunState

Writing = Callable[[Path, Source], Awaitable[Path]]
"""Gives the file that it wrote; raises ``RecordUnavailable``."""


def _written_of(made: Callable[[OpenedSession], bytes]) -> Writing:
    async def write(path: Path, source: Source) -> Path:
        data = await asyncio.to_thread(made, await source.opened())
        return await asyncio.to_thread(write_export, path, data)

    return write


FORMATS: Mapping[str, tuple[str, Writing]] = {
    "html": ("html", write_html),
    "jsonl": ("jsonl", export_jsonl),
    "csv": ("csv", _written_of(csv_of)),
    "md": ("md", _written_of(markdown_of)),
    "pilothouse": ("pilothouse", write_container),
    "junit": ("junit.xml", write_junit),
}
"""How a file of it ends, and who writes it."""


def file_of(kind: str, session_id: str, place: Path) -> Path:
    """``place`` itself, or in it where it is a folder."""
    return place / f"session-{session_id}.{FORMATS[kind][0]}" if place.is_dir() else place


async def write_reports(source: Source, folder: Path) -> tuple[Path, ...]:
    """``session-<id>.html`` and ``session-<id>.junit.xml``; of an exploration also, in
    ``session-<id>-findings/``, a regression script for each finding. Raises
    ``RecordUnavailable``."""
    name = f"session-{source.summary.session_id}"
    html = await write_html(folder / f"{name}.html", source)
    junit = await write_junit(folder / f"{name}.junit.xml", source)
    scripts = await write_scripts((await source.opened()).state, folder / f"{name}-findings")
    return (html, junit, *scripts)


async def write_scripts(state: RunState, folder: Path) -> tuple[Path, ...]:
    """A script for each finding. Raises ``RecordUnavailable``."""
    return tuple([await write_script(state, each, folder) for each in state.explored.findings])


async def write_script(state: RunState, finding: FindingView, folder: Path) -> Path:
    """The script of one. Raises ``RecordUnavailable``."""
    text = script_to_json(script_of(state, finding))
    return await asyncio.to_thread(write_export, folder / script_name(finding), text.encode())
