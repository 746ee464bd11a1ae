"""The runs on this machine as tabs: this console's own, and those that were joined.

What waits for a decision stands first, the gravest and then the oldest of it; choosing a tab shows
that run. Tabs come and go, and what waits is told, without taking the keyboard.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QMainWindow, QSystemTrayIcon, QTabBar

from engine.language.folding import shown
from engine.language.labels import shortened
from widgets.kit.forms import RunRow
from widgets.kit.marks import WAITING
from widgets.kit.theme import Theme

NAME = "Runs on this machine"


def in_order(rows: Sequence[RunRow]) -> list[RunRow]:
    """What waits first, by risk and age; a question weighs as what is harmless."""

    def weight(row: RunRow) -> tuple[bool, int, float]:
        return not row.waits, -row.risk.rank if row.risk else 0, row.since_secs

    return sorted(rows, key=weight)


class RunTabs(QTabBar):
    chosen = Signal(str)  # session_id

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._rows: list[RunRow] = []
        self.setAccessibleName(NAME)
        self.setExpanding(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.currentChanged.connect(lambda at: self.chosen.emit(self._rows[at].session_id))
        self.hide()

    def show_runs(self, rows: Sequence[RunRow], in_front: str) -> None:
        """Shown where there is more than this console's own run."""
        self._rows = in_order(rows)
        is_told = self.blockSignals(True)
        while self.count() > len(rows):
            self.removeTab(self.count() - 1)
        while self.count() < len(rows):
            self.addTab("")
        for number, row in enumerate(self._rows):
            self._show_row(number, row)
        self.setCurrentIndex([row.session_id for row in self._rows].index(in_front))
        self.blockSignals(is_told)
        self.setVisible(len(rows) > 1)

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
