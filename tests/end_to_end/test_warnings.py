"""Dialogs that warn, in words that no table knows, on a practice desktop in its sandbox: their yes
is asked about, and their no is not."""

from __future__ import annotations

import pytest

from engine.domain.approvals import Asking, Reject
from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of
from tests.support.stage import ScriptedApprover

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

WARNING = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication, QMessageBox
application = QApplication([])
application.setQuitOnLastWindowClosed(False)
text, yes, no, told = sys.argv[1:]
box = QMessageBox(QMessageBox.Icon.Warning, "Harbour", text)
box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
box.addButton(no, QMessageBox.ButtonRole.RejectRole)
box.buttonClicked.connect(lambda pressed: Path(told).write_text(pressed.text()))
box.open()
application.exec()
"""
DIALOGS = (
    ("Haluatko varmasti kaataa sataman?", "Joo", "Cancel"),
    ("The quay will be quenched.", "Quench it", "Cancel"),
    ("The quay will be quenched.", "Proceed", "Abbrechen"),
)


@pytest.mark.parametrize(("text", "yes", "no"), DIALOGS)
async def test_the_yes_of_a_warning_in_unknown_words_is_asked_about_in_the_sandbox(
    bench: Bench, text: str, yes: str, no: str
) -> None:
    told = bench.practice_folder / "told.txt"
    for asking, asked in ((Asking.RISKY, 1), (Asking.NEVER, 0)):
        operator = ScriptedApprover([Reject("I did not ask for that")])
        async with window_of(bench, WARNING, text, yes, no, told):
            await bench.run(f"click '{yes}'", asking=asking, approver=operator)
            assert len(operator.asked) == asked
            assert not told.exists()
            await bench.run(f"click '{no}'", asking=asking, approver=operator)
        assert len(operator.asked) == asked
        assert told.read_text(encoding="utf-8") == no
        told.unlink()
