"""What a file tells of a goal, whose document tells nothing, and what is set once it was named."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import zipfile
from collections.abc import AsyncIterator

import pytest

from engine.domain.approvals import Asking
from tests.end_to_end.conftest import Bench
from tests.support.stage import ScriptedApprover
from tests.support.waiting import until_so

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

SHEET = """
import sys, zipfile
from pathlib import Path
from PySide6.QtCore import Qt
from PySide6.QtWidgets import *
kind, ASKING = sys.argv[1], ("sets", "grid", "doubts")
app = QApplication(["sheet"])
class Sheet(QGraphicsView):
    text = ""
    def keyPressEvent(self, event):
        if event.text().isprintable() and not event.modifiers() & Qt.ControlModifier:
            self.text += event.text()
            scene.addRect(9 * len(self.text), 0, 6, 30)
window = QMainWindow()
scene = QGraphicsScene()
sheet = Sheet(scene)
window.setCentralWidget(sheet)
def write(path):
    if kind == "keeps" and path.exists():
        return path.touch()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        kept = "" if kind in ("forgets", "keeps") else sheet.text
        packed.writestr("sheet.xml", f"<sheet><row>{kept}</row></sheet>")
def named(path):
    if kind not in ASKING:
        return write(Path(path))
    asked = QDialog(window, windowTitle="Sheet as a book")
    column = QVBoxLayout(asked)
    if kind == "doubts":
        column.addWidget(QLabel("A book keeps no colours"))
    if kind == "grid":
        column.addWidget(QPushButton("Load..."))
        column.addWidget(QGraphicsView(scene))
    for label in ["With a rim", "In colours"] if kind == "sets" else ["Do not tell me again"]:
        column.addWidget(QCheckBox(label))
    ends = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel)
    ends.accepted.connect(lambda: (write(Path(path)), asked.accept(), chooser.accept()))
    ends.rejected.connect(asked.reject)
    column.addWidget(ends)
    asked.setModal(True)
    asked.open()
class Chooser(QFileDialog):
    def accept(self):
        if kind not in ASKING or Path(self.selectedFiles()[0]).exists():
            return super().accept()
        named(self.selectedFiles()[0])
chooser = Chooser(window, "Save As")
chooser.setAcceptMode(QFileDialog.AcceptSave)
chooser.setFileMode(QFileDialog.AnyFile)
chooser.setOption(QFileDialog.DontUseNativeDialog)
chooser.setOption(QFileDialog.DontConfirmOverwrite, kind in ASKING)
chooser.fileSelected.connect(lambda path: kind in ASKING or named(path))
window.menuBar().addMenu("File").addAction("Save As...", chooser.open)
window.setWindowTitle("Sheet")
window.resize(600, 400)
window.show()
sheet.setFocus()
app.exec()
"""


@contextlib.asynccontextmanager
async def sheet(bench: Bench, kind: str) -> AsyncIterator[None]:
    window = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", SHEET, kind),
        env={**bench.surface.environment, "QT_ACCESSIBILITY": "1"},
    )
    try:
        await until_so(lambda: _is_there(bench))
        yield
    finally:
        window.kill()
        await window.wait()


async def _is_there(bench: Bench) -> bool:
    return any(zone.label == "File" for zone in (await bench.perceiver.observe()).zones_in_sight)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [("packs", "nothing_left_to_do"), ("forgets", "done_not_seen"), ("keeps", "done_not_seen")],
)
async def test_what_no_window_tells_is_seen_in_the_file_where_it_is_new(
    screen_bench: Bench, kind: str, reason: str
) -> None:
    path = screen_bench.practice_folder / "quay.sheet"
    if kind == "keeps":
        with zipfile.ZipFile(path, "w") as packed:
            packed.writestr("sheet.xml", "<row>Lanterns</row>")
    goal = "type 'Lanterns', save it as quay.sheet in the practice folder, replacing it"
    async with sheet(screen_bench, kind):
        outcome, _ = await screen_bench.run(goal, asking=Asking.RISKY, approver=ScriptedApprover())
    assert path.exists() and outcome.reason == reason, outcome


@pytest.mark.parametrize(
    ("kind", "goal", "reason"),
    [
        ("sets", "save it as quay.book in the practice folder", "plan_finished"),
        ("grid", "save it as quay.book in the practice folder", "plan_finished"),
        (
            "sets",
            "save it as quay.book in the practice folder, tick With a rim, click OK",
            "plan_finished",
        ),
        ("doubts", "save it as quay.book in the practice folder", "plan_failed"),
    ],
)
async def test_what_a_format_can_be_set_to_is_gone_on_from_and_a_doubt_is_not(
    screen_bench: Bench, kind: str, goal: str, reason: str
) -> None:
    async with sheet(screen_bench, kind):
        outcome, _ = await screen_bench.run(goal)
    assert outcome.reason == reason, outcome
    assert (screen_bench.practice_folder / "quay.book").exists() is (kind != "doubts")
