"""Which zones the operator wants to see: by who saw them, what they are, and how sure that is.

A filter changes what is drawn and what can be pointed at, never what the agent knows. It is told
how many zones it hides, so that nobody takes them for zones that are not there. It is chosen
on a small panel that opens below its button.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from engine.domain.zones import CHECKABLE_ROLES, EDITABLE_ROLES, MENU_ROLES, Role, Source, Zone
from engine.language.sentences.figures import count_words
from widgets.kit.laying import STRETCH, lay_column, lay_row
from widgets.kit.parts import figures_label, push_button, quiet_label, role_label, separator
from widgets.kit.theme import Theme

T = TypeVar("T")


class RoleGroup(StrEnum):
    """Roles that an operator looks for together."""

    BUTTONS = "Buttons and links"
    FIELDS = "Fields"
    CHOICES = "Boxes and switches"
    MENUS = "Menus"
    LISTS = "Lists and tables"
    TEXTS = "Texts"
    PICTURES = "Pictures"
    OTHERS = "Others"
    CONTAINERS = "Windows and groups"


_ROLES: dict[RoleGroup, frozenset[Role]] = {
    RoleGroup.FIELDS: EDITABLE_ROLES | {Role.SLIDER},
    RoleGroup.CHOICES: CHECKABLE_ROLES - MENU_ROLES,
    RoleGroup.MENUS: MENU_ROLES | {Role.MENU_BAR},
    RoleGroup.BUTTONS: frozenset({Role.BUTTON, Role.LINK, Role.ICON, Role.TAB}),
    RoleGroup.LISTS: frozenset({Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL, Role.COLUMN_HEADER}),
    RoleGroup.TEXTS: frozenset({Role.LABEL, Role.HEADING, Role.STATUS, Role.ALERT}),
    RoleGroup.PICTURES: frozenset({Role.IMAGE, Role.CANVAS}),
    RoleGroup.CONTAINERS: frozenset({Role.WINDOW, Role.DIALOG, Role.GROUP, Role.TOOL_BAR}),
}
_GROUP_OF = {role: group for group, roles in _ROLES.items() for role in roles}


def group_of(role: Role) -> RoleGroup:
    return _GROUP_OF.get(role, RoleGroup.OTHERS)


def sure_percent(zone: Zone) -> int:
    """As it is shown everywhere."""
    return round(zone.confidence * 100)


@dataclass(frozen=True, slots=True)
class ZoneFilter:
    """What is hidden, so that a source or a role that is new is seen.

    Windows and groups lie behind everything else: they are hidden until they are asked for.
    """

    hidden_sources: frozenset[Source] = frozenset()
    hidden_groups: frozenset[RoleGroup] = frozenset({RoleGroup.CONTAINERS})
    least_percent: int = 0

    def shows(self, zone: Zone) -> bool:
        return (
            zone.source not in self.hidden_sources
            and group_of(zone.role) not in self.hidden_groups
            and sure_percent(zone) >= self.least_percent
        )

    def why_hidden(self, zone: Zone) -> str:
        """Which choice hides the zone, in words; empty where none does."""
        reasons = []
        if zone.source in self.hidden_sources:
            reasons.append(f"“{source_words(zone.source)}” is unticked")
        if group_of(zone.role) in self.hidden_groups:
            reasons.append(f"“{group_of(zone.role)}” is unticked")
        if sure_percent(zone) < self.least_percent:
            reasons.append(
                f"it is {sure_percent(zone)}\u00a0% sure, less than {self.least_percent}\u00a0%"
            )
        return " and ".join(reasons)

    def with_source(self, source: Source, *, shown: bool) -> ZoneFilter:
        return replace(self, hidden_sources=_with(self.hidden_sources, source, is_in=not shown))

    def with_group(self, group: RoleGroup, *, shown: bool) -> ZoneFilter:
        return replace(self, hidden_groups=_with(self.hidden_groups, group, is_in=not shown))

    def to_text(self) -> str:
        """For the settings; ``filter_from_text`` reads it."""
        return json.dumps(
            {
                "sources": sorted(self.hidden_sources),
                "groups": sorted(self.hidden_groups),
                "least_percent": self.least_percent,
            }
        )


DEFAULT_FILTER = ZoneFilter()


def filter_from_text(text: str) -> ZoneFilter:
    """What can't be read, or is not known any more, is as if nobody had chosen it."""
    try:
        kept = json.loads(text)
        sources, groups = set(kept["sources"]), set(kept["groups"])
        least_percent = min(100, max(0, int(kept["least_percent"])))
    except (ValueError, TypeError, KeyError):
        return DEFAULT_FILTER
    return ZoneFilter(
        frozenset(source for source in Source if source in sources),
        frozenset(group for group in RoleGroup if group in groups),
        least_percent,
    )


@dataclass(frozen=True, slots=True)
class ZoneCounts:
    """How many zones are in the picture, how many are shown, and of which choice."""

    total: int = 0
    shown: int = 0
    by_source: Counter[Source] = field(default_factory=Counter)
    by_group: Counter[RoleGroup] = field(default_factory=Counter)

    @property
    def hidden(self) -> int:
        return self.total - self.shown

    @property
    def words(self) -> str:
        """``212 zones, 40 shown``."""
        if not self.total:
            return "No zones in the picture"
        shown = "all shown" if not self.hidden else f"{self.shown} shown"
        return f"{count_words(self.total, 'zone')}, {shown}"


def counts_of(zones: Iterable[Zone], zone_filter: ZoneFilter) -> ZoneCounts:
    zones = tuple(zones)
    return ZoneCounts(
        len(zones),
        sum(map(zone_filter.shows, zones)),
        Counter(zone.source for zone in zones),
        Counter(group_of(zone.role) for zone in zones),
    )


def source_words(source: Source) -> str:
    return source.value.capitalize()


def _with(chosen: frozenset[T], one: T, *, is_in: bool) -> frozenset[T]:
    return chosen | {one} if is_in else chosen - {one}


SURE_STEP_PERCENT = 5
WIDTH_PX = 456
NOTE = "What is hidden here, the agent knows all the same."


class ZoneFilterPanel(QFrame):
    """Shown with ``open_below``; closed by Escape or a click beside it."""

    filter_changed = Signal(object)  # ZoneFilter

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("zoneFilter")
        self.setAccessibleName("Which zones are shown")
        self._filter = DEFAULT_FILTER
        self._title = role_label("", "goal")
        self.show_all = push_button(theme, "Show all", "Show all zones again")
        self.show_all.clicked.connect(lambda: self._take(DEFAULT_FILTER))
        self.sources = {source: _Choice(source_words(source)) for source in Source}
        self.groups = {group: _Choice(group.value) for group in RoleGroup}
        for source, choice in self.sources.items():
            choice.box.toggled.connect(
                lambda on, source=source: self._take(self._filter.with_source(source, shown=on))
            )
        for group, choice in self.groups.items():
            choice.box.toggled.connect(
                lambda on, group=group: self._take(self._filter.with_group(group, shown=on))
            )
        self.slider = _sureness_slider()
        self.slider.valueChanged.connect(self._take_slider)
        self._least = figures_label()
        self._least.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._least.setFixedWidth(self._least.fontMetrics().horizontalAdvance("at least 100 %"))
        self._lay_out()
        self.show_filter(DEFAULT_FILTER)
        self.show_counts(ZoneCounts())

    def open_below(self, button: QWidget) -> None:
        """Below the button, its right edge at the button's, but within the screen."""
        self.adjustSize()
        corner = button.mapToGlobal(QPoint(button.width() - self.width(), button.height() + 4))
        screen = button.screen().availableGeometry()
        corner.setX(max(screen.left(), min(corner.x(), screen.right() - self.width())))
        self.move(corner)
        self.show()

    def show_filter(self, zone_filter: ZoneFilter) -> None:
        self._filter = zone_filter
        for source, choice in self.sources.items():
            choice.tick(source not in zone_filter.hidden_sources)
        for group, choice in self.groups.items():
            choice.tick(group not in zone_filter.hidden_groups)
        with QSignalBlocker(self.slider):
            self.slider.setValue(zone_filter.least_percent)
        least = zone_filter.least_percent
        self._least.setText(f"at least {least} %" if least else "any")
        self.show_all.setEnabled(zone_filter != DEFAULT_FILTER)

    def show_counts(self, counts: ZoneCounts) -> None:
        self._title.setText(counts.words)
        for source, choice in self.sources.items():
            choice.show_count(counts.by_source[source])
        for group, choice in self.groups.items():
            choice.show_count(counts.by_group[group])

    @property
    def title(self) -> str:
        return self._title.text()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        next(iter(self.sources.values())).box.setFocus(Qt.FocusReason.PopupFocusReason)

    def _take_slider(self, percent: int) -> None:
        """By key it goes in steps; a pointer may leave it between two of them."""
        least = round(percent / SURE_STEP_PERCENT) * SURE_STEP_PERCENT
        self._take(ZoneFilter(self._filter.hidden_sources, self._filter.hidden_groups, least))

    def _take(self, zone_filter: ZoneFilter) -> None:
        if zone_filter != self._filter:
            self.show_filter(zone_filter)
            self.filter_changed.emit(zone_filter)

    def _lay_out(self) -> None:
        self.setFixedWidth(WIDTH_PX)
        head = lay_row((self._title, 1), self.show_all)
        columns = lay_row(
            (_column("SEEN BY", self.sources.values()), 1),
            (_column("WHAT THEY ARE", self.groups.values()), 1),
            spacing=24,
        )
        caption = role_label("HOW SURE", "caption")
        sure = lay_row(caption, (self.slider, 1), self._least, spacing=12)
        lay_column(
            head,
            separator(),
            columns,
            separator(),
            sure,
            quiet_label(NOTE),
            of=self,
            margins=(16, 12, 16, 12),
            spacing=8,
        )


class _Choice:
    """A box to tick, with the number of zones that it is about."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.box = QCheckBox(name)
        self.box.setToolTip(f"Show or hide: {name.lower()}")
        self.count = figures_label("0")
        self.count.setProperty("role", "quiet")

    def tick(self, is_ticked: bool) -> None:
        with QSignalBlocker(self.box):
            self.box.setChecked(is_ticked)

    def show_count(self, count: int) -> None:
        self.count.setText(f"{count:,}")
        self.box.setAccessibleName(f"{self._name}, {count_words(count, 'zone')}")


def _column(title: str, choices: Iterable[_Choice]) -> QVBoxLayout:
    caption = role_label(title, "caption")
    grid = QGridLayout()
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(6)
    grid.setColumnStretch(0, 1)
    for row, choice in enumerate(choices):
        grid.addWidget(choice.box, row, 0)
        grid.addWidget(choice.count, row, 1, Qt.AlignmentFlag.AlignRight)
    return lay_column(caption, grid, STRETCH, spacing=8)


def _sureness_slider() -> QSlider:
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setRange(0, 100)
    slider.setSingleStep(SURE_STEP_PERCENT)
    slider.setPageStep(4 * SURE_STEP_PERCENT)
    slider.setAccessibleName("Show zones that are at least so sure")
    slider.setToolTip("Hide zones of which their source is less sure than this")
    return slider
