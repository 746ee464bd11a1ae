"""The plan as a Qt item model: segments (on the web stages), their steps, and the local states
under a step.

The fold replaces only what changed and keeps the rest by identity, so ``show`` compares by ``is``
and announces just the rows that differ. Groups and their steps are only ever appended; anything
else (another session, fewer segments) resets the model. Local states come and go under their step.
"""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engine.domain.plans import StepPlace
from engine.record.views.run_state import RunState, SegmentView, StepView
from widgets.kit.local_rows import LocalRow, local_rows
from widgets.plan.plan_groups import PlanGroup, groups_of
from widgets.plan.plan_words import (
    group_subtitle,
    group_tip,
    group_title,
    step_subtitle,
    step_tip,
    step_title,
)

AnyIndex = QModelIndex | QPersistentModelIndex
NO_PARENT = 0
"""Internal id of a group's index; a step's index carries its group's row plus one, a local
state's that and, shifted, its step's row plus one."""
STEP_SHIFT = 32
GROUP_MASK = (1 << STEP_SHIFT) - 1


class PlanModel(QAbstractItemModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session_id = ""
        self._groups: tuple[PlanGroup, ...] = ()
        self._locals: dict[tuple[int, int], tuple[LocalRow, ...]] = {}
        self._current = (0, 0)

    def show(self, state: RunState) -> None:
        """Take over the state's segments, announcing what differs from before."""
        is_over = state.outcome is not None
        current = (0, 0) if is_over else (state.current_segment, state.current_step)
        groups = groups_of(state.segments)
        if state.session_id != self._session_id or self._is_another_plan(groups):
            self.beginResetModel()
            self._session_id, self._groups = state.session_id, groups
            self._locals = _all_local_rows(groups)
            self._current = current
            self.endResetModel()
            return
        self._update_known(groups)
        self._append_new(groups)
        self._move_current(current)

    def clear(self) -> None:
        self.show(RunState())

    # -- what the views ask ----------------------------------------------------------------------

    def segment_at(self, index: AnyIndex) -> SegmentView | None:
        """The segment of a step's or a local state's index; of a group's its first."""
        group = self.group_at(index)
        if group is None:
            return None
        if index.internalId() == NO_PARENT:
            return group.first
        return group.steps[_rows_of(index)[1]][0]

    def group_at(self, index: AnyIndex) -> PlanGroup | None:
        """The row at the top that the index is, or stands under."""
        if not index.isValid():
            return None
        parent = index.internalId()
        return self._groups[index.row() if parent == NO_PARENT else (parent & GROUP_MASK) - 1]

    def step_at(self, index: AnyIndex) -> StepView | None:
        """The step of a step's or a local state's index; None for a group's."""
        if not index.isValid() or index.internalId() == NO_PARENT:
            return None
        group, step = _rows_of(index)
        return self._groups[group].steps[step][1]

    def local_at(self, index: AnyIndex) -> LocalRow | None:
        """The row of a local plan; None for a group's and a step's index."""
        if not index.isValid() or index.internalId() <= GROUP_MASK:
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
        group, segment = self.group_at(index), self.segment_at(index)
        step, local = self.step_at(index), self.local_at(index)
        if group is None or segment is None:
            return False
        if step is None:
            return group.has(self._current[0])
        if (segment.segment_number, step.step.step_number) != self._current:
            return False
        newest = local.plan.states[-1] if local is not None and local.plan.states else None
        return local is None or (local.plan.is_open and local.state is newest)

    def is_newest(self, index: AnyIndex) -> bool:
        """The local state is what goes on now, or what the operator has just gone back to."""
        local = self.local_at(index)
        is_back = local is not None and local.state is not None and local.state.is_revert
        return is_back or (local is not None and self.is_current(index))

    def index_of(self, segment_number: int, step_number: int = 0, local: int = 0) -> QModelIndex:
        """The index of a segment's row, of its step, or of a local state under that."""
        rows = (i for i, group in enumerate(self._groups) if group.has(segment_number))
        row = next(rows, None)
        if row is None:
            return QModelIndex()
        parent = self.index(row, 0)
        if not step_number:
            return parent
        wanted = (segment_number, step_number)
        numbers = self._groups[row].numbers
        found = (i for i, each in enumerate(numbers) if each == wanted)
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
        if above <= GROUP_MASK:
            return self.createIndex(above - 1, 0, NO_PARENT)
        return self.createIndex((above >> STEP_SHIFT) - 1, 0, above & GROUP_MASK)

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return len(self._groups)
        above = parent.internalId()
        if parent.column() > 0 or above > GROUP_MASK:
            return 0
        if above == NO_PARENT:
            return len(self._groups[parent.row()].steps)
        return len(self._locals.get((above - 1, parent.row()), ()))

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 1

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        group, segment = self.group_at(index), self.segment_at(index)
        step, local = self.step_at(index), self.local_at(index)
        if group is None or segment is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return local.title if local else step_title(step) if step else group_title(group)
        if role == Qt.ItemDataRole.ToolTipRole:
            return local.tip if local else step_tip(segment, step) if step else group_tip(group)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if local is not None:
                return local.all_words
            if step is None:
                return f"{group_title(group)}, {group_subtitle(group)}"
            return f"{step_title(step)}, {step_subtitle(step, segment)}"
        return None

    # -- inside ----------------------------------------------------------------------------------

    def _index_of_local(self, step: QModelIndex, number: int) -> QModelIndex:
        rows = self._locals.get(_rows_of(step), ())
        found = (i for i, row in enumerate(rows) if row.place.local == number)
        row = next(found, None)
        return QModelIndex() if row is None else self.index(row, 0, step)

    def _is_another_plan(self, groups: tuple[PlanGroup, ...]) -> bool:
        """Something that was there is not any more."""
        return len(groups) < len(self._groups) or any(
            old.numbers != new.numbers[: len(old.steps)]
            for old, new in zip(self._groups, groups, strict=False)
            if not old.is_as(new)
        )

    def _update_known(self, groups: tuple[PlanGroup, ...]) -> None:
        for row, (old, new) in enumerate(zip(self._groups, groups, strict=False)):
            if not old.is_as(new):
                self._append_steps(row, old, new)
                self._announce(row, old, new)

    def _append_steps(self, row: int, old: PlanGroup, new: PlanGroup) -> None:
        """A stage gets more actions while it lasts."""
        known = len(old.steps)
        is_longer = len(new.steps) > known
        if is_longer:
            self.beginInsertRows(self.index(row, 0), known, len(new.steps) - 1)
        self._groups = (*self._groups[:row], new, *self._groups[row + 1 :])
        if is_longer:
            fresh = _all_local_rows((new,))
            self._locals |= {(row, i): rows for (_, i), rows in fresh.items() if i >= known}
            self.endInsertRows()

    def _announce(self, row: int, old: PlanGroup, new: PlanGroup) -> None:
        group = self.index(row, 0)
        pairs = list(zip(old.steps, new.steps, strict=False))
        changed = [i for i, ((_, was), (_, now)) in enumerate(pairs) if was is not now]
        for i in changed:
            (_, was), (segment, now) = pairs[i]
            if was.local is not now.local:
                rows = local_rows(segment.segment_number, now)
                self._update_local(self.index(i, 0, group), rows)
        if changed:
            first = self.index(changed[0], 0, group)
            self.dataChanged.emit(first, self.index(changed[-1], 0, group))
        self.dataChanged.emit(group, group)

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

    def _append_new(self, groups: tuple[PlanGroup, ...]) -> None:
        known = len(self._groups)
        if len(groups) > known:
            self.beginInsertRows(QModelIndex(), known, len(groups) - 1)
            self._groups = groups
            self._locals |= _all_local_rows(groups, known)
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
    """Rows of the group and of the step that a step's or a local state's index belongs to."""
    above = index.internalId()
    if above <= GROUP_MASK:
        return above - 1, index.row()
    return (above & GROUP_MASK) - 1, (above >> STEP_SHIFT) - 1


def _all_local_rows(
    groups: tuple[PlanGroup, ...], first: int = 0
) -> dict[tuple[int, int], tuple[LocalRow, ...]]:
    """By the rows of group and step, from the group of row ``first`` on."""
    return {
        (row, i): local_rows(segment.segment_number, view)
        for row in range(first, len(groups))
        for i, (segment, view) in enumerate(groups[row].steps)
        if view.local is not None
    }
