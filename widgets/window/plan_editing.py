"""The operator's hand on the steps to come: changed, put in, moved, left out, struck out, run to,
and stopped before. What has begun is offered nothing; the engine refuses what begins meanwhile."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog, QMenu

from engine.domain import approvals, performing, steering, verdicts
from engine.domain.actions import Action, Launch, PressKeys, Wait
from engine.domain.plans import PlanStep, StepPlace
from engine.domain.zones import Zone
from engine.language.action_words import own_step
from engine.language.labels import shortened
from engine.language.sentences.run import ACTION_KINDS, breakpoint_words, grant_words
from engine.record.views.run_state import RunState, SegmentView, StepView
from widgets.decision.step_editor import can_be_edited
from widgets.kit.actions import does
from widgets.kit.pages import Offer
from widgets.kit.performed import denied_unasked, may_be_steered
from widgets.window.by_hand import StepDialog
from widgets.window.console_views import Its

_PUT_IN: tuple[tuple[str, Action], ...] = (
    ("Press keys", PressKeys(())),
    ("Launch", Launch("")),
    ("Wait", Wait()),
)


class PlanEditing(QObject):
    def __init__(self, its: Its) -> None:
        super().__init__(its.window)
        self._window, self._theme, actions, self._views = its
        self._actions = actions
        self._state = RunState()
        self._is_live = True
        self._denied: PlanStep | None = None
        self.zones: tuple[Zone, ...] = ()
        actions.run_to.triggered.connect(self._run_to)
        actions.break_here.triggered.connect(self._break_here)
        fills = {actions.stops: self._fill_stops, actions.grants: self._fill_grants}
        for action, fill in fills.items():
            menu = QMenu(its.window)
            menu.aboutToShow.connect(partial(fill, menu))
            action.setMenu(menu)
        self._views.plan.view.selectionModel().currentChanged.connect(lambda *_: self._enable())
        self._enable()

    def show_run(self, state: RunState, *, is_live: bool) -> None:
        self._state, self._is_live = state, is_live
        self._enable()
        self._offer_to_ask(denied_unasked(state) if is_live else None)

    def fill(self, menu: QMenu, place: StepPlace) -> None:
        """What can be done with that step, where it has not begun."""
        found = self._to_come_at(place)
        if found is None:
            return
        segment, view = found
        menu.addActions([self._actions.run_to, self._actions.break_here])
        menu.addSeparator()
        add = partial(_add, menu)
        add("&Change…", partial(self._write, segment, view), can_be_edited(view.step))
        put_in = menu.addMenu("&Put in before it")
        for name, action in _PUT_IN:
            _add(put_in, f"&{name}…", partial(self._put_in, segment, view, name, action))
        to_come = _to_come(segment)
        add("Move &up", partial(self._move, segment, view, -1), view is not to_come[0])
        add("Move &down", partial(self._move, segment, view, 1), view is not to_come[-1])
        again = "Do it &after all" if view.is_left_out else "&Leave it out"
        add(again, partial(self._leave_out, segment, view))
        kept = [each.step for each in to_come if each is not view]
        words = f"“{view.title}” is struck out"
        _add(menu, "&Strike it out", partial(self._revise, segment, kept, words))
        menu.addSeparator()

    def _write(self, segment: SegmentView, view: StepView) -> None:
        def take(step: PlanStep) -> None:
            steps = [step if each is view else each.step for each in _to_come(segment)]
            self._revise(segment, steps, f"“{view.title}” is now “{step.description}”")

        self._open(f"Change: {shortened(view.title)}", "Change it", view.step, take)

    def _put_in(self, segment: SegmentView, view: StepView, name: str, action: Action) -> None:
        def take(step: PlanStep) -> None:
            number = 1 + max(each.step.step_number for each in segment.steps)
            steps = [each.step for each in _to_come(segment)]
            steps.insert(steps.index(view.step), replace(step, step_number=number))
            self._revise(segment, steps, f"“{step.description}” before “{view.title}”")

        self._open(f"{name}, before: {shortened(view.title)}", "Put it in", own_step(action), take)

    def _move(self, segment: SegmentView, view: StepView, by: int) -> None:
        steps = [each.step for each in _to_come(segment)]
        at = steps.index(view.step)
        steps.insert(at + by, steps.pop(at))
        self._revise(segment, steps, f"“{view.title}” comes {'later' if by > 0 else 'earlier'}")

    def _leave_out(self, segment: SegmentView, view: StepView) -> None:
        view_now = replace(view, is_left_out=not view.is_left_out)
        views = [view_now if each is view else each for each in _to_come(segment)]
        words = f"“{view.title}” is {'left out' if view_now.is_left_out else 'done after all'}"
        self._revise(segment, [each.step for each in views], words, views)

    def _revise(
        self,
        segment: SegmentView,
        steps: Sequence[PlanStep],
        words: str,
        views: Sequence[StepView] = (),
    ) -> None:
        before = _to_come(segment)
        based_on = tuple(each.step.step_number for each in before)
        left_out = tuple(each.step.step_number for each in views or before if each.is_left_out)
        self._window.plan_revised.emit(
            performing.Revision(segment.segment_number, based_on, tuple(steps), left_out, words)
        )

    def _open(self, title: str, do: str, step: PlanStep, take: Callable[[PlanStep], None]) -> None:
        dialog = StepDialog(self._theme, title, do, step, self.zones, self._window)
        dialog.confirmed.connect(take)
        dialog.open()

    def _run_to(self) -> None:
        if (place := self._views.plan.chosen) is not None:
            kept = (one for one in self._state.breakpoints if not getattr(one, "once", False))
            here = steering.BreakAtStep(str(place), once=True)
            self._window.run_to_requested.emit((*kept, here))

    def _break_here(self) -> None:
        if (place := self._views.plan.chosen) is not None:
            self._toggle(steering.BreakAtStep(str(place)))

    def _fill_stops(self, menu: QMenu) -> None:
        menu.clear()
        offered: list[steering.Breakpoint] = [
            steering.BreakBeforeGrave(),
            steering.BreakOnFall(),
            *map(steering.BreakAtAction, ACTION_KINDS),
        ]
        own = [each for each in self._state.breakpoints if each not in offered]
        for one in (*offered, *own):
            entry = menu.addAction(breakpoint_words(one)[0].upper() + breakpoint_words(one)[1:])
            entry.setCheckable(True)
            entry.setChecked(one in self._state.breakpoints)
            does(entry, partial(self._toggle, one))
        menu.addSeparator()
        _add(menu, "A step on a &zone, or in a window…", self._ask_for_window)

    def _fill_grants(self, menu: QMenu) -> None:
        menu.clear()
        for grant in self._state.grants:
            revoke = partial(self._window.revoked.emit, grant.grant_id)
            _add(menu, f"Revoke: {grant_words(grant)}", revoke)

    def _ask_for_window(self) -> None:
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle("Stop on a zone, or in a window")
        dialog.setLabelText("Words of its label, or of the window’s title")

        def take(text: str) -> None:
            if words := text.strip():
                self._toggle(steering.BreakInWindow(words))

        dialog.textValueSelected.connect(take)
        dialog.open()

    def _toggle(self, one: steering.Breakpoint) -> None:
        now = self._state.breakpoints
        kept = tuple(each for each in now if each != one)
        self._window.breakpoints_set.emit(kept if one in now else (*now, one))

    def _offer_to_ask(self, denied: StepView | None) -> None:
        """Once for each step that was refused, as nobody is asked."""
        if denied is None or denied.step is self._denied:
            return
        self._denied = denied.step

        def ask(how: approvals.Asking = approvals.Asking.RISKY) -> None:
            self._views.goal_bar.asking_changed.emit(how)
            self._views.goal_bar.choices.choose(asking=how)  # of the next, where this one has ended

        tip = "What can’t be undone or leaves the machine is asked about, not refused"
        self._views.message.show_banner(
            "Denied, as nobody is asked",
            f"{shortened(denied.title)}.",
            tone="warn",
            offers=[Offer("Ask me from now on", tip, ask)],
        )

    @property
    def _steers(self) -> bool:
        return self._is_live and may_be_steered(self._state)

    def _enable(self) -> None:
        place = self._views.plan.chosen
        is_to_come = place is not None and self._to_come_at(place) is not None
        for action in (self._actions.run_to, self._actions.break_here):
            action.setEnabled(is_to_come)
        self._actions.grants.setEnabled(self._steers and bool(self._state.grants))
        self._actions.stops.setEnabled(self._steers and self._state.mode == "director")

    def _to_come_at(self, place: StepPlace) -> tuple[SegmentView, StepView] | None:
        state = self._state
        if not self._steers or place.local or place.segment_number != len(state.segments):
            return None
        segment = state.segments[place.segment_number - 1]
        for view in _to_come(segment):
            if view.step.step_number == place.step_number:
                return segment, view
        return None


def _to_come(segment: SegmentView) -> list[StepView]:
    return [view for view in segment.steps if view.state is verdicts.StepState.PLANNED]


def _add(menu: QMenu, name: str, do: Callable[[], None], is_open: bool = True) -> None:
    entry = menu.addAction(name)
    entry.setEnabled(is_open)
    does(entry, do)
