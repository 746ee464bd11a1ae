"""Numbers on the zones, as a model is given them, painted at a size that can be read here.

The badges are placed among the zones as they stand in the view, so every rectangle here is in
**widget points**, not in frame pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from engine.domain.marks import Mark, ink_on, marks_of
from engine.domain.spaces import Rect
from engine.domain.zones import Zone
from widgets.picture_geometry import PictureGeometry

MOST_MARKS = 100
READING_LINE_PX = 16
"""Zones whose tops are this near stand in one line of reading."""
_SMALLEST_FONT_PX = 8


def in_reading_order(zones: Sequence[Zone]) -> list[Zone]:
    return sorted(zones, key=lambda zone: (zone.bounds_px.y // READING_LINE_PX, zone.bounds_px.x))


def marks_in_view(zones: Sequence[Zone], geometry: PictureGeometry) -> tuple[Mark, ...]:
    """Marks for what can be acted upon, numbered in reading order; in widget points."""
    view = Rect(0, 0, geometry.view_width, geometry.view_height)
    there = [
        replace(zone, bounds_px=_whole_points(geometry.widget_from_frame(zone.bounds_px)))
        for zone in in_reading_order(zones)
        if zone.is_actionable
    ]
    seen = [zone for zone in there if not zone.bounds_px.intersection(view).is_empty]
    return marks_of(seen, view, most=MOST_MARKS)


def draw_marks(painter: QPainter, marks: Sequence[Mark], font: QFont) -> None:
    """Each in its colour, with an edge that stands out from it whatever the picture is like."""
    painter.save()
    for mark in marks:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, weight in ((ink_on(mark.colour), 3), (mark.colour, 1.5)):
            painter.setPen(QPen(QColor(*colour), weight))
            painter.drawRect(_box(mark.zone_px).adjusted(0.5, 0.5, -0.5, -0.5))
    for mark in marks:
        badge, ink = _box(mark.badge_px), QColor(*ink_on(mark.colour))
        painter.setPen(QPen(ink, 1))
        painter.setBrush(QColor(*mark.colour))
        painter.drawRect(badge.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.setFont(_font_for(str(mark.number), badge, font))
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, str(mark.number))
    painter.restore()


def _font_for(text: str, badge: QRectF, font: QFont) -> QFont:
    """Bold, and as large as the badge has room for."""
    fitting = QFont(font)
    fitting.setBold(True)
    for size_px in range(round(badge.height()) - 2, _SMALLEST_FONT_PX - 1, -1):
        fitting.setPixelSize(size_px)
        if QFontMetricsF(fitting).horizontalAdvance(text) <= badge.width() - 3:
            break
    return fitting


def _box(rect: Rect) -> QRectF:
    return QRectF(rect.x, rect.y, rect.width, rect.height)


def _whole_points(box: QRectF) -> Rect:
    left, top = math.floor(box.left()), math.floor(box.top())
    return Rect(left, top, math.ceil(box.right()) - left, math.ceil(box.bottom()) - top)
