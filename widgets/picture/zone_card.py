"""The small card that tells of the zone under the pointer: label, role, state, who saw it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QFrame, QWidget

from engine.domain.zones import Zone
from engine.language.sentences.figures import shortened
from widgets.kit.laying import lay_column
from widgets.kit.parts import quiet_label, role_label
from widgets.picture.zone_facts import state_words
from widgets.picture.zone_filter import sure_percent

GAP = 8


class ZoneCard(QFrame):
    """A child of the live view that never takes the pointer."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("zoneCard")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._title = role_label("", "goal")
        self._rows = [quiet_label(wraps=False) for _ in range(3)]
        lay_column(self._title, *self._rows, of=self, margins=(10, 8, 10, 8), spacing=2)
        self.hide()

    def show_zone(self, zone: Zone, box: QRectF) -> None:
        """Show the card beside the zone's box (widget points of the parent)."""
        self._title.setText(shortened(zone.label, 48) or f"unnamed {zone.role.value}")
        holds = f", holds “{shortened(zone.value, 32)}”" if zone.value else ""
        self._rows[0].setText(zone.role.value + holds)
        self._rows[1].setText(state_words(zone))
        self._rows[2].setText(f"seen by {zone.source.value}, {sure_percent(zone)} % sure")
        self.adjustSize()
        self._move_beside(box)
        self.show()
        self.raise_()

    def _move_beside(self, box: QRectF) -> None:
        parent = self.parentWidget()
        view = parent.rect() if parent is not None else self.rect()
        top = int(box.bottom()) + GAP
        if top + self.height() > view.height():
            top = int(box.top()) - GAP - self.height()
        left = min(int(box.left()), view.width() - self.width() - GAP)
        self.move(max(GAP, left), max(GAP, min(top, view.height() - self.height() - GAP)))
