"""Where the picture stands in the live view: the way between frame pixels and widget points.

``widget_from_frame`` and ``frame_from_widget`` are the only places where the two spaces meet.
"""

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QSizeF
from PySide6.QtGui import QTransform

from engine.domain.spaces import Point, Rect

NEARLY_FULL_SIZE = 1.1
"""A fit between 1 and this is drawn at exactly 1: sharp beats a few pixels more."""

PLACE_PX = 6


@dataclass(frozen=True, slots=True)
class PictureGeometry:
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

    def box_around(self, place: Point) -> QRectF:
        """The mark, in widget points, around a pixel that is asked about."""
        middle = self.widget_from_frame(Rect(place.x, place.y, 1, 1)).center()
        return QRectF(middle, middle).adjusted(-PLACE_PX, -PLACE_PX, PLACE_PX, PLACE_PX)

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
        if picture <= view:
            return (view - picture) // 2
        return -min(max(0, pan), picture - view)
