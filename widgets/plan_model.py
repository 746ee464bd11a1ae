"""The plan as a Qt item model: segments, their steps, and the local states under a step.

The fold replaces only what changed and keeps the rest by identity, so ``show`` compares by ``is``
and announces just the rows that differ. Segments and steps are only ever appended; anything else
(another session, fewer segments) resets the model. Local states come and go under their step.
"""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engine.domain.plans import StepPlace
from engine.record.projection import RunState, SegmentView, StepView
from widgets.local_rows import LocalRow, local_rows
from widgets.plan_words import (
    segment_subtitle,
    segment_title,
    step_subtitle,
    step_tip,
    step_title,
)

AnyIndex = QModelIndex | QPersistentModelIndex
NO_PARENT = 0
"""Internal id of a segment's index; a step's index carries its segment's row plus one, a local
state's that and, shifted, its step's row plus one."""
STEP_SHIFT = 32
SEGMENT_MASK = (1 << STEP_SHIFT) - 1


class PlanModel(QAbstractItemModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session_id = ""
        self._segments: tuple[SegmentView, ...] = ()
        self._locals: dict[tuple[int, int], tuple[LocalRow, ...]] = {}
        self._current = (0, 0)

    def show(self, state: RunState) -> None:
        """Take over the state's segments, announcing what differs from before."""
        is_over = state.outcome is not None
        current = (0, 0) if is_over else (state.current_segment, state.current_step)
        if self._is_another_plan(state):
            self.beginResetModel()
            self._session_id, self._segments = state.session_id, state.segments
            self._locals = _all_local_rows(state.segments)
            self._current = current
            self.endResetModel()
            return
        self._update_known(state.segments)
        self._append_new(state.segments)
        self._move_current(current)

    def clear(self) -> None:
        self.show(RunState())

    # -- what the views ask ----------------------------------------------------------------------

    def segment_at(self, index: AnyIndex) -> SegmentView | None:
        """The segment of a segment's, a step's or a local state's index."""
        if not index.isValid():
            return None
        parent = index.internalId()
        return self._segments[index.row() if parent == NO_PARENT else (parent & SEGMENT_MASK) - 1]

    def step_at(self, index: AnyIndex) -> StepView | None:
        """The step of a step's or a local state's index; None for a segment's."""
        if not index.isValid() or index.internalId() == NO_PARENT:
            return None
        segment, step = _rows_of(index)
        return self._segments[segment].steps[step]

    def local_at(self, index: AnyIndex) -> LocalRow | None:
        """The row of a local plan; None for a segment's and a step's index."""
        if not index.isValid() or index.internalId() <= SEGMENT_MASK:
            return None
        return self._locals[_rows_of(index)][index.row()]

    def place_at(self, index: AnyIndex) -> StepPlace | None:
        """Of a step or of a local state; the state before a local plan is its step's."""
        segment, step, local = self.segment_at(index), self.step_at(index), self.local_at(index)
        if segment is None or step is None:
            return None
        number = local.place.local if local else 0
        return StepPlace(segment.segment_number, step.step.step_number, number)

    def is_current(self, index: AnyIndex) -> bool:
        segment, step, local = self.segment_at(index), self.step_at(index), self.local_at(index)
        if segment is None or segment.segment_number != self._current[0]:
            return False
        if step is not None and step.step.step_number != self._current[1]:
            return False
        return local is None or (local.plan.is_open and local.state is local.plan.states[-1])

    def is_newest(self, index: AnyIndex) -> bool:
        """The local state is what goes on now, or what the operator has just gone back to."""
        local = self.local_at(index)
        is_back = local is not None and local.state is not None and local.state.is_revert
        return is_back or (local is not None and self.is_current(index))

    def index_of(self, segment_number: int, step_number: int = 0, local: int = 0) -> QModelIndex:
        """The index of a segment, of its step, or of a local state under that."""
        row = segment_number - 1
        if not 0 <= row < len(self._segments):
            return QModelIndex()
        parent = self.index(row, 0)
        if not step_number:
            return parent
        steps = self._segments[row].steps
        found = (i for i, view in enumerate(steps) if view.step.step_number == step_number)
        child = next(found, None)
        if child is None:
            return QModelIndex()
        step = self.index(child, 0, parent)
        return self._index_of_local(step, local) if local else step

    # -- QAbstractItemModel ----------------------------------------------------------------------

    def index(
        self,
        row: int,
        column: int,
        parent: AnyIndex = QModelIndex(),  # noqa: B008
    ) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        if not parent.isValid():
            return self.createIndex(row, column, NO_PARENT)
        above = parent.internalId()
        if above == NO_PARENT:
            return self.createIndex(row, column, parent.row() + 1)
        return self.createIndex(row, column, above | (parent.row() + 1) << STEP_SHIFT)

    def parent(self, index: AnyIndex = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        if not index.isValid() or index.internalId() == NO_PARENT:
            return QModelIndex()
        above = index.internalId()
        if above <= SEGMENT_MASK:
            return self.createIndex(above - 1, 0, NO_PARENT)
        return self.createIndex((above >> STEP_SHIFT) - 1, 0, above & SEGMENT_MASK)

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return len(self._segments)
        above = parent.internalId()
        if parent.column() > 0 or above > SEGMENT_MASK:
            return 0
        if above == NO_PARENT:
            return len(self._segments[parent.row()].steps)
        return len(self._locals.get((above - 1, parent.row()), ()))

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 1

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        segment, step, local = self.segment_at(index), self.step_at(index), self.local_at(index)
        if segment is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return local.title if local else step_title(step) if step else segment_title(segment)
        if role == Qt.ItemDataRole.ToolTipRole:
            plain = segment.reason or segment_title(segment)
            return local.tip if local else step_tip(step) if step else plain
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if local is not None:
                return local.all_words
            title = step_title(step) if step else segment_title(segment)
            return f"{title}, {step_subtitle(step) if step else segment_subtitle(segment)}"
        return None

    # -- inside ----------------------------------------------------------------------------------

    def _index_of_local(self, step: QModelIndex, number: int) -> QModelIndex:
        rows = self._locals.get(_rows_of(step), ())
        found = (i for i, row in enumerate(rows) if row.place.local == number)
        row = next(found, None)
        return QModelIndex() if row is None else self.index(row, 0, step)

    def _is_another_plan(self, state: RunState) -> bool:
        return (
            state.session_id != self._session_id
            or len(state.segments) < len(self._segments)
            or any(
                len(old.steps) != len(new.steps)
                for old, new in zip(self._segments, state.segments, strict=False)
                if old is not new
            )
        )

    def _update_known(self, segments: tuple[SegmentView, ...]) -> None:
        before = self._segments
        if all(old is new for old, new in zip(before, segments, strict=False)):
            return
        self._segments = segments[: len(before)]
        for row, (old, new) in enumerate(zip(before, segments, strict=False)):
            if old is not new:
                self._announce(row, old, new)

    def _announce(self, row: int, old: SegmentView, new: SegmentView) -> None:
        segment = self.index(row, 0)
        changed = [
            i
            for i, (was, now) in enumerate(zip(old.steps, new.steps, strict=True))
            if was is not now
        ]
        for i in changed:
            if old.steps[i].local is not new.steps[i].local:
                self._update_local(self.index(i, 0, segment), local_rows(row + 1, new.steps[i]))
        if changed:
            first = self.index(changed[0], 0, segment)
            self.dataChanged.emit(first, self.index(changed[-1], 0, segment))
        self.dataChanged.emit(segment, segment)

    def _update_local(self, step: QModelIndex, rows: tuple[LocalRow, ...]) -> None:
        """Change what changed, take away what is gone, and append what is new."""
        key = _rows_of(step)
        old = self._locals.get(key, ())
        pairs = list(zip(old, rows, strict=False))
        kept = next((i for i, (a, b) in enumerate(pairs) if a.place != b.place), len(pairs))
        if len(old) > kept:
            self.beginRemoveRows(step, kept, len(old) - 1)
            self._locals[key] = old[:kept]
            self.endRemoveRows()
        self._locals[key] = rows[:kept]
        for i, (was, now) in enumerate(pairs[:kept]):
            if now.state is None or was.state is not now.state:
                index = self.index(i, 0, step)
                self.dataChanged.emit(index, index)
        if len(rows) > kept:
            self.beginInsertRows(step, kept, len(rows) - 1)
            self._locals[key] = rows
            self.endInsertRows()

    def _append_new(self, segments: tuple[SegmentView, ...]) -> None:
        known = len(self._segments)
        if len(segments) > known:
            self.beginInsertRows(QModelIndex(), known, len(segments) - 1)
            self._segments = segments
            self._locals |= _all_local_rows(segments, known)
            self.endInsertRows()

    def _move_current(self, current: tuple[int, int]) -> None:
        if current == self._current:
            return
        before, self._current = self._current, current
        for segment_number, step_number in (before, current):
            for index in (
                self.index_of(segment_number),
                self.index_of(segment_number, step_number),
            ):
                if index.isValid():
                    self.dataChanged.emit(index, index)


def _rows_of(index: AnyIndex) -> tuple[int, int]:
    """Rows of the segment and of the step that a step's or a local state's index belongs to."""
    above = index.internalId()
    if above <= SEGMENT_MASK:
        return above - 1, index.row()
    return (above & SEGMENT_MASK) - 1, (above >> STEP_SHIFT) - 1


def _all_local_rows(
    segments: tuple[SegmentView, ...], first: int = 0
) -> dict[tuple[int, int], tuple[LocalRow, ...]]:
    """By the rows of segment and step, from the segment of row ``first`` on."""
    return {
        (row, i): local_rows(segments[row].segment_number, view)
        for row in range(first, len(segments))
        for i, view in enumerate(segments[row].steps)
        if view.local is not None
    }
