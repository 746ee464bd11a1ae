"""What a click on a row, a closed list or a button opens, and what it does not."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.safety.gate import NobodyThere
from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of
from tests.support.lanes import varies

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

_BEGINNING = """
import sys
from pathlib import Path
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import *
told, how = Path(sys.argv[1]), sys.argv[2]
def tell(words):
    with told.open("a") as file:
        file.write(words + "\\n")
app = QApplication(sys.argv)
app.setFont(QFont("DejaVu Sans", 12))
window = QWidget()
column = QVBoxLayout(window)
"""
_END = """
window.setWindowTitle("Sample")
window.resize(520, 380)
window.show()
app.exec()
"""

ROWS = (
    _BEGINNING
    + """
rows = QListWidget()
rows.addItems(["Berths", "Charts", "Dues"])
if how == "files":
    rows.addItems(["shopping-list.txt", "list.txt.bak", "lists.txt", "old_list.txt"])
def enter(item):
    tell(f"{item.text()} opened")
    if item.text().endswith(".txt"):
        return
    rows.clear()
    rows.addItems(["harbour.txt", "tides.txt"])
rows.itemPressed.connect(lambda item: tell(f"{item.text()} pressed"))
if how == "twice":
    rows.itemDoubleClicked.connect(enter)
if how == "once":
    rows.itemClicked.connect(enter)
column.addWidget(rows)
"""
    + _END
)

CLOSED_LIST = (
    _BEGINNING
    + """
window.setStyleSheet("* { background: white; color: black }")
form = QFormLayout()
field = QComboBox()
field.addItems(["English", "Dutch", "Welsh", "French"])
field.currentTextChanged.connect(tell)
form.addRow("Language", field)
column.addLayout(form)
column.addStretch()
"""
    + _END
)

DIALOG = (
    _BEGINNING
    + """
def ask():
    tell("asked")
    dialog = QDialog(window)
    dialog.setWindowTitle("Select file")
    form = QFormLayout(dialog)
    name, press = QLineEdit(), QPushButton("Open")
    form.addRow("Name", name)
    form.addRow(press)
    def take():
        taken = Path(name.text()).name
        tell(f"{taken} taken")
        opened = {"other": "list-2.txt", "longer": "shopping-list.txt"}.get(how, taken)
        window.setWindowTitle(f"{opened} - Sample")
        dialog.accept()
    press.clicked.connect(take)
    dialog.resize(420, 120)
    dialog.show()
opening = QPushButton("Import a chart" if how == "import" else "Open file")
opening.clicked.connect(ask)
column.addWidget(opening)
column.addWidget(QLabel("No file"))
column.addStretch()
"""
    + _END
)

FOLDERS = (
    _BEGINNING
    + """
def take(path):
    tell(f"{Path(path).name} taken")
    window.setWindowTitle(f"{Path(path).name} - Sample")
def ask():
    modes = QFileDialog.FileMode
    mode = {"folder": modes.Directory, "file": modes.ExistingFile}[how]
    dialog = QFileDialog(window, "Find the papers")
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setFileMode(mode)
    dialog.fileSelected.connect(take)
    dialog.resize(420, 320)
    dialog.show()
opening = QPushButton("Open")
opening.clicked.connect(ask)
column.addWidget(opening)
rows = QListWidget()
rows.addItems(["quay", "Notes"])
rows.itemDoubleClicked.connect(lambda item: tell(f"row {item.text()} opened"))
column.addWidget(rows)
"""
    + _END
)

TOOLTIP = (
    _BEGINNING
    + """
window.setStyleSheet("QWidget { background: white; color: black }"
                     "QPushButton { border: 1px solid #444; padding: 6px }")
class Box(QCheckBox):
    def leaveEvent(self, event):
        hint.hide()
hint = QLabel("Reads all words aloud, as they are typed", window)
hint.setWindowFlags(Qt.WindowType.ToolTip)
hint.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
hint.setStyleSheet("background: black; color: white; padding: 12px")
box, leave = Box("Speech"), QPushButton("Leave")
def turned():
    tell("turned")
    hint.move(window.mapToGlobal(QPoint(leave.x() - 10, leave.y() - 4)))
    hint.resize(leave.width() + 30, leave.height() + 8)
    hint.show()
box.clicked.connect(turned)
leave.clicked.connect(lambda: tell("left"))
column.addWidget(QLabel("Lessons"))
column.addStretch()
column.addWidget(box)
column.addWidget(leave)
"""
    + _END
)


@contextlib.asynccontextmanager
async def shown(
    bench: Bench, program: str, told: Path, how: str, *, until: str, silent: bool = False
) -> AsyncIterator[None]:
    """The program's window, once something called so is seen in it."""
    await asyncio.to_thread(told.touch)

    async def is_read() -> bool:
        now = await bench.perceiver.observe_fully()
        return any(until in (zone.label, zone.value) for zone in now.zones_in_sight)

    async with window_of(bench, program, told, how, is_there=is_read, is_silent=silent):
        yield


class Says(NobodyThere):
    """Answers each question so, where that is offered."""

    def __init__(self, words: str) -> None:
        self._words = words

    async def answer(self, question_id: str, question: str, choices: tuple[str, ...]) -> str:
        return self._words if self._words in choices else ""


@pytest.mark.parametrize(
    ("goal", "how", "presses"),
    [
        ("click Charts, click tides.txt", "twice", 2),
        ("open Charts, click tides.txt", "twice", 2),
        ("open Charts, click tides.txt", "once", 1),
        varies("click Charts, click tides.txt", "once", 1),
    ],
)
async def test_a_row_that_a_click_only_marks_is_opened_by_two_once_somebody_says_so(
    screen_bench: Bench, tmp_path: Path, goal: str, how: str, presses: int
) -> None:
    """And one that a click opens is clicked once."""
    told, says = tmp_path / "told.txt", Says("Double-click it")
    async with shown(screen_bench, ROWS, told, how, until="Charts"):
        outcome, _ = await screen_bench.run(goal, approver=says)
        lines = told.read_text().splitlines()
    assert lines.count("Charts opened") == 1, (outcome, lines)
    assert lines.count("Charts pressed") == presses, lines
    assert outcome.terminal == "goal_satisfied", outcome


@pytest.mark.parametrize("goal", ["click Charts, click tides.txt", "open Charts"])
async def test_a_row_is_clicked_once_where_nobody_says_more(
    screen_bench: Bench, tmp_path: Path, goal: str
) -> None:
    """The click may have opened it, unseen."""
    told = tmp_path / "told.txt"
    async with shown(screen_bench, ROWS, told, "twice", until="Charts"):
        outcome, _ = await screen_bench.run(goal, approver=Says("Leave it"))
        lines = told.read_text().splitlines()
    assert lines.count("Charts pressed") == 1 and "Charts opened" not in lines, lines
    assert outcome.reason not in ("plan_finished", "nothing_left_to_do"), outcome


@pytest.mark.parametrize("verb", ["select", varies("choose"), varies("then pick")])
async def test_what_was_to_be_marked_is_not_asked_about(
    screen_bench: Bench, tmp_path: Path, verb: str
) -> None:
    told, says = tmp_path / "told.txt", Says("Double-click it")
    async with shown(screen_bench, ROWS, told, "twice", until="Charts"):
        outcome, _ = await screen_bench.run(f"{verb} Charts, click tides.txt", approver=says)
        lines = told.read_text().splitlines()
    assert lines == ["Charts pressed"], (outcome, lines)
    assert "“tides.txt” is not in sight" in outcome.message, outcome


async def test_a_row_that_is_only_marked_is_not_called_open(
    screen_bench: Bench, tmp_path: Path
) -> None:
    told = tmp_path / "told.txt"
    async with shown(screen_bench, ROWS, told, "never", until="Charts"):
        outcome, _ = await screen_bench.run("open Charts")
    assert outcome.reason not in ("plan_finished", "nothing_left_to_do"), outcome


@pytest.mark.usefixtures("long_settling")
async def test_a_closed_list_is_opened_before_its_entry_is_missed(
    screen_bench: Bench, tmp_path: Path
) -> None:
    told = tmp_path / "told.txt"
    async with shown(screen_bench, CLOSED_LIST, told, "", until="Language", silent=True):
        outcome, _ = await screen_bench.run("choose Welsh in Language")
        assert told.read_text() == "Welsh\n", outcome


@pytest.mark.usefixtures("long_settling")
async def test_an_entry_that_a_closed_list_does_not_have_is_missed_in_it(
    screen_bench: Bench, tmp_path: Path
) -> None:
    told = tmp_path / "told.txt"
    async with shown(screen_bench, CLOSED_LIST, told, "", until="Language", silent=True):
        outcome, _ = await screen_bench.run("choose Manx in Language")
        assert told.read_text() == "", outcome
    assert "Manx" in outcome.message and "Dutch" in outcome.message, outcome


async def test_the_dialog_that_a_click_opened_is_the_one_that_is_used(
    screen_bench: Bench, tmp_path: Path
) -> None:
    told = tmp_path / "told.txt"
    async with shown(screen_bench, DIALOG, told, "same", until="Open file"):
        goal = "click Open file, open list.txt from the practice folder"
        outcome, _ = await screen_bench.run(goal)
    assert told.read_text().splitlines() == ["asked", "list.txt taken"], outcome
    assert outcome.reason == "plan_finished", outcome


@pytest.mark.parametrize(("says", "is_opened"), [("Click it", True), ("Leave it", False)])
async def test_what_is_called_by_another_word_for_opening_is_clicked_once_somebody_says_so(
    screen_bench: Bench, tmp_path: Path, says: str, *, is_opened: bool
) -> None:
    told = tmp_path / "told.txt"
    async with shown(screen_bench, DIALOG, told, "import", until="Import a chart"):
        goal = "open list.txt from the practice folder"
        outcome, _ = await screen_bench.run(goal, approver=Says(says))
        lines = told.read_text().splitlines()
    assert lines == ["asked", "list.txt taken"] * is_opened, outcome
    assert (outcome.reason == "plan_finished") is is_opened, outcome
    assert is_opened or "no dialog to open a file appeared" in outcome.message, outcome


@pytest.mark.parametrize(
    ("how", "file"), [("other", "list-2.txt"), ("longer", "shopping-list.txt")]
)
async def test_another_file_than_was_asked_for_is_not_called_open(
    screen_bench: Bench, tmp_path: Path, how: str, file: str
) -> None:
    told = tmp_path / "told.txt"
    async with shown(screen_bench, DIALOG, told, how, until="Open file"):
        outcome, _ = await screen_bench.run("open list.txt from the practice folder")
    assert "list.txt taken" in told.read_text(), outcome
    assert outcome.terminal == "goal_failed" and file in outcome.message, outcome


@pytest.mark.parametrize("how", ["folder", "file"])
async def test_what_has_no_ending_is_opened_from_its_folder_and_not_as_a_row_of_such_a_name(
    screen_bench: Bench, tmp_path: Path, how: str
) -> None:
    """Nor is a folder called open into which the dialog for a file only went."""
    told, quay = tmp_path / "told.txt", screen_bench.practice_folder / "quay"
    await asyncio.to_thread(quay.mkdir, exist_ok=True)
    async with shown(screen_bench, FOLDERS, told, how, until="Notes"):
        outcome, _ = await screen_bench.run("open quay from the practice folder")
        lines = told.read_text().splitlines()
    assert lines == ["quay taken"] * (how == "folder"), outcome
    assert (outcome.reason == "plan_finished") is (how == "folder"), outcome


async def test_a_file_is_not_taken_for_one_whose_name_holds_its_own(
    screen_bench: Bench, tmp_path: Path
) -> None:
    told = tmp_path / "told.txt"
    async with shown(screen_bench, ROWS, told, "files", until="Charts"):
        outcome, _ = await screen_bench.run("click list.txt")
    assert told.read_text() == "" and "“list.txt” is not in sight" in outcome.message, outcome


async def test_what_a_tooltip_covers_is_uncovered(screen_bench: Bench, tmp_path: Path) -> None:
    told = tmp_path / "told.txt"
    async with shown(screen_bench, TOOLTIP, told, "", until="Leave", silent=True):
        outcome, _ = await screen_bench.run("click Speech, click Leave")
        assert told.read_text().splitlines() == ["turned", "left"], outcome
