"""The plan as a Qt item model: a thin adapter over the segments of a ``RunState``.

The fold replaces only what changed and keeps the rest by identity, so ``show`` compares by ``is``
and announces just the rows that differ. Segments and steps are only ever appended; anything else
(another session, fewer segments) resets the model.
"""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engine.domain.lifecycle import StepState
from engine.record.projection import RunState, SegmentView, StepView
from widgets.words import SEGMENT_WORDS, STATE_WORDS, count_words

AnyIndex = QModelIndex | QPersistentModelIndex
NO_PARENT = 0
"""Internal id of a segment's index; a step's index carries its segment's row plus one."""

CLOSED_STATES = frozenset({StepState.DONE, StepState.SKIPPED})


class PlanModel(QAbstractItemModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session_id = ""
        self._segments: tuple[SegmentView, ...] = ()
        self._current = (0, 0)

    def show(self, state: RunState) -> None:
        """Take over the state's segments, announcing what differs from before."""
        is_over = state.outcome is not None
        current = (0, 0) if is_over else (state.current_segment, state.current_step)
        if self._is_another_plan(state):
            self.beginResetModel()
            self._session_id, self._segments = state.session_id, state.segments
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
        """The segment of a segment's or a step's index."""
        if not index.isValid():
            return None
        parent = index.internalId()
        return self._segments[index.row() if parent == NO_PARENT else parent - 1]

    def step_at(self, index: AnyIndex) -> StepView | None:
        """The step of a step's index; None for a segment's."""
        if not index.isValid() or index.internalId() == NO_PARENT:
            return None
        return self._segments[index.internalId() - 1].steps[index.row()]

    def is_current(self, index: AnyIndex) -> bool:
        segment, step = self.segment_at(index), self.step_at(index)
        if segment is None or segment.segment_number != self._current[0]:
            return False
        return step is None or step.step.step_number == self._current[1]

    def index_of(self, segment_number: int, step_number: int = 0) -> QModelIndex:
        """The index of a step, or of the segment where ``step_number`` is 0."""
        row = segment_number - 1
        if not 0 <= row < len(self._segments):
            return QModelIndex()
        parent = self.index(row, 0)
        if not step_number:
            return parent
        steps = self._segments[row].steps
        found = (i for i, view in enumerate(steps) if view.step.step_number == step_number)
        child = next(found, None)
        return QModelIndex() if child is None else self.index(child, 0, parent)

    # -- QAbstractItemModel ----------------------------------------------------------------------

    def index(
        self,
        row: int,
        column: int,
        parent: AnyIndex = QModelIndex(),  # noqa: B008
    ) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else NO_PARENT)

    def parent(self, index: AnyIndex = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        if not index.isValid() or index.internalId() == NO_PARENT:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, NO_PARENT)

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return len(self._segments)
        if parent.internalId() != NO_PARENT or parent.column() > 0:
            return 0
        return len(self._segments[parent.row()].steps)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 1

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        segment, step = self.segment_at(index), self.step_at(index)
        if segment is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return step_title(step) if step else segment_title(segment)
        if role == Qt.ItemDataRole.ToolTipRole:
            return step_tip(step) if step else segment.reason or segment_title(segment)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            title = step_title(step) if step else segment_title(segment)
            return f"{title}, {step_subtitle(step) if step else segment_subtitle(segment)}"
        return None

    # -- inside ----------------------------------------------------------------------------------

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
        if changed:
            first = self.index(changed[0], 0, segment)
            self.dataChanged.emit(first, self.index(changed[-1], 0, segment))
        self.dataChanged.emit(segment, segment)

    def _append_new(self, segments: tuple[SegmentView, ...]) -> None:
        known = len(self._segments)
        if len(segments) > known:
            self.beginInsertRows(QModelIndex(), known, len(segments) - 1)
            self._segments = segments
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


def segment_title(segment: SegmentView) -> str:
    return f"Segment {segment.segment_number}"


def segment_subtitle(segment: SegmentView) -> str:
    """``looked again · 2 of 3``."""
    closed = sum(view.state in CLOSED_STATES for view in segment.steps)
    return f"{SEGMENT_WORDS[segment.replan_kind]} · {closed} of {len(segment.steps)}"


def step_title(view: StepView) -> str:
    return (view.performed or view.step).description


def step_subtitle(view: StepView) -> str:
    """``2 · done · confirmed · 2 attempts``."""
    parts = [str(view.step.step_number), STATE_WORDS[view.state]]
    if view.effect is not None and view.state is StepState.DONE:
        parts.append(view.effect.value)
    if view.attempts > 1:
        parts.append(count_words(view.attempts, "attempt"))
    if view.performed is not None and view.performed != view.step:
        parts.append("changed by you")
    return " · ".join(parts)


def step_tip(view: StepView) -> str:
    lines = [view.step.description, step_subtitle(view)]
    if view.detail:
        lines.append(view.detail)
    return "\n".join(lines)
