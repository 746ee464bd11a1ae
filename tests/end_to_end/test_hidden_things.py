"""What is asked for and not in sight: looked for where it is as a whole, and never taken for
something else that has a part of its name."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from engine.domain.approvals import Asking
from engine.domain.terminals import Terminal
from engine.language.goals import clicks
from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of
from tests.support.stage import ScriptedApprover

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import *
told, kind = Path(sys.argv[1]), sys.argv[2]
def tell(words):
    with told.open("a") as file:
        file.write(words + "\\n")
def menu(*labels):
    made = QMenu(window)
    for label in labels:
        made.addAction(label).triggered.connect(lambda _=False, label=label: tell(label))
    return made
app = QApplication(sys.argv)
window = QMainWindow()
window.setWindowTitle("Sample")
window.resize(500, 300)
settings = window.menuBar().addMenu("Settings")
shows = settings.addAction("Show Missed Words")
shows.setCheckable(True)
shows.setChecked(True)
shows.toggled.connect(lambda _on: tell("turned"))
window.setCentralWidget(QLabel("Please wait"))
def come():
    tabs = QTabWidget()
    tabs.addTab(QLabel("none"), "Found")
    tabs.addTab(QLabel("none yet"), "Missed")
    tabs.currentChanged.connect(lambda at: tell(tabs.tabText(at)))
    window.setCentralWidget(tabs)
if kind == "slow":
    QTimer.singleShot(4000, come)
if kind == "fault":
    fault = QMessageBox(QMessageBox.Icon.Critical, "Sample", "The words could not be loaded.")
    fault.setParent(window, fault.windowFlags())
    fault.open()
if kind == "buttons":
    window.setCentralWidget(QTextEdit())
    bar = window.addToolBar("Tools")
    for name, tip, entries in (
        ("Recent", "", ("One", "Two")), ("", "Main menu", ("Preferences", "Show Status")),
    ):
        button = QToolButton()
        button.setText(name or "=")
        button.setToolTip(tip)
        button.setAccessibleName(name or tip)
        button.setMenu(menu(*entries))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        bar.addWidget(button)
    split = QToolButton()
    split.setText("Spread")
    split.clicked.connect(lambda: tell("spread"))
    split.setMenu(menu("Wide", "Narrow"))
    split.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
    bar.addWidget(split)
if kind == "about":
    title = QPushButton("Word Puzzle for Two Players")
    title.clicked.connect(lambda: tell("title"))
    window.setCentralWidget(title)
    late = window.menuBar().addMenu("Help")
    entries = menu("About Word Puzzle for Two Players").actions()
    late.aboutToShow.connect(lambda: late.addActions(entries))
if kind == "tiles":
    grid = QGridLayout()
    for column, name in enumerate(("Rules", "Drills")):
        tile = QToolButton()
        picture = QPixmap(96, 96)
        picture.fill(QColor("steelblue"))
        tile.setIcon(QIcon(picture))
        tile.setIconSize(picture.size())
        tile.clicked.connect(lambda _, name=name: tell(name))
        grid.addWidget(tile, 0, column, Qt.AlignmentFlag.AlignCenter)
        grid.addWidget(QLabel(name), 1, column, Qt.AlignmentFlag.AlignCenter)
    plain = QToolButton()
    plain.setIcon(QIcon(picture))
    plain.clicked.connect(lambda: tell("gear"))
    grid.addWidget(plain, 2, 0, Qt.AlignmentFlag.AlignRight)
    grid.addWidget(QLabel("Gear"), 2, 1)
    grid.addWidget(QLabel("Far below"), 3, 0)
    middle = QWidget()
    middle.setLayout(grid)
    window.setCentralWidget(middle)
window.show()
app.exec()
"""


@contextlib.asynccontextmanager
async def shown(bench: Bench, folder: Path, kind: str) -> AsyncIterator[Path]:
    """The window on the screen; what it was told to do comes into the file."""
    told = folder / "told.txt"
    told.touch()
    async with window_of(bench, WINDOW, told, kind, is_there=partial(_is_up, bench)):
        yield told


async def _is_up(bench: Bench) -> bool:
    return any(zone.label == "Settings" for zone in (await bench.perceiver.observe()).zones)


async def test_a_part_of_a_hidden_name_is_not_what_was_asked_for(
    screen_bench: Bench, tmp_path: Path
) -> None:
    async with shown(screen_bench, tmp_path, "bare") as told:
        outcome, _ = await screen_bench.run("click Missed")
        assert outcome.terminal is Terminal.GOAL_FAILED, outcome
        assert "Hidden in menu “Settings” is “Show Missed Words”" in outcome.message
        assert told.read_text() == ""


async def test_what_comes_once_the_program_is_ready_is_waited_for(
    screen_bench: Bench, tmp_path: Path
) -> None:
    async with shown(screen_bench, tmp_path, "slow") as told:
        outcome, _ = await screen_bench.run("click Missed")
        assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome
        assert told.read_text() == "Missed\n"


async def test_menus_behind_buttons_are_looked_into_one_at_a_time(
    screen_bench: Bench, tmp_path: Path
) -> None:
    async with shown(screen_bench, tmp_path, "buttons") as told:
        outcome, _ = await screen_bench.run("click Preferences")
        assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome
        assert told.read_text() == "Preferences\n"


async def test_a_button_that_does_something_beside_its_menu_is_not_pressed_to_look(
    screen_bench: Bench, tmp_path: Path
) -> None:
    async with shown(screen_bench, tmp_path, "buttons") as told:
        outcome, _ = await screen_bench.run("click Status")
        assert outcome.terminal is Terminal.GOAL_FAILED, outcome
        assert told.read_text() == ""


async def test_a_dialog_that_stands_there_is_quoted_in_the_reason(
    screen_bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clicks, "WAIT_PATIENCE_SECS", 4.0)  # it never comes
    async with shown(screen_bench, tmp_path, "fault"):
        outcome, _ = await screen_bench.run("wait until 'Ready' appears")
        assert outcome.terminal is Terminal.GOAL_FAILED, outcome
        assert "The words could not be loaded." in outcome.message


async def test_words_that_hold_a_label_and_more_are_looked_for_in_the_menus(
    screen_bench: Bench, tmp_path: Path
) -> None:
    async with shown(screen_bench, tmp_path, "about") as told:
        outcome, _ = await screen_bench.run("click 'About Word Puzzle for Two Players'")
        assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome
        assert told.read_text() == "About Word Puzzle for Two Players\n"


@pytest.mark.parametrize(
    ("goal", "told_to"),
    [
        ("click Drills", "Drills\n"),
        ("double-click Drills", ""),
        ("click Gear", ""),
        ("click 'Far below'", ""),
    ],
)
async def test_a_caption_means_the_nameless_button_that_it_stands_under(
    screen_bench: Bench, tmp_path: Path, goal: str, told_to: str
) -> None:
    async with shown(screen_bench, tmp_path, "tiles") as told:
        asked = ScriptedApprover()
        await screen_bench.run(goal, asking=Asking.RISKY, approver=asked)
        assert told.read_text() == told_to
        named = [each.step.zone_label for each in asked.asked]
        assert named == [goal.partition("click ")[2].strip("'")]
