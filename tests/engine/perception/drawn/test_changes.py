"""Which parts of a picture changed: tiles that differ, with a margin, and the things they cut."""

from __future__ import annotations

import numpy as np

from engine.domain.spaces import Rect
from engine.perception.drawn.searching import changed_parts, with_things
from engine.states.spots import TILE_PX

EMPTY = np.zeros((300, 400, 3), np.uint8)


def changed_at(*points: tuple[int, int]) -> list[Rect]:
    now = EMPTY.copy()
    for x, y in points:
        now[y, x, 1] = 1
    return list(changed_parts(EMPTY, now))


def test_the_same_picture_has_no_changed_part() -> None:
    assert changed_at() == []


def test_one_pixel_changes_its_tile_and_the_neighbours() -> None:
    [part] = changed_at((100, 100))
    assert part.contains(Rect(100, 100, 1, 1).center)
    assert (part.width, part.height) == (3 * TILE_PX, 3 * TILE_PX)


def test_distant_changes_are_parts_of_their_own() -> None:
    first, second = sorted(changed_at((5, 5), (350, 250)), key=lambda part: part.x)
    assert first.contains(Rect(5, 5, 1, 1).center) and second.contains(Rect(350, 250, 1, 1).center)
    assert first.intersection(second).is_empty


def test_a_picture_smaller_than_a_tile_is_compared() -> None:
    [part] = changed_parts(np.zeros((1, 1, 3), np.uint8), np.ones((1, 1, 3), np.uint8))
    assert part.contains(Rect(0, 0, 1, 1).center)


def test_a_part_grows_by_the_things_that_it_cuts_and_joins_what_it_meets() -> None:
    parts = [Rect(0, 0, 32, 32), Rect(100, 0, 32, 32), Rect(300, 200, 32, 32)]
    grown = with_things(parts, [Rect(20, 10, 100, 10), Rect(200, 100, 20, 20)])
    assert sorted(grown, key=lambda one: one.x) == [Rect(0, 0, 132, 32), Rect(300, 200, 32, 32)]
