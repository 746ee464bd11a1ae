"""The choices of which zones are shown: a small panel that opens below its button.

A choice that has no zones now stays, with a 0, so that nothing jumps about under the pointer.
"""

from __future__ import annotations

from collections.abc import Iterable

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

from engine.domain.zones import Source
from engine.language.sentences.figures import count_words
from widgets.kit.laying import STRETCH, lay_column, lay_row
from widgets.kit.parts import figures_label, push_button, quiet_label, role_label, separator
from widgets.kit.theme import Theme
from widgets.picture.zone_filter import (
    DEFAULT_FILTER,
    RoleGroup,
    ZoneCounts,
    ZoneFilter,
    source_words,
)

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
