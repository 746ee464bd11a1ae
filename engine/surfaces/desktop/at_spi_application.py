"""Reads one application's accessibility tree: from its cache, or walking level by level.

GTK and Chromium hand out everything but the rectangles in one answer; Qt keeps no such cache and
is asked node by node, a whole level at once. What comes out is the tree as the application tells
it, without what nobody can see or open; where it lies on the screen is decided elsewhere.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from engine.surfaces.desktop import at_spi_bus as spi
from engine.surfaces.desktop.at_spi_bus import AccessibilityBus, Call
from engine.surfaces.desktop.at_spi_node import (
    EMPTY,
    ApplicationFacts,
    SpiNode,
    bits,
    rect_from,
)
from engine.surfaces.desktop.at_spi_roles import (
    IGNORED_ROLES,
    ITEM_ROLES,
    ITEM_VIEW_ROLES,
    LEAF_ROLES,
    MENU_ITEM_ROLES,
    SpiRole,
    SpiState,
    has_state,
)

_log = logging.getLogger(__name__)

MOST_ITEMS = 500
"""A list, table or tree with more entries than these is read only where it is in sight."""

_MOST_CLOSED_OPTIONS = 60
_MOST_LEVELS = 60
_CACHE_SIGNATURE_LENGTHS = (9, 10)


class ApplicationReader:
    """Reads one application once. ``width`` is its share of the calls in flight.

    Its methods raise ``ApplicationSilent`` and ``AccessibilityUnavailable``.
    """

    def __init__(
        self, bus: AccessibilityBus, facts: ApplicationFacts, *, width: int, timeout_secs: float
    ) -> None:
        self._bus = bus
        self._facts = facts
        self._width = width
        self._timeout_secs = timeout_secs

    async def read(self) -> SpiNode:
        """The application's root with its windows, their nodes and all rectangles."""
        items = await self.call_all([self._to(spi.CACHE_PATH, spi.CACHE, "GetItems")])
        root = self._root_from_cache(items[0] or [])
        if root is None:
            root = SpiNode(spi.ROOT_PATH, SpiRole.APPLICATION, 0, is_showing=True)
            await self._walk([(root, reference) for reference in await self._children(root)])
        else:
            await self._add_what_the_cache_lacks(root)
            await self._add_extents([node for node in root.below() if node.is_showing])
        return root

    async def call_all(self, calls: Sequence[Call]) -> list[Any]:
        return await self._bus.call_all(calls, width=self._width, timeout_secs=self._timeout_secs)

    def _to(
        self, path: str, interface: str, member: str, signature: str = "", *body: object
    ) -> Call:
        return Call(self._facts.bus_name, path, interface, member, signature, body)

    def _get(self, path: str, interface: str, name: str) -> Call:
        return spi.get_property(self._facts.bus_name, path, interface, name)

    # The cache

    def _root_from_cache(self, items: Sequence[Sequence[Any]]) -> SpiNode | None:
        """The tree out of GetItems' answer; None where there is no usable one."""
        nodes: dict[str, SpiNode] = {}
        parents: dict[str, str] = {}
        for item in items:
            if len(item) not in _CACHE_SIGNATURE_LENGTHS:
                _log.debug("%s: unknown cache of %d fields", self._facts.name, len(item))
                return None
            node, parent = _node_from_item(item)
            nodes[node.path], parents[node.path] = node, parent
        root = nodes.get(spi.ROOT_PATH)
        if root is None:
            return None
        for path, node in nodes.items():
            above = nodes.get(parents[path])
            if above is not None and above is not node:
                above.children.append(node)
                above.cached_count += 1
        root.is_showing = True
        self._prune(root)
        return root if root.children else None

    def _prune(self, parent: SpiNode) -> None:
        """Keep what shows and what a menu holds; put siblings in order."""
        kept = [node for node in parent.children if self._is_kept(node, parent)]
        if any(node.index < 0 for node in kept):
            kept.sort(key=lambda node: _number_of(node.path))
        else:
            kept.sort(key=lambda node: node.index)
        parent.children = kept
        for node in kept:
            self._prune(node)

    def _is_kept(self, node: SpiNode, parent: SpiNode) -> bool:
        """Also settles ``parent`` and ``is_showing``: nothing shows inside what is hidden."""
        node.parent = parent
        node.is_showing = parent.is_showing and self._facts.says_showing(node.states)
        if node.role in IGNORED_ROLES:
            return False
        return node.is_showing or _can_be_opened(node, parent)

    async def _add_what_the_cache_lacks(self, root: SpiNode) -> None:
        """GTK 3 makes the cells of its tree views, and GTK 4 any node, only when it is asked."""
        lacking = [node for node in root.below() if node.is_showing and _lacks_children(node)]
        counted = [node for node in lacking if node.child_count < 0]
        calls = [self._get(node.path, spi.ACCESSIBLE, "ChildCount") for node in counted]
        for node, count in zip(counted, await self.call_all(calls), strict=True):
            node.child_count = count or 0
        await self._add_extents(lacking)
        known = {(node, child.path) for node in lacking for child in node.children}
        items = await self._items_of_all(lacking)
        await self._walk([item for item in items if item not in known])

    async def _add_extents(self, nodes: Sequence[SpiNode]) -> None:
        wanted = [node for node in nodes if node.extents is EMPTY]
        calls = [self._extents_of(node.path) for node in wanted]
        for node, extents in zip(wanted, await self.call_all(calls), strict=True):
            node.extents = rect_from(extents)

    def _extents_of(self, path: str) -> Call:
        return self._to(path, spi.COMPONENT, "GetExtents", "u", 0)

    # Walking

    async def _walk(self, references: Sequence[tuple[SpiNode, str]]) -> None:
        """Add these nodes and all below them: two batches of calls per level."""
        level = list(references)
        for _ in range(_MOST_LEVELS):
            if not level:
                return
            nodes = await self._meet(level)
            level = await self._ask_for_more(nodes)

    async def _meet(self, references: Sequence[tuple[SpiNode, str]]) -> list[SpiNode]:
        """Role and states decide which of them are worth further calls."""
        calls = [
            self._to(path, spi.ACCESSIBLE, member)
            for _, path in references
            for member in ("GetRole", "GetState")
        ]
        answers = await self.call_all(calls)
        nodes = []
        for number, (parent, path) in enumerate(references):
            role, states = answers[2 * number], answers[2 * number + 1]
            if role is None or states is None:
                continue
            node = SpiNode(path, role, bits(states))
            if self._is_kept(node, parent):
                parent.children.append(node)
                nodes.append(node)
        return nodes

    async def _ask_for_more(self, nodes: Sequence[SpiNode]) -> list[tuple[SpiNode, str]]:
        """Names, rectangles and children; the children are what is to be met next."""
        shown = [node for node in nodes if node.is_showing]
        views = [node for node in nodes if node.role in ITEM_VIEW_ROLES]
        childless = ITEM_VIEW_ROLES | LEAF_ROLES
        if self._facts.is_qt:
            childless |= ITEM_ROLES | {SpiRole.PUSH_BUTTON}
        parents = [node for node in nodes if node.role not in childless]
        calls = [self._get(node.path, spi.ACCESSIBLE, "Name") for node in nodes]
        calls += [self._extents_of(node.path) for node in shown]
        calls += [self._get(node.path, spi.ACCESSIBLE, "ChildCount") for node in views]
        calls += [self._children_of(node.path) for node in parents]
        answers = iter(await self.call_all(calls))
        for node in nodes:
            node.name = next(answers) or ""
        for node in shown:
            node.extents = rect_from(next(answers))
        for node in views:
            node.child_count = next(answers) or 0
        met = []
        for node in parents:
            paths = self._own_paths(next(answers))
            node.child_count = len(paths)
            met += [(node, path) for path in paths]
        return met + await self._items_of_all(views)

    # Lists, tables and trees

    async def _items_of_all(self, views: Sequence[SpiNode]) -> list[tuple[SpiNode, str]]:
        """The entries of these views; of a very long one those in sight."""
        short = [node for node in views if 0 < node.child_count <= _most_items(node)]
        answers = await self.call_all([self._children_of(node.path) for node in short])
        found = [
            (node, path)
            for node, answer in zip(short, answers, strict=True)
            for path in self._own_paths(answer)
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
        answers = await self.call_all(
            [
                self._to(view.path, spi.ACCESSIBLE, "GetChildAtIndex", "i", index)
                for index in indices
            ]
        )
        return self._own_paths([answer for answer in answers if answer is not None])

    async def _indices_at(self, view: SpiNode, xs: Sequence[int], ys: Sequence[int]) -> list[int]:
        """The places among the view's children of what lies where these columns and rows cross.

        Headers, scroll bars and empty columns answer with nothing, so several are asked for.
        """
        answers = await self.call_all(
            [
                self._to(view.path, spi.COMPONENT, "GetAccessibleAtPoint", "iiu", x, y, 0)
                for y in ys
                for x in xs
            ]
        )
        found = self._own_paths([answer for answer in answers if answer is not None])
        paths = list(dict.fromkeys(found))
        calls = [self._get(path, spi.ACCESSIBLE, "Parent") for path in paths]
        calls += [self._to(path, spi.ACCESSIBLE, "GetIndexInParent") for path in paths]
        facts = await self.call_all(calls)
        return [
            index
            for parent, index in zip(facts, facts[len(paths) :], strict=False)
            if parent is not None and parent[1] == view.path and index is not None and index >= 0
        ]

    async def _children(self, node: SpiNode) -> list[str]:
        return self._own_paths((await self.call_all([self._children_of(node.path)]))[0])

    def _children_of(self, path: str) -> Call:
        return self._to(path, spi.ACCESSIBLE, "GetChildren")

    def _own_paths(self, references: Sequence[tuple[str, str]] | None) -> list[str]:
        return [
            path
            for name, path in references or ()
            if name in ("", self._facts.bus_name) and path != spi.NULL_PATH
        ]


def _most_items(view: SpiNode) -> int:
    return MOST_ITEMS if view.is_showing else _MOST_CLOSED_OPTIONS


def _lacks_children(node: SpiNode) -> bool:
    if node.role in LEAF_ROLES:
        return False
    makes_them_late = has_state(node.states, SpiState.MANAGES_DESCENDANTS)
    return node.child_count > node.cached_count or (makes_them_late and node.child_count < 0)


def _can_be_opened(node: SpiNode, parent: SpiNode) -> bool:
    """It is hidden, but it is an entry of a menu or of a combo box, or holds such entries."""
    if node.role in MENU_ITEM_ROLES or node.role == SpiRole.POPUP_MENU:
        return parent.role in MENU_ITEM_ROLES or parent.role in (
            SpiRole.MENU_BAR,
            SpiRole.POPUP_MENU,
            SpiRole.COMBO_BOX,
        )
    if node.role == SpiRole.LIST:
        return parent.role == SpiRole.COMBO_BOX
    if node.role == SpiRole.LIST_ITEM:
        return parent.parent is not None and parent.parent.role == SpiRole.COMBO_BOX
    return False


def _node_from_item(item: Sequence[Any]) -> tuple[SpiNode, str]:
    """A node and its parent's path.

    Now: (self, application, parent, index, child count, interfaces, name, role, description,
    states); before at-spi2-core 2.12: (self, application, parent, children, interfaces, name,
    role, description, states).
    """
    name, role, description, states = item[-4:]
    node = SpiNode(item[0][1], role, bits(states), name, description)
    if len(item) == 10:
        node.index, node.child_count = item[3], item[4]
    else:
        node.child_count = len(item[3])
    return node, item[2][1]


def _number_of(path: str) -> tuple[int, str]:
    """GTK numbers its nodes in the order in which they were made."""
    tail = path.rsplit("/", 1)[-1]
    return (int(tail), "") if tail.isdigit() else (0, tail)
