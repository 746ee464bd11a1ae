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


GROUPS = """
import sys
from pathlib import Path
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import *
told = Path(sys.argv[1])
ROWS = ["New trans", "", "Informations", "Edit episode attributes...", "", "Quit", "", "Help"]
def places():
    y = 6
    for words in ROWS:
        yield y, words
        y += 22 if words else 17
class Entries(QWidget):
    def paintEvent(self, event):
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(217, 217, 217))
        painter.fillRect(0, 0, 1, 180, QColor("white"))
        painter.fillRect(221, 0, 1, 180, QColor(130, 130, 130))
        for y, words in places():
            if words:
                painter.drawText(5, y + 16, words)
                continue
            painter.fillRect(1, y + 8, 219, 1, QColor(130, 130, 130))
            painter.fillRect(1, y + 9, 220, 1, QColor("white"))
    def mousePressEvent(self, event):
        hit = [words for y, words in places() if y <= event.position().y() < y + 22]
        told.write_text("".join(hit))
        self.window().setWindowTitle("Pressed")
app = QApplication(sys.argv)
app.setFont(QFont("DejaVu Sans", 10))
window = Entries()
window.setWindowTitle("Sample")
window.setStyleSheet("color: black")
window.setFixedSize(222, 180)
window.show()
app.exec()
"""


@pytest.mark.parametrize("entry", ["Informations", "Edit episode attributes..."])
async def test_of_two_entries_between_the_lines_of_a_menu_the_one_that_is_named_is_clicked(
    screen_bench: Bench, tmp_path: Path, entry: str
) -> None:
    told = tmp_path / "told.txt"
    read = partial(_is_read, screen_bench, ("still",), until="Quit")
    async with window_of(screen_bench, GROUPS, told, is_there=read, is_silent=True):
        outcome, _ = await screen_bench.run(f"click {entry.strip('.')}")
        assert told.read_text() == entry, outcome


QUESTION = """
import sys
from pathlib import Path
from PySide6.QtGui import QFont
from PySide6.QtWidgets import *
told = Path(sys.argv[1])
app = QApplication(sys.argv)
app.setFont(QFont("DejaVu Sans", 12))
window = QWidget()
window.setWindowTitle("Permission Checker")
column, row = QVBoxLayout(window), QHBoxLayout()
for words in ("You must be added to a group.", "Log in again after that."):
    column.addWidget(QLabel(words))
column.addLayout(row)
for label in ("Ignore", "Help"):
    button = QPushButton(label)
    button.clicked.connect(lambda _=False, label=label: told.write_text(label))
    row.addWidget(button)
window.show()
app.exec()
"""


async def test_nothing_is_typed_into_a_question_whose_button_has_the_keyboard(
    screen_bench: Bench, tmp_path: Path
) -> None:
    told = tmp_path / "told.txt"
    read = partial(_is_read, screen_bench, ("still",))
    async with window_of(screen_bench, QUESTION, told, is_there=read, is_silent=True):
        outcome, _ = await screen_bench.run("type 'the tide'")
        assert "no field that takes text is in sight" in outcome.message
        assert not told.exists()


@contextlib.asynccontextmanager
async def shown(bench: Bench, folder: Path, *words: str) -> AsyncIterator[Path]:
    """The window on the screen, read; what was done to it comes into the file. By ``words`` it
    shows a circle and nothing to read ("picture"), or has no caret that blinks ("still")."""
    told = folder / "told.txt"
    told.touch()
    read = partial(_is_read, bench, words)
    async with window_of(bench, WINDOW, told, *words, is_there=read, is_silent=True):
        yield told


async def _is_read(bench: Bench, words: tuple[str, ...], until: str = "Help") -> bool:
    now = await bench.perceiver.observe_fully()
    if "picture" in words:
        return bool(now.windows)
    is_done = "still" not in words or not now.is_being_read
    return is_done and any(zone.label == until for zone in now.zones_in_sight)


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
