"""A file's dialog that shows a list alone, leaves it at the first letter of a path, and makes a
field only of the next one: what is typed meanwhile is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

CHOOSER = """
import sys
from pathlib import Path
from PySide6.QtCore import Qt
from PySide6.QtWidgets import *
told = Path(sys.argv[1])
app = QApplication(["viewer"])
class Chooser(QDialog):
    def __init__(self, window):
        super().__init__(window)
        self.setWindowTitle("Open Image")
        self.rows, self.button = QListWidget(), QPushButton("Open")
        self.rows.addItem("Recently used")
        self.rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.field = QLineEdit()
        self.field.hide()
        column = QVBoxLayout(self)
        for each in (self.field, self.rows, self.button):
            column.addWidget(each)
        self.button.setAutoDefault(False)
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.button.clicked.connect(self.take)
        self.field.returnPressed.connect(self.take)
        self.resize(360, 260)
    def keyPressEvent(self, event):
        if event.text() == "/" and self.rows.count() == 1:
            self.rows.clear()
            self.rows.addItems(["Home", "Desktop"])
        elif event.text() == "/":
            self.field.show()
            self.field.setText("/")
            self.field.setFocus()
    def take(self):
        told.write_text(self.field.text())
        window.setWindowTitle(Path(self.field.text()).name)
        self.accept()
window = QMainWindow()
opens = window.menuBar().addMenu("File").addAction("Open…")
opens.setShortcut("Ctrl+O")
opens.triggered.connect(lambda: Chooser(window).open())
window.setWindowTitle("Viewer")
window.resize(420, 320)
window.show()
app.exec()
"""


async def test_a_path_is_typed_once_the_dialog_has_made_a_field_for_it(
    screen_bench: Bench, tmp_path: Path
) -> None:
    told, picture = tmp_path / "told.txt", tmp_path / "shore.png"
    picture.write_bytes(b"")
    async with window_of(screen_bench, CHOOSER, told):
        outcome, _ = await screen_bench.run(f"open shore.png from {tmp_path}")
    assert told.exists() and told.read_text() == str(picture), outcome
    assert outcome.reason == "plan_finished", outcome
