"""Real dialogs that close once their form is filled in: what was typed is claimed where it stands
anew, and else nobody can tell where it went."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.domain.terminals import DONE_NOT_SEEN, Terminal
from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

WINDOW = """
import sys
from PySide6.QtWidgets import *
keeps = sys.argv[1]
app = QApplication(sys.argv)
window = QWidget()
window.setWindowTitle("Chores")
rows, add, made = QListWidget(), QPushButton("Add"), QLabel("None is due")
layout, none = QVBoxLayout(window), QPushButton("Leave it")
none.clicked.connect(lambda: (window.setWindowTitle("Chores"), made.setText("All is left")))
for each in (rows, add, made, none):
    layout.addWidget(each)
def ask():
    dialog = QDialog(window)
    dialog.setWindowTitle("New chore")
    what, done = QLineEdit(), QPushButton("Done")
    form = QFormLayout(dialog)
    form.addRow("What", what)
    form.addRow(done)
    def keep():
        if keeps == "row":
            rows.addItem(what.text())
        elif keeps == "count":
            made.setText("One is due")
        elif keeps == "fault":
            made.setText(f"Error: could not add {what.text()}: no such list")
        elif keeps == "fault in a row":
            rows.addItem(f"Could not add {what.text()}")
        elif keeps == "fault in another language":
            made.setText(f"Fehler: {what.text()} ging nicht")
        elif keeps == "title":
            window.setWindowTitle(f"Chores - {what.text()}")
        elif keeps == "name":
            made.setText(what.text())
        dialog.accept()
    done.clicked.connect(keep)
    dialog.open()
add.clicked.connect(ask)
window.resize(400, 300)
window.show()
app.exec()
"""


@pytest.mark.parametrize(
    ("keeps", "reason"),
    [
        ("row", "plan_finished"),
        ("title", "plan_finished"),
        ("name", "plan_finished"),
        ("count", DONE_NOT_SEEN),
        ("fault", DONE_NOT_SEEN),
        ("fault in a row", DONE_NOT_SEEN),
        ("fault in another language", DONE_NOT_SEEN),
        ("nothing", DONE_NOT_SEEN),
    ],
)
async def test_what_is_typed_in_a_form_that_closes_is_claimed_where_it_stands_anew(
    screen_bench: Bench, tmp_path: Path, keeps: str, reason: str
) -> None:
    async with window_of(screen_bench, WINDOW, keeps):
        outcome, _ = await screen_bench.run(
            "click Add, type 'Paint the keel' into What, click Done"
        )
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, reason), outcome.message


@pytest.mark.parametrize(
    ("text", "keeps", "reason"),
    [
        ("/tmp/keel.txt", "title", "plan_finished"),
        ("/tmp/keel.txt", "nothing", DONE_NOT_SEEN),
        ("Paint the keel", "title", DONE_NOT_SEEN),
    ],
)
async def test_a_file_that_was_named_and_opened_may_be_left_again(
    screen_bench: Bench, tmp_path: Path, text: str, keeps: str, reason: str
) -> None:
    """Its title told that it was opened; of another text nobody knows why it is gone."""
    async with window_of(screen_bench, WINDOW, keeps):
        outcome, _ = await screen_bench.run(
            f"click Add, type '{text}' into What, click Done, click Leave it"
        )
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, reason), outcome.message
