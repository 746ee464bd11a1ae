"""The runs on this machine in the order of what a look is worth, and as tabs above the picture:
this console's own, and those that were joined. Choosing a tab shows that run. Tabs come and go, and
what waits is told, without taking the keyboard."""

import time
from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import QProcess, QProcessEnvironment, QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QMainWindow, QSystemTrayIcon, QTabBar

from engine.domain.facts import Frozen
from engine.domain.risks import RiskClass
from engine.domain.terminals import Terminal
from engine.language.folding import shown
from engine.language.labels import shortened
from engine.processes.descendants import child_environment
from engine.record.views.run_state import RunState
from widgets.kit.actions import bring_up
from widgets.kit.marks import WAITING
from widgets.kit.theme import Theme

NAME = "Runs on this machine"
MOST_TABS, LEAST_TAB_PX = 12, 96
SILENT_SECS = 60.0
"""A run that goes on and has told nothing for so long is worth a look."""
_WELL_ENDED = (Terminal.GOAL_SATISFIED, Terminal.CANCELLED, Terminal.STOPPED)


class RunRow(Frozen):
    """A run on this machine; ``session_id`` is empty for this console's own. ``waits`` is what it
    asks the operator, empty where nothing; ``risk`` its class, None for a question; ``since_secs``
    since when it waits, or went on (wall clock)."""

    session_id: str
    title: str
    waits: str = ""
    risk: RiskClass | None = None
    since_secs: float = 0.0
    state: RunState = RunState()


class Worth(IntEnum):
    WAITS = 0
    SILENT = 1
    FAILED = 2
    RUNS = 3
    ENDED = 4


WORTH_WORDS = {
    Worth.WAITS: "waiting for you",
    Worth.SILENT: "silent",
    Worth.FAILED: "failed",
    Worth.RUNS: "under way",
    Worth.ENDED: "ended",
}


def worth_of(row: RunRow, now_secs: float) -> Worth:
    state = row.state
    if state.outcome is not None:
        return Worth.ENDED if state.outcome.terminal in _WELL_ENDED else Worth.FAILED
    if row.waits:
        return Worth.WAITS
    is_silent = state.control == "running" and now_secs - state.last_at_secs > SILENT_SECS
    return Worth.SILENT if state.is_running and is_silent else Worth.RUNS


def in_order(rows: Sequence[RunRow], now_secs: float) -> list[RunRow]:
    """What waits first, the gravest and then the oldest of it (a question weighs as what is
    harmless); then what is silent, what failed, what goes on, what ended."""

    def weight(row: RunRow) -> tuple[Worth, int, float]:
        rank = row.risk.rank if row.risk is not None else 0
        return worth_of(row, now_secs), -rank, row.since_secs

    return sorted(rows, key=weight)


class RunTabs(QTabBar):
    chosen = Signal(str)  # session_id, empty of the own one

    def __init__(self, theme: Theme) -> None:
        super().__init__(expanding=False, elideMode=Qt.TextElideMode.ElideRight)
        self._theme = theme
        self._rows: list[RunRow] = []
        self.setAccessibleName(NAME)
        self.currentChanged.connect(lambda at: self.chosen.emit(self._rows[at].session_id))
        self.hide()

    def tabSizeHint(self, index: int) -> QSize:
        """No wider than its share, so that the short ones are read whole."""
        hint, share = super().tabSizeHint(index), self.width() // max(1, self.count())
        return QSize(min(hint.width(), max(share, LEAST_TAB_PX)), hint.height())

    def show_runs(self, rows: Sequence[RunRow], in_front: str) -> None:
        """Shown where there is more than this console's own run: of those that have not ended the
        first in the order of the wall, and what is shown."""
        kept = ("", in_front)
        told = [row for row in rows if row.state.outcome is None or row.session_id in kept]
        told = in_order(told, time.time())
        self._rows = told[:MOST_TABS]
        self._rows += [row for row in told[MOST_TABS:] if row.session_id in kept]
        is_told = self.blockSignals(True)
        while self.count() > len(self._rows):
            self.removeTab(self.count() - 1)
        while self.count() < len(self._rows):
            self.addTab("")
        for number, row in enumerate(self._rows):
            words = f"{row.title}: {row.waits}" if row.waits else row.title
            risk = f" (it {row.risk.words})" if row.risk is not None else ""
            self.setTabText(number, shown(shortened(words)).replace("&", "&&"))
            self.setTabToolTip(number, shown(f"{words}{risk}"))
            self.setTabIcon(number, self._theme.icon(*WAITING) if row.waits else QIcon())
        self.setCurrentIndex([row.session_id for row in self._rows].index(in_front))
        self.blockSignals(is_told)
        self.setVisible(len(self._rows) > 1)

    def choose_waiting(self) -> None:
        """The run whose question is the first in the list."""
        if self._rows and self._rows[0].waits:
            self.setCurrentIndex(0)


class WaitingNotice:
    """What waits is told while the window is hidden: by the tray's icon, or where there is no tray
    by the desktop's notifications; and by the window's entry in the task list."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._tray = QSystemTrayIcon(window.windowIcon(), window)
        for clicked in (self._tray.activated, self._tray.messageClicked):
            clicked.connect(lambda *_: bring_up(window))
        self._tray.show()  # wherever one comes, be it later

    def tell(self, words: str) -> None:
        """Where the operator is at a window of the console's already, that is enough."""
        if QApplication.activeWindow() is not None:
            return
        QApplication.alert(self._window)
        title = "Waiting for you"
        if QSystemTrayIcon.isSystemTrayAvailable():
            self._tray.showMessage(title, shown(words), self._window.windowIcon())
        else:  # all in its title: what is below that may be read as markup
            sender, its = QProcess(), QProcessEnvironment()
            for name, value in child_environment(on_screen=True).items():
                its.insert(name, value)
            sender.setProcessEnvironment(its)
            sender.setProgram("notify-send")
            sender.setArguments(["--app-name=Pilothouse", "--", f"{title}: {shown(words)}"])
            sender.startDetached()
