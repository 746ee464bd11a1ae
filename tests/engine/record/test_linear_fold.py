"""Folding costs the same for each event, however long the run is: counted, not timed."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sized
from dataclasses import replace
from itertools import islice
from types import FrameType

import pytest

from engine.domain.actions import Click
from engine.domain.events import Recorded
from engine.domain.plans import PlanStep, ReplanKind, look_again
from engine.domain.verdicts import StepState
from engine.record.views.fold import fold, fold_all
from engine.record.views.run_state import RunState, Segments, SegmentView, StepView
from engine.record.views.vector import Keyed, Vector, _unsealed
from tests.engine.record.runs import long_run, recorded_run
from tests.support.explored_run import wide_run

LAST = 40
"""Events that are counted, at the end of a run: more than one segment with all its steps."""


def lines_run(state: RunState, events: tuple[Recorded, ...]) -> int:
    """Lines of Python that folding them runs: all that is looked at one by one."""
    count = 0

    def trace(frame: FrameType, event: str, arg: object) -> Callable[..., object]:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        for each in events:
            state = fold(state, each)
    finally:
        sys.settrace(before)
    return count


def references_made(state: RunState, events: tuple[Recorded, ...]) -> int:
    """How many references tuples and dicts hold that each event makes anew: all that is copied."""
    count, known = 0, _holders_in(state)
    for each in events:
        state = fold(state, each)
        now = _holders_in(state)
        count += sum(len(made) for key, made in now.items() if key not in known)
        known = now
    return count


def _holders_in(state: RunState) -> dict[int, Sized]:
    """All within the state, by their ids."""
    found: dict[int, Sized] = {}
    seen, left = set[int](), list[object]([state])
    while left:
        each = left.pop()
        if id(each) in seen or isinstance(each, type):
            continue
        seen.add(id(each))
        if isinstance(each, tuple | dict):
            found[id(each)] = each
        left.extend(gc.get_referents(each))
    return found


def director(length: int) -> tuple[Recorded, ...]:
    return recorded_run(*islice(long_run(length), 1 + length * 37))


def explorer(length: int) -> tuple[Recorded, ...]:
    return tuple(wide_run(length).events[:-1])


@pytest.mark.parametrize("run", [director, explorer])
@pytest.mark.parametrize(("cost", "times"), [(lines_run, 1.02), (references_made, 2.5)])
def test_an_event_costs_as_much_at_the_end_of_a_long_run_as_of_a_short_one(
    run: Callable[[int], tuple[Recorded, ...]],
    cost: Callable[[RunState, tuple[Recorded, ...]], int],
    times: float,
) -> None:
    """``times``: what is looked at is the same; what is copied grows by a node or two, up to full
    ones, and would be seven times as much were all of it copied."""

    def at_the_end(length: int) -> int:
        events = run(length)
        return cost(fold_all(events[:-LAST]), events[-LAST:])

    assert 0 < at_the_end(296) < times * at_the_end(40)


def test_what_was_folded_before_stays_as_it_was() -> None:
    events = director(40)
    states = [RunState()]
    for each in events:
        states.append(fold(states[-1], each))
    assert states[len(events) // 2] == fold_all(events[: len(events) // 2])
    assert states[-1] == fold_all(events)


def test_a_vector_is_a_sequence_whose_copies_do_not_touch_it() -> None:
    vectors = [Vector[int]()]
    for number in range(1_100):
        vectors.append(vectors[-1].plus(number))
    assert [len(each) for each in vectors] == list(range(1_101))
    whole = vectors[-1]
    assert list(whole) == list(range(1_100))
    assert (whole[0], whole[31], whole[32], whole[1_024], whole[-1]) == (0, 31, 32, 1_024, 1_099)
    changed = whole.with_entry(1_023, -1)
    assert (changed[1_023], whole[1_023]) == (-1, 1_023)
    assert changed != whole
    assert whole == Vector(range(1_100))
    assert whole[1_098:] == (1_098, 1_099)
    assert (not Vector(), list(reversed(Vector("abc")))) == (True, ["c", "b", "a"])
    with pytest.raises(IndexError):
        whole[1_100]


def test_of_a_long_run_few_segments_are_held() -> None:
    events = director(300)
    gc.collect()
    before = _views_alive()
    state = fold_all(events)
    assert len(state.segments) == 300
    assert _views_alive() - before < 3 * Segments.WIDTH + 10, "three steps a segment"
    assert [each.segment_number for each in state.segments] == list(range(1, 301))
    assert sum(tally.completed for _, tally in state.segments.parts) == 900
    _unsealed.cache_clear()
    assert _views_alive() - before < 3 * Segments.WIDTH + 10, "of what was looked at, too"


def _views_alive() -> int:
    return sum(type(each) is StepView for each in gc.get_objects())


def test_a_segment_that_is_sealed_can_be_changed_and_stays_in_its_tally() -> None:
    state = fold_all(director(200))
    first = state.segments[0]
    failed = replace(first, steps=(replace(first.steps[0], state=StepState.FAILED),))
    changed = state.segments.with_entry(0, failed)
    assert (changed[0], state.segments[0]) == (failed, first)
    assert [tally.failed for _, tally in changed.parts] == [1, 0, 0, 0]
    assert [tally.completed for _, tally in changed.parts] == [189, 192, 192, 24]
    assert changed[1:] == state.segments[1:]
    assert state.segments.sealed() == state.segments


def test_a_look_is_no_step_that_was_done() -> None:
    click = PlanStep(1, "z1", "File", Click(), "Click File")
    steps = tuple(StepView(each, state=StepState.DONE) for each in (click, look_again(2)))
    ((_, tally),) = Segments([SegmentView(1, ReplanKind.ADAPTIVE, steps, finishes=False)]).parts
    assert tally.completed == 1


def test_what_has_a_key_keeps_its_place() -> None:
    first = Keyed({"a": 1, "b": 2})
    second = first.having("a", 3).having("c", 4)
    assert (list(first), list(second)) == ([1, 2], [3, 2, 4])
    assert (first.get("c"), second.get("c"), second.get("a")) == (None, 4, 3)
    other = first.having("d", 5).having("c", 6)
    assert (list(second), list(other)) == ([3, 2, 4], [1, 2, 5, 6])
    assert [each.get("c") for each in (first, second, other)] == [None, 4, 6]
    assert (second.get("d"), other.having("c", 7).get("c"), other.get("c")) == (None, 7, 6)
