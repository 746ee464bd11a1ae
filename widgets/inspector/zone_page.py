"""The inspector's page about one zone: all that is known of it, and its piece of the picture."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QShowEvent

from engine.domain.spaces import Rect
from engine.domain.zones import Window, Zone
from widgets.kit.fact_sheet import FactSheet
from widgets.kit.theme import Theme
from widgets.picture.crop_pair import CropView
from widgets.picture.zone_facts import zone_facts

MARGIN_PX = 12
CROP_HEIGHT_PX = 136
EMPTY = (
    "Point at a zone in the picture and click to see it here."
    " Ask about a place without one by Shift+F1."
)


class ZonePage(FactSheet):
    """Follows the zone from look to look; says so when it is gone."""

    def __init__(self, theme: Theme) -> None:
        self._zone: Zone | None = None
        self._zones: tuple[Zone, ...] = ()
        self._windows: tuple[Window, ...] = ()
        self._frame: QImage | None = None
        self._shown_crop: QImage | None = None
        self.crop = CropView(theme, "its place in the picture", is_intended=False)
        self.crop.setFixedHeight(CROP_HEIGHT_PX)
        super().__init__(theme, EMPTY)
        self.below.addWidget(self.crop)

    @property
    def zone(self) -> Zone | None:
        return self._zone

    def show_zone(self, zone: Zone) -> None:
        self._zone = zone
        self._tell()
        self._show_crop()

    def show_zones(self, zones: tuple[Zone, ...], windows: tuple[Window, ...]) -> None:
        """These are in sight now."""
        self._zones, self._windows = zones, windows
        if self._zone is None:
            return
        wanted = self._zone.zone_id
        self._zone = next((zone for zone in zones if zone.zone_id == wanted), self._zone)
        self._tell()
        self._show_crop()

    def show_frame(self, frame: QImage) -> None:
        """The picture is this one now; its buffer must stay as it is while it is shown."""
        self._frame = frame
        if self._zone is not None and self.isVisible():
            self._show_crop()

    def clear(self) -> None:
        super().clear()
        self._zone = self._shown_crop = None
        self.crop.hide()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_crop()

    def _tell(self) -> None:
        zone = self._zone
        if zone is None:
            return
        is_there = any(one.zone_id == zone.zone_id for one in self._zones)
        facts = zone_facts(zone, zones=self._zones, windows=self._windows, is_there=is_there)
        self.show_facts(zone, zone.words, facts)

    def _show_crop(self) -> None:
        """Cut anew, but painted anew only where it looks different."""
        zone, frame = self._zone, self._frame
        if zone is None or frame is None or not zone.on_screen:
            self.crop.hide()
            return
        place = zone.bounds_px.grown(MARGIN_PX)
        seen = place.intersection(Rect(0, 0, frame.width(), frame.height()))
        if seen.is_empty:
            self.crop.hide()
            return
        cut = frame.copy(QRect(seen.x, seen.y, seen.width, seen.height))
        if self._shown_crop is None or cut != self._shown_crop or self.crop.isHidden():
            self._shown_crop = cut
            box = zone.bounds_px
            self.crop.show_crop(cut, Rect(box.x - seen.x, box.y - seen.y, box.width, box.height))
            self.crop.show()
