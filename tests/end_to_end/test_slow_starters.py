"""Real windows that show nothing for a while, or only that their program starts: keys wait until
there is something that takes them."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from engine.domain.plans import Situation
from engine.session import looking
from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of
from tests.support.waiting import until_so

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QFont, QPixmap
from PySide6.QtWidgets import *
told, kind = Path(sys.argv[1]), sys.argv[2]
app = QApplication(sys.argv)
class Bare(QWidget):
    def keyPressEvent(self, event):
        told.write_text("lost")
def ready():
    global made
    made = QLineEdit(shown) if kind == "blank" else QLineEdit()
    made.textChanged.connect(told.write_text)
    made.setGeometry(20, 20, 300, 40)
    made.show()
    if kind == "splash":
        shown.close()
    made.activateWindow()
    made.setFocus()
if kind == "undeclared":
    app.setFont(QFont("DejaVu Sans", 14))
    picture = QLabel()
    picture.setWindowFlags(Qt.WindowType.BypassWindowManagerHint)
    picture.setPixmap(QPixmap(360, 200))
    picture.pixmap().fill(QColor("white"))
    box = QPushButton("Version 3.3", picture)
    box.setGeometry(100, 80, 140, 34)
    picture.setGeometry(300, 200, 360, 200)
    picture.show()
    window = QWidget()
    button = QPushButton("Weigh", window)
    button.setGeometry(60, 60, 140, 40)
    button.clicked.connect(lambda: told.write_text("weighed"))
    window.setGeometry(300, 200, 400, 260)
    QTimer.singleShot(9000, picture.close)
    QTimer.singleShot(9000, window.show)
    app.exec()
    sys.exit()
shown = Bare() if kind == "blank" else QSplashScreen(QPixmap(300, 200))
shown.setWindowTitle("Sample")
shown.resize(500, 300)
shown.show()
def look():
    if told.with_name("go").exists():
        waiting.stop()
        QTimer.singleShot(1000, gone if kind == "gap" else ready)
def gone():
    app.setQuitOnLastWindowClosed(False)
    shown.close()
    QTimer.singleShot(2000, ready)
waiting = QTimer()
waiting.timeout.connect(look)
waiting.start(50)
app.exec()
"""
"""What comes late comes a second after the keys began to wait for it, however long it took them to
get there; in a "gap" nothing is there for two seconds more."""


@contextlib.asynccontextmanager
async def starting(bench: Bench, folder: Path, kind: str) -> AsyncIterator[Path]:
    """The window, as it comes up; what its field holds in the end is in the file."""
    told = folder / "told.txt"
    told.touch()
    is_silent = kind == "undeclared"
    there = partial(_has_window, bench)
    async with window_of(bench, WINDOW, told, kind, is_there=there, is_silent=is_silent):
        yield told


async def _has_window(bench: Bench) -> bool:
    return bool((await bench.perceiver.observe()).windows)


async def _holds(told: Path, text: str) -> bool:
    return _text(told) == text


def _text(told: Path) -> str:
    return told.read_text()


@pytest.mark.parametrize("kind", ["blank", "splash", "gap"])
async def test_keys_wait_until_something_takes_them(
    screen_bench: Bench, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = looking._not_ready
    async with starting(screen_bench, tmp_path, kind) as told:

        def not_ready(now: Situation, *, awaited: bool) -> bool:
            told.with_name("go").touch()
            return own(now, awaited=awaited)

        monkeypatch.setattr(looking, "_not_ready", not_ready)
        _, state = await screen_bench.run("press a")
        await until_so(lambda: _holds(told, "a"))
    assert any("for a window to show something" in each for each in state.warnings)


async def test_a_splash_screen_that_is_not_declared_is_waited_out(
    screen_bench: Bench, tmp_path: Path
) -> None:
    """Its window is only drawn, and none has the keyboard; "Version 3.3" is read in a box."""
    async with starting(screen_bench, tmp_path, "undeclared") as told:
        await screen_bench.perceiver.observe_fully()
        outcome, _ = await screen_bench.run("click Weigh")
        assert told.read_text() == "weighed", outcome
