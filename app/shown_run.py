"""What the window shows of the run: its events, folded, at most ten times a second."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QTimer

from engine.domain.events import Recorded
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import StepState
from engine.record.sessions import OpenedSession
from engine.record.views.fold import fold
from engine.record.views.packed import PackedEvents
from engine.record.views.run_state import RunState
from widgets.window.main_window import MainWindow

_SHOW_EVERY_MS = 100
_TROUBLE_REMEDY = "Correct the start page, or see whether it opens elsewhere, and start again."


class ShownRun:
    """The run of now, or the last one; in the window where it ``is_in_front``. ``on_changed`` is
    told as often as it could be shown."""

    def __init__(self, window: MainWindow, *, is_in_front: bool = True) -> None:
        self._window = window
        self._is_in_front = is_in_front
        self.on_changed: Callable[[], None] = lambda: None
        self.waits_since_secs = 0.0
        self.state = RunState()
        self._events = PackedEvents()
        self._shown_count = 0
        # it goes with the run, of which there may be many
        self._timer = QTimer(singleShot=True, interval=_SHOW_EVERY_MS)
        self._timer.timeout.connect(self.show_now)

    @property
    def waits(self) -> str:
        """What it asks the operator, empty where nothing."""
        pending, question = self.state.pending, self.state.question
        asked = question.question if question is not None else ""
        return pending.step.description if pending is not None else asked

    def begin(self, before: OpenedSession | None) -> None:
        """An empty run, or one that goes on with what was before."""
        self.state = before.state if before is not None else RunState()
        self._events = PackedEvents(before.events if before is not None else ())
        self._shown_count = 0
        self.put_in_front(self._is_in_front)

    def take(self, recorded: Recorded) -> None:
        """Shown within a tenth of a second."""
        before, self.state = self.state, fold(self.state, recorded)
        if (before.pending, before.question) != (self.state.pending, self.state.question):
            self.waits_since_secs = recorded.at_secs
        self._events.extend((recorded,))
        if not self._timer.isActive():
            self._timer.start()

    def end(self, outcome: Outcome) -> None:
        """The end is shown even where it could not be recorded."""
        if self.state.outcome is None:
            self.state = replace(self.state, outcome=outcome, pending=None, question=None)
            self._window.show_message("The record ended early", outcome.message, tone="bad")
        trouble = start_page_trouble(self.state)
        if trouble and self._is_in_front:
            self._window.goal_bar.show_address_problem(trouble, _TROUBLE_REMEDY)
        self.show_now()

    async def leave_screen(self, surface: str, looks: int = 200) -> None:
        """Until the window has left that of the run, within a bound: not all managers tell."""
        if surface == "screen" and self._is_in_front:
            self._window.strip_mode.become_strip()
        for _ in range(looks):
            if self._window.strip_mode.is_shrinking:
                await asyncio.sleep(0.01)

    def put_in_front(self, is_in_front: bool) -> None:
        """Show all of it, or from now on none."""
        self._is_in_front = is_in_front
        if is_in_front:
            self._window.clear_run()
            if self._events:
                self.show_all_again()

    def show_all_again(self) -> None:
        """After another session was shown."""
        self._shown_count = 0
        self.show_now()

    def show_now(self) -> None:
        """Show what is folded so far without waiting for the next tenth of a second."""
        self._timer.stop()
        if self._is_in_front:
            self._window.show_events(self._events[self._shown_count :])
            self._shown_count = len(self._events)
            self._window.show_run(self.state)
        self.on_changed()


def start_page_trouble(state: RunState) -> str:
    """Why the first page did not load, where the run came no further; else empty."""
    if state.outcome is None or state.outcome.terminal is Terminal.GOAL_SATISFIED:
        return ""
    has_acted = any(
        view.state is StepState.DONE for segment in state.segments for view in segment.steps
    )
    page = state.web.page if state.web is not None else None
    if has_acted or page is None or not page.trouble:
        return ""
    return f"The start page did not load. {page.trouble}"
