"""A scroll bar that goes when a program lays out its window anew is no difference of a return;
a strip that goes elsewhere is one."""

from __future__ import annotations

import pytest

from engine.domain.approvals import Asking
from engine.domain.history import Reversal
from engine.domain.plans import StepPlace
from engine.domain.terminals import Outcome, Terminal
from engine.session.session import Session
from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of
from tests.support.helm import Helm, click
from tests.support.stage import ScriptedApprover

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

STRIPS = """
import sys
from PySide6.QtGui import QColor
from PySide6.QtWidgets import *
app = QApplication(["strips"])
app.setStyleSheet("QGraphicsView { background: #5a5a82; border: 0 } #strip { background: #fafafa }")
def plan():
    drawn = QGraphicsView(scene)
    drawn.setFixedHeight(300)
    return drawn
window, scene = QWidget(), QGraphicsScene()
column, row = QVBoxLayout(window), QHBoxLayout()
for each in (column, row):
    each.setContentsMargins(0, 0, 0, 0)
    each.setSpacing(0)
ruler, strip = QCheckBox("Ruler"), QFrame(objectName="strip")
strip.setFixedSize(16, 300)
parts = {"right": [plan(), strip], "left": [strip, plan()], "middle": [plan(), strip, plan()]}
for each in parts[sys.argv[1]]:
    row.addWidget(each)
ruler.toggled.connect(strip.hide)
column.addWidget(ruler)
column.addLayout(row)
window.setWindowTitle("Strips")
window.resize(500, 400)
window.show()
app.exec()
"""


@pytest.mark.parametrize(
    ("place", "is_back"), [("right", True), ("left", False), ("middle", False)]
)
async def test_a_bar_that_goes_by_itself_is_no_difference_of_a_return(
    screen_bench: Bench, place: str, is_back: bool
) -> None:
    reversals = list[Reversal]()

    async def mode(session: Session) -> Outcome:
        helm = Helm(session, screen_bench.surface)
        await helm.park_pointer()
        await helm.rest()
        await helm.make(click("Ruler"))
        await helm.rest()
        node = session.history.stack[-1]
        reversals.append(await session.way_back.take_back(node, StepPlace(0, 9), "operator"))
        return Outcome(Terminal.GOAL_SATISFIED, "trial", "The trial is over.")

    async with window_of(screen_bench, STRIPS, place):
        session, _ = await screen_bench.session(
            "a trial", asking=Asking.RISKY, approver=ScriptedApprover()
        )
        outcome = await session.run(mode)
    assert outcome.reason == "trial", outcome
    assert reversals[0].is_back is is_back, reversals[0]
