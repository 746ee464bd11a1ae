"""A dialog that came before its program's main window lies under it, and is found there."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.end_to_end.conftest import Bench
from tests.support.waiting import until_so

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

WINDOWS = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import *
told, what = Path(sys.argv[1]), sys.argv[2]
def tell(words):
    with told.open("a") as file:
        file.write(words + "\\n")
app = QApplication([what.replace(" ", "-")])
def shown(window, title, label, size, place):
    column = QVBoxLayout(window)
    words = QLabel(f"This is {title}")
    column.addWidget(words)
    button = QPushButton(label)
    button.clicked.connect(lambda: (tell(f"{label} of {title}"), words.setText("Done with it")))
    column.addWidget(button)
    if label == "Save":
        column.addWidget(QTextEdit())
    window.setWindowTitle(title)
    window.resize(*size)
    window.move(*place)
    window.show()
    return button
if "dialog" in what:
    greeting = QDialog()
    greeting.setModal("modal" in what)
    shown(greeting, "First steps", "OK", (220, 120), (180, 180)).clicked.connect(greeting.close)
window = QWidget()
def over_it():
    shown(window, "Ledger", "Save", (600, 420), (100, 100))
    window.raise_()
    window.activateWindow()
if "window" in what:
    QTimer.singleShot(1000 if "dialog" in what else 0, over_it)
app.exec()
"""


@contextlib.asynccontextmanager
async def running(bench: Bench, told: Path, *whats: str) -> AsyncIterator[None]:
    """One program for each, the next one when the one before shows; the last shows the ledger."""
    await asyncio.to_thread(told.touch)
    started = []
    try:
        for what in whats:
            command = (sys.executable, "-c", WINDOWS, str(told), what)
            environment = bench.surface.environment
            started.append(await asyncio.create_subprocess_exec(*command, env=environment))
            words = "This is Ledger" if "window" in what else "This is First steps"

            async def is_read(words: str = words) -> bool:
                now = await bench.perceiver.observe_fully()
                return any(words in zone.label for zone in now.zones_in_sight)

            await until_so(is_read)
        yield
    finally:
        for each in started:
            with contextlib.suppress(ProcessLookupError):  # its last window was closed
                each.kill()
            await each.wait()


@pytest.mark.parametrize("what", ["modal dialog window", "dialog window"])
async def test_a_dialog_under_its_programs_window_is_answered(
    screen_bench: Bench, tmp_path: Path, what: str
) -> None:
    """Modal or not, as a tip of the day."""
    told = tmp_path / "told"
    async with running(screen_bench, told, what):
        outcome, _ = await screen_bench.run("click OK, click Save")
    assert told.read_text().splitlines() == ["OK of First steps", "Save of Ledger"], outcome


@pytest.mark.parametrize(
    ("whats", "goal"),
    [
        pytest.param(("modal dialog", "window"), "click OK", id="another program's"),
        pytest.param(("modal dialog window",), "click Next", id="it has none of it either"),
        pytest.param(("dialog", "window"), "click OK", id="another program's, not modal"),
    ],
)
async def test_nothing_is_pressed_for_what_is_not_there(
    screen_bench: Bench, tmp_path: Path, whats: tuple[str, ...], goal: str
) -> None:
    told = tmp_path / "told"
    async with running(screen_bench, told, *whats):
        outcome, _ = await screen_bench.run(goal)
    assert told.read_text() == "" and outcome.terminal == "goal_failed", outcome
    assert "not in sight" in outcome.message, outcome


async def test_what_stands_in_front_is_pressed_there(screen_bench: Bench, tmp_path: Path) -> None:
    told = tmp_path / "told"
    async with running(screen_bench, told, "dialog window"):
        outcome, _ = await screen_bench.run("click Save")
    assert told.read_text().splitlines() == ["Save of Ledger"], outcome
