"""Which marks are icons and which are words, and what is written below an icon or beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.domain.spaces import Rect

_LEAST_ICON_PX = 14
_SMALL_PX = 64
"""Larger ones count as icons only where a caption says so."""
_COVERED = 0.3
_NEAR = 0.7
_LETTER = 0.78
_CAPTION_GAP_PX = 14
_BESIDE_GAP_PX = 12
_MOST_CAPTION = 3.0


class IconWords:
    """``captions`` and ``beside`` give, by icon, the number of its line among ``free``.

    ``free`` are the lines that no shape has for its own, ``taken`` the others. ``icons`` are the
    marks that stand for themselves: no words, no parts of words, and not beside one.
    """

    def __init__(self, free: Sequence[Rect], taken: Sequence[Rect], marks: Iterable[Rect]) -> None:
        self._free = free
        self.icons: list[Rect] = []
        self.captions: dict[Rect, int] = {}
        self.beside: dict[Rect, int] = {}
        lines = [*free, *taken]
        used: set[int] = set()
        for mark in sorted(marks, key=lambda one: -one.area):
            if any(_is_word(mark, line) for line in lines):
                continue
            caption = self._nearest(mark, _below, used)
            beside = None if caption is not None else self._nearest(mark, _beside, used)
            if max(mark.width, mark.height) > _SMALL_PX and caption is None:
                continue
            if beside is not None:
                used.add(beside)
                self.beside[mark] = beside
                continue
            if caption is not None:
                used.add(caption)
                self.captions[mark] = caption
            self.icons.append(mark)

    def _nearest(self, icon: Rect, far: Callable[[Rect, Rect], int], used: set[int]) -> int | None:
        if min(icon.width, icon.height) < _LEAST_ICON_PX:
            return None
        near = [
            (gap, number)
            for number, line in enumerate(self._free)
            if number not in used and (gap := far(icon, line)) >= 0
        ]
        return min(near)[1] if near else None


def _is_word(mark: Rect, line: Rect) -> bool:
    """It is in the line, or stands in one row with it as its next letter would."""
    if mark.intersection(line).area > _COVERED * mark.area:
        return True
    is_level = line.y - 2 <= mark.center.y < line.bottom + 2
    gap = max(mark.x - line.right, line.x - mark.right)
    is_letter = mark.height <= _LETTER * line.height
    return is_level and is_letter and gap <= _NEAR * min(line.height, mark.height)


def _below(icon: Rect, line: Rect) -> int:
    """How far; -1 where the line is no caption."""
    gap = line.y - icon.bottom
    is_centred = abs(line.center.x - icon.center.x) <= max(6, icon.width // 4)
    is_like = line.width <= _MOST_CAPTION * icon.width and line.height <= icon.height
    return max(0, gap) if is_centred and is_like and -2 <= gap <= _CAPTION_GAP_PX else -1


def _beside(icon: Rect, line: Rect) -> int:
    """How far; -1 where the line does not stand right of the icon."""
    gap = line.x - icon.right
    is_level = abs(line.center.y - icon.center.y) <= max(4, icon.height // 4)
    is_near = 0 <= gap <= _BESIDE_GAP_PX and icon.height <= 3 * line.height
    return gap if is_level and is_near else -1
