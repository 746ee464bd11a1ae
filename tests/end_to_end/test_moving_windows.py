"""Taking back in a real window in which something moves by itself."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine.domain.history import Reversal
from engine.domain.plans import StepPlace
from engine.domain.terminals import Outcome, Terminal
from engine.domain.zones import Role
from engine.session.session import Session
from tests.end_to_end.conftest import Bench
from tests.support.helm import Helm, Move, click, typed
from tests.support.waiting import until, until_so

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import *
told, part = Path(sys.argv[1]), sys.argv[2]
app = QApplication(sys.argv)
window = QMainWindow()
window.setWindowTitle("Sample")
window.resize(500, 300)
bar = window.addToolBar("Tools")
box, field, plain = QCheckBox("Grid"), QTextEdit(), QPushButton("Refresh")
column = QVBoxLayout(middle := QWidget())
for each in (box, field, plain):
    column.addWidget(each)
window.setCentralWidget(middle)
turned, acted = 0, []
def count():
    global turned
    turned += 1
    told.write_text(f"{int(box.isChecked())} {field.toPlainText()}")
    with told.with_name("turned").open("a") as file:
        file.write(".")
    acted.append(box.isChecked() or field.toPlainText() != "first")
    if not (any(acted) if part == "begins" else told.with_name("go").exists()):
        return
    words = f"{turned // 60:02}:{turned % 60:02} since"
    if part == "status bar":
        window.statusBar().showMessage(words)
    else:
        clock.setText(words)
clock = QLabel("00:00 since")
if part in ("tool bar", "begins"):
    bar.addWidget(clock)
if part == "list":
    rows = QListWidget()
    rows.addItem("begun")
    column.addWidget(rows)
    clock.setText = lambda words: rows.insertItem(0, words)
timer = QTimer()
timer.timeout.connect(count)
timer.start(400)
field.setPlainText("first")
window.statusBar().showMessage("00:00 since" * (part == "status bar"))
window.show()
app.exec()
"""


async def took_back(bench: Bench, folder: Path, part: str, move: Move) -> tuple[Reversal, Path]:
    """What moves is seen to do so before the move is made, as beside a thinker that thinks, or
    between the move and its return, however long either takes."""
    told, turned = folder / "told.txt", folder / "turned"
    told.touch()
    turned.touch()
    session, _ = await bench.session("a trial")
    reversals: list[Reversal] = []

    async def ticks() -> None:
        seen = turned.stat().st_size
        await until(lambda: turned.stat().st_size >= seen + 2)  # one is shown for sure, unseen yet

    async def mode(session: Session) -> Outcome:
        helm = Helm(session, bench.surface)
        await helm.start([sys.executable, "-c", WINDOW, str(told), part], "Sample")
        told.with_name("go").touch()
        step, _ = await helm.step_of(move)
        await ticks()
        await session.steps.perform(step)
        await ticks()
        node = session.history.stack[0]
        reversals.append(await session.way_back.take_back(node, StepPlace(0, 9), "operator"))
        return Outcome(Terminal.GOAL_SATISFIED, "trial", "The trial is over.")

    outcome = await session.run(mode)
    assert outcome.reason == "trial", outcome
    return reversals[0], told


GRID, MORE = click("Grid"), typed(" and more", role=Role.TEXT_AREA)


@pytest.mark.parametrize(
    ("part", "move"), [("tool bar", GRID), ("tool bar", MORE), ("status bar", GRID), ("list", MORE)]
)
async def test_what_moved_before_is_no_difference_of_a_return(
    screen_bench: Bench, tmp_path: Path, part: str, move: Move
) -> None:
    reversal, told = await took_back(screen_bench, tmp_path, part, move)
    assert reversal.is_back, reversal
    await until_so(lambda: _tells(told, "0 first"))


@pytest.mark.parametrize("move", [GRID, MORE])
async def test_what_moves_since_the_action_leaves_its_return_untold_and_nothing_else_undone(
    screen_bench: Bench, tmp_path: Path, move: Move
) -> None:
    reversal, told = await took_back(screen_bench, tmp_path, "begins", move)
    assert reversal.untold and "goes on by itself" in reversal.judged.words, reversal
    await until_so(lambda: _tells(told, "0 first"))


@pytest.mark.parametrize("part", ["tool bar", "status bar"])
async def test_what_goes_on_by_itself_is_no_evidence_of_a_return(
    screen_bench: Bench, tmp_path: Path, part: str
) -> None:
    reversal, _ = await took_back(screen_bench, tmp_path, part, click("Refresh"))
    assert not reversal.is_back and reversal.untold, reversal


async def _tells(told: Path, words: str) -> bool:
    return _text(told) == words


def _text(told: Path) -> str:
    return told.read_text()
