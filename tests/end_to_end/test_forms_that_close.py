"""Real dialogs that close once their form is filled in: what was typed is claimed where something
came of it, and else nobody can tell where it went."""

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
layout = QVBoxLayout(window)
for each in (rows, add, made):
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
    [("row", "plan_finished"), ("count", "plan_finished"), ("nothing", DONE_NOT_SEEN)],
)
async def test_what_is_typed_in_a_form_that_closes_is_claimed_where_something_came_of_it(
    screen_bench: Bench, tmp_path: Path, keeps: str, reason: str
) -> None:
    async with window_of(screen_bench, WINDOW, keeps):
        outcome, _ = await screen_bench.run(
            "click Add, type 'Paint the keel' into What, click Done"
        )
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, reason), outcome.message
