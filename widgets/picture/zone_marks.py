"""Numbers on the zones, as a model is given them, painted at a size that can be read here."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from engine.domain.zones import Zone
from engine.geometry.marks import BADGE_HEIGHT_PX, Mark, ink_on, marks_of
from widgets.picture.picture_geometry import PictureGeometry

MOST_MARKS = 100
READING_LINE_PX = 16
"""Zones whose tops are this near stand in one line of reading."""
_SMALLEST_FONT_PX = 8


def in_reading_order(zones: Sequence[Zone]) -> list[Zone]:
    return sorted(zones, key=lambda zone: (zone.bounds_px.y // READING_LINE_PX, zone.bounds_px.x))


def marks_in_view(zones: Sequence[Zone], geometry: PictureGeometry) -> tuple[Mark, ...]:
    """Marks for what can be acted upon in the seen part, numbered in reading order; their badges
    are as large as they must be to be read in the view."""
    if geometry.is_empty:
        return ()
    seen_px = geometry.seen_px
    there = [
        zone
        for zone in in_reading_order(zones)
        if zone.is_actionable and not zone.bounds_px.intersection(seen_px).is_empty
    ]
    height_px = max(1, geometry.frame_height_of(BADGE_HEIGHT_PX))
    return marks_of(there, seen_px, most=MOST_MARKS, badge_height_px=height_px)


def draw_marks(
    painter: QPainter, marks: Sequence[Mark], geometry: PictureGeometry, font: QFont
) -> None:
    """Each in its colour, with an edge that stands out from it whatever the picture is like."""
    painter.save()
    for mark in marks:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        place = _whole_points(geometry.widget_from_frame(mark.zone_px))
        for colour, weight in ((ink_on(mark.colour), 3), (mark.colour, 1.5)):
            painter.setPen(QPen(QColor(*colour), weight))
            painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5))
    for mark in marks:
        badge, ink = _whole_points(geometry.widget_from_frame(mark.badge_px)), ink_on(mark.colour)
        painter.setPen(QPen(QColor(*ink), 1))
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


def _whole_points(box: QRectF) -> QRectF:
    return QRectF(box.toAlignedRect())
