"""What the operator does themselves. Pointed at in the live picture and chosen from its menu, it is
sent on as a step like any other. Taking over, what they do in the picture goes straight on while
they drive. There is no other way from here to the hands.

Only STOP and handing back stay the console's then. A chord goes as one, a text as whatever wrote it
(keys, a dead key, an input method); Ctrl+Shift+V types what lies in the operator's own clipboard.
"""

from dataclasses import replace
from functools import partial
from typing import Literal

from PySide6 import QtGui
from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from engine.domain import leases, local_planning, plans
from engine.domain.actions import Action, Click, Drag, Launch, Navigate, PressKeys, Scroll, TypeText
from engine.domain.spaces import Point, Rect, Spot
from engine.domain.zones import Role, Zone
from engine.language.action_words import own_step, zone_words
from engine.language.keys import MODIFIERS, one_name
from engine.record.views.run_state import RunState
from widgets.decision.step_editor import StepEditor
from widgets.kit.actions import ConsoleActions, does
from widgets.kit.parts import ClosingDialog, push_button, role_label
from widgets.kit.performed import is_driven, is_going_back, may_act_by_hand
from widgets.kit.theme import Theme
from widgets.picture.live_view import LiveView
from widgets.window.console_views import Its

_AT_ONCE: tuple[tuple[str, Click], ...] = (
    ("&Click", Click()),
    ("&Double-click", Click(count=2)),
    ("&Right-click", Click(button="right")),
)
_WIDE = frozenset({Role.TEXT_AREA, Role.CANVAS, Role.IMAGE, Role.OTHER})
"""In these it matters where one points."""
DRAG_ENDS = "Click where the drag ends (Esc: not at all)"


class StepDialog(ClosingDialog):
    """What a step says, to be written."""

    confirmed = Signal(object)  # PlanStep

    def __init__(
        self,
        theme: Theme,
        title: str,
        do: str,
        step: plans.PlanStep,
        zones: tuple[Zone, ...],
        on: QWidget,
    ) -> None:
        self.do = push_button(theme, do, f"{do}  (Ctrl+Return)", "done", "accent")
        super().__init__(theme, title, on, ("Cancel", "Leave it  (Esc)"), self.do)
        self.resize(420, 0)
        self.editor = StepEditor()
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QtGui.QShortcut(QtGui.QKeySequence(keys), self, self.do.click)
        self.lay_parts(role_label(title, "title", wraps=True), self.editor, margins=16, spacing=12)
        self.accepted.connect(lambda: self.confirmed.emit(self.editor.step))
        self.editor.changed.connect(lambda: self.do.setEnabled(self.editor.step is not None))
        self.editor.edit(step, zones, may_move=len(zones) > 1)


class ByHand(QObject):
    def __init__(self, its: Its) -> None:
        super().__init__(its.window)
        self._window, self._theme, self._actions, views = its
        self._live = views.live
        self._is_web = False
        self._dragged: Zone | None = None
        self._dialog: StepDialog | None = None
        does(self._actions.redo, lambda: self._window.forced.emit(local_planning.DoAgain()))
        self._actions.redo.setEnabled(False)
        self._leave = QtGui.QShortcut(QtGui.QKeySequence("Esc"), its.window, self._end_drag)
        self._leave.setEnabled(False)

    @property
    def is_dragging(self) -> bool:
        return self._dragged is not None

    def show_run(self, state: RunState, *, is_live: bool) -> None:
        may_act = is_live and may_act_by_hand(state)
        self._is_web = state.surface.startswith("browser")
        self._live.view.acts_on_click = may_act
        undone = any(tally.has_undone for _, tally in state.segments.parts)
        self._actions.redo.setEnabled(may_act and not is_going_back(state) and undone)
        if not may_act:
            self._end_drag()

    def fill(self, menu: QMenu, zone: Zone | None, point: Point | None) -> None:
        """What can be done there, the click first; nothing where the operator may not act."""
        if not self._live.view.acts_on_click:
            return
        spot = self._spot(zone, point)
        if zone is not None or spot is not None:
            for name, click in _AT_ONCE:
                step = own_step(replace(click, at=spot), zone)
                does(menu.addAction(name), partial(self._do, step))
            if zone is not None:
                self._offer(menu, "&Type into…", "Type", TypeText(""), zone)
                does(menu.addAction("Dra&g…"), lambda: self._begin_drag(zone))
            self._offer(menu, "&Scroll…", "Scroll", Scroll(down=3, at=spot), zone)
            menu.addSeparator()
        self._offer(menu, "&Press keys…", "Press keys", PressKeys(()))
        if self._is_web:
            self._offer(menu, "&Open an address…", "Open", Navigate(""))
        else:
            self._offer(menu, "&Launch…", "Launch", Launch(""))
        menu.addSeparator()
        menu.addActions([self._actions.revert_last, self._actions.redo])
        menu.addSeparator()
        menu.setActiveAction(menu.actions()[0])

    def end_drag_at(self, zone: Zone | None) -> None:
        """The second place of a drag, if it is one."""
        begin = self._dragged
        self._end_drag()
        if begin is not None and zone is not None and zone.zone_id != begin.zone_id:
            self._do(own_step(Drag(to_zone_id=zone.zone_id), begin, zone))

    def _spot(self, zone: Zone | None, point: Point | None) -> Spot | None:
        """Where in the zone, or without one in the picture; None where any part of it will do."""
        image = self._live.view.image
        if point is None or image is None:
            return None
        if zone is None:
            return Spot.of(point, Rect(0, 0, image.width(), image.height()))
        return Spot.of(point, zone.bounds_px) if zone.role in _WIDE else None

    def _offer(
        self, menu: QMenu, entry: str, name: str, action: Action, zone: Zone | None = None
    ) -> None:
        does(menu.addAction(entry), lambda: self._write(name, action, zone))

    def _do(self, step: plans.PlanStep) -> None:
        self._window.forced.emit(local_planning.DoStep(step))

    def _write(self, name: str, action: Action, zone: Zone | None) -> None:
        into = " into" if isinstance(action, TypeText) else ""
        title = f"{name}{into} {zone_words(zone)}" if zone is not None else name
        zones = (zone,) if zone is not None else ()
        step = own_step(action, zone)
        self._dialog = StepDialog(self._theme, title, "Do it", step, zones, self._window)
        self._dialog.confirmed.connect(self._do)
        self._dialog.open()

    def _begin_drag(self, zone: Zone) -> None:
        self._dragged = zone
        self._leave.setEnabled(True)
        self._live.view.show_target(zone.bounds_px, DRAG_ENDS)
        self._live.view.setFocus()

    def _end_drag(self) -> None:
        if self._dragged is not None:
            self._dragged = None
            self._leave.setEnabled(False)
            self._live.view.show_target(None)


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
            case QtGui.QKeyEvent() if QtGui.QKeySequence(event.keyCombination()) in self._own:
                return False
            case QtGui.QKeyEvent():
                event.accept()  # also where it asks whether it is a shortcut
                if event.type() is QEvent.Type.KeyPress:
                    self._press(event)
            case QtGui.QInputMethodEvent():
                foot = self._view.mapToGlobal(self._view.rect().bottomLeft())
                QToolTip.showText(foot, event.preeditString(), self._view)  # not decided upon yet
                self._send_text(event.commitString())
            case QtGui.QMouseEvent():
                if event.type() is QEvent.Type.MouseButtonPress:
                    QtGui.QGuiApplication.inputMethod().commit()  # it belongs where the caret is
                self._point(event)
            case QtGui.QWheelEvent():
                self._turn(event)
            case _:
                return event.type() is QEvent.Type.ContextMenu
        return True

    def _send_text(self, text: str) -> None:
        if text:
            self.driven.emit(leases.DirectInput(None, TypeText(text)))

    def _press(self, event: QtGui.QKeyEvent) -> None:
        held, text = event.modifiers(), event.text()
        is_text = text.isprintable() and text and not {"ctrl", "alt", "super"} & {*_held(held)}
        if is_text:
            self._send_text(text)
            return
        name = one_name(
            QtGui.QKeySequence(event.key()).toString(QtGui.QKeySequence.SequenceFormat.PortableText)
        )
        keys = [*_held(held), "tab" if name == "backtab" else name]
        if tuple(keys) == _PASTE:
            self._send_text(QtGui.QGuiApplication.clipboard().text())
        elif name and name.isascii() and name not in MODIFIERS:
            self.driven.emit(leases.DirectInput(None, PressKeys(tuple(keys))))

    def _point(self, event: QtGui.QMouseEvent) -> None:
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
        self.driven.emit(leases.DirectInput(self._last, click))

    def _turn(self, event: QtGui.QWheelEvent) -> None:
        """In whole notches; what is left of one goes to the next."""
        self._turned += QPointF(event.angleDelta()) / _NOTCH
        right, down = -int(self._turned.x()), -int(self._turned.y())
        self._turned += QPointF(right, down)
        at = self._view.in_view.frame_from_widget(event.position())
        if at is not None and (down or right):
            self.driven.emit(leases.DirectInput(at, Scroll(down, right)))


def _held(modifiers: Qt.KeyboardModifier) -> tuple[str, ...]:
    return tuple(name for flag, name in _HELD if modifiers & flag)
