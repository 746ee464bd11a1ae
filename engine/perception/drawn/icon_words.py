"""Which marks are icons and which are words, and what is written below an icon or beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

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
    """``lines`` are those that no other shape has for its own."""

    def __init__(self, lines: Sequence[Rect]) -> None:
        self._lines = lines
        self._words: dict[Rect, list[int]] = {}

    def icons(self, marks: Iterable[Rect], all_lines: Sequence[Rect]) -> Iterator[Rect]:
        """The marks that are no words and no parts of words; ``all_lines`` are those of shapes
        too."""
        taken: set[int] = set()
        for mark in sorted(marks, key=lambda one: -one.area):
            if any(_is_word(mark, line) for line in all_lines):
                continue
            words = [n for n in self._captions(mark) if n not in taken]
            if max(mark.width, mark.height) > _SMALL_PX and not words:
                continue
            taken.update(words)
            self._words[mark] = words
            yield mark

    def words_of(self, icon: Rect) -> Sequence[int]:
        """Numbers of lines."""
        return self._words[icon]

    def _captions(self, icon: Rect) -> list[int]:
        """The nearest line below, else the one right of it."""
        if min(icon.width, icon.height) < _LEAST_ICON_PX:
            return []
        below = [(gap, n) for n, line in enumerate(self._lines) if (gap := _below(icon, line)) >= 0]
        if below:
            return [min(below)[1]]
        beside = [
            (line.x, n) for n, line in enumerate(self._lines) if _is_beside(icon, line)
        ]
        return [min(beside)[1]] if beside else []


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


def _is_beside(icon: Rect, line: Rect) -> bool:
    gap = line.x - icon.right
    is_level = abs(line.center.y - icon.center.y) <= max(4, icon.height // 4)
    return is_level and 0 <= gap <= _BESIDE_GAP_PX and icon.height <= 3 * line.height
