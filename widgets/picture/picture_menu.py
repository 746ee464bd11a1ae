"""The context menu of the live picture: what can be asked of the place, and how zones are drawn."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QMenu

from engine.domain.spaces import Point
from engine.language.sentences.figures import shortened
from widgets.kit.actions import ConsoleActions, shortcut_words
from widgets.picture.live_view import LiveView
from widgets.picture.why_asking import WhyAsking


class PictureMenu(QObject):
    """Opens by the right button at a place, or by the menu key at the zone pointed at."""

    def __init__(self, view: LiveView, actions: ConsoleActions, asking: WhyAsking) -> None:
        super().__init__(view)
        self._view = view
        self._actions = actions
        self._asking = asking
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QContextMenuEvent):
            return False
        is_by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        point = self._asking.point or self._asking.chosen_by_key
        place = event.globalPos()
        if not is_by_key:
            point = self._view.frame_from_widget(QPointF(event.pos()))
        elif self._view.layer.hovered is not None:
            box = self._view.widget_from_frame(self._view.layer.hovered.bounds_px)
            place = self._view.mapToGlobal(box.bottomLeft().toPoint())
        elif point is not None:
            middle = QRectF(self._view.rect()).center()
            place = self._view.mapToGlobal(middle.toPoint())
        self.menu_for(point).popup(place)
        return True

    def menu_for(self, point: Point | None) -> QMenu:
        menu = QMenu(self._view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        zone = self._view.layer.under(point)
        if zone is not None:
            inspect = menu.addAction(f"&Inspect {zone.role} “{shortened(zone.label, 32)}”")
            inspect.triggered.connect(lambda: self._view.zone_pinned.emit(zone))
        why = "What is &known of this place?" if zone else "&Why is this not a zone?"
        keys = shortcut_words(self._actions.why)
        ask = menu.addAction("\t".join([why, *keys[:1]]))
        ask.setToolTip(self._actions.why.statusTip())
        ask.setEnabled(point is not None)
        ask.triggered.connect(lambda: self._ask(point))
        menu.addSeparator()
        actions = self._actions
        menu.addActions([actions.zones, actions.labels, actions.marks, actions.zone_filter])
        menu.addSeparator()
        menu.addAction(actions.full_size)
        return menu

    def _ask(self, point: Point | None) -> None:
        self._view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._asking.ask_at(point)
