"""All that is written of an exploration for others to read, beside the export of its session."""

from __future__ import annotations

from pathlib import Path

from engine.record.junit import write_junit
from engine.record.regression import write_scripts
from engine.record.report.html import write_html
from engine.record.sessions import OpenedSession
from engine.record.store import SessionStore


async def write_reports(
    opened: OpenedSession, store: SessionStore, folder: Path
) -> tuple[Path, ...]:
    """``session-<id>.html``, ``session-<id>.junit.xml`` and, in ``session-<id>-findings/``, a
    regression script for each finding. Nothing of a session that explored nothing. Raises
    ``RecordUnavailable``."""
    if opened.state.explore is None:
        return ()
    name = f"session-{opened.summary.session_id}"
    html, junit = folder / f"{name}.html", folder / f"{name}.junit.xml"
    await write_html(html, opened, store)
    await write_junit(junit, opened)
    return (html, junit, *await write_scripts(opened.state, folder / f"{name}-findings"))
