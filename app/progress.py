"""A run's progress as lines on a terminal, from the same fold that the console shows."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from app.progress_explorer import explorer_line
from app.progress_local import local_line
from app.progress_web import web_line
from engine.domain.approvals import Reject
from engine.domain.events import (
    ApprovalDecided,
    HandsReleased,
    Recorded,
    ReplanStarted,
    SegmentPlanned,
    SessionEnded,
    SessionStarted,
    SituationObserved,
    StepEnded,
    StepStarted,
    SurfaceResized,
    SurfaceWentAway,
    WarningRaised,
)
from engine.domain.exploring.limits import GOOD_ENDS
from engine.domain.lifecycle import Effect, StepState
from engine.domain.model_events import ModelAsked, ModelCalled
from engine.domain.plans import StepPlace
from engine.domain.terminals import Outcome, Terminal
from engine.record.views.fold import fold
from engine.record.views.run_state import RunState

_MARKS = {
    StepState.DONE: "[green]✓[/green]",
    StepState.FAILED: "[red]✗[/red]",
    StepState.SKIPPED: "[dim]–[/dim]",
    StepState.REJECTED: "[yellow]⊘[/yellow]",
}


class ProgressPrinter:
    """Prints what happens; ``state`` is the fold so far."""

    def __init__(self, console: Console, before: RunState | None = None) -> None:
        """``before`` is what was folded of a session that goes on."""
        self._console = console
        self.state = before or RunState()

    def show(self, recorded: Recorded) -> None:
        page = self.state.web.page if self.state.web is not None else None
        self.state = fold(self.state, recorded)
        line = (
            self._line(recorded)
            or web_line(recorded.event, page)
            or explorer_line(recorded.event, self.state.explore)
        )
        if line:
            since = recorded.at_secs - self.state.started_at_secs
            self._console.print(f"[dim]{since:7.2f}s[/dim]  {line}", highlight=False)

    def _line(self, recorded: Recorded) -> str:
        match recorded.event:
            case SessionStarted() as event:
                mode = "" if event.mode == "director" else f" the {event.mode}"
                return (
                    f"[bold]{escape(event.goal)}[/bold]\n         {mode} on {event.surface},"
                    f" thinker {event.thinker}, ask {event.asking},"
                    f" session {recorded.session_id}"
                )
            case SegmentPlanned() if self.state.mode != "director":
                return ""  # of one step, whose end is told, or of a group, which is told
            case SegmentPlanned(segment_number=number, segment=segment):
                count = len(segment.steps)
                ending = "then finished" if segment.finishes else "then look again"
                plural = "" if count == 1 else "s"
                return f"[bold]Segment {number}[/bold]: {count} step{plural}, {ending}"
            case StepStarted(attempt=attempt, local=0) as event if attempt > 1:
                return f"  [yellow]↻[/yellow] attempt {attempt} of step {event.step_number}"
            case ApprovalDecided(decision=decision) if isinstance(decision.verdict, Reject):
                return f"  [yellow]⊘[/yellow] no ({decision.how}): {escape(decision.verdict.why)}"
            case StepEnded(local=0) as event:
                return "" if self._is_on_a_walk(event) else self._step_line(event)
            case SituationObserved(asked_vision_because=why) if why:
                return f"  looked closer with a vision model: {escape(why)}"
            case ModelAsked(model=model):
                return f"[dim]  asks {escape(model)}…[/dim]"
            case ModelCalled() as call:
                return _call_line(call)
            case ReplanStarted(replan_number=number, why=why):
                return f"  ⟳ replan {number} of {self.state.limits.max_replans}: {escape(why)}"
            case WarningRaised(message=message) | SurfaceWentAway(message=message):
                return f"[yellow]! {escape(message)}[/yellow]"
            case SurfaceResized(width_px=width, height_px=height):
                return f"The display is now {width} × {height}."
            case HandsReleased(released=released, took_ms=took_ms):
                held = f", let go of {', '.join(released)}" if released else ""
                return f"Hands stopped in {took_ms:.0f} ms{held}."
            case SessionEnded(outcome=outcome):
                return ending_words(outcome)
            case _:
                return local_line(recorded, self.state)

    def _is_on_a_walk(self, event: StepEnded) -> bool:
        """A line tells of each walk; there may be dozens, and most of their steps miss."""
        explored = self.state.explore
        return explored is not None and explored.is_walk(event.segment_number)

    def _step_line(self, event: StepEnded) -> str:
        segment = self.state.segments[event.segment_number - 1]
        view = next(v for v in segment.steps if v.step.step_number == event.step_number)
        description = (view.performed or view.step).description
        is_exploring = self.state.mode == "explorer" and event.state == "done"  # nothing expected
        is_worth_telling = event.state == "done" and event.effect is not Effect.CONFIRMED
        is_worth_telling = is_worth_telling and not is_exploring
        effect = f" [dim]({event.effect})[/dim]" if is_worth_telling else ""
        is_told = event.detail and not is_exploring
        detail = f"\n           [dim]{escape(event.detail)}[/dim]" if is_told else ""
        mark = _MARKS[StepState(event.state)]
        return f"  {mark} {escape(description)}{effect} [dim]{event.took_ms:.0f} ms[/dim]{detail}"


def _call_line(call: ModelCalled) -> str:
    """One round with a model: what for, what it took, and what was wrong with it."""
    cost = "" if call.cost is None else f", cost {call.cost:.4f}"
    took = f"{call.usage.total:,} tokens{cost}, {call.took_ms / 1000:.1f} s"
    what = "repair" if call.is_repair else call.cause
    failure = f": {escape(call.failure)}" if call.failure else ""
    is_local = bool(call.place) and StepPlace.parse(call.place).local > 0
    indent = "      " if is_local else "  "
    return f"[dim]{indent}asked {escape(call.model)}: {what}, {took}{failure}[/dim]"


def is_good(outcome: Outcome) -> bool:
    return outcome.terminal is Terminal.GOAL_SATISFIED or outcome.reason in GOOD_ENDS


def ending_words(outcome: Outcome) -> str:
    """The last line of a run, with markup."""
    colour = "green" if is_good(outcome) else "red"
    return (
        f"[bold {colour}]{outcome.terminal}[/bold {colour}]"
        f" ({outcome.reason}): {escape(outcome.message)}"
    )
