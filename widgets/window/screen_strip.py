"""The console on one's own screen: a strip above all windows, out of the way of the next target.

It says where the run stands and what comes next, answers for what is asked, and never takes the
keyboard; its keys work while another program has that. What can't be taken back, leaves the
machine, follows the screen or has no room here is decided upon in the full window, where all of it
is seen."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from PySide6.QtCore import QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QFrame, QMainWindow, QSizePolicy

from engine.domain.approvals import Reject
from engine.domain.spaces import Rect
from engine.language.action_words import asked_words
from engine.language.keys import Chord
from engine.record.views.run_state import RunState
from widgets.kit.actions import does
from widgets.kit.parts import ElidedLabel, MarkLabel, push_button
from widgets.kit.performed import is_driven
from widgets.kit.theme import Theme, lay_column, lay_row, set_tone
from widgets.window.console_views import Its
from widgets.window.run_bar import STOP, status_of

WIDTH_DIGITS, GAP_PX = 90, 8
_HEADS = 2
"""Where a window's title and menus are, in heights of the strip."""
FULL_WINDOW: Chord = ("ctrl", "shift", "f12")
FULL_TIP = "Show the whole console; the same key brings the strip back  (Ctrl+Shift+F12)"
_APPROVE: Chord = ("ctrl", "enter")
_REJECT: Chord = ("f8",)
_HAND_BACK: Chord = ("shift", "f6")
_NOTHING: Mapping[Chord, Callable[[], object]] = MappingProxyType({})
_FLAGS = (
    Qt.WindowType.Tool
    | Qt.WindowType.FramelessWindowHint
    | Qt.WindowType.WindowStaysOnTopHint
    | Qt.WindowType.WindowDoesNotAcceptFocus
)


class ScreenStrip(QFrame):
    def __init__(self, theme: Theme, window: QMainWindow) -> None:
        super().__init__(window, _FLAGS)
        self.setObjectName("screenStrip")
        self.setWindowTitle("Pilothouse, in short")
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self._mark = MarkLabel(theme)
        self.status, self.doing = ElidedLabel(), ElidedLabel(role="quiet")
        self.approve = push_button(
            theme, "Approve", "Do exactly this  (Ctrl+Return)", "done", "accent"
        )
        self.reject = push_button(theme, "Reject", "Don’t; plan around it  (F8)", "rejected")
        self.full = push_button(theme, "", FULL_TIP, "desktop")
        self.stop = push_button(theme, "STOP", STOP, "stop", "stop")
        words = lay_column(self.status, self.doing, spacing=2)
        buttons = (self.approve, self.reject, self.full, self.stop)
        margins = (12, 8, 8, 8)
        self._row = lay_row(self._mark, (words, 1), *buttons, of=self, margins=margins, spacing=8)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_run(self, state: RunState, may_answer: bool) -> None:
        """``may_answer``: what is asked is no more than a line tells."""
        mark, words = status_of(state)
        self._mark.show_mark(mark)
        again = state.pending.asked_again_because if state.pending else ""
        words = f"asked again: {again}" if again else " · ".join(words.split(" · ")[:2])
        self.status.show_text(words)
        asked = state.question.question if state.question is not None else ""
        view = state.step_at(state.place)
        now = view.title if view is not None else state.goal
        step = state.pending.step if state.pending else None
        self.doing.show_text(asked_words(step).replace("\n", " · ") if step else asked or now)
        set_tone(self, "warn" if state.pending or state.question else "text")
        room_px = self.screen().availableGeometry().width() - 2 * GAP_PX
        self.setFixedWidth(min(WIDTH_DIGITS * self.fontMetrics().horizontalAdvance("0"), room_px))
        is_asked = bool(asked or state.pending)
        self._offer(may_answer, is_asked)
        if may_answer and self.doing.is_cut:
            self.setFixedWidth(room_px)
            self._row.activate()
            self._offer(not self.doing.is_cut, is_asked)

    @property
    def answers(self) -> bool:
        """What is asked is there to be read, whole."""
        return not self.approve.isHidden()

    def _offer(self, may_answer: bool, is_asked: bool) -> None:
        for button in (self.approve, self.reject):
            button.setVisible(may_answer)
        self.full.setText("Look and answer" if is_asked and not may_answer else "Console")
        self.full.setAccessibleName(self.full.text())
        self._row.activate()

    def keep_clear_of(self, ends: Sequence[QRect], front: QRect) -> None:
        """At the lower edge of the screen, or at the upper one: not where the next action begins
        or ``ends``, not over or from under the pointer, not on the window in ``front``, or at least
        not on its head, and else where it is."""
        room, pointer = self.screen().availableGeometry(), QCursor.pos()
        self.adjustSize()
        above = QRect(self.rect())
        above.moveCenter(room.center())
        above.moveTop(room.top() + GAP_PX)
        below = above.translated(0, room.height() - above.height() - 2 * GAP_PX)
        edge = below if self.y() > room.center().y() else above
        here = edge if self.isVisible() else QRect()
        head = front & QRect(front.topLeft(), QSize(front.width(), _HEADS * above.height()))

        def in_way(at: QRect) -> list[bool]:
            moves = at is not here
            over = moves and (at.contains(pointer) or here.contains(pointer))
            return [any(map(at.intersects, ends)), over, *map(at.intersects, (front, head)), moves]

        self.move(min((below, above), key=in_way).topLeft())


class StripMode(QObject):
    """Whether the console is a strip now. ``keys_changed`` tells the ``keys`` that are to work
    whoever has the keyboard, with what each does."""

    keys_changed = Signal()

    def __init__(self, its: Its) -> None:
        super().__init__(its.window)
        self._window, theme, actions, views = its
        self._actions, self._card = actions, views.approval.request
        self.strip = ScreenStrip(theme, its.window)
        self.keys = _NOTHING
        self.is_on = False
        self._session_id = ""
        self._state = RunState()
        self.strip.approve.clicked.connect(self._approve)
        self.strip.reject.clicked.connect(self._reject)
        self.strip.full.clicked.connect(self.toggle)
        self.strip.stop.pressed.connect(actions.stop.trigger)
        actions.strip.setEnabled(False)
        does(actions.strip, self.toggle)

    def show_run(
        self, state: RunState, ends_px: Sequence[Rect], front_px: Rect | None, *, is_live: bool
    ) -> None:
        """``ends_px``: where what comes next begins and ends, in pixels of the screen; ``front_px``
        is the window that has the keyboard."""
        self._state = state
        is_on_screen = is_live and state.is_running and state.surface == "screen"
        if is_on_screen and state.session_id != self._session_id:
            self._session_id = state.session_id  # once for each run: then the operator chooses
            self.become_strip()
        elif not is_on_screen and self.is_on:
            self._become_window()
        if self.is_on:
            self.strip.show_run(state, self._is_plain)
            front = self._in_points(front_px) if front_px is not None else QRect()
            self.strip.keep_clear_of([*map(self._in_points, ends_px)], front)
        self._tell_keys(is_on_screen)

    def toggle(self) -> None:
        """From the strip to the full window and back."""
        self._become_window() if self.is_on else self.become_strip()

    @property
    def is_shrinking(self) -> bool:
        """The whole window is on the screen still, or the strip is not yet."""
        whole, strip = self._window.windowHandle(), self.strip.windowHandle()
        return self.is_on and (whole.isExposed() or not strip.isExposed())

    @property
    def _may_answer(self) -> bool:
        return self._is_plain and (self.strip.answers or not self.is_on)

    @property
    def _is_plain(self) -> bool:
        asked = self._state.pending
        return asked is not None and not (asked.is_grave or asked.suspicion)

    def become_strip(self) -> None:
        self.is_on = True
        self.strip.show_run(self._state, self._is_plain)
        self.strip.keep_clear_of([], QRect())
        self._window.showMinimized()
        self.strip.show()

    def _become_window(self) -> None:
        """Without taking the keyboard, unless the operator wanted it."""
        self.is_on = False
        self.strip.hide()
        self._window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, True)
        self._window.showNormal()
        self._window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, False)

    def _in_points(self, place_px: Rect) -> QRect:
        ratio = self.strip.devicePixelRatio()
        sides = (place_px.x, place_px.y, place_px.width, place_px.height)
        return QRect(*(round(side / ratio) for side in sides))

    def _tell_keys(self, is_on_screen: bool) -> None:
        self._actions.strip.setEnabled(is_on_screen)
        keys = {FULL_WINDOW: self.toggle} if is_on_screen else {}
        if is_on_screen and self._may_answer:
            keys |= {_APPROVE: self._approve, _REJECT: self._reject}
        if is_on_screen and is_driven(self._state):
            keys |= {_HAND_BACK: self._actions.take_over.trigger}
        if keys.keys() != self.keys.keys():
            self.keys = keys
            self.keys_changed.emit()

    def _approve(self) -> None:
        if self._may_answer:
            self._card.do_approve()

    def _reject(self) -> None:
        """Its reason can be given in the full window."""
        if self._may_answer:
            self._card.decide(Reject())
