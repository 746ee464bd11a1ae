"""The plan: segments, their steps, and what was tried under them; open is what goes on now."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QStackedLayout, QToolButton, QWidget

from engine.domain.plans import StepPlace
from engine.record.views.exploring.explore_view import GroupView
from engine.record.views.run_state import RunState, forecast_of
from widgets.kit import fact_sheet, parts, picture_view
from widgets.kit.actions import ConsoleActions
from widgets.kit.theme import Theme, lay_column
from widgets.kit.tree_rows import RowTree, TreeRow
from widgets.plan.explore_rows import explore_rows
from widgets.plan.plan_rows import PlanRows

EMPTY = "No plan yet. Steps appear here as they are planned or done."
NO_GROUPS = "No groups yet. Iterations, groups and their actions appear here as they are proposed."


class PlanTree(QWidget):
    place_chosen = Signal(object)  # StepPlace, of a step or of a local state under it
    menu_wanted = Signal(object, QPoint)  # StepPlace, where on the screen
    group_chosen = Signal(object)  # GroupView, of an exploration

    def __init__(self, theme: Theme, thumbnails: picture_view.Thumbnails) -> None:
        super().__init__()
        self._session_id = ""
        self._plan_rows = PlanRows()
        self._explores = False
        self.thumbnails = thumbnails
        self.view = RowTree(theme, "Plan", thumbnails)
        self.view.row_chosen.connect(self._take_row)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._ask_for_menu)
        self._forecast = parts.role_label("", "small", wraps=True)
        self._forecast.setContentsMargins(12, 4, 12, 6)
        self._forecast.setAccessibleName("Forecast")
        self._forecast.hide()
        pages = QWidget()
        self._layout = QStackedLayout(pages)
        self._empty = parts.empty_page(EMPTY)
        self._layout.addWidget(self._empty)
        self._layout.addWidget(self.view)
        lay_column((pages, 1), self._forecast, of=self, margins=0, spacing=0)

    def show_run(self, state: RunState, *, is_live: bool = True) -> None:
        explores = state.explore is not None
        if (state.session_id, explores) != (self._session_id, self._explores):
            self._show_other(state.session_id, explores=explores)
        rows = explore_rows(state) if explores else self._plan_rows.rows_of(state)
        self.view.show_rows(rows)
        is_planned = bool(state.segments) and not state.segments[-1].is_by_hand
        is_forecast = is_live and state.is_running and is_planned and state.web is None
        self._forecast.setVisible(is_forecast and state.mode == "director")
        if not self._forecast.isHidden():
            self._forecast.setText(fact_sheet.forecast_words(forecast_of(state)))
        self._layout.setCurrentWidget(self.view if rows else self._empty)

    def show_what_comes(self, *, explores: bool) -> None:
        """What the empty plan says will stand there."""
        self._empty.setText(NO_GROUPS if explores else EMPTY)

    def clear(self) -> None:
        self._show_other("", explores=False)
        self._forecast.hide()
        self.thumbnails.ask_again()
        self._layout.setCurrentWidget(self._empty)

    def select_step(self, place: StepPlace) -> None:
        """Show a step or a local state as chosen, without telling that the operator chose it."""
        rows = self.view.rows
        path = () if self._explores else self._plan_rows.path_of(place)
        index = rows.index_of(*path) if path else rows.index_for(place)
        if index.isValid():
            self.view.choose(index)

    @property
    def chosen(self) -> StepPlace | None:
        """The place of the chosen step or local state."""
        return _place_of(self.view.chosen)

    def height_of(self, count: int) -> int:
        """What so many steps need to be seen, with what stands below them."""
        below = 0 if self._forecast.isHidden() else self._forecast.heightForWidth(self.width())
        return count * self.view.row_height + 2 * self.view.frameWidth() + below

    def _show_other(self, session_id: str, *, explores: bool) -> None:
        """Nothing that was shown belongs to what comes."""
        self._session_id, self._explores = session_id, explores
        self.view.clear()
        self._plan_rows = PlanRows()
        self.view.setUniformRowHeights(explores)
        self.view.setAccessibleName("Iterations, groups and actions" if explores else "Plan")

    def _take_row(self, row: TreeRow) -> None:
        place = _place_of(row)
        if isinstance(row.subject, GroupView):
            self.group_chosen.emit(row.subject)
        elif place is not None:
            self.place_chosen.emit(place)

    def _ask_for_menu(self, at: QPoint) -> None:
        index = self.view.indexAt(at)
        place = _place_of(self.view.rows.row_at(index)) if index.isValid() else self.chosen
        if place is not None:
            self.menu_wanted.emit(place, self.view.viewport().mapToGlobal(at))


def _place_of(row: TreeRow | None) -> StepPlace | None:
    return row.subject if row is not None and isinstance(row.subject, StepPlace) else None


class PlanTools(QToolButton):
    """What can be done about the plan's steps, in words."""

    def __init__(self, theme: Theme, actions: ConsoleActions) -> None:
        super().__init__(toolButtonStyle=Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setText("Going back…")
        self.setObjectName("planTools")
        self.setAccessibleName("Going back")
        self.setToolTip("Go back to a step, keep what was done, try another option")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.dress(self, "undo", "text_quiet")
        menu = QMenu(self)
        menu.addActions(actions.going_back)
        self.setMenu(menu)
