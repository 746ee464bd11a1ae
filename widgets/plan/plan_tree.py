"""The plan: segments, their steps, and what was tried under them; open is what goes on now."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QStackedLayout,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from engine.domain.plans import StepPlace
from engine.record.views.exploring_views import GroupView
from engine.record.views.forecast import forecast_of
from engine.record.views.run_state import RunState
from widgets.kit.parts import quiet_label
from widgets.kit.row_tree import RowTree
from widgets.kit.spending_words import forecast_words
from widgets.kit.theme import Theme
from widgets.kit.thumbnails import Thumbnails
from widgets.kit.tree_rows import TreeRow
from widgets.plan.explore_rows import ExploreRows
from widgets.plan.plan_delegate import PlanDelegate
from widgets.plan.plan_model import PlanModel

EMPTY = "No plan yet. Steps appear here as they are planned."
NO_GROUPS = "No groups yet. Iterations, groups and their actions appear here as they are proposed."


class PlanTree(QWidget):
    step_chosen = Signal(int, int)  # segment number, step number
    local_chosen = Signal(int, int, int)  # and the number of a local state under the step
    menu_wanted = Signal(object, QPoint)  # StepPlace, where on the screen
    group_chosen = Signal(object)  # GroupView, of an exploration
    thumbnail_wanted = Signal(str)  # content hash; answered by show_thumbnail

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._shown_segment = 0
        self._shown_step = (0, 0)
        self._session_id = ""
        self._tells = True
        self._current = (0, 0)
        self.model = PlanModel(self)
        self.thumbnails = Thumbnails(self)
        self.view = QTreeView()
        self._set_up_view(PlanDelegate(theme, self.model, self.view, self.thumbnails))
        self.thumbnails.wanted.connect(self.thumbnail_wanted)
        for repaint in (self.thumbnails.arrived, theme.changed):
            repaint.connect(self.view.viewport().update)
        self.explore = RowTree(theme, "Iterations, groups and actions")
        self.explore.row_chosen.connect(self._take_row)
        self._explore_rows = ExploreRows()
        self._forecast = quiet_label()
        self._forecast.setProperty("role", "small")
        self._forecast.setContentsMargins(12, 4, 12, 6)
        self._forecast.setAccessibleName("Forecast")
        self._forecast.hide()
        pages = QWidget()
        self._layout = QStackedLayout(pages)
        self._empty = self._empty_page()
        self._layout.addWidget(self._empty)
        self._layout.addWidget(self.view)
        self._layout.addWidget(self.explore)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(pages, 1)
        rows.addWidget(self._forecast)

    def show_run(self, state: RunState, *, is_live: bool = True) -> None:
        if state.explore is not None:
            self._show_exploration(state)
            return
        self.model.show(state)
        is_forecast = is_live and state.is_running and bool(state.segments) and state.web is None
        self._forecast.setVisible(is_forecast)
        self._forecast.setText(forecast_words(forecast_of(state)))
        self._current = (state.current_segment, state.current_step)
        self._layout.setCurrentIndex(1 if state.segments else 0)
        is_new_run = state.session_id != self._session_id
        if is_new_run or state.current_segment != self._shown_segment:
            self._session_id = state.session_id
            self._open_current(state.current_segment)
        self._open_local()
        if state.current_step:
            self._keep_in_sight()

    def show_what_comes(self, *, explores: bool) -> None:
        """What the empty plan says will stand there."""
        self._empty.setText(NO_GROUPS if explores else EMPTY)

    @property
    def empty_text(self) -> str:
        return self._empty.text() if self._layout.currentWidget() is self._empty else ""

    def show_thumbnail(self, content_hash: str, image: object) -> None:
        """The answer to ``thumbnail_wanted``."""
        self.thumbnails.take(content_hash, image)

    @property
    def forecast_text(self) -> str:
        return "" if self._forecast.isHidden() else self._forecast.text()

    def clear(self) -> None:
        self.model.clear()
        self.explore.clear()
        self._explore_rows.clear()
        self._forecast.hide()
        self.thumbnails.ask_again()
        self._shown_segment = 0
        self._shown_step = self._current = (0, 0)
        self._session_id = ""
        self._layout.setCurrentIndex(0)

    def select_step(self, segment_number: int, step_number: int, local: int = 0) -> None:
        """Show a step or a local state as chosen, without telling that the operator chose it."""
        if self.is_exploration:
            self._select_row(StepPlace(segment_number, step_number))
            return
        index = self.model.index_of(segment_number, step_number, local)
        if index.isValid():
            self._tells = False
            self.view.selectionModel().setCurrentIndex(
                index, QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
            self._tells = True
            self.view.scrollTo(index)

    @property
    def is_exploration(self) -> bool:
        """Iterations and groups are shown instead of segments."""
        return self._layout.currentWidget() is self.explore

    @property
    def chosen(self) -> StepPlace | None:
        """The place of the chosen step or local state."""
        if self.is_exploration:
            row = self.explore.chosen
            return row.subject if row is not None and isinstance(row.subject, StepPlace) else None
        return self.model.place_at(self.view.currentIndex())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._keep_in_sight)  # the view has its new height by then

    # -- inside ----------------------------------------------------------------------------------

    def _show_exploration(self, state: RunState) -> None:
        rows = self._explore_rows.rows_of(state)
        self._forecast.hide()
        self.explore.show_rows(rows)
        self._layout.setCurrentWidget(self.explore if rows else self._layout.widget(0))

    def _select_row(self, place: StepPlace) -> None:
        for index in self.explore.rows.all_indexes():
            row = self.explore.rows.row_at(index)
            if row is not None and row.subject == place:
                self.explore.choose(index)

    def _take_row(self, row: TreeRow) -> None:
        if isinstance(row.subject, StepPlace):
            self.step_chosen.emit(row.subject.segment_number, row.subject.step_number)
        elif isinstance(row.subject, GroupView):
            self.group_chosen.emit(row.subject)

    def _set_up_view(self, delegate: PlanDelegate) -> None:
        view = self.view
        view.setModel(self.model)
        view.setItemDelegate(delegate)
        view.setHeaderHidden(True)
        view.setIndentation(12)
        view.setRootIsDecorated(False)
        view.setExpandsOnDoubleClick(False)
        view.setMouseTracking(True)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setAccessibleName("Plan")
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._ask_for_menu)
        view.selectionModel().currentChanged.connect(self._tell_chosen)
        view.activated.connect(self._tell_chosen)
        view.clicked.connect(self._take_click)

    def _open_current(self, segment_number: int) -> None:
        before = self.model.index_of(self._shown_segment)
        index = self.model.index_of(segment_number)
        if before.isValid() and before != index:
            self.view.collapse(before)
        self._shown_segment = segment_number
        if index.isValid():
            self.view.expand(index)
            self.view.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    def _open_local(self) -> None:
        """Of all local plans only that of the current step is open, once, when it appears."""
        if self._current == self._shown_step or not self._current[1]:
            return
        before, index = (self.model.index_of(*each) for each in (self._shown_step, self._current))
        if self._shown_step[1] and before.isValid():
            self.view.collapse(before)
            self._shown_step = (0, 0)
        if self.model.rowCount(index):
            self.view.expand(index)
            self._shown_step = self._current

    def _keep_in_sight(self) -> None:
        """Follow what goes on, unless the operator is looking at something else."""
        if self.view.underMouse() or self.view.hasFocus():
            return
        index = self.model.index_of(*self._current)
        if not index.isValid() or not self.view.isExpanded(index.parent()):
            return
        last = self.model.index(self.model.rowCount(index) - 1, 0, index)
        is_newest = last.isValid() and self.view.isExpanded(index) and self.model.is_newest(last)
        shown = last if is_newest else index
        self.view.scrollTo(shown, QAbstractItemView.ScrollHint.EnsureVisible)
        cut = self.view.visualRect(shown).bottom() - self.view.viewport().rect().bottom()
        if cut > 0:  # rows of different heights: Qt stops a pixel short
            bar = self.view.verticalScrollBar()
            bar.setValue(bar.value() + cut)

    def _take_click(self, index: QModelIndex) -> None:
        """A click on a segment folds it or unfolds it; elsewhere it chooses."""
        if self.model.step_at(index) is None:
            self.view.setExpanded(index, not self.view.isExpanded(index))
        else:
            self._tell_chosen(index)

    def _tell_chosen(self, index: QModelIndex, _before: QModelIndex | None = None) -> None:
        place = self.model.place_at(index)
        if not self._tells or place is None:
            return
        if place.local:
            self.local_chosen.emit(place.segment_number, place.step_number, place.local)
        else:
            self.step_chosen.emit(place.segment_number, place.step_number)

    def _ask_for_menu(self, at: QPoint) -> None:
        index = self.view.indexAt(at)
        place = self.model.place_at(index if index.isValid() else self.view.currentIndex())
        if place is not None:
            self.menu_wanted.emit(place, self.view.viewport().mapToGlobal(at))

    @staticmethod
    def _empty_page() -> QLabel:
        page = quiet_label(EMPTY)
        page.setContentsMargins(16, 16, 16, 16)
        page.setAlignment(page.alignment().AlignTop | page.alignment().AlignLeft)
        return page
