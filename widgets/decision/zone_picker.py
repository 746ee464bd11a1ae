"""A searchable list of the zones in sight, for pointing a step at another one."""

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QLineEdit, QListView, QWidget

from engine.domain.zones import ACTIONABLE_ROLES, Zone
from engine.language.labels import shortened
from engine.language.showing import shown
from widgets.kit.laying import lay_column
from widgets.kit.parts import tip_with

ROWS_SHOWN = 5
ZONE = Qt.ItemDataRole.UserRole


def _item(zone: Zone) -> QStandardItem:
    label = shortened(f"{zone.label or 'unnamed'}   ({zone.role.value})", 80)
    item = QStandardItem(shown(label))
    item.setToolTip(tip_with(zone.words))
    item.setData(zone, ZONE)
    item.setEditable(False)
    return item


class ZonePicker(QWidget):
    zone_chosen = Signal(object)  # Zone

    def __init__(self) -> None:
        super().__init__()
        self._model = QStandardItemModel(self)
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
        """List the zones, those that can be acted upon first, and select the one that the step has
        now."""
        self.search.clear()
        self._model.clear()
        for zone in sorted(zones, key=lambda zone: zone.role not in ACTIONABLE_ROLES):
            self._model.appendRow(_item(zone))
        self.choose(chosen_id)

    def choose(self, zone_id: str) -> None:
        """Show a zone as the chosen one, and tell."""
        self.search.clear()
        rows = (self._proxy.index(row, 0) for row in range(self._proxy.rowCount()))
        index = next((each for each in rows if each.data(ZONE).zone_id == zone_id), None)
        if index is not None:
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
        if index.isValid():
            self.zone_chosen.emit(index.data(ZONE))
