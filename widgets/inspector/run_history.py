"""What the views need of the events so far, beyond the projection: their order, and what each of
them belongs to."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.domain import events
from engine.domain.plans import StepPlace
from engine.domain.web.events import Node, NodeEntered
from engine.record.views.fold import STATES_EVERY, fold
from engine.record.views.run_state import RunState
from engine.record.views.vector import PackedEvents


class CallEntry(NamedTuple):
    """A call to a model, and the row of its event. ``place`` is the step or local state that it
    served; None where it led to a plan, that of ``segment_number``."""

    row: int
    call: events.ModelCalled
    segment_number: int
    place: StepPlace | None


class RunHistory:
    def __init__(self) -> None:
        self.events = PackedEvents()
        self.clear()

    def clear(self) -> None:
        self.events.clear()
        self.calls: list[CallEntry] = []
        """All calls to models so far."""
        self.visits: dict[Node, int] = {}
        """The row in which the state graph went to a node for the last time."""
        self._segments = 0
        self._last_seq = -1
        self._states = [RunState()]
        self._told = 0, self._states[0]

    def extend(
        self, recorded: Sequence[events.Recorded], then: RunState | None = None
    ) -> tuple[events.Recorded, ...]:
        """Append what is new, by sequence number; returns that. ``then``: the state after it."""
        fresh = tuple(each for each in recorded if each.seq > self._last_seq)
        for row, each in enumerate(fresh, len(self.events)):
            self._last_seq = max(self._last_seq, each.seq)
            match each.event:
                case events.ModelCalled() as call:
                    # one that serves no step leads to the plan that comes next
                    place = StepPlace.parse(call.place) if call.place else None
                    number = place.segment_number if place is not None else self._segments + 1
                    self.calls.append(CallEntry(row, call, number, place))
                case NodeEntered(node=node):
                    self.visits[node] = row
                case events.SegmentPlanned(segment_number=number):
                    self._segments = number
        self.events.extend(fresh)
        if then is not None and len(self.events) == len(self._states) * STATES_EVERY:
            self._keep(then)
        return fresh

    @property
    def started_at_secs(self) -> float:
        return self.events[0].at_secs if self.events else 0.0

    def event(self, row: int) -> events.Recorded | None:
        return self.events[row] if 0 <= row < len(self.events) else None

    def state_at(self, row: int) -> RunState:
        """The run as it stood after this event; from event to event each is folded once."""
        kept = min((row + 1) // STATES_EVERY, len(self._states) - 1)
        begun = kept * STATES_EVERY, self._states[kept]
        first, state = self._told if begun[0] <= self._told[0] <= row + 1 else begun
        for at in range(first, row + 1):
            state = fold(state, self.events[at])
            if at + 1 == len(self._states) * STATES_EVERY:
                self._keep(state)
        self._told = row + 1, state
        return state

    def _keep(self, state: RunState) -> None:
        """In little room: there is one for each few hundred events."""
        calls, segments = state.model_calls.sealed(), state.segments.sealed()
        self._states.append(replace(state, segments=segments, model_calls=calls))

    def calls_for(self, place: StepPlace) -> tuple[CallEntry, ...]:
        """What a local state was charged with; of a step all of them, and its plan."""
        if place.local:
            return tuple(each for each in self.calls if each.place == place)
        return tuple(
            each
            for each in self.calls
            if (each.place is None and each.segment_number == place.segment_number)
            or (each.place and replace(each.place, local=0) == place)
        )

    def place_at(self, row: int) -> StepPlace | None:
        """The step or the local state that the event belongs to."""
        recorded = self.event(row)
        if recorded is None:
            return None
        event = recorded.event
        if isinstance(event, events.ModelCalled):
            return StepPlace.parse(event.place) if event.place else None
        segment, step = (getattr(event, name, 0) for name in ("segment_number", "step_number"))
        return StepPlace(segment, step, getattr(event, "local", 0)) if segment and step else None
