"""Which answers of a thinker keep to the action group document's figures."""

from __future__ import annotations

import pytest

from engine.domain.actions import Click
from engine.domain.exploring.groups import ActionGroup, Recommendation, by_confidence, what_is_wrong

WHY = "Open each menu once"


def group(actions: int = 1, *, confidence: float = 0.5, why: str = WHY) -> ActionGroup:
    return ActionGroup(why, confidence, (Recommendation(Click(), "z1"),) * actions)


@pytest.mark.parametrize(
    ("iteration", "successful", "sizes"),
    [
        (1, 0, (1,)),
        (1, 0, (1, 1, 1)),
        (2, 1, (1,)),
        (2, 2, (5, 1)),
        (3, 3, (10, 1, 5)),
        (9, 1, (10,)),
        (1, 0, ()),
        (4, 2, ()),
    ],
)
def test_what_keeps_to_the_figures_is_taken(
    iteration: int, successful: int, sizes: tuple[int, ...]
) -> None:
    groups = tuple(group(size) for size in sizes)
    assert what_is_wrong(groups, iteration=iteration, successful=successful) == ""


@pytest.mark.parametrize(
    ("iteration", "successful", "sizes", "path"),
    [
        (1, 0, (1, 1, 1, 1), "groups: iteration 1 must have 1 to 3 groups, not 4"),
        (1, 0, (1, 2), "groups[1].actions: a group of iteration 1 must have exactly 1 action"),
        (2, 2, (1,), "groups: iteration 2 must have one group for each successful one, so 2"),
        (2, 1, (1, 1), "groups: iteration 2"),
        (2, 1, (6,), "groups[0].actions: a group of iteration 2 must have 1 to 5 actions, not 6"),
        (3, 2, (10, 11), "groups[1].actions: a group of iteration 3 must have 1 to 10 actions"),
        (2, 1, (0,), "groups[0].actions"),
        (1, 0, (0,), "groups[0].actions"),
    ],
)
def test_counts_that_break_the_figures_are_refused_with_their_path(
    iteration: int, successful: int, sizes: tuple[int, ...], path: str
) -> None:
    groups = tuple(group(size) for size in sizes)
    assert what_is_wrong(groups, iteration=iteration, successful=successful).startswith(path)


@pytest.mark.parametrize("confidence", [-0.1, 1.1, 90.0, float("nan"), float("inf")])
def test_confidences_outside_zero_to_one_are_refused(confidence: float) -> None:
    wrong = what_is_wrong((group(), group(confidence=confidence)), iteration=1, successful=0)
    assert wrong.startswith("groups[1].confidence: must be from 0 to 1, not ")
    action = Recommendation(Click(), "z1", confidence=confidence)
    within = ActionGroup(WHY, 0.5, (Recommendation(Click(), "z1"), action))
    wrong = what_is_wrong((within,), iteration=2, successful=1)
    assert wrong.startswith("groups[0].actions[1].confidence")


@pytest.mark.parametrize(("chars", "is_right"), [(9, False), (10, True), (500, True), (501, False)])
def test_a_reasoning_has_10_to_500_characters(chars: int, is_right: bool) -> None:
    wrong = what_is_wrong((group(why="x" * chars),), iteration=1, successful=0)
    assert (wrong == "") is is_right
    padded = what_is_wrong((group(why="x".center(chars)),), iteration=1, successful=0)
    assert padded.startswith("groups[0].reasoning")


def test_the_highest_confidence_comes_first_and_equal_ones_stay_as_they_were() -> None:
    names = ("first of equal", "lowest of them", "second of equal", "highest of them")
    groups = (
        group(why=names[0]),
        group(confidence=0.1, why=names[1]),
        group(why=names[2]),
        group(confidence=1.0, why=names[3]),
    )
    ordered = [each.reasoning for each in by_confidence(groups)]
    assert ordered == [names[3], names[0], names[2], names[1]]
