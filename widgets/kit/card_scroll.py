"""A card's sheet, as high as what it holds; it scrolls only where there is less room than that."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget


class CardScroll(QScrollArea):
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
