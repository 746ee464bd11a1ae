"""How a row of the plan is painted: state icon, what it does, and quietly how it went."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetrics, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from engine.domain.lifecycle import StepState
from engine.record.projection import SegmentView, StepView
from widgets.local_row_painter import LocalRowPainter
from widgets.local_rows import LocalRow
from widgets.marks import RESULT_MARKS, SEGMENT_MARKS, STAGE_MARK, STATE_MARKS, TAKEN_BACK, Mark
from widgets.plan_groups import PlanGroup
from widgets.plan_model import PlanModel
from widgets.plan_words import group_subtitle, group_title, step_subtitle, step_title
from widgets.standing import is_taken_back
from widgets.theme import Theme
from widgets.thumbnails import Thumbnails

ICON_PX = 16
CHEVRON_PX = 14
PAD = 4
FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
QUIET_STATES = frozenset({StepState.ABANDONED, StepState.SKIPPED})
TOLD_STATES = frozenset({StepState.WAITING, StepState.FAILED, StepState.REJECTED})


class RowWords(NamedTuple):
    """What a row says, whatever it stands for."""

    title: str
    subtitle: str
    mark: Mark
    is_quiet: bool = False
    is_head: bool = False
    has_chevron: bool = False
    subtitle_tone: str = ""


class PlanDelegate(QStyledItemDelegate):
    """Two lines a row, and pictures below those of a local state; what is current stands on the
    accent's tint with a bar at its edge."""

    def __init__(
        self, theme: Theme, model: PlanModel, tree: QTreeView, thumbnails: Thumbnails
    ) -> None:
        super().__init__(tree)
        self._tree = tree
        self._theme = theme
        self._model = model
        self._local = LocalRowPainter(theme, thumbnails)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        height = option.fontMetrics.height() * 2 + 3 * PAD
        row = self._model.local_at(index)
        return QSize(160, height + (self._local.extra_height(row) if row is not None else 0))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        group, segment = self._model.group_at(index), self._model.segment_at(index)
        step = self._model.step_at(index)
        if group is None or segment is None:
            return
        local = self._model.local_at(index)
        rect: QRect = option.rect
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        is_current = self._model.is_current(index)
        painter.save()
        painter.setClipRect(rect)
        self._paint_ground(painter, rect, option.state, is_current=is_current and step is not None)
        words = _local_words(local) if local is not None else _row_words(group, segment, step)
        below = self._paint_words(painter, option.font, rect, words, is_selected, is_current)
        small = _smaller(option.font)
        if local is not None:
            self._local.paint(painter, below, small, local, is_selected=is_selected)
        else:
            self._paint_subtitle(painter, below, small, words, is_selected)
        if local is None and self._model.rowCount(index):
            self._paint_chevron(painter, rect, index)
        painter.restore()

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """A click on a step's chevron folds what is under it, or unfolds it."""
        is_click = event.type() is QEvent.Type.MouseButtonRelease
        if is_click and isinstance(event, QMouseEvent) and self._model.step_at(index) is not None:
            is_on_chevron = event.position().x() >= option.rect.right() - CHEVRON_PX - 2 * PAD
            if is_on_chevron and self._model.rowCount(index):
                at = QModelIndex(index)
                self._tree.setExpanded(at, not self._tree.isExpanded(at))
                return True
        return super().editorEvent(event, model, option, index)

    def _paint_chevron(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """At the right edge, where it takes no room from the rows below."""
        is_open = self._tree.isExpanded(QModelIndex(index))
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

    def _paint_subtitle(
        self, painter: QPainter, line: QRect, font: QFont, words: RowWords, is_selected: bool
    ) -> None:
        metrics = QFontMetrics(font)
        quiet = "text_quiet" if is_selected or not words.is_quiet else "text_faint"
        painter.setFont(font)
        tone = words.subtitle_tone if words.subtitle_tone and not is_selected else quiet
        painter.setPen(self._theme.palette.colour(tone))
        elide = Qt.TextElideMode.ElideRight
        painter.drawText(line, FLAGS, metrics.elidedText(words.subtitle, elide, line.width()))


def _row_words(group: PlanGroup, segment: SegmentView, step: StepView | None) -> RowWords:
    if step is None:
        is_stage = group.stage is not None
        mark = STAGE_MARK if is_stage else SEGMENT_MARKS[segment.replan_kind]
        title, subtitle = group_title(group), group_subtitle(group)
        return RowWords(title, subtitle, mark, is_head=True, has_chevron=True)
    is_back = is_taken_back(step)
    is_open = step.local is not None and step.local.is_open
    mark = RESULT_MARKS[""] if is_open else STATE_MARKS[step.state]
    mark = TAKEN_BACK if is_back else mark
    is_told = step.state in TOLD_STATES and not is_back
    return RowWords(
        step_title(step),
        step_subtitle(step, segment),
        mark,
        is_quiet=is_back or step.state in QUIET_STATES,
        has_chevron=step.local is not None,
        subtitle_tone=mark.tone if is_told else "",
    )


def _local_words(row: LocalRow) -> RowWords:
    return RowWords(row.title, row.subtitle, row.mark, is_quiet=row.is_quiet)


def _smaller(font: QFont) -> QFont:
    small = QFont(font)
    if font.pixelSize() > 0:
        small.setPixelSize(max(9, font.pixelSize() - 1))
    else:
        small.setPointSizeF(max(7.0, font.pointSizeF() - 0.75))
    return small
