"""Goals of any length: read in a moment, or refused with the bound that they exceed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.domain.errors import GoalUnreadable
from engine.domain.zones import MOST_GOAL_CHARS
from engine.language.goals.pieces import refuse_empty
from engine.language.goals.reader import read_goal
from engine.language.goals.web import read_web_readings
from tests.support.growth import grows_no_faster


def clauses(count: int) -> str:
    return "; ".join(f"click Save {number}" for number in range(count))


LONG: dict[str, tuple[Callable[[int], str], int]] = {
    "clauses": (clauses, 1_200),
    "one word": (lambda count: "click " + "a" * count, 19_000),
    "spaces": (lambda count: "click" + " " * count + "Save", 19_000),
    "quotes": (lambda count: "“" * count, 19_000),
    "one label": (lambda count: "click a" + " and b" * count, 3_000),
    "places": (lambda count: "click a" + " in b" * count, 3_500),
}


@pytest.mark.parametrize(("goal", "most"), LONG.values(), ids=LONG)
@pytest.mark.parametrize("read", [read_goal, read_web_readings])
def test_a_long_goal_is_read_or_refused_in_a_moment(
    read: Callable[[str], object], goal: Callable[[int], str], most: int
) -> None:
    def answered(count: int) -> None:
        try:
            read(goal(count))
        except GoalUnreadable as error:
            assert error.message

    assert grows_no_faster(answered, most)


def test_all_clauses_of_a_long_goal_are_read() -> None:
    assert len(read_goal(clauses(1_200))) == 1_200


@pytest.mark.parametrize("read", [read_goal, read_web_readings, refuse_empty])
def test_a_goal_that_is_too_long_is_refused_with_the_bound(read: object) -> None:
    goal = clauses(5_000)
    assert len(goal) > MOST_GOAL_CHARS and callable(read)
    with pytest.raises(GoalUnreadable, match=r"has 83,888 characters, and 20,000 are read"):
        read(goal)
