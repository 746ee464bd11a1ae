"""The operator's hand on what was done: go back, keep it, try another option, give a plan up.

Each becomes a ``Force``, which the window passes on; here is only what can be done now, and what is
said before and after it."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QScrollArea, QWidget

from engine.domain.local_planning import CancelLocalPlan, ForceRetain, ForceRevert, TryOption
from engine.domain.plans import StepPlace
from engine.domain.risks import Degree
from engine.language.sentences.figures import count_words
from engine.language.sentences.local import place_words, reversibility_words
from engine.record.views.run_state import RunState
from widgets.decision.approval_panel import reverted_now
from widgets.inspector.call_page import OptionView, options_of
from widgets.kit import parts as kit
from widgets.kit import performed
from widgets.kit.actions import does
from widgets.kit.marks import DEGREE_MARKS, Mark
from widgets.kit.theme import STRETCH, Theme, lay_column, widget_of
from widgets.window.console_views import Its

UNKNOWN = Mark("question", "text_quiet")
MOST_LIST_PX = 320
HOW = (
    "Each is taken back by itself and looked at before the next; it stops where the state before"
    " is not seen again. Then the run is paused."
)


class RevertDialog(kit.ClosingDialog):
    confirmed = Signal(object)  # StepPlace

    def __init__(
        self,
        theme: Theme,
        place: StepPlace,
        undone: Sequence[performed.PerformedAction],
        parent: QWidget,
    ) -> None:
        tip = "Take them back now  (Enter)"
        self.revert = kit.push_button(theme, "Revert to here", tip, "undo", "primary")
        leave = ("Leave it as it is", "Take nothing back  (Esc)")
        super().__init__(theme, "Revert to here", parent, leave, self.revert)
        self._place = place
        self.accepted.connect(lambda: self.confirmed.emit(place))
        self.resize(520, 0)
        words = f"Go back to before {place_words(place)} of segment {place.segment_number}"
        title = kit.role_label(words, "title", wraps=True)
        self._lines = [_line(theme, action, place.segment_number) for action in undone]
        self._warning = kit.MarkedLine(theme)
        self._show_warning(undone)
        count = f"{count_words(len(undone), 'action')} will be taken back, newest first:"
        parts = (title, kit.quiet_label(count), self._list(), self._warning, kit.quiet_label(HOW))
        self.lay_parts(*parts, margins=(24, 24, 24, 16), spacing=12)

    def _show_warning(self, undone: Sequence[performed.PerformedAction]) -> None:
        never = [
            place_words(each.place, self._place.segment_number)
            for each in undone
            if each.declared is not None and each.declared.degree is Degree.IRREVERSIBLE
        ]
        self._warning.setVisible(bool(never))
        names = ", ".join(never)
        words = f"{names} was declared irreversible. It will most likely stop there."
        self._warning.show_line(Mark("warning", "warn"), words)

    def _list(self) -> QScrollArea:
        scroll = kit.sheet_area(widget_of(lay_column(*self._lines, STRETCH, margins=0, spacing=8)))
        scroll.setAccessibleName("What will be taken back")
        scroll.setMinimumHeight(min(MOST_LIST_PX, 44 * len(self._lines)))
        return scroll


def _line(theme: Theme, action: performed.PerformedAction, segment_number: int) -> kit.MarkedLine:
    declared = action.declared
    mark = DEGREE_MARKS[declared.degree] if declared is not None else UNKNOWN
    said = reversibility_words(declared) if declared is not None else "nothing was declared"
    name = place_words(action.place, segment_number)
    line = kit.MarkedLine(theme)
    line.show_line(Mark(mark.icon, mark.tone), f"{name}  {action.step.description}\n{said}")
    return line


NO_PLANS = "Not in an exploration: it has groups, and no plans to go back in or to decide upon."
ONLY_IN_GROUP = "In an exploration: the last action of the group that goes on."


class GoingBack(QObject):
    def __init__(self, its: Its) -> None:
        super().__init__(its.window)
        self._window, self._theme, self._actions, self._views = its
        self._state = RunState()
        self._is_live = True
        self._told: tuple[str, StepPlace, int] | None = None
        self._dialog: RevertDialog | None = None
        self.filled: Callable[[QMenu, StepPlace], None] = lambda menu, place: None
        """Puts more into the menu of a row."""
        self._tips = {action: action.toolTip() for action in its.actions.going_back}
        self._connect()

    def show_run(self, state: RunState, *, is_live: bool) -> None:
        """Enable what can be done now; say so when a revert has paused the run."""
        self._state, self._is_live = state, is_live
        self._enable()
        reverted = reverted_now(state) if is_live else None
        if reverted is not None:
            told = (state.session_id, reverted[0], reverted[1].number)
            if told != self._told:  # what paused the run comes into sight once
                self._told = told
                self._views.bring_up_approval()

    def revert_last(self) -> None:
        """At once where it was declared to be reversible; else it is said first what it means."""
        last = performed.last_action(self._state)
        if last is None:
            return
        if last.declared is None or last.declared.degree is not Degree.IRREVERSIBLE:
            self._window.forced.emit(ForceRevert())
        else:
            self._ask(last.place, (last,))

    def revert_to_chosen(self) -> None:
        """Say what will be taken back, then do it if the operator agrees."""
        place = self._views.plan.chosen
        undone = performed.taken_back_by(self._state, place) if place is not None else ()
        if undone:
            self._ask(undone[-1].place, undone)

    def try_option(self, name: str) -> None:
        self._window.forced.emit(TryOption(name))

    def go_to_options(self) -> None:
        """Bring up the options of the newest action, the first button with the keyboard."""
        found = performed.open_branching(self._state)
        if found is None:
            return
        place, _, branching = found
        self._views.desk_dock.show()
        chosen = StepPlace(place.segment_number, place.step_number, branching.number)
        self._views.plan.place_chosen.emit(chosen)
        self._views.inspector.go_to_options()

    def _connect(self) -> None:
        actions, views = self._actions, self._views
        for action, do in (
            (actions.revert_last, self.revert_last),
            (actions.revert_here, self.revert_to_chosen),
            (actions.retain, lambda: self._window.forced.emit(ForceRetain())),
            (actions.try_option, self.go_to_options),
            (actions.cancel_local, lambda: self._window.forced.emit(CancelLocalPlan())),
        ):
            does(action, do)
        views.run_bar.revert.clicked.connect(actions.revert_last.trigger)
        views.approval.reverted.further.clicked.connect(actions.revert_last.trigger)
        views.approval.reverted.resume.clicked.connect(views.run_bar.toggle_pause)
        views.inspector.options.option_wanted.connect(self.try_option)
        views.plan.menu_wanted.connect(self._show_menu)
        views.plan.view.selectionModel().currentChanged.connect(lambda *_: self._enable())

    @property
    def _can_steer(self) -> bool:
        """There is a live run, it isn't ending, and it isn't going back already."""
        return (
            self._is_live
            and performed.may_be_steered(self._state)
            and not performed.is_going_back(self._state)
        )

    def _enable(self) -> None:
        actions, steers = self._actions, self._can_steer
        for action, tip in self._tips.items():  # what an exploration has no use for says so
            why = ONLY_IN_GROUP if action is actions.revert_last else NO_PLANS
            action.setToolTip(f"{tip}\n{why}" if self._explores else tip)
        self._views.run_bar.revert.setToolTip(actions.revert_last.toolTip())
        can_revert = steers and self._has_last_action
        has_plan = steers and performed.open_plan(self._state) is not None
        actions.revert_last.setEnabled(can_revert)
        for button in (self._views.run_bar.revert, self._views.approval.reverted.further):
            button.setEnabled(can_revert)
        chosen = self._views.plan.chosen if can_revert and not self._explores else None
        can_go_there = chosen is not None and bool(performed.taken_back_by(self._state, chosen))
        actions.revert_here.setEnabled(can_go_there)
        for action in (actions.retain, actions.cancel_local):
            action.setEnabled(has_plan)
        actions.try_option.setEnabled(has_plan and bool(self._untried()))

    @property
    def _has_last_action(self) -> bool:
        """In an exploration it is one of the group that goes on: walks are not interfered with, and
        what was done before the surface was set back is no more."""
        state, last = self._state, performed.last_action(self._state)
        if state.explore is None or last is None:
            return last is not None
        is_here = last.place.segment_number == state.current_segment
        return is_here and state.explore.group_of_segment(state.current_segment) is not None

    @property
    def _explores(self) -> bool:
        return self._state.mode == "explorer"

    def _untried(self) -> list[OptionView]:
        found = performed.open_branching(self._state)
        options = options_of(*found[1:]) if found is not None else ()
        return [option for option in options if option.is_untried]

    def _ask(self, place: StepPlace, undone: tuple[performed.PerformedAction, ...]) -> None:
        self._dialog = dialog = RevertDialog(self._theme, place, undone, self._window)
        dialog.confirmed.connect(lambda agreed: self._window.forced.emit(ForceRevert(str(agreed))))
        dialog.open()

    def _show_menu(self, place: StepPlace, at: QPoint) -> None:
        """What can be done with a row of the plan."""
        actions = self._actions
        self._enable()
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.filled(menu, place)
        menu.addAction(actions.revert_here)
        if performed.open_plan(self._state) is not None:
            menu.addSeparator()
            for option in self._untried() if self._can_steer else ():
                entry = menu.addAction(self._theme.icon("play"), f"Try “{option.name}” next")
                does(entry, partial(self.try_option, option.name))
            menu.addActions([actions.retain, actions.cancel_local])
        menu.popup(at)
