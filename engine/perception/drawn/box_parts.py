"""Fields that have small buttons at their right end: one makes a combo box, two a spin box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.domain.zones import Role
from engine.perception.drawn.boxes import Box

_TOUCHING_PX = 3
_MOST_WIDTH = 1.4
"""In heights: wider ones are buttons in a row with the field."""


def with_their_buttons(boxes: Sequence[Box]) -> Iterator[Box]:
    """The boxes; fields reach over their buttons, which stay as well."""
    buttons = [one for one in boxes if one.role is Role.BUTTON]
    for box in boxes:
        if box.role not in (Role.TEXT_FIELD, Role.BUTTON, Role.ICON):
            yield box
            continue
        parts = _parts(box, buttons)
        is_field = box.role is Role.TEXT_FIELD or len(parts) == 2
        if not parts or not is_field or box.bounds_px.width < box.bounds_px.height:
            yield box
            continue
        whole = box.bounds_px.union(parts[-1].bounds_px)
        role = Role.SPIN_BOX if len(parts) == 2 else Role.COMBO_BOX
        yield replace(box, bounds_px=whole, role=role)


def _parts(box: Box, buttons: Sequence[Box]) -> list[Box]:
    parts: list[Box] = []
    last = box
    while (following := _next(last, buttons)) is not None and len(parts) < 2:
        parts.append(following)
        last = following
    return parts


def _next(box: Box, buttons: Sequence[Box]) -> Box | None:
    place = box.bounds_px
    for one in buttons:
        other = one.bounds_px
        is_level = abs(other.y - place.y) <= 2 and abs(other.bottom - place.bottom) <= 2
        is_small = other.width <= _MOST_WIDTH * other.height
        if is_level and is_small and one is not box and abs(other.x - place.right) <= _TOUCHING_PX:
            return one
    return None
