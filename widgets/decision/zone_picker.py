"""A searchable list of the zones in sight, for pointing a step at another one."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from engine.domain.zones import Zone
from engine.language.folding import shown
from engine.language.labels import shortened
from widgets.kit.parts import search_field, tip_with
from widgets.kit.theme import lay_column

ROWS_SHOWN = 5
ZONE = Qt.ItemDataRole.UserRole


class ZonePicker(QWidget):
    zone_chosen = Signal(object)  # Zone

    def __init__(self) -> None:
        super().__init__()
        tip = "Type a part of a label or a role"
        self.search = search_field("Find a zone", tip, self._show_only)
        self.list = QListWidget()
        self.list.setObjectName("zoneList")
        self.list.setUniformItemSizes(True)
        self.list.setAccessibleName("Zones in sight")
        row = self.list.fontMetrics().height() + 6
        self.list.setFixedHeight(row * ROWS_SHOWN + 8)
        self.list.currentItemChanged.connect(self._follow_keys)
        self.list.itemClicked.connect(self._tell)
        lay_column(self.search, self.list, of=self, margins=0, spacing=4)

    def show_zones(self, zones: Sequence[Zone], chosen_id: str) -> None:
        """List the zones, those that can be acted upon first, and select the one that the step has
        now."""
        self.search.clear()
        self.list.clear()
        for zone in sorted(zones, key=lambda zone: not zone.role.is_actionable):
            label = shortened(f"{zone.label or 'unnamed'}   ({zone.role.value})", 80)
            item = QListWidgetItem(shown(label), self.list)
            item.setToolTip(tip_with(zone.words))
            item.setData(ZONE, zone)
        self.choose(chosen_id)

    def choose(self, zone_id: str) -> None:
        """Show a zone as the chosen one, and tell."""
        self.search.clear()
        item = next((each for each in self._items if each.data(ZONE).zone_id == zone_id), None)
        if item is not None:
            self.list.setCurrentItem(item)
            self._tell(item)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return picks: from the search the first match, from the list the current one."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not self.list.hasFocus():
                self._light_first()
            self._tell(self.list.currentItem())
        elif event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            self._enter_list()
        else:
            super().keyPressEvent(event)

    @property
    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(row) for row in range(self.list.count())]

    def _show_only(self, text: str) -> None:
        for item in self._items:
            item.setHidden(text.casefold() not in item.text().casefold())
        lit = self.list.currentItem()
        if lit is not None and lit.isHidden():
            self._light_first()

    def _light_first(self) -> None:
        """Of those that are shown; none where none is."""
        shown = [row for row, item in enumerate(self._items) if not item.isHidden()]
        self.list.setCurrentRow(shown[0] if shown else -1)

    def _enter_list(self) -> None:
        """What is lit there is chosen; searching may have lit it already."""
        if self.list.currentItem() is None:
            self._light_first()
        self.list.setFocus(Qt.FocusReason.TabFocusReason)
        self._tell(self.list.currentItem())

    def _follow_keys(self, item: QListWidgetItem | None) -> None:
        """Searching moves the current row about; only the operator's own keys choose."""
        if self.list.hasFocus():
            self._tell(item)

    def _tell(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.zone_chosen.emit(item.data(ZONE))
