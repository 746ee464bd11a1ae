"""How the operator looks at the picture: which zones are drawn, how old it is, what a place is.

It joins the live view with its filter, its lag and its questions; what only the application knows
of a place is asked for by ``facts_wanted``.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.domain.lag import SightLag
from engine.domain.places import PlaceFacts, nearest_zone, zones_at
from engine.domain.spaces import Point
from engine.domain.zones import Zone
from widgets.kit.actions import ConsoleActions
from widgets.kit.theme import Theme
from widgets.picture.live_panel import LivePanel
from widgets.picture.picture_menu import PictureMenu
from widgets.picture.why_asking import WhyAsking
from widgets.picture.why_words import place_answer
from widgets.picture.zone_filter import DEFAULT_FILTER, ZoneFilter, counts_of
from widgets.picture.zone_overlay import drawable_zones
from widgets.window.layout_memory import LayoutMemory
from widgets.window.past_mode import PastMode


class PictureControls(QObject):
    facts_wanted = Signal(object)  # Point in the live picture; answered by show_facts

    def __init__(
        self,
        live: LivePanel,
        theme: Theme,
        actions: ConsoleActions,
        memory: LayoutMemory,
        past: PastMode,
    ) -> None:
        super().__init__(live)
        self._live = live
        self._memory = memory
        self._past = past
        self._lag = SightLag()
        self._zones: tuple[Zone, ...] = ()
        self._drawable: tuple[Zone, ...] = ()
        self._filter = memory.zone_filter
        self.asking = WhyAsking(theme, live.view)
        self.menu = PictureMenu(live.view, actions, self.asking)
        self.asking.asked.connect(self._find_facts)
        actions.why.triggered.connect(self.asking.ask)
        live.tools.filter_changed.connect(self._take_filter)
        live.tools.show_filter(self._filter)
        live.view.change_look(zone_filter=self._filter)
        self._count()

    def show_zones(self, zones: tuple[Zone, ...]) -> None:
        """These belong to the picture that is in sight."""
        self._zones, self._drawable = zones, drawable_zones(zones)
        self._count()
        self.asking.ask_again()

    def show_lag(self, lag: SightLag) -> None:
        """How far the live picture and its zones lag behind the screen."""
        self._lag = lag
        self._live.age.show_lag(lag)

    def show_facts(self, facts: PlaceFacts | None) -> None:
        """The answer to ``facts_wanted``; None where nothing was looked at yet."""
        if facts is not None and facts.point == self.asking.point:
            self.asking.show_answer(place_answer(facts, self._live.view.layer.look, self._lag))
        elif facts is None and self.asking.point is not None:
            self.show_facts(PlaceFacts(self.asking.point))

    def close(self) -> None:
        """The picture goes away, and the question about it with it."""
        self.asking.close()

    def _find_facts(self, point: Point) -> None:
        if not self._past.is_on:
            self.facts_wanted.emit(point)
            return
        zones, nearest = zones_at(point, self._zones), nearest_zone(point, self._zones)
        self.show_facts(PlaceFacts(point, zones, nearest, is_record=True))

    def _take_filter(self, zone_filter: ZoneFilter) -> None:
        self._filter = self._memory.zone_filter = zone_filter
        self._live.view.change_look(zone_filter=zone_filter)
        self._count()
        self.asking.ask_again()

    def _count(self) -> None:
        counts = counts_of(self._drawable, self._filter)
        self._live.tools.show_counts(counts, is_narrowed=self._filter != DEFAULT_FILTER)
