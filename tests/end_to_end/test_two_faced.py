"""Real windows whose word does not hold: what is claimed of a run is what is so at its end."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.domain.events import StepEnded
from engine.surfaces.desktop.surface import DesktopSurface
from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of
from tests.support.waiting import until_so

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]


@contextlib.asynccontextmanager
async def form(surface: DesktopSurface, kind: str, go: Path) -> AsyncIterator[None]:
    window = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.support.two_faced_window", kind, go),
        env={**surface.environment, "QT_ACCESSIBILITY": "1"},
    )
    try:
        yield
    finally:
        window.kill()
        await window.wait()


@pytest.mark.parametrize(
    ("kind", "goal", "reason", "said"),
    [
        ("late", "type 'Ann' into Name, click Save", "dialog_in_the_way", "The disk is full"),
        ("rewrites", "type 'Ann' into Name", "not_so_any_more", "“Ann”"),
        ("greets", "type 'Ann' into Name", "plan_finished", ""),
        ("greets", "click Book > Lend", "plan_failed", "“Book” is not in sight"),
        ("greets", "click Add one", "plan_failed", "does what its dialog is there for"),
    ],
)
async def test_what_is_claimed_is_so_at_the_end(
    screen_bench: Bench, tmp_path: Path, kind: str, goal: str, reason: str, said: str
) -> None:
    bench, go = screen_bench, tmp_path / "go"
    async with form(bench.surface, kind, go):
        await until_so(lambda: _shows_name(bench))
        running = asyncio.ensure_future(bench.run(goal))
        if kind == "rewrites":
            await until_so(lambda: bench.has_recorded(StepEnded))
            go.touch()
        outcome, state = await running
    assert outcome.reason == reason and said in outcome.message, outcome
    if kind == "greets":
        steps = [view.title for segment in state.segments for view in segment.steps]
        assert ("only greets" in steps[0]) is ("Add" not in goal)  # that stands in the tip


TELLING_EDITOR = """
import sys
from pathlib import Path
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import *
said, share = sys.argv[1], float(sys.argv[2])
app = QApplication(sys.argv)
window = QMainWindow()
area = QPlainTextEdit()
area.setAccessibleName("Name")
window.setCentralWidget(area)
def ask():
    dialog = QDialog(window)
    dialog.setWindowTitle("Save As")
    form = QFormLayout(dialog)
    name, press = QLineEdit(), QPushButton("Save")
    form.addRow("Name", name)
    form.addRow(press)
    def write():
        text = f"<page><line>{area.toPlainText()}</line></page>"
        Path(name.text()).write_text(text[: int(len(text) * share)])
        dialog.accept()
        box = QMessageBox(QMessageBox.Icon.NoIcon, "Editor", said, parent=window)
        box.open()
    press.clicked.connect(write)
    dialog.setModal(True)
    dialog.open()
QShortcut(QKeySequence("Ctrl+Shift+S"), window).activated.connect(ask)
window.setWindowTitle("Editor")
window.resize(420, 260)
window.show()
area.setFocus()
app.exec()
"""


@pytest.mark.parametrize(
    ("said", "share", "is_reached"),
    [
        ("quay.xml saved 11", 1.0, True),
        ("Levy on täynnä", 0.5, False),
        ("quay.xml could not be saved", 1.0, False),
    ],
)
async def test_what_a_dialog_tells_stands_beside_a_file_that_was_looked_into(
    screen_bench: Bench, said: str, share: float, *, is_reached: bool
) -> None:
    """The file holds what was typed, and the dialog finds no fault: it only tells something."""
    goal = "type 'Gulls at the quay', save it as quay.xml in the practice folder"
    file = screen_bench.practice_folder / "quay.xml"
    await asyncio.to_thread(file.unlink, missing_ok=True)
    async with window_of(screen_bench, TELLING_EDITOR, said, share):
        outcome, _ = await screen_bench.run(goal)
    assert (outcome.reason == "plan_finished") is is_reached, outcome
    assert said in outcome.message, outcome


async def _shows_name(bench: Bench) -> bool:
    return any(zone.label == "Name" for zone in (await bench.perceiver.observe()).zones_in_sight)
