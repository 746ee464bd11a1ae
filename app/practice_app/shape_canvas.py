"""The canvas: paints shapes, and lets them be selected and moved with the mouse or the keyboard.

To accessibility it is one widget without children; what is selected shows only in the picture (and
in the label that the page keeps beside it).
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from app.practice_app.controls import SPACE_PX
from app.practice_app.shapes import LABEL_HEIGHT_PX, SIZE_PX, Shape, first_shapes

_STEPS = {
    Qt.Key.Key_Left: (-SPACE_PX, 0),
    Qt.Key.Key_Right: (SPACE_PX, 0),
    Qt.Key.Key_Up: (0, -SPACE_PX),
    Qt.Key.Key_Down: (0, SPACE_PX),
}


class ShapeCanvas(QWidget):
    """Shapes on a plain ground; at most one is selected."""

    selected = Signal(str)  # the shape's name, empty when none is
    moved = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(QSize(60 * SPACE_PX, 30 * SPACE_PX))
        self._shapes = first_shapes()
        self._selected: int | None = None
        self._grip: QPointF | None = None  # from the shape's centre to the mouse, during a drag
        self._dragged = False

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """Return the shapes where they are now, the last one on top."""
        return tuple(self._shapes)

    def sizeHint(self) -> QSize:
        return QSize(100 * SPACE_PX, 50 * SPACE_PX)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        index = self._index_at(event.position())
        self._select(index)
        if index is not None:
            self._grip = event.position() - QPointF(*self._shapes[index].centre_px)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None:
            self._move_selected_to(event.position() - self._grip)
            self._dragged = True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        self._grip = None
        if self._dragged and self._selected is not None:
            self.moved.emit(self._shapes[self._selected].name)
        self._dragged = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key is Qt.Key.Key_Space:
            self._select(0 if self._selected is None else (self._selected + 1) % len(self._shapes))
        elif key is Qt.Key.Key_Escape and self._selected is not None:
            self._select(None)
        elif key in _STEPS and self._selected is not None:
            shape = self._shapes[self._selected]
            self._move_selected_to(QPointF(*shape.centre_px) + QPointF(*_STEPS[key]))
            self.moved.emit(shape.name)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shapes = [self._kept_inside(shape) for shape in self._shapes]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter)
        for index, shape in enumerate(self._shapes):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(shape.colour))
            painter.drawPath(shape.path())
            painter.setPen(self.palette().color(QPalette.ColorRole.Text))
            painter.drawText(shape.label_bounds(), Qt.AlignmentFlag.AlignCenter, shape.name)
            if index == self._selected:
                self._paint_outline(painter, shape)
        painter.end()

    def _paint_ground(self, painter: QPainter) -> None:
        palette = self.palette()
        edge = QPalette.ColorRole.Highlight if self.hasFocus() else QPalette.ColorRole.Mid
        painter.setPen(palette.color(edge))
        painter.setBrush(palette.color(QPalette.ColorRole.Base))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)

    def _paint_outline(self, painter: QPainter, shape: Shape) -> None:
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Text), 2, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(shape.bounds().adjusted(-6, -6, 6, 6))

    def _index_at(self, point: QPointF) -> int | None:
        for index in reversed(range(len(self._shapes))):
            if self._shapes[index].path().contains(point):
                return index
        return None

    def _select(self, index: int | None) -> None:
        self._selected = index
        self.selected.emit("" if index is None else self._shapes[index].name)
        self.update()

    def _move_selected_to(self, centre: QPointF) -> None:
        if self._selected is not None:
            moved = self._shapes[self._selected].moved_to(centre.x(), centre.y())
            self._shapes[self._selected] = self._kept_inside(moved)
            self.update()

    def _kept_inside(self, shape: Shape) -> Shape:
        edge_px = SIZE_PX / 2 + SPACE_PX
        x_px, y_px = shape.centre_px
        lowest_px = self.height() - edge_px - LABEL_HEIGHT_PX
        return shape.moved_to(
            max(edge_px, min(x_px, self.width() - edge_px)),
            max(edge_px, min(y_px, lowest_px)),
        )
