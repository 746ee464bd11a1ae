"""Windows that tell a part of themselves: what they draw beside it is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

BODY_OF_ITS_OWN_MAKE = """
import sys
from pathlib import Path
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import *
told = Path(sys.argv[1])
class Body(QWidget):
    ticked = set()
    def paintEvent(self, event):
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(239, 239, 239))
        for row, words in enumerate(("Loop", "Consecutive task", "Only one")):
            box = QRect(30, 40 + 50 * row, 14, 14)
            painter.fillRect(box, QColor("white"))
            painter.setPen(QColor(188, 188, 188))
            painter.drawRect(box)
            painter.setPen(QColor(225, 225, 225))
            painter.drawLine(box.left() + 1, box.top() + 1, box.right(), box.top() + 1)
            painter.setPen(QColor("black"))
            painter.drawText(box.left() + 26, box.top() + 13, words)
            if row in self.ticked:
                painter.fillRect(box.adjusted(4, 4, -3, -3), QColor("black"))
    def mousePressEvent(self, event):
        row = round((event.position().y() - 47) / 50)
        self.ticked ^= {row}
        told.write_text(" ".join(map(str, sorted(self.ticked))))
        self.update()
app = QApplication(sys.argv)
app.setFont(QFont("DejaVu Sans", 11))
window = QMainWindow()
window.menuBar().addMenu("File").addAction("Quit")
window.setCentralWidget(Body())
window.setWindowTitle("Sample")
window.resize(520, 380)
window.show()
app.exec()
"""


async def test_what_a_window_tells_nothing_of_below_its_menu_bar_is_read(
    screen_bench: Bench, tmp_path: Path
) -> None:
    told = tmp_path / "told.txt"
    async with window_of(screen_bench, BODY_OF_ITS_OWN_MAKE, told):
        outcome, _ = await screen_bench.run("tick Consecutive task")
        assert told.exists(), outcome
        assert told.read_text() == "1", outcome
