"""What the views know of an exploration, folded from its events."""

from __future__ import annotations

from engine.domain.events import Event
from engine.domain.exploring.events import ExplorationStarted, StateSeen, SurfaceReset
from engine.domain.exploring.limits import ExploreLimits
from engine.record.views.exploring.explore_view import ExploreView
from engine.record.views.fold import fold_all
from tests.engine.record.runs import STARTED, exploration, recorded_run
from tests.support.explored_run import explored_run


def view_of(*events: Event) -> ExploreView:
    view = fold_all(recorded_run(STARTED, *events)).explore
    assert view is not None
    return view


def test_groups_stand_under_their_iterations_with_what_they_grew_from() -> None:
    view = view_of(*exploration())
    told = [(each.number, each.iteration, each.grown_from) for each in view.groups]
    assert told == [(1, 1, 0), (2, 1, 0), (3, 2, 1)]
    succeeded = [each.assessed and each.assessed.succeeded for each in view.groups]
    assert succeeded == [True, False, None]
    assert view.iteration == 2
    assert [each.iteration for each in view.refusals] == [2]


def test_the_group_of_a_segment_is_known() -> None:
    view = view_of(*exploration())
    group = view.group_of_segment(2)
    assert group is not None
    assert group.number == 2
    assert view.group_of_segment(9) is None


def test_states_are_counted_once_and_transitions_between_them_too() -> None:
    view = view_of(*exploration())
    assert [(each.title, each.visits) for each in view.states] == [("Start", 2), ("Menu", 2)]
    assert [(each.start, each.end, each.count) for each in view.transitions] == [
        ("s1", "s2", 2),
        ("s2", "s1", 1),
    ]
    assert view.transitions[0].by == "Click “File”"
    assert view.state_id == "s2"


def test_beginning_again_is_no_visit_and_actions_are_counted_as_they_are_done() -> None:
    seen = [
        StateSeen("s1", "Start", True, 0, "p1"),
        StateSeen("s2", "Menu", True, 1, "p2", "s1", "Click “File”"),
        SurfaceReset("Walk 1 for finding 1"),
        StateSeen("s1", "Start", False, 1, ""),
        SurfaceReset("Walk 2 for finding 1"),
        StateSeen("s1", "Start", False, 1, ""),
        StateSeen("s1", "Start", False, 2, "", "s2", "Press Escape"),
    ]
    view = view_of(ExplorationStarted(ExploreLimits()), *seen)
    assert [(each.title, each.visits) for each in view.states] == [("Start", 2), ("Menu", 1)]
    assert (view.actions, view.actions_done) == (2, 0)


def test_a_finding_gets_its_shortest_path() -> None:
    (finding,) = view_of(*exploration()).findings
    assert len(finding.found.finding.path) == 2
    assert finding.minimised is not None
    assert len(finding.minimised.path) == 1
    (raw,) = view_of(*exploration()[:-1]).findings
    assert raw.minimised is None


def test_the_way_that_first_led_to_a_state_is_told_in_words() -> None:
    view = explored_run().state.explore
    assert view is not None
    assert view.path_to("list-1") == (
        "Click “File”",
        "Click “New entry”",
        "Type “Coffee” into “Name”",
        "Click “Add”",
    )
    assert view.path_to("start") == () == view.path_to("unknown")


def test_a_finding_is_walked_by_its_shortest_path() -> None:
    view = explored_run().state.explore
    assert view is not None
    finding = view.findings[0]
    assert finding.is_minimised and len(finding.path) == 2 and len(finding.original_path) == 5
    assert view.actions_done == 16
