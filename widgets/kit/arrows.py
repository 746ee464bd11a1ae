"""The head of an arrow, for the ways that graphs and maps draw."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPolygonF

ARROW_PX = 5


def arrow_head(path: QPainterPath) -> QPolygonF:
    """At the path's end, in its direction."""
    tip = path.pointAtPercent(1.0)
    back = path.pointAtPercent(max(0.0, 1.0 - 6 / max(6.0, path.length())))
    angle = math.atan2(tip.y() - back.y(), tip.x() - back.x())
    corners = [tip]
    for turn in (2.6, -2.6):
        corners.append(
            tip + QPointF(math.cos(angle + turn) * ARROW_PX, math.sin(angle + turn) * ARROW_PX)
        )
    return QPolygonF(corners)
