"""The Canvas page: a picture that has to be looked at, with a label that can tell or keep silent.

To accessibility the canvas is one widget without children. With the label on, what was selected can
be read; with it off, only the picture shows it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum, auto

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from app.practice_app.pages import SPACE_PX, named
from tests.practice_app.controls import Page, in_line, page_layout, telling_label

SIZE_PX = 96.0
LABEL_HEIGHT_PX = 24.0
_STEPS = {
    Qt.Key.Key_Left: (-SPACE_PX, 0),
    Qt.Key.Key_Right: (SPACE_PX, 0),
    Qt.Key.Key_Up: (0, -SPACE_PX),
    Qt.Key.Key_Down: (0, SPACE_PX),
}


class Outline(Enum):
    """What a shape looks like."""

    CIRCLE = auto()
    SQUARE = auto()
    TRIANGLE = auto()
    STAR = auto()
    HEXAGON = auto()


@dataclass(frozen=True, slots=True)
class Shape:
    """A coloured shape at a place; `centre_px` is in the canvas's own pixels."""

    name: str
    colour: str
    outline: Outline
    centre_px: tuple[float, float]

    def moved_to(self, x_px: float, y_px: float) -> Shape:
        """Return the same shape at another place."""
        return replace(self, centre_px=(x_px, y_px))

    def bounds(self) -> QRectF:
        """Return the square that the shape fills, without its label."""
        x_px, y_px = self.centre_px
        return QRectF(x_px - SIZE_PX / 2, y_px - SIZE_PX / 2, SIZE_PX, SIZE_PX)

    def label_bounds(self) -> QRectF:
        """Return the strip below the shape in which its name is painted."""
        bounds = self.bounds()
        return QRectF(bounds.left() - 32, bounds.bottom() + 8, SIZE_PX + 64, LABEL_HEIGHT_PX)

    def path(self) -> QPainterPath:
        """Return the outline at its place."""
        path = QPainterPath()
        match self.outline:
            case Outline.CIRCLE:
                path.addEllipse(self.bounds())
            case Outline.SQUARE:
                path.addRoundedRect(self.bounds(), 8, 8)
            case Outline.TRIANGLE:
                path.addPolygon(self._corners(3))
            case Outline.STAR:
                path.addPolygon(self._corners(10, inner=0.45))
            case Outline.HEXAGON:
                path.addPolygon(self._corners(6))
        path.closeSubpath()
        return path

    def _corners(self, count: int, *, inner: float = 1.0) -> QPolygonF:
        """Return corners around the centre, from the top; every second one at `inner` radius."""
        x_px, y_px = self.centre_px
        corners = QPolygonF()
        for index in range(count):
            radius_px = SIZE_PX / 2 * (inner if index % 2 else 1.0)
            angle = 2 * math.pi * index / count - math.pi / 2
            corners.append(
                QPointF(x_px + radius_px * math.cos(angle), y_px + radius_px * math.sin(angle))
            )
        return corners


def first_shapes() -> list[Shape]:
    """Return the shapes that the canvas starts with, the last one on top."""
    return [
        Shape("Red circle", "#d64545", Outline.CIRCLE, (120, 104)),
        Shape("Blue square", "#3f7fd0", Outline.SQUARE, (368, 136)),
        Shape("Green triangle", "#3f9d5b", Outline.TRIANGLE, (632, 112)),
        Shape("Yellow star", "#e0b030", Outline.STAR, (232, 280)),
        Shape("Purple hexagon", "#8a5fc0", Outline.HEXAGON, (512, 280)),
    ]


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
            max(edge_px, min(x_px, self.width() - edge_px)), max(edge_px, min(y_px, lowest_px))
        )


class CanvasPage(Page):
    """The canvas, the label below, and the checkbox that silences it."""

    def __init__(self) -> None:
        super().__init__()
        self.canvas = named(ShapeCanvas(), "Canvas")
        self._told = telling_label("canvas_selection", "Selected: nothing")
        policy = self._told.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._told.setSizePolicy(policy)
        self._tell = named(QCheckBox("T&ell what is selected"), "Tell what is selected")
        self._tell.setChecked(True)
        layout = page_layout(
            self,
            "Canvas",
            "Click a shape to select it, drag it to move it. "
            "With the keyboard: Space selects the next one, arrows move it.",
        )
        layout.addWidget(self.canvas, 1)
        last_line = in_line(QHBoxLayout(), self._told, self._tell)
        last_line.setStretchFactor(self._told, 1)
        layout.addLayout(last_line)
        self.canvas.selected.connect(self._show_selected)
        self.canvas.moved.connect(self._show_moved)
        self._tell.toggled.connect(self._told.setVisible)

    def _show_selected(self, name: str) -> None:
        self._told.setText(f"Selected: {name or 'nothing'}")

    def _show_moved(self, name: str) -> None:
        if self._tell.isChecked():
            self.said.emit(f"Moved {name}")
