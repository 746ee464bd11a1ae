"""Windows of the console in tests: gone when their test ends, for each that is left behind makes
every later one slower to dress; or set back for the next test, since one takes long to make."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from engine.domain.approvals import Asking
from widgets.kit.forms import SessionRow
from widgets.window.main_window import MainWindow


def discard(*widgets: QWidget) -> None:
    """Close and delete them. Outside of an event loop nothing is deleted by itself."""
    for each in widgets:
        each.close()
        each.deleteLater()
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def show_past(window: MainWindow, session: SessionRow) -> None:
    """All of its steps at once."""
    for _ in window.showing_past(session):
        pass


def set_back(window: MainWindow) -> None:
    """As it came up: no run, no picture, no dialog, nothing written, and nobody answers it. What it
    remembers and how it is laid out are left alone: who changes those needs a window of their own.
    """
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    for dialog in window.findChildren(QDialog):
        dialog.close()
    answered = (window.record.picture_wanted, window.thumbnails.wanted, window.record.zones_wanted)
    for signal in (*answered, window.record.text_wanted):
        signal.connect(str)  # or there may be nothing to disconnect
        signal.disconnect()
    window.leave_past()
    window.clear_run()
    window.forget_live_picture()
    window.show_zones(())
    window.views.message.hide()
    window.views.goal_bar.clear_problem()
    window.goal_bar.set_goal("")
    window.goal_bar.choices.mode.setCurrentIndex(0)
    window.goal_bar.choices.choose(surface="practice", thinker="offline", asking=Asking.RISKY)
    window.views.goal_bar.goal.setFocus()
