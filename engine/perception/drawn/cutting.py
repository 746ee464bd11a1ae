"""Lines of text cut where the border of a shape runs through them, before they are read.

A detector of text takes neighbouring buttons for one line, or a check box for the first letter of
what stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.domain.spaces import Rect
from engine.domain.zones import Role
from engine.perception.drawn.shapes import Shape
from engine.perception.drawn.text_lines import tightened
from engine.perception.pixels import Pixels

_CUTTING_ROLES = frozenset(
    {Role.CHECK_BOX, Role.RADIO_BUTTON, Role.BUTTON, Role.TEXT_FIELD, Role.COMBO_BOX}
)
_LEAST_PIECE_PX = 5
_LEAST_HEIGHT = 0.6


def cut_lines(picture: Pixels, places: Iterable[Rect], shapes: Sequence[Shape]) -> list[Rect]:
    """The places of lines in the picture, so that none belongs to two of its shapes, without the
    empty space around them."""
    cuts = [one.bounds_px for one in shapes if one.role in _CUTTING_ROLES]
    cut: list[Rect] = []
    for place in places:
        pieces = [tightened(picture, place)]
        for box in cuts:
            pieces = [piece for one in pieces for piece in _cut(one, box)]
        cut += [tightened(picture, piece) for piece in pieces]
    return cut


def _cut(line: Rect, box: Rect) -> list[Rect]:
    """The parts of the line left of the box, in it and right of it."""
    over = line.intersection(box)
    is_low = box.height < _LEAST_HEIGHT * line.height  # a hollow letter, not a box
    if over.is_empty or is_low or over.height < line.height / 2:
        return [line]
    if over.width >= line.width - 2 * _LEAST_PIECE_PX:
        return [line]
    parts = (
        Rect(line.x, line.y, box.x - line.x, line.height),
        Rect(over.x, line.y, over.width, line.height),
        Rect(box.right, line.y, line.right - box.right, line.height),
    )
    return [part for part in parts if part.width >= _LEAST_PIECE_PX]
