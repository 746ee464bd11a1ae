"""The layer of zones over the picture: which there are, which is pointed at, and their painting.

The boxes are rendered once into a pixmap that every frame reuses; what is pointed at is painted
over it.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QPainter, QPen, QPixmap

from engine.domain.spaces import Point
from engine.domain.zones import Zone
from widgets.palette import Palette
from widgets.picture_geometry import PictureGeometry
from widgets.zone_overlay import drawable_zones, render_overlay, zone_under

READING_LINE_PX = 16
"""Zones whose tops are this near stand in one line of reading."""


class ZoneLayer:
    """``hovered`` is the zone pointed at, by pointer or key."""

    def __init__(self) -> None:
        self.is_shown = True
        self.with_labels = False
        self.hovered: Zone | None = None
        self._zones: tuple[Zone, ...] = ()
        self._overlay: QPixmap | None = None

    def take(self, zones: tuple[Zone, ...]) -> bool:
        """Whether there is something else to draw now."""
        drawable = drawable_zones(zones)
        if drawable == self._zones:
            return False
        self._zones = drawable
        self.forget_pixmap()
        return True

    def forget_pixmap(self) -> None:
        self._overlay = None

    @property
    def pixmap(self) -> QPixmap | None:
        """The rendered boxes; None until they are painted the next time."""
        return self._overlay

    @property
    def same_hovered(self) -> Zone | None:
        """The zone pointed at as it is now; None where it is gone."""
        if self.hovered is None:
            return None
        wanted = self.hovered.zone_id
        return next((zone for zone in self._zones if zone.zone_id == wanted), None)

    def under(self, point: Point | None) -> Zone | None:
        return zone_under(self._zones, point) if point and self.is_shown else None

    def after_hovered(self, way: int) -> Zone | None:
        """The next zone in reading order, or with ``way`` -1 the one before."""
        if not self._zones or not self.is_shown:
            return None
        order = sorted(
            self._zones, key=lambda zone: (zone.bounds_px.y // READING_LINE_PX, zone.bounds_px.x)
        )
        index = order.index(self.hovered) + way if self.hovered in order else 0
        return order[index % len(order)]

    def paint(
        self,
        painter: QPainter,
        dirty: QRectF,
        geometry: PictureGeometry,
        palette: Palette,
        font: QFont,
    ) -> None:
        """Paint what lies in ``dirty``, in widget points."""
        if not self._zones or not self.is_shown:
            return
        if self._overlay is None:
            self._overlay = render_overlay(
                self._zones, geometry, palette, font, with_labels=self.with_labels
            )
        ratio = geometry.pixel_ratio
        source = QRectF(
            dirty.x() * ratio, dirty.y() * ratio, dirty.width() * ratio, dirty.height() * ratio
        )
        painter.drawPixmap(dirty, self._overlay, source)
        if self.hovered is not None:
            box = geometry.widget_from_frame(self.hovered.bounds_px)
            painter.fillRect(box, palette.colour("zone_line", 60))
            for tone, weight in (("zone_halo", 5), ("zone_line", 2)):
                painter.setPen(QPen(palette.colour(tone), weight))
                painter.drawRect(box)
