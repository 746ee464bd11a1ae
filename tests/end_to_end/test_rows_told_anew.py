"""A row that its program tells of as another thing at each look is clicked once it was approved."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine.domain.approvals import ApprovalRequest, Asking, Decision
from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of
from tests.support.stage import ScriptedApprover

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

ROWS = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import *
app = QApplication(["rows"])
tree, timer = QTreeWidget(), QTimer()
tree.setHeaderHidden(True)
for words in ("Knowledge", "Tools"):
    tree.addTopLevelItem(QTreeWidgetItem([words]))
tree.itemClicked.connect(lambda row, _: Path(sys.argv[1]).write_text(row.text(0)))
timer.timeout.connect(tree.model().layoutChanged)
timer.start(100)
tree.setWindowTitle("Rows")
tree.resize(320, 240)
tree.show()
app.exec()
"""


class Slow(ScriptedApprover):
    """Takes a while to say yes."""

    async def decide(self, request: ApprovalRequest) -> Decision:
        await asyncio.sleep(1)  # so long the operator reads
        return await super().decide(request)


async def test_a_row_that_is_told_anew_meanwhile_is_the_one_that_was_approved(
    screen_bench: Bench, tmp_path: Path
) -> None:
    told, approver = tmp_path / "told.txt", Slow()
    async with window_of(screen_bench, ROWS, told):
        outcome, _ = await screen_bench.run("click Tools", asking=Asking.EACH, approver=approver)
    assert told.exists() and told.read_text() == "Tools", outcome
    assert len(approver.asked) == 1, [each.asked_again_because for each in approver.asked]
