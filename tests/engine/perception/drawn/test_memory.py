"""What was seen in a picture is kept, and within bounds however much comes and goes."""

from __future__ import annotations

import numpy as np

from engine.domain.spaces import Frame, Rect
from engine.domain.zones import Window
from engine.perception.drawn.boxes import InaccessibleArea
from engine.perception.drawn.memory import DrawnMemory, SeenArea
from engine.perception.drawn.searching import look_through

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


def test_what_a_changed_part_cuts_swallows_nothing_and_does_not_go() -> None:
    """Where only what is around a caret was looked through, the ground between the frames of two
    fields is cut: it is no button, with the field and the button below it for its parts."""
    window = Window("w", "Key", "app", Rect(0, 0, 315, 226), True, 0)
    one = InaccessibleArea(window.bounds_px, window, is_silent=True)
    memory = DrawnMemory()
    before = np.full((226, 315, 3), 217, np.uint8)

    def paint(box: Rect, edge: int, fill: int) -> None:
        before[box.slices] = edge
        before[box.grown(-2).slices] = fill

    for top in (24, 106):
        paint(Rect(16, top, 284, 52), 130, 217)
        before[top : top + 2, 24:90] = 217  # its title
        paint(Rect(27, top + 20, 244, 21), 130, 255)
    paint(Rect(30, 179, 91, 28), 90, 217)
    after = before.copy()
    after[128:143, 92:93] = 0
    shown = []
    for picture in (before, after):
        alpha = np.full((*picture.shape[:2], 1), 255, np.uint8)
        frame = Frame(len(shown), 0.0, 315, 226, np.dstack([picture, alpha]).tobytes())
        memory.learn_shapes(one, look_through(frame, one, memory))
        shown.append({each.bounds_px for each in memory.shown_shapes(frame, one)})
    assert shown[1] == shown[0] and len(shown[0]) == 3
