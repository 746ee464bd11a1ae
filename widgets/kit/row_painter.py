"""How a row of a tree is painted: an icon, what it is, and quietly how it went."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle

from widgets.kit.marks import Mark
from widgets.kit.theme import Theme

ICON_PX = 16
CHEVRON_PX = 14
PAD = 4
FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class RowWords(NamedTuple):
    """What a row says, whatever it stands for."""

    title: str
    subtitle: str
    mark: Mark
    is_quiet: bool = False
    is_head: bool = False
    has_chevron: bool = False
    subtitle_tone: str = ""


class RowPainter:
    """Two lines a row; what is current stands on the accent's tint with a bar at its edge."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme

    def paint_ground(
        self, painter: QPainter, rect: QRect, state: QStyle.StateFlag, *, is_current: bool
    ) -> None:
        palette = self._theme.palette
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, palette.colour("selection"))
        elif is_current:
            painter.fillRect(rect, palette.colour("accent_soft"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, palette.colour("hover"))
        if is_current:
            painter.fillRect(rect.left(), rect.top(), 3, rect.height(), palette.colour("accent"))

    def paint_words(
        self,
        painter: QPainter,
        base_font: QFont,
        rect: QRect,
        words: RowWords,
        is_selected: bool,
        is_current: bool,
    ) -> QRect:
        """The icon and the first line; the place of the second."""
        ratio = painter.device().devicePixelRatioF()
        icon = self._theme.pixmap(words.mark.icon, words.mark.tone, ICON_PX, ratio)
        painter.drawPixmap(QPointF(rect.left() + 2 * PAD, rect.top() + PAD + 1), icon)
        font = QFont(base_font)
        font.setBold(words.is_head or is_current)
        metrics = QFontMetrics(font)
        left = rect.left() + 2 * PAD + ICON_PX + 2 * PAD
        room = rect.right() - left - PAD - (CHEVRON_PX + PAD if words.has_chevron else 0)
        line = QRect(left, rect.top() + PAD, room, metrics.height())
        tone = "on_selection" if is_selected else "text_faint" if words.is_quiet else "text"
        painter.setFont(font)
        painter.setPen(self._theme.palette.colour(tone))
        elide = Qt.TextElideMode.ElideRight
        painter.drawText(line, FLAGS, metrics.elidedText(words.title, elide, line.width()))
        line.moveTop(line.bottom() + PAD // 2)
        return line

    def paint_subtitle(
        self, painter: QPainter, line: QRect, font: QFont, words: RowWords, is_selected: bool
    ) -> None:
        metrics = QFontMetrics(font)
        quiet = "text_quiet" if is_selected or not words.is_quiet else "text_faint"
        painter.setFont(font)
        tone = words.subtitle_tone if words.subtitle_tone and not is_selected else quiet
        painter.setPen(self._theme.palette.colour(tone))
        elide = Qt.TextElideMode.ElideRight
        painter.drawText(line, FLAGS, metrics.elidedText(words.subtitle, elide, line.width()))

    def paint_chevron(self, painter: QPainter, rect: QRect, *, is_open: bool) -> None:
        """At the right edge, where it takes no room from the rows below."""
        icon = "chevron-down" if is_open else "chevron-right"
        ratio = painter.device().devicePixelRatioF()
        pixmap = self._theme.pixmap(icon, "text_faint", CHEVRON_PX, ratio)
        left = rect.right() - CHEVRON_PX - PAD
        painter.drawPixmap(QPointF(left, rect.center().y() - CHEVRON_PX / 2), pixmap)


def smaller(font: QFont) -> QFont:
    small = QFont(font)
    if font.pixelSize() > 0:
        small.setPixelSize(max(9, font.pixelSize() - 1))
    else:
        small.setPointSizeF(max(7.0, font.pointSizeF() - 0.75))
    return small
