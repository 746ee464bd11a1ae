"""Finds nodes that a tree does not simply hand out: children, of very many only those in sight, and
what comes into sight outside of the tree and tells so.

Qt leaves out of the tree that it hands out what is nobody's child there: pop-up menus, lists of
completions, and the editor that is laid over a list's entry while it is renamed
(``topLevelObjects`` in https://github.com/qt/qtbase/blob/dev/src/gui/accessible/qaccessibleobject.cpp
skips popups; its views hand out their entries only). But every widget announces that it shows,
and from there one can ask upward. ``application`` walks what is found here, after the tree."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from engine.domain import facts, spaces
from engine.surfaces.desktop.at_spi import bus as spi
from engine.surfaces.desktop.at_spi.node import ApplicationLine, SpiNode, rect_from
from engine.surfaces.desktop.at_spi.spi_roles import ITEM_VIEW_ROLES, SpiRole

MOST_ITEMS = 500
"""Where more than these have one parent, only those in sight are read."""

_MOST_IN_SIGHT = 3_000
_MOST_CLOSED_OPTIONS = 60
_MOST_LONG = 16  # more such lists stand in no window
_SAMPLES = 32
_MOST_ROUNDS = 4
_MOST_FRESH = 2_000
"""What comes between two readings; beyond it something only floods the bus."""


class ItemFinder:
    """Finds the children of one application's nodes. Raises like ``ApplicationLine``. ``is_cut``
    says that some of those that may be in sight were left out."""

    def __init__(self, line: ApplicationLine) -> None:
        self._line = line
        self.is_cut = False
        self._long_left = _MOST_LONG

    async def items_of_all(self, parents: Sequence[SpiNode]) -> list[tuple[SpiNode, str]]:
        """Each child of these nodes as its parent and its path."""
        short = [node for node in parents if 0 < node.child_count <= _most_items(node)]
        answers = await self._line.ask("GetChildren", [node.path for node in short])
        found = [
            (node, path)
            for node, answer in zip(short, answers, strict=True)
            for path in self._line.own_paths(answer)
        ]
        for node in parents:
            if not (node.is_showing and node.child_count > MOST_ITEMS):
                continue
            self._long_left -= 1
            if self._long_left < 0:
                self.is_cut = True
            else:
                found += [(node, path) for path in await self._items_in_sight(node)]
        return found

    async def _items_in_sight(self, view: SpiNode) -> list[str]:
        """From the child at the top of what is in sight of the view to the one at its bottom."""
        area = view.extents
        for above in view.above():
            if above.role == SpiRole.COMBO_BOX or above.is_popover:
                break  # a list that popped up reaches out of its combo box
            if not above.extents.is_empty:
                area = area.intersection(above.extents)
        if area.is_empty:
            return []
        span = await self._span_at(view, area) if view.role in ITEM_VIEW_ROLES else None
        first, last = span or await self._span_around(view, area)
        columns = 0
        if span and view.role == SpiRole.TABLE:
            (told,) = await self._line.ask("NColumns", [view.path])
            columns = told or 0
        wanted = _between(first, last, columns)
        indices = wanted[:_MOST_IN_SIGHT]
        self.is_cut |= len(wanted) > len(indices)
        children = await self._children_at(view, indices)
        return self._line.own_paths([child for child in children if child is not None])

    async def _span_at(self, view: SpiNode, area: spaces.Rect) -> tuple[int, int] | None:
        """The first and the last child, by what the view says of points; None where it doesn't."""
        columns = [area.x + min(20, area.width // 2), area.right - 4]
        columns += [area.x + area.width // part for part in (8, 4, 2)]
        top = await self._indices_at(view, columns, [area.y + 4, area.y + 32])
        if not top:
            return None
        end = await self._indices_at(view, columns, [area.bottom - 4, area.bottom - 24])
        return min(top), max(end, default=view.child_count - 1)

    async def _span_around(self, parent: SpiNode, area: spaces.Rect) -> tuple[int, int]:
        """The first and the last child that may reach into the area, by the places of some. Closer
        and closer: what lies wholly above up to here, and wholly below from there, is left out.
        Children that are in no order are not told apart so."""
        first, last = 0, parent.child_count - 1
        for _ in range(_MOST_ROUNDS):
            step = (last - first) // _SAMPLES
            if step < _SAMPLES // 2:
                break
            indices = range(first, last + 1, step)
            children = await self._children_at(parent, indices)
            paths = [one[1] if one is not None else spi.NULL_PATH for one in children]
            answers = await self._line.ask("GetExtents", paths, 0)
            places = list(map(rect_from, answers))  # an empty one is nowhere
            above = [not one.is_empty and one.bottom <= area.y for one in places]
            below = [not one.is_empty and one.y >= area.bottom for one in places]
            is_after = len(list(takewhile(bool, above)))
            is_before = len(list(takewhile(bool, reversed(below))))
            if is_before:
                last = indices[-is_before] - 1
            if is_after:
                first = min(indices[is_after - 1] + 1, last)
            if not (is_before or is_after):
                break
        return first, max(first, last)

    async def _children_at(self, parent: SpiNode, indices: Sequence[int]) -> list[Any]:
        """A reference to each, None for an error."""
        calls = [self._line.to(parent.path, "GetChildAtIndex", index) for index in indices]
        return await self._line.call_all(calls)

    async def _indices_at(self, view: SpiNode, xs: Sequence[int], ys: Sequence[int]) -> list[int]:
        """The places among the view's children of what lies where these columns and rows cross.
        Headers, scroll bars and empty columns answer with nothing, so several are asked for."""
        places = ((x, y) for y in ys for x in xs)
        calls = [self._line.to(view.path, "GetAccessibleAtPoint", *place, 0) for place in places]
        answers = await self._line.call_all(calls)
        found = self._line.own_paths([answer for answer in answers if answer is not None])
        paths = list(dict.fromkeys(found))
        parents = await self._line.ask("Parent", paths)
        indices = await self._line.ask("GetIndexInParent", paths)
        return [
            index
            for parent, index in zip(parents, indices, strict=True)
            if parent is not None and parent[1] == view.path and index is not None and index >= 0
        ]


def _between(first: int, last: int, columns: int) -> Sequence[int]:
    """The places among the children from the first in sight to the last; of a table that is wider
    than what is in sight of it only those of the columns between."""
    left, right = (first % columns, last % columns) if columns else (1, 0)
    if left > right:
        return range(first, last + 1)
    rows = range(first - left, last + 1, columns)
    return [row + column for row in rows for column in range(left, right + 1)]


def _most_items(parent: SpiNode) -> int:
    is_closed = parent.role in ITEM_VIEW_ROLES and not parent.is_showing
    return _MOST_CLOSED_OPTIONS if is_closed else MOST_ITEMS


class Announced(facts.Part):
    """What one application said that it shows, or no longer shows. ``fresh`` hasn't been looked
    into; ``outside`` stands outside of the tree, each path with that of what it belongs to."""

    fresh: set[str] = facts.field(default_factory=set)
    outside: dict[str, str] = facts.field(default_factory=dict)

    def note(self, path: str, *, is_shown: bool) -> None:
        if is_shown and len(self.fresh) < _MOST_FRESH:
            self.fresh.add(path)
        elif not is_shown:
            self.fresh.discard(path)
            self.outside.pop(path, None)

    async def newcomers(
        self, line: ApplicationLine, met: Mapping[str, SpiNode | None]
    ) -> list[tuple[SpiNode, str]]:
        """What the tree lacks, each with the node of the tree to which it is to be added. ``met``
        holds the paths of the tree, with their nodes where they are kept. Raises like ``line``."""
        fresh = sorted(self.fresh)
        self.outside |= await _owners(line, [path for path in fresh if path not in met], met)
        self.fresh.difference_update(fresh)
        found = []
        for path, owner in self.outside.items():
            node = met.get(owner)
            if node is not None and path not in met:
                found.append((node, path))
        # what is by now hidden, gone, or in the tree is forgotten
        self.outside = {path: self.outside[path] for _, path in found}
        return found


async def _owners(
    line: ApplicationLine, lacking: Sequence[str], met: Mapping[str, SpiNode | None]
) -> dict[str, str]:
    """Popups belong to the application itself, what lies upon a view's area to the view. All else
    is either below one of these, or a part of a widget that tells no more than the widget itself,
    such as the field within a spin box."""
    parents = await _parents(line, lacking)
    areas = {parent for parent in parents.values() if parent not in met} - parents.keys()
    views = await _parents(line, sorted(areas))
    owners: dict[str, str] = {}
    for path, parent in parents.items():
        view = met.get(views.get(parent, ""))
        if parent == spi.ROOT_PATH:
            owners[path] = parent
        elif view is not None and view.role in ITEM_VIEW_ROLES:
            owners[path] = view.path
    return owners


async def _parents(line: ApplicationLine, paths: Sequence[str]) -> dict[str, str]:
    """The parent of each that has one."""
    answers = await line.ask("Parent", paths)
    return {
        path: answer[1]
        for path, answer in zip(paths, answers, strict=True)
        if answer is not None and answer[1] != spi.NULL_PATH
    }
