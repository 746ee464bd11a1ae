"""The console's live picture shows the operator their screen, but for secrets that were typed."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor, QImage

from app.choices import RunChoices
from app.console_surface import ConsoleSurface
from app.settings.tables import Settings
from app.wiring import build_session
from engine.domain.approvals import Asking
from engine.domain.spaces import SightLag
from engine.domain.terminals import Terminal
from engine.domain.zones import COVERED, Window, Zone
from engine.modes.director import Director
from engine.processes.tasks import OwnedTasks
from engine.record.store import SessionStore
from engine.safety.gate import NobodyThere
from tests.support.thinker_sources import without_a_model
from tests.support.waiting import until
from widgets.window.main_window import MainWindow

pytestmark = pytest.mark.end_to_end

GREY = QColor(COVERED, COVERED, COVERED)
GOAL = (
    "In the Practice app, click the Message tab, type '{{secret:token}}' into Subject,"
    " type 'in the open' into Body"
)


class Watching(QObject):
    """Stands before the console: the newest picture and zones that were shown."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.image = QImage()
        self.zones: tuple[Zone, ...] = ()
        self.goal_bar = self.choices = self

    def show_frame(self, image: QImage, age_ms: float) -> None:
        self.image = image.copy()

    def forget_live_picture(self) -> None: ...

    def show_lag(self, lag: SightLag) -> None: ...

    def show_zones(self, zones: tuple[Zone, ...], windows: tuple[Window, ...]) -> None:
        self.zones = zones

    def tell_of(self, surface: str, advice: str) -> None: ...

    def show_live_state(self, text: str, *, is_trouble: bool = False) -> None: ...

    def is_grey(self, label: str) -> bool:
        fitting = [each for each in self.zones if each.label == label and each.is_editable]
        places = [each.bounds_px for each in fitting]
        return any(self.image.pixelColor(at.x + 8, at.center.y) == GREY for at in places)


@pytest.mark.usefixtures("tests_practice")
async def test_a_typed_secret_is_covered_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PILOTHOUSE_SECRET_TOKEN", "hunter2-hunter2")
    window, settings, tasks = Watching(), Settings(), OwnedTasks()
    shown = ConsoleSurface(cast(MainWindow, window), settings, tasks)
    store = await SessionStore.open(tmp_path / "sessions.db")
    try:
        surface, perceiver = await shown.use("practice")
        session, _ = await build_session(
            RunChoices(GOAL, asking=Asking.NEVER),
            settings=settings,
            surface=surface,
            perceiver=perceiver,
            approver=NobodyThere(),
            store=store,
            thinkers=without_a_model(),
        )
        outcome = await session.run(Director())
        assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome.message
        await perceiver.observe()
        await until(lambda: window.is_grey("Subject"))
        assert any(each.label == "Body" for each in window.zones) and not window.is_grey("Body")
    finally:
        await shown.close()
        await tasks.close(cancel=True)
        await store.close()
