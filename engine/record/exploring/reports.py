"""All that is written of an exploration for others to read, beside the export of its session."""

from __future__ import annotations

import asyncio
from pathlib import Path

from engine.domain.exploring.findings import script_to_json
from engine.record.exploring.html import write_html
from engine.record.exploring.junit import write_junit
from engine.record.exporters import write_export
from engine.record.sessions import OpenedSession
from engine.record.store import SessionStore
from engine.record.views.exploring.explore_view import FindingView
from engine.record.views.exploring.regression_scripts import script_name, script_of
from engine.record.views.run_state import RunState


async def write_reports(
    opened: OpenedSession, store: SessionStore, folder: Path
) -> tuple[Path, ...]:
    """``session-<id>.html``, ``session-<id>.junit.xml`` and, in ``session-<id>-findings/``, a
    regression script for each finding. Nothing of a session that explored nothing. Raises
    ``RecordUnavailable``."""
    if opened.state.explore is None:
        return ()
    name = f"session-{opened.summary.session_id}"
    html = await write_html(folder / f"{name}.html", opened, store)
    junit = await write_junit(folder / f"{name}.junit.xml", opened)
    return (html, junit, *await write_scripts(opened.state, folder / f"{name}-findings"))


async def write_scripts(state: RunState, folder: Path) -> tuple[Path, ...]:
    """A script for each finding. Raises ``RecordUnavailable``."""
    return tuple([await write_script(state, each, folder) for each in state.explored.findings])


async def write_script(state: RunState, finding: FindingView, folder: Path) -> Path:
    """The script of one. Raises ``RecordUnavailable``."""
    text = script_to_json(script_of(state, finding))
    return await asyncio.to_thread(write_export, folder / script_name(finding), text.encode())
