"""The runs on this machine as tabs: what waits stands first, and a click shows it."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.domain.events import QuestionAsked
from engine.domain.risks import Risk, RiskClass
from engine.record.views.run_state import RunState
from tests.support.sample_run import save_request
from widgets.window.main_window import MainWindow
from widgets.window.run_order import RunRow

NOW = time.time() + 3_600


def asking(risk: RiskClass, words: str) -> RunState:
    step = replace(save_request().step, description=words, zone_label="")
    asked = replace(save_request(), step=step, risk=Risk(risk, "a click", "Escape"))
    return RunState("s", pending=asked, last_at_secs=NOW)


OWN = RunRow("", "This console", RunState(last_at_secs=NOW))
ROWS = (
    OWN,
    RunRow("old", "Notes", asking(RiskClass.REVERSIBLE, "Click Save"), 10.0),
    RunRow("asks", "Trip", RunState("s", question=QuestionAsked("q", "Which day?", ())), 5.0),
    RunRow("busy", "Sums", RunState("s", last_at_secs=NOW), 1.0),
    RunRow("new", "Bills", asking(RiskClass.LEAVES_MACHINE, "Click Pay"), 30.0),
    RunRow("older", "Shop", asking(RiskClass.REVERSIBLE, "Click Add"), 9.0),
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


def test_a_click_and_a_key_ask_for_a_run_and_nothing_else_does(shown: MainWindow) -> None:
    chosen: list[str] = []
    shown.run_chosen.connect(chosen.append)
    tabs = shown.views.runs
    QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(5).center())
    assert chosen == ["busy"]
    shown.views.runs.choose_waiting()
    assert chosen == ["busy", "new"]
    shown.show_runs(ROWS[:3])
    assert len(chosen) == 2, "a tab that goes chooses none"


def test_there_are_so_many_tabs_as_have_room_and_what_is_shown_is_among_them(
    shown: MainWindow,
) -> None:
    running = RunState("s", last_at_secs=NOW)
    many = [RunRow(str(at), f"Run {at}", running, float(at)) for at in range(40)]
    shown.put_in_front("39")
    shown.show_runs([OWN, *many])
    assert "Run 39" in titles(shown) and "This console" in titles(shown) and len(titles(shown)) < 15
    shown.put_in_front("")
