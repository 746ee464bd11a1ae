"""Where the picture stands in the live view: the way between frame pixels and widget points; and
the zones drawn over the picture, once, into a pixmap that every frame reuses.

``widget_from_frame`` and ``frame_from_widget`` are the only places where the two spaces meet. A
zone's line tells who saw it: accessibility solid, text recognition dotted, shapes dashed, the
vision model dash-dotted. What is disabled is fainter."""

import math
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTransform

from engine.domain.facts import Frozen
from engine.domain.spaces import Point, Rect
from engine.domain.zones import Source, Zone
from engine.geometry.marks import BADGE_HEIGHT_PX, Mark, ink_on, marks_of
from widgets.kit.theme import Palette

NEARLY_FULL_SIZE = 1.1
"""A fit between 1 and this is drawn at exactly 1: sharp beats a few pixels more."""


class PictureGeometry(Frozen):
    """``pan_px`` is the device pixel of the picture at the view's corner, at full size only."""

    frame_width: int
    frame_height: int
    view_width: int
    view_height: int
    pixel_ratio: float = 1.0
    is_fit: bool = True
    pan_px: tuple[int, int] = (0, 0)

    @property
    def is_empty(self) -> bool:
        return min(self.frame_width, self.frame_height, self.view_width, self.view_height) <= 0

    @property
    def device_scale(self) -> float:
        """Device pixels for one frame pixel."""
        if self.is_empty or not self.is_fit:
            return 1.0
        scale = min(
            self.view_width * self.pixel_ratio / self.frame_width,
            self.view_height * self.pixel_ratio / self.frame_height,
        )
        return 1.0 if 1.0 <= scale < NEARLY_FULL_SIZE else scale

    @property
    def device_size(self) -> QSize:
        """The drawn picture in device pixels."""
        scale = self.device_scale
        return QSize(
            max(1, round(self.frame_width * scale)), max(1, round(self.frame_height * scale))
        )

    @property
    def origin(self) -> QPointF:
        """The picture's corner in the widget, on a whole device pixel."""
        size, ratio = self.device_size, self.pixel_ratio
        return QPointF(
            self._corner(size.width(), round(self.view_width * ratio), self.pan_px[0]) / ratio,
            self._corner(size.height(), round(self.view_height * ratio), self.pan_px[1]) / ratio,
        )

    @property
    def picture_rect(self) -> QRectF:
        """The whole picture in widget points; it may reach beyond the view."""
        return QRectF(self.origin, QSizeF(self.device_size) / self.pixel_ratio)

    @property
    def max_pan_px(self) -> tuple[int, int]:
        size = self.device_size
        return (
            max(0, size.width() - round(self.view_width * self.pixel_ratio)),
            max(0, size.height() - round(self.view_height * self.pixel_ratio)),
        )

    def widget_from_frame(self, rect: Rect) -> QRectF:
        """A rectangle of frame pixels as widget points."""
        return self._to_widget.mapRect(QRectF(rect.x, rect.y, rect.width, rect.height))

    def frame_from_widget(self, point: QPointF) -> Point | None:
        """The frame pixel under a widget point; None beside the picture."""
        if self.is_empty:
            return None
        place = self._to_widget.inverted()[0].map(point)
        x, y = math.floor(place.x()), math.floor(place.y())
        inside = 0 <= x < self.frame_width and 0 <= y < self.frame_height
        return Point(x, y) if inside else None

    @property
    def seen_px(self) -> Rect:
        """The part of the frame that the view has in it, in whole frame pixels."""
        view = QRectF(0, 0, self.view_width, self.view_height)
        seen = self._to_widget.inverted()[0].mapRect(view).toAlignedRect()
        seen = seen.intersected(QRect(0, 0, self.frame_width, self.frame_height))
        return Rect(seen.x(), seen.y(), seen.width(), seen.height())

    def frame_height_of(self, points: float) -> int:
        """How many frame pixels are as high as that many widget points, rounded up."""
        return math.ceil(points / self._to_widget.m22())

    @property
    def _to_widget(self) -> QTransform:
        """From frame pixels."""
        place = self.picture_rect
        across, down = place.width() / self.frame_width, place.height() / self.frame_height
        return QTransform(across, 0, 0, down, place.x(), place.y())

    @staticmethod
    def _corner(picture: int, view: int, pan: int) -> int:
        return (view - picture) // 2 if picture <= view else -min(max(0, pan), picture - view)


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
        if zone.is_actionable and zone.bounds_px.meets(seen_px)
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
        number, fitting = str(mark.number), QFont(font)
        fitting.setBold(True)  # and as large as the badge has room for
        for size_px in range(round(badge.height()) - 2, _SMALLEST_FONT_PX - 1, -1):
            fitting.setPixelSize(size_px)
            if QFontMetricsF(fitting).horizontalAdvance(number) <= badge.width() - 3:
                break
        painter.setFont(fitting)
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, number)
    painter.restore()


def _whole_points(box: QRectF) -> QRectF:
    return QRectF(box.toAlignedRect())


LINE_STYLES = {
    Source.ACCESSIBILITY: Qt.PenStyle.SolidLine,
    Source.DOM: Qt.PenStyle.SolidLine,
    Source.TEXT: Qt.PenStyle.DotLine,
    Source.SHAPE: Qt.PenStyle.DashLine,
    Source.VISION: Qt.PenStyle.DashDotLine,
}


def drawable_zones(zones: Iterable[Zone]) -> tuple[Zone, ...]:
    """Zones that can be pointed at in the picture, smallest last so that it is found first."""
    drawable = [zone for zone in zones if zone.on_screen and not zone.bounds_px.is_empty]
    return tuple(sorted(drawable, key=lambda zone: zone.bounds_px.area, reverse=True))


def zone_under(zones: Sequence[Zone], point: Point) -> Zone | None:
    """The smallest zone that holds the frame pixel; ``zones`` as ``drawable_zones`` gives them."""
    return next((zone for zone in reversed(zones) if zone.bounds_px.contains(point)), None)


def draw_boxes(
    painter: QPainter, zones: Sequence[Zone], geometry: PictureGeometry, palette: Palette
) -> None:
    batches: dict[tuple[Source, bool], list[QRectF]] = {}
    for zone in zones:
        is_strong = zone.is_actionable and (zone.is_enabled or not zone.source.tells)
        rect = geometry.widget_from_frame(zone.bounds_px).adjusted(0.5, 0.5, -0.5, -0.5)
        batches.setdefault((zone.source, is_strong), []).append(rect)
    for (source, is_strong), rects in batches.items():
        halo = QPen(palette.colour("zone_halo", 110 if is_strong else 50), 3)
        line = QPen(palette.colour("zone_line", 190 if is_strong else 80), 1)
        line.setStyle(LINE_STYLES[source])
        for pen in (halo, line):
            painter.setPen(pen)
            painter.drawRects(rects)


def draw_chip(
    painter: QPainter, chip: QRectF, text: str, background: QColor, foreground: QColor
) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(background)
    painter.drawRoundedRect(chip, 2, 2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(foreground)
    painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, text)
