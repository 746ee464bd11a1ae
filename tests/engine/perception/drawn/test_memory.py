"""What was seen in a picture is kept, and within bounds however much comes and goes."""

from __future__ import annotations

import numpy as np

from engine.domain.spaces import Rect
from engine.domain.zones import Window
from engine.perception.drawn.inaccessible import InaccessibleArea
from engine.perception.drawn.memory import DrawnMemory, SeenArea

WIDTH, HEIGHT = 3840, 2160


def area(width: int, height: int = HEIGHT) -> InaccessibleArea:
    """A part of a large silent window, as a menu that lies over it leaves one."""
    window = Window("w", "Game", "game", Rect(0, 0, WIDTH, HEIGHT), True, 0)
    return InaccessibleArea(Rect(0, 0, width, height), window, is_silent=True)


def looked_through(memory: DrawnMemory, one: InaccessibleArea) -> None:
    box = one.bounds_px
    picture = np.zeros((box.height, box.width, 3), np.uint8)
    memory.learn_shapes(one, SeenArea(picture, ()))


def test_pictures_of_a_large_screen_take_no_more_memory_the_more_of_them_there_were() -> None:
    memory = DrawnMemory()
    parts = [area(WIDTH - number) for number in range(20)]
    held = []
    for one in parts:
        looked_through(memory, one)
        pictures = [memory.looked_at(each) for each in parts]
        held.append(sum(each.nbytes for each in pictures if each is not None))
    assert max(held) <= 128 * 1024 * 1024
    assert memory.looked_at(parts[-1]) is not None and memory.looked_at(parts[0]) is None


def test_what_is_looked_through_again_and_again_is_not_the_first_to_go() -> None:
    memory = DrawnMemory()
    looked_through(memory, area(WIDTH))
    for number in range(1, 200):
        looked_through(memory, area(40 + number, 40))
        assert memory.looked_at(area(WIDTH)) is not None
        if number % 3 == 0:
            looked_through(memory, area(WIDTH))
    assert memory.looked_at(area(239, 40)) is not None and memory.looked_at(area(41, 40)) is None
