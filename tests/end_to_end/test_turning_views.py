"""What an entry or a bar turned is turned back by its own keys, its opposite, or itself: a bar of
menus that hid itself, a larger view, a switch in the status bar, a pane that made its window
larger."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.domain.approvals import Asking
from engine.domain.history import Reversal
from engine.domain.plans import StepPlace
from engine.domain.terminals import Outcome
from engine.modes.director import Director
from engine.session.session import Session
from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of
from tests.support.stage import ScriptedApprover

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

VIEWS = """
import sys
from pathlib import Path
from PySide6.QtGui import QKeySequence, QPainter
from PySide6.QtWidgets import *
told = Path(sys.argv[1])
app = QApplication(["views"])
class Plan(QWidget):
    side = 60
    def paintEvent(self, event):
        QPainter(self).fillRect(40, 40, self.side, self.side, "navy")
def heard(words, done):
    def hear(*_):
        with told.open("a") as file:
            file.write(words + "\\n")
        done()
    return hear
def grow(by):
    def turn():
        plan.side += by
        plan.update()
    return turn
window, plan = QMainWindow(), Plan()
view = window.menuBar().addMenu("View")
bar = view.addAction("Menu bar")
bar.setCheckable(True)
bar.setChecked(True)
bar.setShortcut(QKeySequence("Ctrl+M"))
window.addAction(bar)
bar.triggered.connect(heard("bar", lambda: window.menuBar().setVisible(bar.isChecked())))
legend = QLabel("Water is blue, land is green.")
legend.setFixedHeight(90)
legend.hide()
key = view.addAction("Legend")
key.setCheckable(True)
def explain():
    legend.setVisible(key.isChecked())
    if key.isChecked():
        window.resize(window.width() + 40, window.height() + 90)
key.triggered.connect(heard("legend", explain))
view.addAction("Zoom in").triggered.connect(heard("in", grow(60)))
view.addAction("Zoom out").triggered.connect(heard("out", grow(-60)))
quiet = QPushButton("Quiet")
quiet.setCheckable(True)
quiet.clicked.connect(heard("quiet", lambda: None))
window.statusBar().addPermanentWidget(quiet)
body = QWidget()
column = QVBoxLayout(body)
column.addWidget(plan, 1)
column.addWidget(legend)
window.setCentralWidget(body)
window.setWindowTitle("Views")
window.resize(420, 320)
window.show()
app.exec()
"""


@pytest.mark.parametrize(
    ("goal", "turned"),
    [
        ("click View > Menu bar", ["bar", "bar"]),
        ("click View > Zoom in", ["in", "out"]),
        ("click Quiet", ["quiet", "quiet"]),
        ("click View > Legend", ["legend", "legend"]),
    ],
)
async def test_what_was_turned_is_turned_back_and_seen_to_be(
    screen_bench: Bench, tmp_path: Path, goal: str, turned: list[str]
) -> None:
    told, reversals = tmp_path / "told.txt", list[Reversal]()

    async def mode(session: Session) -> Outcome:
        outcome = await Director()(session)
        node = session.history.stack[-1]
        reversals.append(await session.way_back.take_back(node, StepPlace(9, 9), "operator"))
        return outcome

    async with window_of(screen_bench, VIEWS, told):
        # what a chord means is known no more, once its menu is gone: that is asked about
        session, _ = await screen_bench.session(
            goal, asking=Asking.RISKY, approver=ScriptedApprover()
        )
        outcome = await session.run(mode)
    assert told.read_text().split() == turned, (outcome, reversals)
    assert reversals[0].judged.is_seen, reversals
