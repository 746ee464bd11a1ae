"""All that is written of a session for others to read, beside its export as JSON Lines."""

from __future__ import annotations

import asyncio
from pathlib import Path

from engine.domain.exploring.findings import script_to_json
from engine.record.exporters import write_export
from engine.record.reports.html import write_html
from engine.record.reports.junit import write_junit
from engine.record.source import Source
from engine.record.views.exploring.explore_view import FindingView
from engine.record.views.exploring.regression_scripts import script_name, script_of
from engine.record.views.run_state import RunState


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
