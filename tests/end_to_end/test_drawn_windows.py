"""Windows that tell nothing of themselves, as canvas programs and every VNC desktop are: what is
read and seen in them is clicked, typed into and checked as far as a picture can tell."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import *
told = Path(sys.argv[1])
def tell(words):
    with told.open("a") as file:
        file.write(words + "\\n")
class Field(QLineEdit):
    def mousePressEvent(self, event):
        tell("field")
        super().mousePressEvent(event)
class Entry(QLabel):
    def mousePressEvent(self, event):
        tell(self.text())
        self.setStyleSheet("background: black; color: white")
app = QApplication(sys.argv)
class Picture(QWidget):
    def paintEvent(self, event):
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor("white"))
        painter.drawEllipse(60, 60, 200, 120)
if "still" in sys.argv:
    app.setCursorFlashTime(0)
if "picture" in sys.argv:
    window = Picture()
    window.setWindowTitle("Sample")
    window.resize(520, 380)
    window.show()
    app.exec()
    sys.exit()
app.setFont(QFont("DejaVu Sans", 12))
window = QWidget()
window.setStyleSheet("QWidget { background: white; color: black }"
                     "QLineEdit, QTextEdit { border: 1px solid #444 }")
column = QVBoxLayout(window)
bar = QHBoxLayout()
for title in ("File", "Edit", "Help"):
    bar.addWidget(Entry(title))
column.addLayout(bar)
column.addWidget(Field())
form = QFormLayout()
name = Field()
name.textChanged.connect(lambda text: tell(f"name {text}"))
form.addRow("Surname", name)
column.addLayout(form)
body = QHBoxLayout()
body.addWidget(Entry("Drafts"), alignment=Qt.AlignmentFlag.AlignTop)
body.addWidget(QTextEdit())
column.addLayout(body)
window.setWindowTitle("Sample")
window.resize(520, 380)
window.show()
app.exec()
"""


@contextlib.asynccontextmanager
async def shown(bench: Bench, folder: Path, *words: str) -> AsyncIterator[Path]:
    """The window on the screen, read; what was done to it comes into the file. By ``words`` it
    shows a circle and nothing to read ("picture"), or has no caret that blinks ("still")."""
    told = folder / "told.txt"
    told.touch()
    read = partial(_is_read, bench, words)
    async with window_of(bench, WINDOW, told, *words, is_there=read, is_silent=True):
        yield told


async def _is_read(bench: Bench, words: tuple[str, ...]) -> bool:
    now = await bench.perceiver.observe_fully()
    if "picture" in words:
        return bool(now.windows)
    is_done = "still" not in words or not now.is_being_read
    return is_done and any(zone.label == "Help" for zone in now.zones_in_sight)


@pytest.mark.parametrize(
    ("goal", "came"),
    [
        ("click Help", "Help"),
        ("double-click Edit", "Edit"),
        ("click Drafts", "Drafts"),
        ("click the Surname field", "field"),
        ("type 'Ann' into Surname", "name Ann"),
    ],
)
async def test_a_drawn_label_is_clicked_itself_and_names_the_field_beside_it_for_typing(
    screen_bench: Bench, tmp_path: Path, goal: str, came: str
) -> None:
    async with shown(screen_bench, tmp_path) as told:
        outcome, _ = await screen_bench.run(goal)
        assert told.read_text().split("\n")[-2] == came, (outcome, told.read_text())


@pytest.mark.parametrize(
    ("words", "goal", "reason"),
    [
        (("still",), "check that Surname is shown", "plan_finished"),
        (("still",), "check that Zebra is shown", "plan_failed"),
        (("picture",), "check that Zebra is shown", "done_not_seen"),
        (("picture",), "check that Zebra is gone", "done_not_seen"),
    ],
)
async def test_a_check_of_what_is_drawn_fails_only_where_all_of_it_is_read(
    screen_bench: Bench, tmp_path: Path, words: tuple[str, ...], goal: str, reason: str
) -> None:
    async with shown(screen_bench, tmp_path, *words):
        outcome, _ = await screen_bench.run(goal)
    assert outcome.reason == reason, outcome
