"""The wall: all runs in the order of what a look is worth, one answer to the same step in many."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from engine.domain.approvals import ApprovalRequest, Approve, Reject
from engine.domain.events import QuestionAsked
from engine.domain.risks import Degree, Risk, RiskClass, Touched
from engine.domain.terminals import Outcome, Terminal
from engine.record.views.run_state import RunState
from tests.support.sample_run import save_request
from tests.support.shown_words import shown_text
from tests.widgets.conftest import becomes_so
from widgets.kit.parts import ClosingDialog
from widgets.window.main_window import MainWindow
from widgets.window.run_tabs import RunRow
from widgets.window.run_wall import NO_RUNS, RunWall, same_steps

NOW = time.time() + 3_600
"""Of what tells something all the time."""
TOUCHED = Touched("button", ("mousepad",))


def asks(name: str, risk: RiskClass = RiskClass.REVERSIBLE, **other: Any) -> ApprovalRequest:
    cost = Risk(risk, "a click", "Escape", touched=other.pop("touched", TOUCHED))
    asked = replace(save_request(f"r-{name}"), risk=cost, digest=f"of {name}", **other)
    return replace(asked, crop_hash=other.get("crop_hash", f"crop-{name}"))


def row(name: str, since_secs: float = 0.0, **state: Any) -> RunRow:
    its = {"session_id": name or "own", "started_at_secs": NOW, "last_at_secs": NOW, **state}
    pending, question = its.get("pending"), its.get("question")
    waits = pending.step.description if pending else question.question if question else ""
    risk = pending.risk.risk_class if pending else None
    return RunRow(name, f"Run {name}", waits, risk, since_secs, RunState(**its))


def ended(terminal: Terminal) -> dict[str, Outcome]:
    return {"outcome": Outcome(terminal, "", "That was it.")}


ROWS = (
    row("", 1.0),
    row("done", 2.0, **ended(Terminal.GOAL_SATISFIED)),
    row("failed", 3.0, **ended(Terminal.FAILED)),
    row("silent", 4.0, last_at_secs=NOW - 7_200),
    row("asks", 5.0, question=QuestionAsked("q", "Which day?", ())),
    row("save", 7.0, pending=asks("save")),
    row("older", 6.0, pending=asks("older")),
    row("pays", 30.0, pending=asks("pays", RiskClass.LEAVES_MACHINE)),
)


def titles(wall: RunWall) -> list[str]:
    model = wall.tiles.model()
    return [str(model.index(at, 0).data()) for at in range(model.rowCount())]


def show(window: MainWindow, rows: Sequence[RunRow]) -> None:
    """With this console's own, which has no run, where none of them is that."""
    own = [] if any(not each.session_id for each in rows) else [RunRow("", "This console")]
    window.show_runs([*own, *rows])


def opened(window: MainWindow, rows: Sequence[RunRow]) -> RunWall:
    show(window, rows)
    QTest.keySequence(window, "Ctrl+Shift+J")
    [wall] = window.findChildren(RunWall)
    assert wall.isVisible()
    return wall


def test_what_is_worth_a_look_stands_first(window: MainWindow) -> None:
    order = ["Run pays", "Run older", "Run save", "Run asks", "Run silent", "Run failed", "Run "]
    wall = opened(window, ROWS)
    assert titles(wall) == [*order, "Run done"]
    assert wall.counts.text == "8 runs: 4 waiting for you, 1 silent, 1 failed, 1 under way, 1 ended"


def test_without_a_run_it_says_how_to_get_one(window: MainWindow) -> None:
    wall = opened(window, [RunRow("", "This console")])
    assert wall.empty.isVisible()
    assert wall.empty.text() == NO_RUNS


def test_a_run_is_opened_by_key_and_by_mouse_and_the_wall_is_left_by_escape(
    window: MainWindow,
) -> None:
    chosen: list[str] = []
    window.views.runs.chosen.connect(chosen.append)
    wall = opened(window, ROWS)
    QTest.keyClick(wall.tiles, Qt.Key.Key_Home)
    QTest.keyClick(wall.tiles, Qt.Key.Key_Right)
    QTest.keyClick(wall.tiles, Qt.Key.Key_Return)
    assert chosen == ["older"]
    at = wall.tiles.visualRect(wall.tiles.model().index(6, 0)).center()
    for press in (QTest.mouseClick, QTest.mouseDClick):
        press(wall.tiles.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert chosen == ["older", ""], "this console's own"
    QTest.keyClick(wall.tiles, Qt.Key.Key_Escape)
    assert becomes_so(lambda: not window.findChildren(RunWall))
    assert opened(window, ROWS).isVisible(), "it opens again"


def test_stop_works_from_the_wall(window: MainWindow) -> None:
    steered: list[str] = []
    window.steered.connect(steered.append)
    running = RunState(session_id="own", started_at_secs=NOW, last_at_secs=NOW)
    window.show_run(running)
    wall = opened(window, ROWS)
    [stop] = [each for each in wall.actions() if each.text().replace("&", "") == "STOP"]
    stop.trigger()
    assert steered == ["stop"]


def test_the_console_is_quit_from_the_wall_too(window: MainWindow) -> None:
    closing: list[bool] = []
    window.closing.connect(lambda: closing.append(True))
    wall = opened(window, ROWS)
    assert becomes_so(wall.isActiveWindow)
    QTest.keySequence(wall, "Ctrl+Q")
    assert closing == [True]


def test_the_first_tile_that_comes_while_the_wall_is_open_takes_the_keys(
    window: MainWindow,
) -> None:
    wall = opened(window, [RunRow("", "This console")])
    assert becomes_so(wall.leave.hasFocus)
    show(window, ROWS)
    assert becomes_so(wall.tiles.hasFocus)


def test_what_is_chosen_stays_chosen_where_the_order_changes(window: MainWindow) -> None:
    wall = opened(window, ROWS)
    wall.tiles.setCurrentIndex(wall.tiles.model().index(4, 0))
    assert wall.tiles.chosen == "silent"
    show(window, ROWS[:-1])
    assert wall.tiles.chosen == "silent" and wall.tiles.currentIndex().row() == 3
    show(window, [each for each in ROWS if each.session_id != "silent"])
    assert not wall.tiles.chosen


def test_as_a_list_each_has_a_row_in_the_same_order_and_it_stays_a_list(window: MainWindow) -> None:
    wall = opened(window, ROWS)
    before = titles(wall)
    wall.tiles.setCurrentIndex(wall.tiles.model().index(2, 0))
    assert becomes_so(wall.isActiveWindow)
    QTest.keySequence(wall, "Alt+L")
    assert becomes_so(wall.as_list.isChecked)
    assert titles(wall) == before and wall.tiles.chosen == "save"
    model = wall.tiles.model()
    rows = [wall.tiles.visualRect(model.index(at, 0)) for at in range(model.rowCount())]
    room = wall.tiles.viewport().width()
    assert all(each.left() == 0 and each.width() >= room - 2 for each in rows)
    assert all(b.top() == a.bottom() + 1 for a, b in itertools.pairwise(rows))
    chosen: list[str] = []
    window.views.runs.chosen.connect(chosen.append)
    for press in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Return):
        QTest.keyClick(wall.tiles, press)
    assert chosen == ["asks"]
    wall.close()
    assert becomes_so(lambda: not window.findChildren(RunWall))
    again = opened(window, ROWS)
    assert again.tiles.is_list
    show(window, [])
    assert again.empty.isVisible() and not again.as_list.isVisible()
    show(window, ROWS)
    again.as_list.click()
    places = [again.tiles.visualRect(again.tiles.model().index(at, 0)) for at in (0, 1)]
    assert not again.tiles.is_list and places[0].top() == places[1].top()


def test_a_list_shows_more_runs_at_once_with_their_pictures(window: MainWindow) -> None:
    glanced: list[frozenset[str]] = []
    window.glanced.connect(glanced.append)
    wall = opened(window, [row(f"r{number:03}", number) for number in range(300)])
    assert becomes_so(lambda: glanced)
    few = len(glanced[-1])
    picture = QImage(640, 400, QImage.Format.Format_RGB32)
    window.wall.show_picture(picture, "r000")
    large = wall.tiles.pictures["r000"].width()
    wall.as_list.click()
    assert becomes_so(lambda: few < len(glanced[-1]) < 40)
    assert not wall.tiles.pictures, "those were large"
    wall._glanced_at_secs.clear()
    window.wall.show_picture(picture, "r000")
    assert wall.tiles.pictures["r000"].width() < large / 2


def test_pictures_are_wanted_of_those_in_sight_only(window: MainWindow) -> None:
    glanced: list[frozenset[str]] = []
    window.glanced.connect(glanced.append)
    many = [row(f"r{number:03}", number) for number in range(300)]
    wall = opened(window, many)
    tiles = wall.tiles
    assert becomes_so(lambda: glanced)
    assert "r000" in glanced[-1] and len(glanced[-1]) < 40
    picture = QImage(320, 200, QImage.Format.Format_RGB32)
    for name in ("r000", "r299"):
        window.wall.show_picture(picture, name)
    assert set(tiles.pictures) == {"r000"}
    tiles.scrollToBottom()
    assert tiles._soon.remainingTime() < 100, "however far it was scrolled"
    assert becomes_so(lambda: "r299" in glanced[-1])
    assert "r000" not in glanced[-1] and not tiles.pictures
    wall.close()
    assert becomes_so(lambda: not glanced[-1])


ALONE = {
    "it leaves the machine": asks("b", RiskClass.LEAVES_MACHINE),
    "it can't be taken back": replace(asks("b"), risk=Risk.final(RiskClass.IRREVERSIBLE, "gone")),
    "nobody can tell": replace(asks("b"), risk=Risk.unknown("no name", "")),
    "hidden fields": replace(asks("b"), suspicion="the page says so"),
    "asked again": replace(asks("b"), asked_again_because="it moved"),
    "another program": asks("b", touched=Touched("button", ("gedit",))),
    "another role": asks("b", touched=Touched("entry", ("mousepad",))),
    "a program that nobody knows": asks("b", touched=Touched("button", ("",))),
    "another label": replace(asks("b"), step=replace(asks("b").step, zone_label="Save as")),
    "no label": replace(asks("b"), step=replace(asks("b").step, zone_label="")),
}


@pytest.mark.parametrize("why", ALONE)
def test_what_is_not_surely_the_same_and_harmless_is_decided_by_itself(why: str) -> None:
    rows = [row("a", pending=asks("a")), row("b", pending=ALONE[why])]
    assert not same_steps(rows)
    assert same_steps([*rows, row("c", pending=asks("c"))]) == [
        (rows[0], row("c", pending=asks("c")))
    ]
    assert ALONE[why].risk.degree is not Degree.IRREVERSIBLE or ALONE[why].same_as is None


def test_one_answer_counts_for_those_that_are_shown_each_by_its_own_request(
    window: MainWindow,
) -> None:
    decided: list[tuple[Any, Any]] = []
    window.decided_together.connect(lambda *said: decided.append(said))
    asked = [row(name, pending=asks(name)) for name in "abcd"]
    wanted: list[str] = []
    window.record.picture_wanted.connect(wanted.append)
    wall = opened(window, asked)
    assert wall.together.text() == "Decide 4 &together…"
    wall.together.click()
    dialog = wall._together
    assert dialog is not None and not dialog.yes.isEnabled(), "no crop is there yet"
    assert sorted(wanted) == ["crop-a", "crop-b", "crop-c", "crop-d"]
    for name in "abd":
        window.record.came.emit(f"crop-{name}", QImage(80, 40, QImage.Format.Format_RGB32))
    window.record.came.emit("crop-c", None)
    assert becomes_so(lambda: dialog.answered)
    dialog.tiles.scrollToBottom()
    assert becomes_so(lambda: dialog.yes.text() == "Approve in 3 runs")
    assert becomes_so(dialog.yes.isEnabled)
    show(window, [*asked[:3], row("e", pending=asks("e"))])
    assert dialog.yes.text() == "Approve in 2 runs", "one was decided elsewhere, and one is new"
    dialog.yes.click()
    assert not decided, "what came into sight just now can't be meant"
    assert becomes_so(dialog.yes.isEnabled)
    dialog.yes.click()
    [(its, answer)] = decided
    assert {name: each.request for name, each in its.items()} == {n: asks(n) for n in "ab"}
    assert answer == Approve() and all(each.seen_secs > 0.2 for each in its.values())
    assert wall._together is None


def test_the_pictures_of_the_targets_stay_where_they_are_scrolled_past(window: MainWindow) -> None:
    asked = [row(f"r{number:02}", pending=asks(f"r{number:02}")) for number in range(40)]
    wall = opened(window, asked)
    wall.together.click()
    dialog = wall._together
    assert dialog is not None
    for each in asked:
        window.record.came.emit(
            f"crop-{each.session_id}", QImage(80, 40, QImage.Format.Format_RGB32)
        )
    dialog.tiles.scrollToBottom()
    assert becomes_so(lambda: "r39" in dialog.tiles.in_sight and "r00" not in dialog.tiles.in_sight)
    assert len(dialog.tiles.pictures) == 40


class _Clock:
    """Stands in for a ``QElapsedTimer``."""

    now_ms = began_ms = 0

    def start(self) -> None:
        self.began_ms = self.now_ms

    def elapsed(self) -> int:
        return self.now_ms - self.began_ms


@pytest.mark.parametrize("height", [630, 330])
def test_an_answer_counts_for_what_stood_in_sight_and_how_many_are_left_is_said(
    window: MainWindow, height: int
) -> None:
    decided: list[tuple[Any, Any]] = []
    window.decided_together.connect(lambda *said: decided.append(said))
    asked = [row(f"r{number:02}", pending=asks(f"r{number:02}")) for number in range(40)]
    wall = opened(window, asked)
    wall.together.click()
    dialog = wall._together
    assert dialog is not None
    dialog.resize(dialog.width(), height)
    dialog._since = clock = _Clock()  # type: ignore[assignment]
    for each in asked:
        picture = QImage(80, 40, QImage.Format.Format_RGB32)
        window.record.came.emit(f"crop-{each.session_id}", picture)
    assert becomes_so(dialog.yes.isEnabled)
    clock.now_ms += 300
    first = set(dialog.answered)
    assert "r00" in first and len(first) < 20
    assert dialog.yes.text() == f"Approve in {len(first)} runs"
    assert f"{40 - len(first)} runs not looked at yet" in shown_text(dialog)
    bar, rests = dialog.tiles.verticalScrollBar(), list[bool]()
    dialog.tiles.rested.connect(lambda: rests.append(True))
    bar.setValue(bar.maximum() // 2 + 20)  # at both edges a part of a tile
    assert becomes_so(lambda: rests)
    assert dialog.tiles.in_sight - dialog.answered.keys()
    turns = range(0, bar.maximum(), 3 * bar.singleStep())  # as by the wheel
    for place in (*turns, bar.maximum()):
        bar.setValue(place)
        rests.clear()
        assert becomes_so(lambda: rests)
    assert becomes_so(dialog.yes.isEnabled)
    assert "not looked at" not in shown_text(dialog)

    def stands_still() -> bool:
        bar.setValue(bar.maximum())  # which grew with the view
        whole = dialog.tiles.shown_whole
        return not dialog.tiles._soon.isActive() and "r39" in whole and whole == dialog._whole

    assert becomes_so(stands_still)
    until_now, last = dict(dialog._seen_secs), dialog._whole
    dialog.tiles._soon.setInterval(600_000)  # it does not rest any more
    clock.now_ms += 600
    for place in (0, 1, 0):
        bar.setValue(place)
        clock.now_ms += 900
    dialog.yes.click()
    [(its, answer)] = decided
    assert set(its) == {each.session_id for each in asked} and answer == Approve()
    longer = {name: each.seen_secs - until_now[name] for name, each in its.items()}
    assert last and longer == {name: 0.6 if name in last else 0.0 for name in its}
    assert its["r00"].seen_secs == 0.3


def test_together_they_are_rejected_with_a_reason_and_nobody_is_left_to_answer(
    window: MainWindow,
) -> None:
    decided: list[tuple[Any, Any]] = []
    window.decided_together.connect(lambda *said: decided.append(said))
    asked = [row(name, pending=asks(name, crop_hash="")) for name in "ab"]
    wall = opened(window, asked)
    wall.together.click()
    dialog = wall._together
    assert dialog is not None
    QTest.keyClicks(dialog.reason, "not yet")
    assert becomes_so(dialog.no.isEnabled)
    QTest.keyClick(dialog.reason, Qt.Key.Key_Return)
    assert not decided, "Return decides nothing"
    dialog.no.click()
    [(its, answer)] = decided
    assert [each.request for each in its.values()] == [asks(name, crop_hash="") for name in "ab"]
    assert answer == Reject("not yet")
    wall.together.click()
    assert wall._together is not None
    show(window, ROWS[:2])
    assert wall._together is None and not wall.together.isVisible()


def test_all_are_stopped_after_a_word(window: MainWindow) -> None:
    stopped: list[bool] = []
    window.stop_all_requested.connect(lambda: stopped.append(True))
    wall = opened(window, ROWS)
    wall.stop_all.click()
    [dialog] = wall.findChildren(ClosingDialog)
    assert dialog.windowTitle() == "Stop all runs?"
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert becomes_so(lambda: not wall.findChildren(ClosingDialog))
    assert not stopped
    wall.stop_all.click()
    [dialog] = wall.findChildren(ClosingDialog)
    [stop] = [each for each in dialog.findChildren(QPushButton) if each.text() == "STOP all"]
    stop.click()
    assert stopped == [True]
    show(window, [])
    assert wall.stop_all.isEnabled(), "also for one that is not told of yet"
    show(window, [row("a", **ended(Terminal.GOAL_SATISFIED))])
    assert not wall.stop_all.isEnabled(), "nothing goes on"
