"""The lines of a local plan on a terminal: indented under its step, with the states' numbers."""

from __future__ import annotations

from rich.markup import escape

from engine.domain.events import Recorded, StepEnded
from engine.domain.local_events import (
    LocalDecided,
    LocalPlanningEnded,
    LocalPlanningStarted,
    LocalProposed,
    OperatorForced,
    ReversalEnded,
)
from engine.record.views.local_views import LocalStateView
from engine.record.views.run_state import RunState
from widgets.kit.local_event_words import force_words
from widgets.kit.local_words import (
    DECISION_WORDS,
    RETURNED_WORDS,
    distance_words,
    options_words,
    places_words,
    reversibility_words,
    state_number,
    ways_words,
)

_INDENT = "      "
_DECISION_COLOURS = {"reached": "green", "revert": "yellow", "cancel": "red"}
_RETURNED_COLOURS = {"close": "yellow", "not restored": "red"}


def local_line(recorded: Recorded, state: RunState) -> str:
    """The event's line with markup, from the fold so far; empty where it is not worth one."""
    match recorded.event:
        case LocalPlanningStarted() as event:
            most = event.max_iterations
            return (
                f"    ⤷ planning locally towards step {event.step_number}: {escape(event.goal)}"
                f" [dim](at most {most} iterations; {escape(event.why)})[/dim]"
            )
        case LocalProposed() as event:
            number = state_number(event.step_number, event.local)
            tries = f", option {escape(event.tries)}" if event.tries else ""
            back = escape(reversibility_words(event.reversibility))
            words = f"{escape(event.step.description)} [dim]({back}{tries})[/dim]"
            return f"{_INDENT}{number}  {words}"
        case LocalDecided() as event:
            return _decided(event)
        case StepEnded(local=local) as event if local and event.state != "done":
            number = state_number(event.step_number, local)
            return f"{_INDENT}{number}  [yellow]{event.state}[/yellow] {escape(event.detail)}"
        case ReversalEnded() as event:
            return _went_back(event, _view(state, event))
        case LocalPlanningEnded(result=result, reason=reason):
            colour = "red" if result == "cancelled" else "green"
            return f"    ⤷ local plan [{colour}]{result}[/{colour}]: {escape(reason)}"
        case OperatorForced(force=force):
            return f"{_INDENT}[bold]operator:[/bold] {escape(force_words(force))}"
        case _:
            return ""


def _decided(event: LocalDecided) -> str:
    number = state_number(event.step_number, event.local)
    colour = _DECISION_COLOURS.get(event.decision, "bold")
    by = f" by the operator, the rule said {event.ruled};" if event.by == "operator" else ""
    tried = options_words(event.explored_count, event.inputs.option_count)
    reason = " · ".join(part for part in (event.reason, tried) if part)
    words = f"[{colour}]{DECISION_WORDS[event.decision]}[/{colour}]"
    return (
        f"{_INDENT}{' ' * len(number)}  {distance_words(event.inputs)}  {words}{by}"
        f" [dim]{escape(reason)}[/dim]"
    )


def _went_back(event: ReversalEnded, view: LocalStateView | None) -> str:
    number = state_number(event.step_number, event.local)
    asked_for = view.asked_back if view is not None else event.undone
    undone = places_words(event.undone, event.segment_number) or "nothing"
    colour = _RETURNED_COLOURS.get(event.returned, "green")
    by = " by the operator" if view is not None and view.decided_by == "operator" else ""
    how = f": {escape(ways_words(event.ways))}" if event.ways else ""
    left = [place for place in asked_for if place not in event.undone]
    stands = f", {places_words(left, event.segment_number)} stands" if left else ""
    line = (
        f"{_INDENT}{number}  ↩ {undone} taken back{by}{how}"
        f" · seen: [{colour}]{RETURNED_WORDS[event.returned]}[/{colour}]{stands}"
    )
    differs = "; ".join(part for part in (*event.differences, event.why) if part)
    return f"{line}\n           [dim]{escape(differs)}[/dim]" if differs else line


def _view(state: RunState, event: ReversalEnded) -> LocalStateView | None:
    """The revert as it was folded: by whom it was wanted, and what it was to take back."""
    steps = state.segments[event.segment_number - 1].steps
    plan = next(view.local for view in steps if view.step.step_number == event.step_number)
    states = plan.states if plan is not None else ()
    return next((each for each in states if each.number == event.local), None)
