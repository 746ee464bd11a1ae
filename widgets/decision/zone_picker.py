"""A searchable list of the zones in sight, for pointing a step at another one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListView, QWidget

from engine.domain.zones import ACTIONABLE_ROLES, Zone
from engine.language.labels import shortened
from engine.language.showing import shown
from widgets.kit.laying import lay_column
from widgets.kit.parts import tip_with

AnyIndex = QModelIndex | QPersistentModelIndex
ROWS_SHOWN = 5


class ZoneListModel(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self._zones: tuple[Zone, ...] = ()

    def show_zones(self, zones: Sequence[Zone]) -> None:
        """Zones that can be acted upon come first."""
        self.beginResetModel()
        self._zones = tuple(sorted(zones, key=lambda zone: zone.role not in ACTIONABLE_ROLES))
        self.endResetModel()

    def zone_at(self, row: int) -> Zone | None:
        return self._zones[row] if 0 <= row < len(self._zones) else None

    def row_of(self, zone_id: str) -> int:
        found = (row for row, zone in enumerate(self._zones) if zone.zone_id == zone_id)
        return next(found, -1)

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._zones)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        zone = self.zone_at(index.row())
        if zone is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return shown(shortened(f"{zone.label or 'unnamed'}   ({zone.role.value})", 80))
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip_with(zone.words)
        return None


class ZonePicker(QWidget):
    zone_chosen = Signal(object)  # Zone

    def __init__(self) -> None:
        super().__init__()
        self._model = ZoneListModel()
        self._model.setParent(self)
        self._proxy = QSortFilterProxyModel(self)
        self._proxy.setSourceModel(self._model)
        self._proxy.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Find a zone")
        self.search.setAccessibleName("Find a zone")
        self.search.setToolTip("Type a part of a label or a role")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._proxy.setFilterFixedString)
        self.list = QListView()
        self.list.setObjectName("zoneList")
        self.list.setModel(self._proxy)
        self.list.setUniformItemSizes(True)
        self.list.setAccessibleName("Zones in sight")
        row = self.list.fontMetrics().height() + 6
        self.list.setFixedHeight(row * ROWS_SHOWN + 8)
        self.list.selectionModel().currentChanged.connect(self._follow_keys)
        self.list.clicked.connect(self._tell)
        lay_column(self.search, self.list, of=self, margins=0, spacing=4)

    def show_zones(self, zones: Sequence[Zone], chosen_id: str) -> None:
        """List the zones and select the one that the step has now."""
        self.search.clear()
        self._model.show_zones(zones)
        self.choose(chosen_id)

    def choose(self, zone_id: str) -> None:
        """Show a zone as the chosen one, and tell."""
        self.search.clear()
        index = self._proxy.mapFromSource(self._model.index(self._model.row_of(zone_id), 0))
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.list.selectionModel().setCurrentIndex(index, flags)
            self.list.scrollTo(index)
            self._tell(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return picks: from the search the first match, from the list the current one."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not self.list.hasFocus():
                self.list.setCurrentIndex(self._proxy.index(0, 0))
            self._tell(self.list.currentIndex())
        elif event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            self._enter_list()
        else:
            super().keyPressEvent(event)

    def _enter_list(self) -> None:
        """What is lit there is chosen; searching may have lit it already."""
        if not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self._proxy.index(0, 0))
        self.list.setFocus(Qt.FocusReason.TabFocusReason)
        self._tell(self.list.currentIndex())

    def _follow_keys(self, index: QModelIndex) -> None:
        """Searching moves the current row about; only the operator's own keys choose."""
        if self.list.hasFocus():
            self._tell(index)

    def _tell(self, index: QModelIndex) -> None:
        zone = (
            self._model.zone_at(self._proxy.mapToSource(index).row()) if index.isValid() else None
        )
        if zone is not None:
            self.zone_chosen.emit(zone)
