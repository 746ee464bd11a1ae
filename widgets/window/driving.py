"""Taking over: while the operator drives, what they do in the live picture goes straight on.

Only STOP and handing back stay the console's. A chord goes as one, a text as whatever wrote it
(keys, a dead key, an input method); Ctrl+Shift+V types what lies in the operator's own clipboard.
"""

from typing import Literal

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QWheelEvent,
)

from engine.domain.actions import Click, PressKeys, Scroll, TypeText
from engine.domain.leases import DirectInput
from engine.domain.spaces import Point
from engine.language.keys import MODIFIERS, one_name
from engine.record.views.run_state import RunState
from widgets.kit.actions import ConsoleActions
from widgets.kit.performed import is_driven
from widgets.picture.live_view import LiveView

_BUTTONS: dict[Qt.MouseButton, Literal["left", "middle", "right"]] = {
    Qt.MouseButton.LeftButton: "left",
    Qt.MouseButton.MiddleButton: "middle",
    Qt.MouseButton.RightButton: "right",
}
_HELD = (
    (Qt.KeyboardModifier.ControlModifier, "ctrl"),
    (Qt.KeyboardModifier.AltModifier, "alt"),
    (Qt.KeyboardModifier.ShiftModifier, "shift"),
    (Qt.KeyboardModifier.MetaModifier, "super"),
)
_PASTE = ("ctrl", "shift", "v")
_NOTCH = 120


class Driving(QObject):
    driven = Signal(object)  # DirectInput

    def __init__(self, view: LiveView, actions: ConsoleActions) -> None:
        super().__init__(view)
        self._view = view
        self._own = (*actions.stop.shortcuts(), *actions.take_over.shortcuts())
        self._is_on = False
        self._last = Point(0, 0)
        self._turned = QPointF()

    def show_run(self, state: RunState, *, is_live: bool) -> None:
        """On one's own screen mouse and keyboard are there already."""
        is_on = is_live and is_driven(state) and state.surface != "screen"
        if is_on == self._is_on:
            return
        self._is_on = is_on
        self._view.show_driven(is_on)
        self._view.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, is_on)
        if is_on:
            self._view.installEventFilter(self)
            self._view.setFocus()
        else:
            self._view.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event:
            case QKeyEvent() if QKeySequence(event.keyCombination()) in self._own:
                return False
            case QKeyEvent():
                event.accept()  # also where it asks whether it is a shortcut
                if event.type() is QEvent.Type.KeyPress:
                    self._press(event)
            case QInputMethodEvent():
                self._send_text(event.commitString())
            case QMouseEvent():
                self._point(event)
            case QWheelEvent():
                self._turn(event)
            case _:
                return event.type() is QEvent.Type.ContextMenu
        return True

    def _send_text(self, text: str) -> None:
        if text:
            self.driven.emit(DirectInput(None, TypeText(text)))

    def _press(self, event: QKeyEvent) -> None:
        held, text = event.modifiers(), event.text()
        is_text = text.isprintable() and text and not held & (_HELD[0][0] | _HELD[1][0])
        if is_text:
            self._send_text(text)
            return
        name = one_name(
            QKeySequence(event.key()).toString(QKeySequence.SequenceFormat.PortableText)
        )
        keys = [*_held(held), "tab" if name == "backtab" else name]
        if tuple(keys) == _PASTE:
            self._send_text(QGuiApplication.clipboard().text())
        elif name and name.isascii() and name not in MODIFIERS:
            self.driven.emit(DirectInput(None, PressKeys(tuple(keys))))

    def _point(self, event: QMouseEvent) -> None:
        self._last = self._view.in_view.frame_from_widget(event.position()) or self._last
        kind, click = event.type(), None
        if kind is not QEvent.Type.MouseMove:
            if event.button() not in _BUTTONS:
                return
            click = Click(
                button=_BUTTONS[event.button()],
                count=2 if kind is QEvent.Type.MouseButtonDblClick else 1,
                modifiers=_held(event.modifiers()),
                half="up" if kind is QEvent.Type.MouseButtonRelease else "down",
            )
        self.driven.emit(DirectInput(self._last, click))

    def _turn(self, event: QWheelEvent) -> None:
        """In whole notches; what is left of one goes to the next."""
        self._turned += QPointF(event.angleDelta()) / _NOTCH
        right, down = -int(self._turned.x()), -int(self._turned.y())
        self._turned += QPointF(right, down)
        at = self._view.in_view.frame_from_widget(event.position())
        if at is not None and (down or right):
            self.driven.emit(DirectInput(at, Scroll(down, right)))


def _held(modifiers: Qt.KeyboardModifier) -> tuple[str, ...]:
    return tuple(name for flag, name in _HELD if modifiers & flag)
