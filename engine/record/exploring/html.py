"""The report of an exploration: one HTML file that needs nothing else, not even a network.

What the screen said stands in it as text: everything is escaped, and the file's own policy lets a
browser load nothing from elsewhere and run no script but the one that it names by its hash.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import io
import json
from importlib.resources import files
from pathlib import Path

from jinja2 import DictLoader, Environment, StrictUndefined
from PIL import Image

from engine.language.showing import shown
from engine.record.exploring import drawing
from engine.record.exploring.telling import (
    facts_of,
    figures_of,
    iterations_of,
    told_finding,
)
from engine.record.exporters import write_export
from engine.record.sessions import OpenedSession
from engine.record.store import SessionStore

CARD_PICTURE_PX = 2 * drawing.CARD_WIDTH - 40
FINDING_PICTURE_PX = 880
_QUALITY = 72
_NAMES = ("exploration.html.j2", "states.html.j2", "report.css")


async def write_html(path: Path, opened: OpenedSession, store: SessionStore) -> Path:
    """What was there is replaced. Raises ``RecordUnavailable``."""
    text = await html_of(opened, store)
    return await asyncio.to_thread(write_export, path, text.encode())


async def html_of(opened: OpenedSession, store: SessionStore) -> str:
    """The whole file. Raises ``RecordUnavailable``."""
    state = opened.state
    view, pictures = state.explored, SmallPictures(store)
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
    script = _text_of("report.js")
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
        paths={each.state_id: view.path_to(each.state_id) for each in view.states},
        drawn=drawn,
        size=drawing,
        thumbnails=thumbnails,
        script=script,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )
    return shown(text)


def _text_of(name: str) -> str:
    return (files("resources") / "report" / name).read_text(encoding="utf-8")


def _environment() -> Environment:
    return Environment(
        loader=DictLoader({name: _text_of(name) for name in _NAMES}),
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


class SmallPictures:
    """Each as the address of an image that holds its own data, made once for each width."""

    def __init__(self, store: SessionStore) -> None:
        self._store = store
        self._made: dict[tuple[str, int], str] = {}

    async def address(self, picture_hash: str, width_px: int) -> str:
        """Empty where the record holds no such picture. Raises ``RecordUnavailable``."""
        key = (picture_hash, width_px)
        if picture_hash and key not in self._made:
            picture = await self._store.blobs.picture(picture_hash)
            self._made[key] = (
                await asyncio.to_thread(_address, picture.data, width_px) if picture else ""
            )
        return self._made.get(key, "")


def _address(data: bytes, width_px: int) -> str:
    with Image.open(io.BytesIO(data)) as picture:
        small = picture.convert("RGB")
    if small.width > width_px:
        height = max(1, round(small.height * width_px / small.width))
        small = small.resize((width_px, height), Image.Resampling.LANCZOS)
    written = io.BytesIO()
    small.save(written, "WEBP", quality=_QUALITY, method=4)
    return f"data:image/webp;base64,{base64.b64encode(written.getvalue()).decode()}"
