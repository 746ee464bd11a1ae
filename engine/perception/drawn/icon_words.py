"""Which components are icons and which words, and what is written below an icon or beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set

from engine.domain.spaces import Rect
from engine.perception.drawn.regions import Rows

_LEAST_ICON_PX = 14
_SMALL_PX = 64
"""Larger ones count as icons only where a caption says so."""
_COVERED = 0.3
_NEAR = 0.7
_LETTER = 0.78
_CAPTION_GAP_PX = 14
_LARGE_PX = 48
_BESIDE_GAP_PX = 12
_MOST_CAPTION = 3.0


class IconWords:
    """``captions`` and ``beside`` give, by icon, the number of its line among ``lines``.

    ``taken`` are the numbers of lines that another shape has for its own. ``icons`` are the
    components that stand for themselves: no words, no parts of words, and not beside one.
    """

    def __init__(self, lines: Sequence[Rect], taken: Set[int], components: Iterable[Rect]) -> None:
        self._lines = lines
        self._rows = Rows(lines)
        self._taken = set(taken)
        self.icons: list[Rect] = []
        self.captions: dict[Rect, int] = {}
        self.beside: dict[Rect, int] = {}
        for component in sorted(components, key=lambda one: -one.area):
            near = self._rows.near(component, _caption_gap_px(component))
            if not any(_is_word(component, lines[number]) for number in near):
                self._place(component, near)

    def _place(self, component: Rect, near: Sequence[int]) -> None:
        caption = self._nearest(component, _below, near)
        if caption is not None:
            self._taken.add(caption)
            self.captions[component] = caption
            self.icons.append(component)
        elif max(component.width, component.height) > _SMALL_PX:
            return
        elif (beside := self._nearest(component, _beside, near)) is not None:
            self._taken.add(beside)
            self.beside[component] = beside
        else:
            self.icons.append(component)

    def _nearest(
        self, icon: Rect, far: Callable[[Rect, Rect], int], near: Sequence[int]
    ) -> int | None:
        if min(icon.width, icon.height) < _LEAST_ICON_PX:
            return None
        gaps = [
            (gap, number)
            for number in near
            if number not in self._taken and (gap := far(icon, self._lines[number])) >= 0
        ]
        return min(gaps)[1] if gaps else None


def _is_word(component: Rect, line: Rect) -> bool:
    """It is in the line, or stands in one row with it as its next letter would."""
    if component.intersection(line).area > _COVERED * component.area:
        return True
    is_level = line.y - 2 <= component.center.y < line.bottom + 2
    gap = max(component.x - line.right, line.x - component.right)
    is_letter = component.height <= _LETTER * line.height
    return is_level and is_letter and gap <= _NEAR * min(line.height, component.height)


def _below(icon: Rect, line: Rect) -> int:
    """How far; -1 where the line is no caption."""
    gap = line.y - icon.bottom
    is_centred = abs(line.center.x - icon.center.x) <= max(6, icon.width // 4)
    is_like = line.width <= _MOST_CAPTION * icon.width and line.height <= icon.height
    return max(0, gap) if is_centred and is_like and -2 <= gap <= _caption_gap_px(icon) else -1


def _caption_gap_px(icon: Rect) -> int:
    """Large icons stand in cells of one size, and their captions at the foot of these."""
    return max(_CAPTION_GAP_PX, icon.height // 2 if icon.height >= _LARGE_PX else 0)


def _beside(icon: Rect, line: Rect) -> int:
    """How far; -1 where the line does not stand right of the icon."""
    gap = line.x - icon.right
    is_level = abs(line.center.y - icon.center.y) <= max(4, icon.height // 4)
    is_near = 0 <= gap <= _BESIDE_GAP_PX and icon.height <= 3 * line.height
    return gap if is_level and is_near else -1
