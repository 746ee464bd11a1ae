"""The plan: segments and their steps, with only the current segment open."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QLabel, QStackedLayout, QTreeView, QWidget

from engine.record.projection import RunState
from widgets.parts import quiet_label
from widgets.plan_delegate import PlanDelegate
from widgets.plan_model import PlanModel
from widgets.theme import Theme

EMPTY = "No plan yet. Steps appear here as they are planned."


class PlanTree(QWidget):
    step_chosen = Signal(int, int)  # segment number, step number

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._shown_segment = 0
        self._session_id = ""
        self._tells = True
        self._current = (0, 0)
        self.model = PlanModel(self)
        self.view = QTreeView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(PlanDelegate(theme, self.model, self.view))
        self.view.setHeaderHidden(True)
        self.view.setUniformRowHeights(True)
        self.view.setIndentation(12)
        self.view.setRootIsDecorated(False)
        self.view.setExpandsOnDoubleClick(False)
        self.view.setMouseTracking(True)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setAccessibleName("Plan")
        self.view.selectionModel().currentChanged.connect(self._tell_chosen)
        self.view.activated.connect(self._tell_chosen)
        self.view.clicked.connect(self._take_click)
        theme.changed.connect(self.view.viewport().update)
        self._layout = QStackedLayout(self)
        self._layout.addWidget(self._empty_page())
        self._layout.addWidget(self.view)

    def show_run(self, state: RunState) -> None:
        self.model.show(state)
        self._current = (state.current_segment, state.current_step)
        self._layout.setCurrentIndex(1 if state.segments else 0)
        is_new_run = state.session_id != self._session_id
        if is_new_run or state.current_segment != self._shown_segment:
            self._session_id = state.session_id
            self._open_current(state.current_segment)
        elif state.current_step:
            self._keep_in_sight()

    def clear(self) -> None:
        self.model.clear()
        self._shown_segment = 0
        self._session_id = ""
        self._current = (0, 0)
        self._layout.setCurrentIndex(0)

    def select_step(self, segment_number: int, step_number: int) -> None:
        """Show a step as chosen, without telling that the operator chose it."""
        index = self.model.index_of(segment_number, step_number)
        if index.isValid():
            self._tells = False
            self.view.selectionModel().setCurrentIndex(
                index, QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
            self._tells = True
            self.view.scrollTo(index)

    def _open_current(self, segment_number: int) -> None:
        before = self.model.index_of(self._shown_segment)
        if before.isValid() and self._shown_segment != segment_number:
            self.view.collapse(before)
        self._shown_segment = segment_number
        index = self.model.index_of(segment_number)
        if index.isValid():
            self.view.expand(index)
            self.view.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._keep_in_sight)  # the view has its new height by then

    def _keep_in_sight(self) -> None:
        """Follow the current step, unless the operator is looking at something else."""
        if self.view.underMouse() or self.view.hasFocus():
            return
        index = self.model.index_of(*self._current)
        if index.isValid() and self.view.isExpanded(index.parent()):
            self.view.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    def _take_click(self, index: QModelIndex) -> None:
        """A click on a segment folds it or unfolds it; on a step it chooses."""
        if self.model.step_at(index) is None:
            self.view.setExpanded(index, not self.view.isExpanded(index))
        else:
            self._tell_chosen(index)

    def _tell_chosen(self, index: QModelIndex, _before: QModelIndex | None = None) -> None:
        segment, step = self.model.segment_at(index), self.model.step_at(index)
        if self._tells and segment is not None and step is not None:
            self.step_chosen.emit(segment.segment_number, step.step.step_number)

    @staticmethod
    def _empty_page() -> QLabel:
        page = quiet_label(EMPTY)
        page.setContentsMargins(16, 16, 16, 16)
        page.setAlignment(page.alignment().AlignTop | page.alignment().AlignLeft)
        return page
