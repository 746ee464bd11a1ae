"""Goals of any length: read in a moment, or refused with the bound that they exceed."""

from __future__ import annotations

import time

import pytest

from engine.domain.bounds import MOST_GOAL_CHARS
from engine.domain.errors import GoalUnreadable
from engine.language.goals.reader import read_goal
from engine.language.goals.web import read_web_readings
from engine.thinking.model.asking import refuse_empty

LONG = {
    "clauses": "; ".join(f"click Save {number}" for number in range(1_200)),
    "one word": "click " + "a" * 19_000,
    "spaces": "click" + " " * 19_000 + "Save",
    "quotes": "“" * 19_000,
    "one label": "click a" + " and b" * 3_000,
    "places": "click a" + " in b" * 3_500,
}


@pytest.mark.parametrize("goal", LONG.values(), ids=LONG)
def test_a_long_goal_is_read_or_refused_in_a_moment(goal: str) -> None:
    for read in (read_goal, read_web_readings):
        began = time.process_time()
        try:
            read(goal)
        except GoalUnreadable as error:
            assert error.message
        assert time.process_time() - began < 2.0


def test_all_clauses_of_a_long_goal_are_read() -> None:
    assert len(read_goal(LONG["clauses"])) == 1_200


@pytest.mark.parametrize("read", [read_goal, read_web_readings, refuse_empty])
def test_a_goal_that_is_too_long_is_refused_with_the_bound(read: object) -> None:
    goal = "; ".join(f"click Save {number}" for number in range(5_000))
    assert len(goal) > MOST_GOAL_CHARS and callable(read)
    with pytest.raises(GoalUnreadable, match=r"has 83,888 characters, and 20,000 are read"):
        read(goal)
