"""What an entry or a button opens late, and does not say that it opens: it is what came of it."""

from __future__ import annotations

import pytest

from engine.domain.verdicts import Verdict
from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

LATE = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import *
app = QApplication(sys.argv)
window = QMainWindow()
window.setWindowTitle("Harbour")
boat = QMainWindow()
boat.setWindowTitle("Boat")
boat.setCentralWidget(QLineEdit())
boat.menuBar().addMenu("Boat").addAction("Sail")
def bring():
    QTimer.singleShot(int(sys.argv[1]), boat.show)
window.menuBar().addMenu("File").addAction("New").triggered.connect(bring)
column, middle = QVBoxLayout(), QWidget()
for name in ("Call", "Moor"):
    button = QPushButton(name)
    button.clicked.connect(bring)
    column.addWidget(button)
middle.setLayout(column)
window.setCentralWidget(middle)
window.resize(500, 300)
window.show()
app.exec()
"""


@pytest.mark.parametrize("goal", ["click File > New", "click Moor"])
@pytest.mark.parametrize("late_ms", [0, 700, 2000])
async def test_a_second_window_that_comes_late_is_what_came_of_it(
    screen_bench: Bench, goal: str, late_ms: int
) -> None:
    async with window_of(screen_bench, LATE, late_ms):
        outcome, state = await screen_bench.run(goal)
    last = [step for segment in state.segments for step in segment.steps][-1]
    assert last.verdict is Verdict.SEEN and "came up" in last.evidence[0], (outcome, last)
