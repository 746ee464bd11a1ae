"""What a model was sent and what it answered comes from the record, by its hash, byte for byte."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QSettings
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from app.console import Console
from app.settings.model import ModelSettings
from app.settings.tables import Settings
from engine.domain.events import ModelCalled
from engine.domain.models import SentPicture, TokenUsage
from engine.record.store import SessionStore
from tests.engine.record.runs import ENDED, STARTED, called
from tests.support.console_windows import discard
from tests.support.shown_words import section_text
from tests.support.waiting import until
from tests.widgets.conftest import qapp as qapp
from widgets.inspector.record_sections import MISSING
from widgets.window.main_window import MainWindow

RED = (200, 20, 30)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SessionStore]:
    store = await SessionStore.open(tmp_path / "sessions.db")
    yield store
    await store.close()


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path) -> Iterator[MainWindow]:
    window = MainWindow(
        settings=QSettings(str(tmp_path / "console.ini"), QSettings.Format.IniFormat)
    )
    window.show()
    yield window
    discard(window)


def sent_picture() -> SentPicture:
    file = io.BytesIO()
    Image.new("RGB", (64, 40), RED).save(file, "JPEG", quality=95)
    return SentPicture(file.getvalue(), "image/jpeg", 64, 40)


async def recorded(store: SessionStore, **changes: str) -> str:
    """A session with one call, of which everything is in the record; changes may take it away."""
    sent = json.dumps({"system": "Be brief.", "prompt": "What now?\n<screen>…</screen>"})
    call = replace(
        called("vision", TokenUsage(10, 0, 5), 0.1),
        prompt_hash=await store.blobs.put_text(sent),
        picture_hash=await store.blobs.put_sent_picture(sent_picture()),
        reply_hash=await store.blobs.put_text('Sure: {"done": true}'),
        parsed_hash=await store.blobs.put_text('{"done":true}'),
    )
    log = await store.start_session("s1")
    for event in (STARTED, replace(call, **changes), ENDED):
        await log.append(event)
    return "s1"


async def inspected(window: MainWindow, store: SessionStore, session_id: str) -> Console:
    """The console, with the call of a past session chosen in the timeline."""
    console = Console(window, store, Settings())
    window.sessions.session_chosen.emit(session_id)
    history = window.views.history
    await until(lambda: isinstance(getattr(history.event(1), "event", None), ModelCalled))
    window.views.timeline.row_chosen.emit(1)
    return console


async def test_a_call_of_a_past_session_is_shown_as_it_was(
    window: MainWindow, store: SessionStore
) -> None:
    console = await inspected(window, store, await recorded(store))
    page = window.views.inspector.call_page
    for section in (page.system, page.parsed):
        section.head.click()
    await until(lambda: page.picture.copy.isVisibleTo(page))
    await until(lambda: section_text(page.parsed) == '{\n  "done": true\n}')
    await until(lambda: section_text(page.prompt) == "What now?\n<screen>…</screen>")
    await until(lambda: section_text(page.system) == "Be brief.")
    await until(lambda: section_text(page.reply) == 'Sure: {"done": true}')
    shown = page.picture.picture.image
    assert (shown.width(), shown.height()) == (64, 40)
    colour = QColor(shown.pixelColor(30, 20))
    assert all(abs(a - b) <= 3 for a, b in zip(colour.getRgb()[:3], RED, strict=True))
    await console.close()


async def test_what_is_not_in_the_record_is_said(window: MainWindow, store: SessionStore) -> None:
    gone = "f" * 32
    session_id = await recorded(store, prompt_hash=gone, picture_hash=gone[:-1] + "e")
    console = await inspected(window, store, session_id)
    page = window.views.inspector.call_page
    await until(lambda: section_text(page.prompt) == MISSING)
    await until(lambda: page.picture.note.text() == MISSING)
    await until(lambda: section_text(page.reply) == 'Sure: {"done": true}')
    await console.close()


async def test_changed_settings_are_offered_at_once(
    window: MainWindow, store: SessionStore
) -> None:
    console = Console(window, store, Settings())
    box = window.views.goal_bar.choices.thinker
    assert [box.itemText(row) for row in range(box.count())] == [
        "Offline thinker",
        "",
        "Set up a model…",
    ]
    model = ModelSettings(base_url="http://127.0.0.1:8081/v1", name="qwen")
    console.take_settings(Settings(model=model))
    assert box.itemText(1) == "qwen at 127.0.0.1:8081"
    assert box.currentData() == "model", "the first model is the next run's thinker"
    window.goal_bar.choices.choose(thinker="offline")
    console.take_settings(Settings(model=model.model_copy(update={"name": "larger"})))
    assert box.currentData() == "offline", "a choice is kept"
    await console.close()
