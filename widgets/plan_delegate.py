"""How a row of the plan is painted: state icon, what it does, and quietly how it went."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from engine.domain.lifecycle import StepState
from engine.record.projection import SegmentView, StepView
from widgets.marks import SEGMENT_MARKS, STATE_MARKS, Mark
from widgets.plan_model import (
    PlanModel,
    segment_subtitle,
    segment_title,
    step_subtitle,
    step_title,
)
from widgets.theme import Theme

ICON_PX = 16
CHEVRON_PX = 14
PAD = 4
QUIET_STATES = frozenset({StepState.ABANDONED, StepState.SKIPPED})


class PlanDelegate(QStyledItemDelegate):
    """Two lines a row; what is current stands on the accent's tint with a bar at its edge."""

    def __init__(self, theme: Theme, model: PlanModel, tree: QTreeView) -> None:
        super().__init__(tree)
        self._tree = tree
        self._theme = theme
        self._model = model

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        title = QFontMetrics(option.font).height()
        return QSize(160, title * 2 + 3 * PAD)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        segment, step = self._model.segment_at(index), self._model.step_at(index)
        if segment is None:
            return
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        is_selected = bool(state & QStyle.StateFlag.State_Selected)
        is_current = self._model.is_current(index)
        painter.save()
        painter.setClipRect(rect)
        self._paint_ground(painter, rect, state, is_current=is_current and step is not None)
        self._paint_words(painter, option.font, rect, segment, step, is_selected, is_current)
        if step is None:
            self._paint_chevron(painter, rect, index)
        painter.restore()

    def _paint_chevron(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """At the right edge, where it takes no room from the steps below."""
        is_open = self._tree.isExpanded(self._model.index(index.row(), 0))
        icon = "chevron-down" if is_open else "chevron-right"
        ratio = painter.device().devicePixelRatioF()
        pixmap = self._theme.pixmap(icon, "text_faint", CHEVRON_PX, ratio)
        left = rect.right() - CHEVRON_PX - PAD
        painter.drawPixmap(QPointF(left, rect.center().y() - CHEVRON_PX / 2), pixmap)

    def _paint_ground(
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

    def _paint_words(
        self,
        painter: QPainter,
        base_font: QFont,
        rect: QRect,
        segment: SegmentView,
        step: StepView | None,
        is_selected: bool,
        is_current: bool,
    ) -> None:
        palette = self._theme.palette
        title, subtitle, mark, is_quiet = _row_words(segment, step)
        ratio = painter.device().devicePixelRatioF()
        icon = self._theme.pixmap(mark.icon, mark.tone, ICON_PX, ratio)
        painter.drawPixmap(QPointF(rect.left() + 2 * PAD, rect.top() + PAD + 1), icon)
        font = QFont(base_font)
        font.setBold(step is None or is_current)
        metrics = QFontMetrics(font)
        left = rect.left() + 2 * PAD + ICON_PX + 2 * PAD
        room = rect.right() - left - PAD - (CHEVRON_PX + PAD if step is None else 0)
        line = QRect(left, rect.top() + PAD, room, metrics.height())
        tone = "on_selection" if is_selected else "text_faint" if is_quiet else "text"
        painter.setFont(font)
        painter.setPen(palette.colour(tone))
        elide = Qt.TextElideMode.ElideRight
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, flags, metrics.elidedText(title, elide, line.width()))
        small = _smaller(base_font)
        metrics = QFontMetrics(small)
        line.moveTop(line.bottom() + PAD // 2)
        painter.setFont(small)
        quiet = "text_quiet" if is_selected or not is_quiet else "text_faint"
        painter.setPen(palette.colour(_subtitle_tone(step, is_selected, quiet)))
        painter.drawText(line, flags, metrics.elidedText(subtitle, elide, line.width()))


def _row_words(segment: SegmentView, step: StepView | None) -> tuple[str, str, Mark, bool]:
    if step is None:
        return (
            segment_title(segment),
            segment_subtitle(segment),
            SEGMENT_MARKS[segment.replan_kind],
            False,
        )
    is_quiet = step.state in QUIET_STATES
    return step_title(step), step_subtitle(step), STATE_MARKS[step.state], is_quiet


def _subtitle_tone(step: StepView | None, is_selected: bool, quiet: str) -> str:
    if is_selected or step is None:
        return quiet
    if step.state in (StepState.WAITING, StepState.FAILED, StepState.REJECTED):
        return STATE_MARKS[step.state].tone
    return quiet


def _smaller(font: QFont) -> QFont:
    small = QFont(font)
    if font.pixelSize() > 0:
        small.setPixelSize(max(9, font.pixelSize() - 1))
    else:
        small.setPointSizeF(max(7.0, font.pointSizeF() - 0.75))
    return small
