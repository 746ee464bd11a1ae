"""The shapes on the canvas: plain data, and the outline that is painted and hit-tested.

They are pictures only. No widget stands behind one, so that accessibility has nothing to find: an
agent has to look.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum, auto

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

SIZE_PX = 96.0
LABEL_HEIGHT_PX = 24.0


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
