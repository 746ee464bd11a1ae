"""The largest place of a window of which nothing is told."""

from __future__ import annotations

from engine.acting.exploring.identity import largest_gap
from engine.domain.spaces import Rect

WINDOW = Rect(100, 50, 320, 160)


def test_a_window_without_anything_is_one_gap() -> None:
    assert largest_gap(WINDOW, []) == WINDOW


def test_the_gap_lies_beside_or_below_what_is_told() -> None:
    bar = Rect(100, 50, 320, 40)
    assert largest_gap(WINDOW, [bar]) == Rect(100, 98, 320, 112)
    column = Rect(100, 50, 200, 160)
    assert largest_gap(WINDOW, [bar, column]) == Rect(308, 98, 112, 112)


def test_what_is_told_all_over_leaves_no_gap() -> None:
    assert largest_gap(WINDOW, [WINDOW.grown(20)]).is_empty
    assert largest_gap(Rect(0, 0, 10, 10), []).is_empty


def test_what_lies_outside_takes_nothing_away() -> None:
    assert largest_gap(WINDOW, [Rect(0, 0, 90, 40), Rect(500, 50, 40, 40)]) == WINDOW
