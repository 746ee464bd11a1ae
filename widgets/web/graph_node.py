"""A node of the state graph as a button: its name, how often it was visited, lit while the run is
there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from engine.domain.web.events import Node
from engine.language.sentences.figures import count_words
from engine.language.sentences.web import NODE_HINTS, NODE_WORDS
from widgets.kit.parts import KEYBOARD_REASONS
from widgets.kit.theme import Theme, figures_font

RADIUS_PX = 6
PAD_PX = 8


class GraphNode(QAbstractButton):
    stepped = Signal(object)  # Qt.Key: an arrow was pressed upon it

    def __init__(self, theme: Theme, node: Node) -> None:
        super().__init__()
        self._theme = theme
        self.node = node
        self._visits = 0
        self._is_current = False
        self._is_hovered = False
        self._shows_ring = False
        self.setText(NODE_WORDS[node])
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self.update)
        self.show_state(0, is_current=False)

    def show_state(self, visits: int, *, is_current: bool, why: str = "") -> None:
        """``why`` the run went there, where that is known."""
        self._visits, self._is_current = visits, is_current
        times = count_words(visits, "visit") if visits else "not visited"
        here = ", the run is here" if is_current else ""
        self.setAccessibleName(f"{self.text()}: {times}{here}")
        lines = [NODE_HINTS[self.node], times + here, why if is_current else "", self.node.value]
        self.setAccessibleDescription(NODE_HINTS[self.node])
        self.setToolTip("\n".join(line for line in lines if line))
        self.update()

    @property
    def is_current(self) -> bool:
        return self._is_current

    @property
    def visits(self) -> int:
        return self._visits

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        ground = "accent" if self._is_current else "hover" if self._is_hovered else "raised"
        line = "accent" if self._is_current else "border_strong" if self._visits else "border"
        painter.setBrush(palette.colour(ground))
        painter.setPen(QPen(palette.colour(line), 1))
        painter.drawRoundedRect(box, RADIUS_PX, RADIUS_PX)
        if self._shows_ring:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(palette.colour("focus"), 2))
            painter.drawRoundedRect(box, RADIUS_PX, RADIUS_PX)
        self._paint_words(painter)

    def _paint_words(self, painter: QPainter) -> None:
        palette = self._theme.palette
        font = figures_font(self.font())
        font.setBold(self._is_current)
        painter.setFont(font)
        tone = "on_accent" if self._is_current else "text" if self._visits else "text_faint"
        painter.setPen(palette.colour(tone))
        inside = self.rect().adjusted(PAD_PX, 0, -PAD_PX, 0)
        count = str(self._visits) if self._visits else ""
        room = painter.fontMetrics().horizontalAdvance(count) + (PAD_PX if count else 0)
        words = painter.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, inside.width() - room
        )
        flags = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inside, flags | Qt.AlignmentFlag.AlignLeft, words)
        if count:
            if not self._is_current:
                painter.setPen(palette.colour("text_quiet"))
            painter.drawText(inside, flags | Qt.AlignmentFlag.AlignRight, count)

    # -- pointer and keys ------------------------------------------------------------------------

    def enterEvent(self, event: QEvent) -> None:
        self._is_hovered = True
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._is_hovered = False
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._shows_ring = event.reason() in {*KEYBOARD_REASONS, Qt.FocusReason.OtherFocusReason}
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._shows_ring = False
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        arrows = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)
        if event.key() in arrows:
            self.stepped.emit(Qt.Key(event.key()))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)
