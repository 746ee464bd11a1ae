"""From a picture to shapes: what looks like a button, a field, a check box or an icon.

No learning and no pictures of particular applications: edges, even colours and what stands upon
them. What is written in a shape is not known here; ``joining`` gives the words and the last say
about the role.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.domain.spaces import Rect
from engine.domain.zones import Role
from engine.perception.drawn.box_parts import with_their_buttons
from engine.perception.drawn.boxes import Box, boxes_in
from engine.perception.drawn.check_marks import CheckMark, check_marks_in
from engine.perception.drawn.icons import icons_in
from engine.perception.drawn.regions import painted_in
from engine.perception.drawn.sliders import sliders_in
from engine.perception.pixels import Pixels

_WHOLE_ROLES = frozenset({Role.BUTTON, Role.COMBO_BOX})
"""What stands in these is part of them."""


@dataclass(frozen=True, slots=True)
class Shape:
    """In the picture's own pixels; ``confidence`` is 0 to 1. ``is_marked`` tells of a check box
    or a radio button whether something stands in it."""

    bounds_px: Rect
    role: Role
    confidence: float
    is_marked: bool = False

    def moved(self, right: int, down: int) -> Shape:
        at = self.bounds_px
        return replace(self, bounds_px=Rect(at.x + right, at.y + down, at.width, at.height))


def shapes_in(picture: Pixels) -> list[Shape]:
    """``picture`` is of (height, width, 3) BGR bytes, of any size from one pixel on. The larger
    ones come first; a shape may lie within another one."""
    painted = painted_in(picture)
    marks = check_marks_in(painted)
    boxes = boxes_in(picture, painted, [one.bounds_px for one in marks])
    marks = [one for one in marks if not _is_on_button(one, boxes)]
    shapes = [Shape(one.bounds_px, one.role, one.confidence) for one in with_their_buttons(boxes)]
    sliders = list(sliders_in(painted))
    shapes += [Shape(box, Role.SLIDER, 0.6) for box in sliders]
    shapes += [Shape(one.bounds_px, one.role, one.confidence, one.is_marked) for one in marks]
    taken = [*_controls(boxes), *(one.bounds_px for one in marks), *sliders]
    shapes += [Shape(box, Role.ICON, 0.5) for box in icons_in(painted.marks, taken)]
    return list(_without_patches(sorted(shapes, key=lambda one: -one.bounds_px.area)))


def _without_patches(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Of icons, those that are no patch of colour within a larger one."""
    icons: list[Rect] = []
    for shape in shapes:
        box = shape.bounds_px
        if shape.role is not Role.ICON:
            yield shape
        elif not any(icon.contains(box.center) for icon in icons):
            icons.append(box)
            yield shape


def _is_on_button(mark: CheckMark, boxes: Iterable[Box]) -> bool:
    """A round picture on a button is no radio button."""
    if mark.role is not Role.RADIO_BUTTON:
        return False
    return any(
        box.role is Role.BUTTON
        and box.bounds_px.contains(mark.bounds_px.center)
        and box.bounds_px.width > 2 * mark.bounds_px.width
        for box in boxes
    )


def _controls(boxes: Iterable[Box]) -> list[Rect]:
    return [one.bounds_px for one in boxes if one.role in _WHOLE_ROLES]
