"""The report of an exploration: one HTML file that needs nothing else, not even a network.

What the screen said stands in it as text: everything is escaped, and the file's own policy lets a
browser load nothing from elsewhere.
"""

from __future__ import annotations

import asyncio
import json
import re
from importlib.resources import files
from pathlib import Path

from jinja2 import DictLoader, Environment, StrictUndefined

from engine.record.report import drawing
from engine.record.report.small_pictures import SmallPictures
from engine.record.report.telling import (
    facts_of,
    figures_of,
    iterations_of,
    told_finding,
    view_of,
)
from engine.record.sessions import OpenedSession
from engine.record.store import SessionStore
from engine.record.whole_files import write_whole

CARD_PICTURE_PX = 2 * drawing.CARD_WIDTH - 40
FINDING_PICTURE_PX = 880
_NAMES = ("exploration.html.j2", "states.html.j2", "report.css", "report.js")
_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


async def write_html(path: Path, opened: OpenedSession, store: SessionStore) -> None:
    """What was there is replaced. Raises ``RecordUnavailable``."""
    text = await html_of(opened, store)
    await asyncio.to_thread(write_whole, path, text.encode())


async def html_of(opened: OpenedSession, store: SessionStore) -> str:
    """The whole file. Raises ``RecordUnavailable``."""
    state = opened.state
    view, pictures = view_of(state), SmallPictures(store)
    findings = [
        told_finding(
            state,
            each,
            await pictures.address(each.found.picture_hash, FINDING_PICTURE_PX),
            await pictures.address(each.found.before_hash, FINDING_PICTURE_PX),
        )
        for each in view.findings
    ]
    drawn = drawing.drawing_of(view)
    thumbnails = {
        each.state.state_id: await pictures.address(each.state.picture_hash, CARD_PICTURE_PX)
        for each in drawn.cards
    }
    text = await asyncio.to_thread(
        _environment().get_template("exploration.html.j2").render,
        title=f"Exploration of {state.goal}" if state.goal else "Exploration",
        palette=_palette(),
        goal=state.goal,
        is_over=state.outcome is not None,
        figures=figures_of(state),
        facts=facts_of(opened),
        findings=findings,
        iterations=iterations_of(state),
        states=view.states,
        passages=view.passages,
        paths={each.state_id: view.path_to(each.state_id) for each in view.states},
        drawn=drawn,
        size=drawing,
        thumbnails=thumbnails,
    )
    return _UNSEEN.sub("\ufffd", text)


def _environment() -> Environment:
    folder = files("resources") / "report"
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in _NAMES}
    return Environment(
        loader=DictLoader(texts),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _palette() -> dict[str, dict[str, str]]:
    """The console's colours, light and dark."""
    text = (files("resources") / "themes" / "palette.json").read_text(encoding="utf-8")
    colours: dict[str, dict[str, str]] = json.loads(text)
    return colours
