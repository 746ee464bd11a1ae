"""A window with one button that writes down when input reaches it.

``python -m tests.benchmarks.target_window`` on a display prints one line for each press of a
mouse button or key that arrives at it: the time on the monotonic clock."""

from __future__ import annotations

import sys
import time

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QPushButton

TITLE = "Benchmark target"
_PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.KeyPress)


class Target(QPushButton):
    def event(self, event: QEvent) -> bool:
        if event.type() in _PRESSES:
            print(time.monotonic(), flush=True)
            return True
        return super().event(event)


def main() -> None:
    application = QApplication(sys.argv[:1])
    target = Target("Press here")
    target.setWindowTitle(TITLE)
    target.resize(480, 240)
    target.show()
    application.exec()


if __name__ == "__main__":
    main()
