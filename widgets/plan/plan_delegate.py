"""How a row of the plan is painted: state icon, what it does, and quietly how it went."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
)
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from engine.domain.lifecycle import StepState
from engine.record.views.run_state import SegmentView, StepView
from widgets.kit.local_rows import LocalRow
from widgets.kit.marks import RESULT_MARKS, SEGMENT_MARKS, STAGE_MARK, STATE_MARKS, TAKEN_BACK
from widgets.kit.row_painter import CHEVRON_PX, PAD, RowPainter, RowWords, smaller
from widgets.kit.standing import is_taken_back
from widgets.kit.theme import Theme
from widgets.kit.thumbnails import Thumbnails
from widgets.plan.local_row_painter import LocalRowPainter
from widgets.plan.plan_groups import PlanGroup
from widgets.plan.plan_model import PlanModel
from widgets.plan.plan_words import group_subtitle, group_title, step_subtitle, step_title

QUIET_STATES = frozenset({StepState.ABANDONED, StepState.SKIPPED})
TOLD_STATES = frozenset({StepState.WAITING, StepState.FAILED, StepState.REJECTED})


class PlanDelegate(QStyledItemDelegate):
    """Two lines a row, and pictures below those of a local state; what is current stands on the
    accent's tint with a bar at its edge."""

    def __init__(
        self, theme: Theme, model: PlanModel, tree: QTreeView, thumbnails: Thumbnails
    ) -> None:
        super().__init__(tree)
        self._tree = tree
        self._model = model
        self._rows = RowPainter(theme)
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
        self._rows.paint_ground(
            painter, rect, option.state, is_current=is_current and step is not None
        )
        words = _local_words(local) if local is not None else _row_words(group, segment, step)
        below = self._rows.paint_words(painter, option.font, rect, words, is_selected, is_current)
        small = smaller(option.font)
        if local is not None:
            self._local.paint(painter, below, small, local, is_selected=is_selected)
        else:
            self._rows.paint_subtitle(painter, below, small, words, is_selected)
        if local is None and self._model.rowCount(index):
            self._rows.paint_chevron(
                painter, rect, is_open=self._tree.isExpanded(QModelIndex(index))
            )
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
