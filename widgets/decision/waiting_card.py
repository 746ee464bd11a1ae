"""A card that waits for the operator: its band, its title, a sheet that scrolls where it must.

It takes no answer in its first moments: a key meant for the one before must not decide upon one
that nobody has seen yet.
"""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QWidget

from widgets.kit.laying import STRETCH, Margins, Part, lay_column
from widgets.kit.parts import role_label

ARMED_AFTER_MS = 300


class WaitingCard(QFrame):
    def __init__(self, name: str, armed_after_ms: int) -> None:
        super().__init__()
        self.setObjectName("requestCard")
        self.setAccessibleName(name)
        self._armed_after_ms = armed_after_ms
        self._shown_since = QElapsedTimer()
        self._title = role_label("", "title", wraps=True)

    @property
    def may_answer(self) -> bool:
        """It has been shown long enough that a key is meant for it."""
        return self._shown_since.isValid() and self._shown_since.elapsed() >= self._armed_after_ms

    def lay_card(
        self, *parts: Part, below: tuple[Part, ...], margins: Margins, spacing: int
    ) -> None:
        """The parts on the sheet, under the band; what stands ``below`` is always in sight."""
        band = QLabel("WAITING FOR YOU")
        band.setObjectName("waitingBand")
        sheet = QWidget()
        lay_column(*parts, STRETCH, of=sheet, margins=margins, spacing=spacing)
        self.sheet_area = CardScroll(sheet)
        lay_column(band, (self.sheet_area, 1), *below, of=self, margins=2, spacing=0)


class CardScroll(QScrollArea):
    """As high as its sheet; it scrolls only where there is less room than that."""

    def __init__(self, sheet: QWidget) -> None:
        super().__init__()
        self._sheet = sheet
        sheet.setObjectName("sheet")
        self.setWidgetResizable(True)
        self.setWidget(sheet)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    @property
    def full_height(self) -> int:
        """What the sheet needs at the width that there is, without scrolling."""
        return height_at(self._sheet, self.width())

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.full_height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest and watched is self._sheet:
            self._settle()
        return super().eventFilter(watched, event)

    def _settle(self) -> None:
        """Without a bar where all fits: a bar makes the lines shorter, and so asks for itself."""
        fits = self.full_height <= self.height()
        policies = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policies.ScrollBarAlwaysOff if fits else policies.ScrollBarAsNeeded
        )
        self.updateGeometry()


def height_at(widget: QWidget, width: int) -> int:
    """What it needs at that width to be seen whole."""
    if widget.hasHeightForWidth():
        return widget.heightForWidth(width)
    return widget.sizeHint().height()
