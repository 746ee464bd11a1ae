"""Chords that programs take for signs: what is pressed once, and what is not pressed at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

CHORDS_ARE_SIGNS = """
import sys
from pathlib import Path
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import *
told = Path(sys.argv[1])
app = QApplication(sys.argv)
app.setFont(QFont("DejaVu Sans", 12))
app.setStyleSheet("* { background: white; color: black } QLineEdit { border: 1px solid #444 }")
class Area(QPlainTextEdit):
    def keyPressEvent(self, event):
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.text():
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                return self.insertPlainText("<dc3>")
            asking = QDialog(window)
            asking.setWindowTitle("Save File As")
            field = QLineEdit()
            field.returnPressed.connect(lambda: self.save(field.text(), asking))
            column = QVBoxLayout(asking)
            column.addWidget(QLabel("Name of the file"))
            column.addWidget(field)
            asking.resize(420, 120)
            return asking.open()
        super().keyPressEvent(event)
    def save(self, name, asking):
        Path(name).write_text(self.toPlainText())
        asking.close()
window = QMainWindow()
area = Area()
area.textChanged.connect(lambda: told.write_text(area.toPlainText()))
window.setCentralWidget(area)
window.setWindowTitle(sys.argv[2])
window.resize(520, 380)
window.show()
area.setFocus()
app.exec()
"""


async def test_what_has_no_name_yet_is_saved_by_the_chord_that_asks_for_one(
    screen_bench: Bench, tmp_path: Path
) -> None:
    """Another chord may be taken for a sign and stand in the document."""
    told = tmp_path / "told.txt"
    told.touch()
    async with window_of(screen_bench, CHORDS_ARE_SIGNS, told, "Untitled", is_silent=True):
        _, state = await screen_bench.run("save it as tide.txt in the practice folder")
        titles = [step.title for segment in state.segments for step in segment.steps]
        assert titles[0] == "Press Ctrl+S to save under a name", titles
        assert told.read_text() == "", titles


async def test_a_chord_that_wrote_a_sign_is_not_pressed_again(
    screen_bench: Bench, tmp_path: Path
) -> None:
    """A few pixels that are no caret are something that changed."""
    told = tmp_path / "told.txt"
    told.touch()
    async with window_of(screen_bench, CHORDS_ARE_SIGNS, told, "A draft", is_silent=True):
        _, state = await screen_bench.run("save it as tide.txt in the practice folder")
        titles = [step.title for segment in state.segments for step in segment.steps]
        assert told.read_text() == "<dc3>", titles
        assert "Press Ctrl+S to save under a name" in titles
