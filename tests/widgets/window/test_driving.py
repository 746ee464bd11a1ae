"""Taken over, the live picture sends on what the operator does; STOP and handing back stay."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from engine.domain.actions import Click, PressKeys, Scroll, TypeText
from engine.domain.leases import DirectInput
from engine.record.views.run_state import RunState
from tests.support import sample_run
from tests.widgets.conftest import Heard
from widgets.picture.live_view import LiveView
from widgets.window.main_window import MainWindow

ONE_WINDOW = True
DRIVEN = RunState(session_id="s", goal="By hand", mode="manual", control="taken over")
Mod = Qt.KeyboardModifier


@pytest.fixture
def view(window: MainWindow) -> LiveView:
    window.show_frame(next(iter(sample_run.pending_run().pictures.values())), 0)
    window.show_run(DRIVEN)
    return window.views.live.view


@pytest.fixture
def sent(window: MainWindow, heard: type) -> Heard:
    told: Heard = heard()
    window.driven.connect(told)
    return told


def test_keys_go_on_as_texts_and_chords_the_consoles_own_shortcuts_too(
    view: LiveView, sent: Heard
) -> None:
    QTest.keyClick(view, Qt.Key.Key_A)
    QTest.keyClick(view, "A", Mod.ShiftModifier)
    QTest.keyClick(view, Qt.Key.Key_Return, Mod.ControlModifier)
    QTest.keyClick(view, Qt.Key.Key_Tab)
    QTest.keyClick(view, Qt.Key.Key_Backtab, Mod.ShiftModifier)
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    QTest.keyClick(view, Qt.Key.Key_A, Mod.MetaModifier)
    QTest.keyClick(view, Qt.Key.Key_Control)
    QApplication.sendEvent(view, composed := QInputMethodEvent())
    composed.setCommitString("你好")
    QApplication.sendEvent(view, composed)
    assert [call[0].action for call in sent.calls] == [
        TypeText("a"),
        TypeText("A"),
        PressKeys(("ctrl", "enter")),
        PressKeys(("tab",)),
        PressKeys(("shift", "tab")),
        PressKeys(("pagedown",)),
        PressKeys(("super", "a")),
        TypeText("你好"),
    ]


class Composing:
    """An input method that has not made up its mind yet, as Korean's for each syllable."""

    def __init__(self, view: LiveView) -> None:
        self._view = view
        self.words = "한"

    def shows(self, words: str, *, commits: str = "") -> None:
        event = QInputMethodEvent(words, [])
        event.setCommitString(commits)
        QApplication.sendEvent(self._view, event)

    def commit(self) -> None:
        self.words, done = "", self.words
        self.shows("", commits=done)


def test_what_is_being_composed_is_seen_and_stays_where_the_caret_was_as_another_place_is_pressed(
    view: LiveView, sent: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    composing = Composing(view)
    monkeypatch.setattr(QGuiApplication, "inputMethod", lambda: composing)
    composing.shows("한")
    assert (QToolTip.text(), sent.calls) == ("한", [])
    QTest.mousePress(view, Qt.MouseButton.LeftButton, Mod.NoModifier, QPoint(200, 150))
    assert [call[0].action for call in sent.calls] == [TypeText("한"), Click(half="down")]


def test_the_operators_clipboard_is_typed(view: LiveView, sent: Heard) -> None:
    QGuiApplication.clipboard().setText("from here")
    QTest.keyClick(view, Qt.Key.Key_V, Mod.ControlModifier | Mod.ShiftModifier)
    assert sent.calls == [(DirectInput(None, TypeText("from here")),)]


def test_pointer_buttons_and_wheel_go_to_the_pictures_own_pixels(
    view: LiveView, sent: Heard
) -> None:
    at = QPoint(200, 150)
    point = view.in_view.frame_from_widget(QPointF(at))
    assert point is not None
    QTest.mousePress(view, Qt.MouseButton.RightButton, Mod.ControlModifier, at)
    QTest.mouseRelease(view, Qt.MouseButton.RightButton, Mod.ControlModifier, at)
    turned = QWheelEvent(
        QPointF(at), view.mapToGlobal(QPointF(at)), QPoint(), QPoint(0, -240),
        Qt.MouseButton.NoButton, Mod.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view, turned)
    pressed = Click(button="right", modifiers=("ctrl",), half="down")
    assert [call[0] for call in sent.calls] == [
        DirectInput(point, pressed),
        DirectInput(point, replace(pressed, half="up")),
        DirectInput(point, Scroll(2)),
    ]


def test_stop_and_handing_back_stay_the_consoles_and_are_said(
    window: MainWindow, view: LiveView, sent: Heard, heard: type
) -> None:
    steered = heard()
    window.steered.connect(steered)
    QTest.keyClick(view, Qt.Key.Key_F6, Mod.ShiftModifier)
    QTest.keyClick(view, Qt.Key.Key_F12)
    assert (steered.calls, sent.calls) == ([("take_over_or_hand_back",), ("stop",)], [])
    assert window.views.run_bar.status.text == "You drive · Shift+F6 hands back"
    assert window.views.run_bar.take_over.text() == "Hand back"


@pytest.mark.parametrize(
    "state",
    [replace(DRIVEN, control="paused"), replace(DRIVEN, surface="screen")],
    ids=["handed back", "on one's own screen"],
)
def test_otherwise_nothing_goes_on(
    window: MainWindow, view: LiveView, sent: Heard, state: RunState
) -> None:
    window.show_run(state)
    QTest.keyClick(view, Qt.Key.Key_A)
    assert sent.calls == []
