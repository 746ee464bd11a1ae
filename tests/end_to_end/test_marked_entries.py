"""The entry that a drawn menu has marked once it opens is told by its words, as the others are;
and what is looked for is waited for while its picture is still being read."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.settings.tables import Settings
from engine.perception.drawn.text_reader import ReadText
from engine.perception.pixels import Pixels
from engine.surfaces.desktop.surface import DesktopSurface
from engine.thinking.offline import planning
from tests.end_to_end.conftest import SECRETS, Bench, LastingReader, bench_on
from tests.end_to_end.windows import window_of

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

MARKED = """
import sys
from pathlib import Path
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import *
app = QApplication(["marked"])
app.setStyle("Fusion")
app.setFont(QFont("DejaVu Sans", 10))
class Menu(QWidget):
    def __init__(self):
        super().__init__(None, Qt.WindowType.Popup)
        self.setFixedSize(188, 72)
    def paintEvent(self, event):
        brush = QPainter(self)
        brush.fillRect(self.rect(), QColor("#eeeeee"))
        brush.fillRect(1, 1, 186, 22, QColor("#ffffff"))
        brush.fillRect(1, 1, 185, 21, QColor("#8a8a8a"))
        brush.fillRect(2, 2, 184, 20, QColor("#c9c9c9"))
        for at, words in enumerate(("New", "Fetch", "Keep")):
            brush.drawText(4, 17 + 22 * at, words)
        brush.setPen(QColor("#555555"))
        brush.drawPolygon([QPoint(168, 5), QPoint(168, 18), QPoint(181, 12)])
    def mousePressEvent(self, event):
        Path(sys.argv[1]).write_text(("New", "Fetch", "Keep")[int(event.position().y()) // 24])
        self.close()
window, menu = QMainWindow(), Menu()
opens = window.menuBar().addAction("Papers")
opens.triggered.connect(lambda: (menu.move(window.mapToGlobal(QPoint(0, 26))), menu.show()))
window.setCentralWidget(QLabel("Tape at rest"))
window.setWindowTitle("Sample")
window.resize(520, 380)
window.show()
app.exec()
"""


async def test_the_marked_entry_of_a_drawn_menu_is_clicked_by_its_name(
    screen_bench: Bench, tmp_path: Path
) -> None:
    told = tmp_path / "told.txt"

    async def is_read() -> bool:
        now = await screen_bench.perceiver.observe_fully()
        return any(zone.label == "Papers" for zone in now.zones_in_sight)

    async with window_of(screen_bench, MARKED, told, is_there=is_read, is_silent=True):
        outcome, _ = await screen_bench.run("click Papers > New")
    assert told.exists() and told.read_text() == "New", outcome


class SlowReader(LastingReader):
    """Takes long for some lines, once it has read the first window."""

    is_slow = False

    async def read(self, lines: Sequence[Pixels]) -> list[ReadText]:
        await asyncio.sleep(9.0 if self.is_slow else 0.0)  # so long reading takes
        return await super().read(lines)


async def test_what_is_looked_for_is_waited_for_while_it_is_being_read(
    screen: DesktopSurface, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planning, "_DRAWN_SECS", 0.5)
    told, reader = tmp_path / "told.txt", SlowReader()
    await screen.reset()
    async with bench_on(screen, tmp_path, Settings(), SECRETS, reader) as bench:

        async def is_read() -> bool:
            now = await bench.perceiver.observe_fully()
            return any(zone.label == "Papers" for zone in now.zones_in_sight)

        async with window_of(bench, MARKED, told, is_there=is_read, is_silent=True):
            reader.is_slow = True
            outcome, _ = await bench.run("click Papers > Keep")
    await reader.end()
    assert told.exists() and told.read_text() == "Keep", outcome
