"""The runs on this machine as tabs: this console's own, and of those that were joined as many as
have room, in the order of the wall; choosing a tab shows that run.

Tabs come and go, and what waits is told, without taking the keyboard.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QMainWindow, QSystemTrayIcon, QTabBar

from engine.language.labels import shortened
from engine.language.showing import shown
from widgets.kit.marks import WAITING
from widgets.kit.theme import Theme
from widgets.window.run_order import RunRow

MOST_TABS = 12


class RunTabs(QTabBar):
    chosen = Signal(str)  # session_id

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._rows: list[RunRow] = []
        self.setAccessibleName("Runs on this machine")
        self.setExpanding(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.currentChanged.connect(lambda at: self.chosen.emit(self._rows[at].session_id))
        self.hide()

    def show_runs(self, rows: Sequence[RunRow], in_front: str) -> None:
        """``rows`` in order: of those that have not ended the first, and what is shown."""
        kept = ("", in_front)
        told = [row for row in rows if row.state.outcome is None or row.session_id in kept]
        self._rows = told[:MOST_TABS]
        self._rows += [row for row in told[MOST_TABS:] if row.session_id in kept]
        is_told = self.blockSignals(True)
        while self.count() > len(self._rows):
            self.removeTab(self.count() - 1)
        while self.count() < len(self._rows):
            self.addTab("")
        for number, row in enumerate(self._rows):
            self._show_row(number, row)
        self.setCurrentIndex([row.session_id for row in self._rows].index(in_front))
        self.blockSignals(is_told)

    def choose_waiting(self) -> None:
        """The run whose question is the first in the list."""
        if self._rows and self._rows[0].waits:
            self.setCurrentIndex(0)

    def _show_row(self, number: int, row: RunRow) -> None:
        words = f"{row.title}: {row.waits}" if row.waits else row.title
        risk = f" (it {row.risk.words})" if row.risk is not None else ""
        self.setTabText(number, shown(shortened(words)).replace("&", "&&"))
        self.setTabToolTip(number, shown(f"{words}{risk}"))
        self.setTabIcon(number, self._theme.icon(*WAITING) if row.waits else QIcon())


class WaitingNotice:
    """What waits is told while the window is hidden: by the tray's icon, where there is a tray, and
    by the window's entry in the task list."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._tray = QSystemTrayIcon(window.windowIcon(), window)
        self._tray.activated.connect(self._bring_up)
        self._tray.messageClicked.connect(self._bring_up)
        self._tray.setVisible(QSystemTrayIcon.isSystemTrayAvailable())

    def tell(self, words: str) -> None:
        """Where the operator looks at the window already, that is enough."""
        if self._window.isActiveWindow():
            return
        QApplication.alert(self._window)
        if self._tray.isVisible():
            self._tray.showMessage("Waiting for you", shown(words), self._window.windowIcon())

    def _bring_up(self) -> None:
        """The operator asked for it by a click."""
        self._window.showNormal()
        self._window.raise_()
        self._window.activateWindow()
