"""Windows of the console in tests: gone when their test ends, for each that is left behind makes
every later one slower to dress."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget


def discard(*widgets: QWidget) -> None:
    """Close and delete them. Outside of an event loop nothing is deleted by itself."""
    for each in widgets:
        each.close()
        each.deleteLater()
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
