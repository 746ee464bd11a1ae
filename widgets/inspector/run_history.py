"""What the views need of the events so far, beyond the projection: order, places, pictures.

It keeps the recorded events in order and knows, for each step and each event, which picture was
there before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.domain import events
from engine.domain.local_events import (
    LocalDecided,
    LocalPlanningStarted,
    ReversalEnded,
)
from engine.domain.model_events import ModelCalled
from engine.domain.plans import StepPlace
from engine.domain.web.events import Node, NodeEntered
from engine.record.views.fold import fold
from engine.record.views.run_state import RunState


class CallEntry(NamedTuple):
    """A call to a model, and the row of its event.

    ``place`` is the step or local state that it served; None where it led to a plan, that of
    ``segment_number``.
    """

    row: int
    call: ModelCalled
    segment_number: int
    place: StepPlace | None


class RunHistory:
    def __init__(self) -> None:
        self._events: list[events.Recorded] = []
        self._pictures: list[tuple[str, str]] = []
        self._before: dict[tuple[int, int], str] = {}
        self._calls: list[CallEntry] = []
        self._visits: dict[Node, int] = {}
        self._segments = 0
        self._last_seq = -1
        self._replayed: tuple[int, RunState] = (0, RunState())

    def extend(self, recorded: Sequence[events.Recorded]) -> tuple[events.Recorded, ...]:
        """Append what is new (by sequence number); returns just that."""
        fresh = tuple(each for each in recorded if each.seq > self._last_seq)
        for each in fresh:
            self._append(each)
        return fresh

    def clear(self) -> None:
        self._events.clear()
        self._pictures.clear()
        self._before.clear()
        self._calls.clear()
        self._visits.clear()
        self._segments = 0
        self._last_seq = -1
        self._replayed = (0, RunState())

    @property
    def started_at_secs(self) -> float:
        return self._events[0].at_secs if self._events else 0.0

    def event(self, row: int) -> events.Recorded | None:
        return self._events[row] if 0 <= row < len(self._events) else None

    def state_at(self, row: int) -> RunState:
        """The run as it stood after this event. Going on from the last answer is cheap."""
        done, state = self._replayed
        if done > row + 1:
            done, state = 0, RunState()
        for recorded in self._events[done : row + 1]:
            state = fold(state, recorded)
        self._replayed = (row + 1, state)
        return state

    def picture_before_step(self, segment_number: int, step_number: int) -> str:
        """Content hash of the last picture seen before the step began; empty if there is none."""
        return self._before.get((segment_number, step_number), "")

    def picture_at(self, row: int) -> tuple[str, str]:
        """Hashes of the last picture up to and with this event, and of the zones seen in it."""
        return self._pictures[row] if 0 <= row < len(self._pictures) else ("", "")

    @property
    def last_picture(self) -> tuple[str, str]:
        return self._pictures[-1] if self._pictures else ("", "")

    def last_visit(self, node: Node) -> int | None:
        """The row in which the state graph went to this node for the last time."""
        return self._visits.get(node)

    @property
    def calls(self) -> tuple[CallEntry, ...]:
        """All calls to models so far."""
        return tuple(self._calls)

    def calls_for(self, place: StepPlace) -> tuple[CallEntry, ...]:
        """What a local state was charged with; of a step all its local states, and the plan that
        it is part of."""
        if place.local:
            return tuple(each for each in self._calls if each.place == place)
        step = (place.segment_number, place.step_number)
        return tuple(
            each
            for each in self._calls
            if (each.place is None and each.segment_number == place.segment_number)
            or (each.place and (each.place.segment_number, each.place.step_number) == step)
        )

    def place_at(self, row: int) -> StepPlace | None:
        """The step or the local state that the event belongs to."""
        recorded = self.event(row)
        if recorded is None:
            return None
        event = recorded.event
        if isinstance(event, ModelCalled):
            return StepPlace.parse(event.place) if event.place else None
        segment, step = (getattr(event, name, 0) for name in ("segment_number", "step_number"))
        return StepPlace(segment, step, getattr(event, "local", 0)) if segment and step else None

    def _append(self, recorded: events.Recorded) -> None:
        self._last_seq = max(self._last_seq, recorded.seq)
        latest = self.last_picture
        match recorded.event:
            case ModelCalled() as call:
                self._calls.append(self._entry(call))
            case NodeEntered(node=node):
                self._visits[node] = len(self._events)
            case events.SegmentPlanned(segment_number=number):
                self._segments = number
            case events.StepStarted(segment_number=segment, step_number=step):
                self._before.setdefault((segment, step), latest[0])
            case (
                LocalPlanningStarted(picture_hash=picture)
                | LocalDecided(picture_after_hash=picture)
                | ReversalEnded(picture_hash=picture)
            ) if picture and picture != latest[0]:
                latest = (picture, "")
            case events.SituationObserved(picture_hash=picture, zones_hash=zones) if picture:
                latest = (picture, zones)
            case events.StepEnded(picture_hash=picture) if picture and picture != latest[0]:
                latest = (picture, "")
            case _:
                pass
        self._events.append(recorded)
        self._pictures.append(latest)

    def _entry(self, call: ModelCalled) -> CallEntry:
        """A call that serves no step leads to the plan that comes next."""
        place = StepPlace.parse(call.place) if call.place else None
        number = place.segment_number if place is not None else self._segments + 1
        return CallEntry(len(self._events), call, number, place)
