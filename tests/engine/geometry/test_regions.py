"""What is left of rectangles under others."""

from __future__ import annotations

from engine.domain.spaces import Rect
from engine.geometry.regions import is_covered, without_all

WHOLE = Rect(0, 0, 100, 100)


def test_a_hole_leaves_four_pieces() -> None:
    pieces = without_all([WHOLE], [Rect(40, 40, 20, 20)])
    assert sum(piece.area for piece in pieces) == 100 * 100 - 20 * 20
    assert len(pieces) == 4
    assert not any(piece.contains(Rect(40, 40, 20, 20).center) for piece in pieces)


def test_what_two_cover_together_is_covered() -> None:
    left, right = Rect(-5, 0, 60, 100), Rect(50, 0, 60, 200)
    assert is_covered(WHOLE, [left, right]) and not is_covered(WHOLE, [left])
    assert without_all([WHOLE], [WHOLE]) == ()
