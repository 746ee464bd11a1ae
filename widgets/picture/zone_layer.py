"""The layer of zones over the picture: which there are, which is pointed at, and their painting.

The boxes are rendered once into a pixmap that every frame reuses; what is pointed at is painted
over it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QPainter, QPen, QPixmap

from engine.domain.spaces import Point
from engine.domain.zones import Zone
from widgets.kit.theme import Palette
from widgets.picture.picture_geometry import PictureGeometry
from widgets.picture.zone_filter import DEFAULT_FILTER, ZoneFilter
from widgets.picture.zone_overlay import (
    drawable_zones,
    in_reading_order,
    render_overlay,
    zone_under,
)


@dataclass(frozen=True, slots=True)
class ZoneLook:
    """What is drawn of the zones: their boxes, labels, and numbers on those to act upon."""

    with_boxes: bool = True
    with_labels: bool = False
    with_marks: bool = False
    zone_filter: ZoneFilter = DEFAULT_FILTER

    @property
    def is_shown(self) -> bool:
        return self.with_boxes or self.with_marks


class ZoneLayer:
    """``hovered`` is the zone pointed at, by pointer or key."""

    def __init__(self) -> None:
        self.hovered: Zone | None = None
        self._look = ZoneLook()
        self._all: tuple[Zone, ...] = ()
        self._zones: tuple[Zone, ...] = ()
        self._overlay: QPixmap | None = None

    @property
    def look(self) -> ZoneLook:
        return self._look

    @property
    def zones(self) -> tuple[Zone, ...]:
        """Those that the filter lets through."""
        return self._zones

    def take(self, zones: tuple[Zone, ...]) -> bool:
        """Whether there is something else to draw now."""
        self._all = drawable_zones(zones)
        return self._sift()

    def change_look(self, **changes: Any) -> bool:
        """Change fields of the ``ZoneLook``; whether that makes a difference."""
        look = replace(self._look, **changes)
        if look == self._look:
            return False
        self._look = look
        self._sift()
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
        if self.hovered is None or not self._look.is_shown:
            return None
        wanted = self.hovered.zone_id
        return next((zone for zone in self._zones if zone.zone_id == wanted), None)

    def under(self, point: Point | None) -> Zone | None:
        return zone_under(self._zones, point) if point and self._look.is_shown else None

    def after_hovered(self, way: int) -> Zone | None:
        """The next zone in reading order, or with ``way`` -1 the one before."""
        if not self._zones or not self._look.is_shown:
            return None
        order = in_reading_order(self._zones)
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
        look = self._look
        if not self._zones or not look.is_shown:
            return
        if self._overlay is None:
            self._overlay = render_overlay(
                self._zones,
                geometry,
                palette,
                font,
                with_boxes=look.with_boxes,
                with_labels=look.with_labels,
                with_marks=look.with_marks,
            )
        ratio = geometry.pixel_ratio
        source = QRectF(
            dirty.x() * ratio, dirty.y() * ratio, dirty.width() * ratio, dirty.height() * ratio
        )
        painter.drawPixmap(dirty, self._overlay, source)
        if self.hovered is not None:
            box = geometry.widget_from_frame(self.hovered.bounds_px)
            painter.fillRect(box, palette.colour("zone_line", 60))
            draw_zone_box(painter, box, palette)

    def _sift(self) -> bool:
        """Keep what the filter shows; whether that is something else than before."""
        shown = tuple(filter(self._look.zone_filter.shows, self._all))
        if shown == self._zones:
            return False
        self._zones = shown
        self.forget_pixmap()
        return True


def draw_zone_box(painter: QPainter, box: QRectF, palette: Palette) -> None:
    """Around one zone that the operator looks at."""
    for tone, weight in (("zone_halo", 5), ("zone_line", 2)):
        painter.setPen(QPen(palette.colour(tone), weight))
        painter.drawRect(box)
