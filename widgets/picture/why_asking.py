"""Asking about a place of the picture: by key, from the context menu, and on by arrow keys.

The place asked about is marked; the answer stands beside it until Escape, or until the operator
turns to something else.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from engine.domain.spaces import Point, Rect
from widgets.kit.laying import lay_column, lay_row
from widgets.kit.parts import MarkLabel, role_label
from widgets.kit.theme import Theme
from widgets.picture.live_view import LiveView
from widgets.picture.why_words import NO_PICTURE_ANSWER, PlaceAnswer

STEP_PX = 8
_WAYS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_ENDING = frozenset(
    {QEvent.Type.Resize, QEvent.Type.Wheel, QEvent.Type.MouseButtonPress, QEvent.Type.Hide}
)
_PASSING_FOCUS = frozenset(
    {Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason}
)


class WhyAsking(QObject):
    asked = Signal(object)  # Point; answered by show_answer

    def __init__(self, theme: Theme, view: LiveView) -> None:
        super().__init__(view)
        self._view = view
        self._point: Point | None = None
        self.card = WhyCard(theme, view)
        self.cross = PlaceCross(theme, view)
        view.installEventFilter(self)

    @property
    def point(self) -> Point | None:
        """The frame pixel that is asked about; None while nothing is."""
        return self._point

    def ask(self) -> None:
        """About the place under the pointer; else about the zone pointed at by key, or the
        middle of the picture."""
        self._view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        pointer = self._view.mapFromGlobal(self._view.cursor().pos())
        is_over = self._view.underMouse() or self._view.rect().contains(pointer)
        point = self._view.frame_from_widget(QPointF(pointer)) if is_over else None
        self.ask_at(point or self.chosen_by_key)

    def ask_at(self, point: Point | None) -> None:
        if point is None:
            self.card.show_answer(NO_PICTURE_ANSWER, QRectF(self._view.rect()).center())
            return
        self._point = point
        self._view.point_at_nothing()
        self.cross.show_at(self._place(point))
        self.asked.emit(point)

    def ask_again(self) -> None:
        """What is known may have changed."""
        if self._point is not None:
            self.asked.emit(self._point)

    def show_answer(self, answer: PlaceAnswer) -> None:
        if self._point is not None:
            self.card.show_answer(answer, self._place(self._point))

    def close(self) -> None:
        self._point = None
        self.card.hide()
        self.cross.hide()

    @property
    def chosen_by_key(self) -> Point | None:
        """The middle of the zone pointed at, or of the picture; None without a picture."""
        hovered, image = self._view.layer.hovered, self._view.image
        if image is None:
            return None
        return (
            hovered.bounds_px.center if hovered else Point(image.width() // 2, image.height() // 2)
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.card.isHidden():
            return False
        if event.type() is QEvent.Type.MouseMove:
            return True  # no second card over the answer
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            return self._take_key(event)
        is_left = (
            isinstance(event, QFocusEvent)
            and event.type() is QEvent.Type.FocusOut
            and event.reason() not in _PASSING_FOCUS
        )
        if event.type() in _ENDING or is_left:
            self.close()
        return False

    def _take_key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key is Qt.Key.Key_Escape:
            self.close()
            return True
        if key not in _WAYS or self._point is None or self._view.image is None:
            return False
        is_fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        step = 1 if is_fine else STEP_PX
        across, down = _WAYS[key]
        image = self._view.image
        self.ask_at(
            Point(
                min(max(0, self._point.x + across * step), image.width() - 1),
                min(max(0, self._point.y + down * step), image.height() - 1),
            )
        )
        return True

    def _place(self, point: Point) -> QPointF:
        return self._view.widget_from_frame(Rect(point.x, point.y, 1, 1)).center()


WIDTH_PX = 376
GAP = 16
CROSS_PX = 25
KEYS = "Arrow keys ask beside it (Shift: by the pixel), Esc closes."


class PlaceCross(QWidget):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(CROSS_PX, CROSS_PX)
        self.hide()

    def show_at(self, place: QPointF) -> None:
        self.move(int(place.x()) - CROSS_PX // 2, int(place.y()) - CROSS_PX // 2)
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        middle, inner, outer = CROSS_PX / 2, 3.0, CROSS_PX / 2 - 1
        for tone, weight in (("zone_halo", 4), ("zone_line", 2)):
            painter.setPen(QPen(self._theme.palette.colour(tone), weight))
            for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                painter.drawLine(
                    QPointF(middle + x * inner, middle + y * inner),
                    QPointF(middle + x * outer, middle + y * outer),
                )


class WhyCard(QFrame):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("whyCard")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedWidth(WIDTH_PX)
        self._mark = MarkLabel(theme)
        self._title = role_label("", "goal", wraps=True)
        self._lines: list[QLabel] = []
        self._rows = QVBoxLayout()
        self._rows.setSpacing(6)
        keys = role_label(KEYS, "small", wraps=True)
        head = lay_row((self._mark, 0, Qt.AlignmentFlag.AlignTop), (self._title, 1), spacing=8)
        lay_column(head, self._rows, keys, of=self, margins=(12, 10, 12, 10), spacing=8)
        self.hide()

    @property
    def text(self) -> str:
        return self.accessibleName()

    def show_answer(self, answer: PlaceAnswer, place: QPointF) -> None:
        """Beside ``place`` (a point of the parent), wherever there is more room."""
        self._mark.show_mark(answer.mark)
        self._title.setText(answer.title)
        self._fill(answer.lines)
        self.setAccessibleName(answer.text)
        layout = self.layout()
        if layout is not None:
            self.resize(WIDTH_PX, layout.heightForWidth(WIDTH_PX))
        self._move_beside(place)
        self.show()
        self.raise_()

    def _fill(self, lines: Sequence[str]) -> None:
        while len(self._lines) < len(lines):
            label = QLabel()
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            self._lines.append(label)
            self._rows.addWidget(label)
        for number, label in enumerate(self._lines):
            label.setText(lines[number] if number < len(lines) else "")
            label.setVisible(number < len(lines))

    def _move_beside(self, place: QPointF) -> None:
        parent = self.parentWidget()
        view = QRectF(parent.rect() if parent is not None else self.rect())
        left = place.x() + GAP
        if left + self.width() > view.right():
            left = place.x() - GAP - self.width()
        top = min(place.y() + GAP, view.bottom() - self.height() - GAP)
        left = max(view.left() + GAP / 2, min(left, view.right() - self.width()))
        self.move(int(left), int(max(view.top() + GAP / 2, top)))
