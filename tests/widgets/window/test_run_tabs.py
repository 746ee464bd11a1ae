"""The runs on this machine as tabs: what waits stands first, and a click shows it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QProcess, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from engine.domain.risks import RiskClass
from tests.widgets.conftest import becomes_so
from widgets.window.main_window import MainWindow
from widgets.window.run_tabs import RunRow, WaitingNotice

OWN = RunRow("", "This console")
ROWS = (
    OWN,
    RunRow("old", "Notes", "Click Save", RiskClass.REVERSIBLE, 10.0),
    RunRow("asks", "Trip", "Which day?", None, 5.0),
    RunRow("busy", "Sums", since_secs=1.0),
    RunRow("new", "Bills", "Click Pay", RiskClass.LEAVES_MACHINE, 30.0),
    RunRow("older", "Shop", "Click Add", RiskClass.REVERSIBLE, 9.0),
)


@pytest.fixture
def shown(window: MainWindow) -> MainWindow:
    window.show_runs(ROWS)
    return window


def titles(window: MainWindow) -> list[str]:
    tabs = window.views.runs
    return [tabs.tabText(number) for number in range(tabs.count())]


def test_what_waits_stands_first_by_risk_and_age(shown: MainWindow) -> None:
    assert titles(shown) == [
        "Bills: Click Pay",
        "Shop: Click Add",
        "Notes: Click Save",
        "Trip: Which day?",
        "This console",
        "Sums",
    ]
    assert shown.views.runs.tabText(shown.views.runs.currentIndex()) == "This console"
    shown.show_runs((OWN,))
    assert shown.views.runs.isHidden(), "alone it needs no tab"


def test_in_a_small_window_the_long_ones_are_cut_and_not_the_short_one(
    own_window: MainWindow,
) -> None:
    """1280 × 800 at ``QT_FONT_DPI=144``."""
    own_window.resize(853, 533)
    long = "Open Mousepad, type 'run 1' and save it as r1.txt in the practice folder"
    rows = [RunRow(f"{number}", long, "Launch Mousepad") for number in (1, 2)]
    own_window.show_runs((OWN, *rows))
    tabs = own_window.views.runs
    needs = tabs.fontMetrics().horizontalAdvance(OWN.title)
    assert becomes_so(lambda: tabs.tabRect(2).width() > needs), tabs.tabRect(2)
    assert tabs.tabRect(2).right() <= tabs.width()


def test_a_click_and_a_key_ask_for_a_run_and_nothing_else_does(shown: MainWindow) -> None:
    chosen: list[str] = []
    shown.views.runs.chosen.connect(chosen.append)
    tabs = shown.views.runs
    QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(5).center())
    assert chosen == ["busy"]
    shown.views.runs.choose_waiting()
    assert chosen == ["busy", "new"]
    shown.show_runs(ROWS[:3])
    assert len(chosen) == 2, "a tab that goes chooses none"


def test_who_is_at_another_window_of_the_consoles_is_told_by_that(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, set_up = list[str](), QProcess.setArguments

    def sends(sender: QProcess, words: list[str]) -> None:
        told.append(words[-1])
        set_up(sender, words)

    monkeypatch.setattr(QSystemTrayIcon, "show", lambda _: None)
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: False)
    monkeypatch.setattr(QProcess, "setArguments", sends)
    monkeypatch.setattr(QProcess, "startDetached", lambda _: None)
    monkeypatch.setattr(window, "isActiveWindow", lambda: False)
    notice = WaitingNotice(window)
    monkeypatch.setattr(QApplication, "activeWindow", lambda: window.wall)
    notice.tell("Practice: Click “Send”")
    assert told == []
    monkeypatch.setattr(QApplication, "activeWindow", lambda: None)
    notice.tell("Practice: Click “Send”")
    assert told == ["Waiting for you: Practice: Click “Send”"]
