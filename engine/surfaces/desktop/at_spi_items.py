"""The entries of lists, tables and trees; of a very long one only those in sight."""

from __future__ import annotations

from collections.abc import Sequence

from engine.surfaces.desktop import at_spi_bus as spi
from engine.surfaces.desktop.at_spi_line import ApplicationLine
from engine.surfaces.desktop.at_spi_node import SpiNode

MOST_ITEMS = 500
"""A list, table or tree with more entries than these is read only where it is in sight."""

_MOST_CLOSED_OPTIONS = 60


class ItemFinder:
    """Finds entries of one application's views. Raises like ``ApplicationLine``."""

    def __init__(self, line: ApplicationLine) -> None:
        self._line = line

    async def items_of_all(self, views: Sequence[SpiNode]) -> list[tuple[SpiNode, str]]:
        """Each entry of these views as its view and its path."""
        short = [node for node in views if 0 < node.child_count <= _most_items(node)]
        answers = await self._line.call_all([self._line.children_of(node.path) for node in short])
        found = [
            (node, path)
            for node, answer in zip(short, answers, strict=True)
            for path in self._line.own_paths(answer)
        ]
        for node in views:
            if node.is_showing and node.child_count > MOST_ITEMS:
                found += [(node, path) for path in await self._items_in_sight(node)]
        return found

    async def _items_in_sight(self, view: SpiNode) -> list[str]:
        """From the entry at the top of the view to the one at its bottom."""
        area = view.extents
        columns = [area.x + min(20, area.width // 2), area.right - 4]
        columns += [area.x + area.width // part for part in (8, 4, 2)]
        top = await self._indices_at(view, columns, [area.y + 4, area.y + 32])
        if not top:
            return []
        end = await self._indices_at(view, columns, [area.bottom - 4, area.bottom - 24])
        first, last = min(top), max(end, default=view.child_count - 1)
        indices = range(first, min(last + 1, first + MOST_ITEMS))
        answers = await self._line.call_all(
            [
                self._line.to(view.path, spi.ACCESSIBLE, "GetChildAtIndex", "i", index)
                for index in indices
            ]
        )
        return self._line.own_paths([answer for answer in answers if answer is not None])

    async def _indices_at(self, view: SpiNode, xs: Sequence[int], ys: Sequence[int]) -> list[int]:
        """The places among the view's children of what lies where these columns and rows cross.

        Headers, scroll bars and empty columns answer with nothing, so several are asked for.
        """
        answers = await self._line.call_all(
            [
                self._line.to(view.path, spi.COMPONENT, "GetAccessibleAtPoint", "iiu", x, y, 0)
                for y in ys
                for x in xs
            ]
        )
        found = self._line.own_paths([answer for answer in answers if answer is not None])
        paths = list(dict.fromkeys(found))
        calls = [self._line.get(path, spi.ACCESSIBLE, "Parent") for path in paths]
        calls += [self._line.to(path, spi.ACCESSIBLE, "GetIndexInParent") for path in paths]
        facts = await self._line.call_all(calls)
        return [
            index
            for parent, index in zip(facts, facts[len(paths) :], strict=False)
            if parent is not None and parent[1] == view.path and index is not None and index >= 0
        ]


def _most_items(view: SpiNode) -> int:
    return MOST_ITEMS if view.is_showing else _MOST_CLOSED_OPTIONS
