"""Boxes by the rows of the picture in which they lie, so that neighbours are found at once."""

from __future__ import annotations

from collections.abc import Sequence

from engine.domain.spaces import Rect

_ROW_PX = 32


class Rows:
    """Numbers of boxes, in their order."""

    def __init__(self, boxes: Sequence[Rect]) -> None:
        self._rows: dict[int, list[int]] = {}
        for number, box in enumerate(boxes):
            for row in range(box.y // _ROW_PX, box.bottom // _ROW_PX + 1):
                self._rows.setdefault(row, []).append(number)

    def near(self, box: Rect, margin_px: int = 0) -> list[int]:
        """Those that lie as high as the box or nearly so; how far left or right does not count."""
        first = (box.y - margin_px) // _ROW_PX
        last = (box.bottom + margin_px) // _ROW_PX
        if first == last:
            return self._rows.get(first, [])
        found = {n for row in range(first, last + 1) for n in self._rows.get(row, ())}
        return sorted(found)
