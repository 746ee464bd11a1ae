"""The layer of zones over the picture: which there are, which is pointed at, and their painting.

The boxes are rendered once into a pixmap that every frame reuses; what is pointed at is painted
over it.

Of a zone is told, in reading order, first what it is and last how it is called; the small card
under the pointer tells the most of it."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QFrame, QWidget

from engine.domain.facts import Frozen, replace
from engine.domain.spaces import Point
from engine.domain.zones import Role, Source, Window, Zone
from engine.language.action_words import window_words
from engine.language.labels import shortened
from widgets.kit.fact_sheet import Fact, point_form, rect_form
from widgets.kit.parts import quiet_label, role_label
from widgets.kit.theme import Palette, lay_column
from widgets.picture import zone_overlay

_CONTAINERS = frozenset({Role.WINDOW, Role.DIALOG, Role.GROUP, Role.TOOL_BAR})
"""They lie behind everything else."""


def sure_percent(zone: Zone) -> int:
    """As it is shown everywhere."""
    return round(zone.confidence * 100)


def zone_facts(
    zone: Zone, *, zones: Sequence[Zone] = (), windows: Sequence[Window] = (), is_there: bool = True
) -> tuple[Fact, ...]:
    """``zones`` and ``windows`` are in sight with it; ``is_there`` says that it is still."""
    parent = next((each for each in zones if each.zone_id == zone.parent_id), None)
    window = next((window_words(one) for one in windows if one.window_id == zone.window_id), "")
    return (
        Fact("Now", "" if is_there else "not in the picture any more; this is what it was"),
        Fact("Label", zone.label or "(none)"),
        Fact("Role", zone.role.value),
        Fact("State", state_words(zone)),
        Fact("Holds", zone.value),
        Fact("Seen by", f"{zone.source.value}, {sure_percent(zone)} % sure"),
        Fact("Named by", zone.named_by.value if zone.named_by else ""),
        Fact("Acting", acting_words(zone)),
        Fact("Masked", "yes: dots stand for what it says" if zone.is_secret else ""),
        Fact("In sight", "yes" if zone.on_screen else "no, something must be opened first"),
        Fact("Shortcut", zone.shortcut, is_technical=True),
        Fact("Inside", parent.words if parent is not None else ""),
        Fact("Window", window),
        Fact("Place", rect_form(zone.bounds_px), is_technical=True),
        Fact("Centre", point_form(zone.bounds_px.center), is_technical=True),
        Fact("Zone", zone.zone_id, is_technical=True),
        Fact("Parent’s id", zone.parent_id, is_technical=True),
        Fact("Window’s id", zone.window_id, is_technical=True),
    )


def state_words(zone: Zone) -> str:
    """``enabled, focused``; plain words where nothing is known."""
    if not zone.state and not zone.source.tells:
        return "not known"
    return ", ".join(sorted(state.value for state in zone.state)) or "disabled or not known"


def acting_words(zone: Zone) -> str:
    """Whether the agent can act upon it, and why not."""
    if not zone.on_screen:
        return "not yet: something must be opened first"
    if zone.source.tells and zone.role.is_actionable and not zone.is_enabled:
        return "it is disabled: a click would do nothing"
    if zone.source is Source.TEXT:
        return "it can be clicked; whether it is a button is not known"
    if zone.is_actionable:
        return "the agent can act upon it"
    return "it is there to be read; a click would seldom do anything"


GAP = 8


class PictureCard(QFrame):
    """What the zone pointed at is; it never takes the pointer."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("zoneCard")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._title = role_label("", "goal")
        self._text = quiet_label()
        lay_column(self._title, self._text, of=self, margins=(10, 8, 10, 8), spacing=4)
        self.hide()

    def show_zone(self, zone: Zone, box: QRectF) -> None:
        """Show the card beside the zone's box (widget points of the parent)."""
        holds = f", holds “{shortened(zone.value, 32)}”" if zone.value else ""
        seen = f"seen by {zone.source.value}, {sure_percent(zone)} % sure"
        title = shortened(zone.label, 48) or f"unnamed {zone.role.value}"
        text = "\n".join((zone.role.value + holds, state_words(zone), seen))
        self._title.setText(title)
        self._text.setText(text)
        self.setAccessibleName(f"{title}\n{text}")
        self.adjustSize()
        parent = self.parentWidget()
        view = parent.rect() if parent is not None else self.rect()
        top = int(box.bottom()) + GAP
        if top + self.height() > view.height():
            top = int(box.top()) - GAP - self.height()
        left = min(int(box.left()), view.width() - self.width() - GAP)
        self.move(max(GAP, left), max(GAP, min(top, view.height() - self.height() - GAP)))
        self.show()
        self.raise_()


class ZoneLook(Frozen):
    """What is drawn of the zones: their boxes, and numbers on those to act upon."""

    with_boxes: bool = True
    with_marks: bool = False

    @property
    def is_shown(self) -> bool:
        return self.with_boxes or self.with_marks


class ZoneLayer:
    """``zones`` are all but windows and groups, ``hovered`` the one pointed at, by pointer or key;
    ``pixmap`` has their boxes, None until these are painted the next time."""

    def __init__(self) -> None:
        self.hovered: Zone | None = None
        self.look = ZoneLook()
        self.all: tuple[Zone, ...] = ()
        self.zones: tuple[Zone, ...] = ()
        self.pixmap: QPixmap | None = None

    def take(self, zones: tuple[Zone, ...]) -> bool:
        """Whether there is something else to draw now."""
        self.all = zone_overlay.drawable_zones(zones)
        shown = tuple(zone for zone in self.all if zone.role not in _CONTAINERS)
        if shown == self.zones:
            return False
        self.zones = shown
        self.pixmap = None
        return True

    def change_look(self, **changes: Any) -> bool:
        """Change fields of the ``ZoneLook``; whether that makes a difference."""
        look = replace(self.look, **changes)
        if look == self.look:
            return False
        self.look = look
        self.pixmap = None
        return True

    @property
    def same_hovered(self) -> Zone | None:
        """The zone pointed at as it is now; None where it is gone."""
        if self.hovered is None or not self.look.is_shown:
            return None
        wanted = self.hovered.zone_id
        return next((zone for zone in self.zones if zone.zone_id == wanted), None)

    def under(self, point: Point | None) -> Zone | None:
        return zone_overlay.zone_under(self.zones, point) if point and self.look.is_shown else None

    def after_hovered(self, way: int) -> Zone | None:
        """The next zone in reading order, or with ``way`` -1 the one before."""
        if not self.zones or not self.look.is_shown:
            return None
        order = zone_overlay.in_reading_order(self.zones)
        index = order.index(self.hovered) + way if self.hovered in order else 0
        return order[index % len(order)]

    def paint(
        self,
        painter: QPainter,
        dirty: QRectF,
        geometry: zone_overlay.PictureGeometry,
        palette: Palette,
        font: QFont,
    ) -> None:
        """Paint what lies in ``dirty``, in widget points."""
        if not self.zones or not self.look.is_shown:
            return
        if self.pixmap is None:
            self.pixmap = self._rendered(geometry, palette, font)
        ratio = geometry.pixel_ratio
        source = QRectF(
            dirty.x() * ratio, dirty.y() * ratio, dirty.width() * ratio, dirty.height() * ratio
        )
        painter.drawPixmap(dirty, self.pixmap, source)
        if self.hovered is not None:
            box = geometry.widget_from_frame(self.hovered.bounds_px)
            painter.fillRect(box, palette.colour("zone_line", 60))
            draw_zone_box(painter, box, palette)

    def _rendered(
        self, geometry: zone_overlay.PictureGeometry, palette: Palette, font: QFont
    ) -> QPixmap:
        """A transparent pixmap of the view's size with all zones in it."""
        ratio = geometry.pixel_ratio
        size = QSize(round(geometry.view_width * ratio), round(geometry.view_height * ratio))
        pixmap = QPixmap(size)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            if self.look.with_boxes:
                zone_overlay.draw_boxes(painter, self.zones, geometry, palette)
            if self.look.with_marks:
                marks = zone_overlay.marks_in_view(self.zones, geometry)
                zone_overlay.draw_marks(painter, marks, geometry, font)
        return pixmap


def draw_zone_box(painter: QPainter, box: QRectF, palette: Palette) -> None:
    """Around one zone that the operator looks at."""
    for tone, weight in (("zone_halo", 5), ("zone_line", 2)):
        painter.setPen(QPen(palette.colour(tone), weight))
        painter.drawRect(box)
