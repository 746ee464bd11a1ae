"""Reads one application's accessibility tree: from its cache, or walking level by level.

GTK and Chromium hand out everything but the rectangles in one answer; Qt keeps no such cache and
is asked node by node, a whole level at once. What comes out is the tree as the application tells
it, without what nobody can see or open; where it lies on the screen is decided elsewhere. What
stands outside of a tree that is walked, ``finding`` finds."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from engine.domain.spaces import Rect
from engine.surfaces.desktop.at_spi import bus as spi
from engine.surfaces.desktop.at_spi import node as spi_node
from engine.surfaces.desktop.at_spi import spi_roles as roles
from engine.surfaces.desktop.at_spi.finding import Announced, ItemFinder
from engine.surfaces.desktop.at_spi.node import ApplicationFacts, SpiNode, bits, is_kept, rect_from

MOST_NODES = 4_000
"""No more nodes of one application are told; no screen shows as many things."""
_MOST_DIGITS = 18
_MOST_TRIED = 8
"""In so many places is looked whether a page shows; so many left out parents are asked for."""


class ApplicationReader:
    """Reads one application once, raising like ``ApplicationLine``. ``is_cut``: more is there."""

    def __init__(self, line: spi_node.ApplicationLine, announced: Announced) -> None:
        self._line = line
        self._announced = announced
        self._items = ItemFinder(line)
        self._met: dict[str, SpiNode | None] = {}
        self._room = MOST_NODES
        self._is_full = False

    @property
    def is_cut(self) -> bool:
        return self._is_full or self._items.is_cut

    async def read(self, popups_px: Sequence[Rect] = ()) -> SpiNode:
        """The root with windows, nodes and rectangles; ``popups_px``: where windows popped up."""
        (items,) = await self._line.ask("GetItems", [spi.CACHE_PATH])
        items = items or []
        root = root_from_cache(items, self._line.facts, await self._left_out(items))
        if root is None:
            root = SpiNode(spi.ROOT_PATH, roles.SpiRole.APPLICATION, 0, is_showing=True)
            self._met[root.path] = root
            (told,) = await self._line.ask("GetChildren", [root.path])
            await self._walk([(root, path) for path in self._line.own_paths(told)])
            await self._walk(await self._announced.newcomers(self._line, self._met))
        else:
            self._announced.fresh.clear()  # a cache holds popups, too
            kept = set(islice(root.below(), self._room))
            if len(kept) == self._room:  # leave out what there is no room for
                for node in (root, *kept):
                    self._is_full |= any(child not in kept for child in node.children)
                    node.children = [child for child in node.children if child in kept]
            self._room -= len(kept)
            self._met |= {node.path: node for node in root.below()}
            # GTK 3 makes the cells of its tree views, and GTK 4 any node, only when it is asked
            lacking = [node for node in root.below() if node.is_showing and _lacks_children(node)]
            counted = [node for node in lacking if node.child_count < 0]
            counts = await self._line.ask("ChildCount", [node.path for node in counted])
            for node, count in zip(counted, counts, strict=True):
                node.child_count = count or 0
            await self._add_extents(lacking)
            await self._walk(await self._items.items_of_all(lacking))
            await self._add_extents([node for node in root.below() if node.is_showing])
            await self._show_open_menus(root, popups_px)
            await self._leave_out_hidden_pages(root)
        return root

    async def _left_out(self, items: Sequence[Sequence[Any]]) -> dict[str, str]:
        """From what is named as a parent, and is in no cache itself, to its own parent: GTK 3 has
        the menu so of a button that shows no popover."""
        lost = {item[2][1] for item in items} - {item[0][1] for item in items}
        paths = sorted(lost)[:_MOST_TRIED]
        answers = await self._line.ask("Parent", paths)
        return {path: one[1] for path, one in zip(paths, answers, strict=True) if one}

    async def _leave_out_hidden_pages(self, root: SpiNode) -> None:
        """GTK 4 goes on telling of each page of a stack that was shown once; no page has a place
        itself. The one shows in which something is found where it lies; else, of what nothing is
        found anywhere, the one whose tab beside the stack is chosen."""
        stacks: dict[SpiNode, list[SpiNode]] = {}
        for page in list(root.below()) if self._line.facts.is_gtk4 else ():
            if page.parent and page.extents.is_empty and any(_placed(page)):
                stacks.setdefault(page.parent, []).append(page)
        for stack, pages in stacks.items():
            if len(pages) < 2:
                continue
            shown = [page for page in pages if await self._is_found_in(page)]
            if not shown:
                below = (each for each in root.below() if each.role == roles.SpiRole.PAGE_TAB)
                chosen = (e for e in below if roles.has_state(e.states, roles.SpiState.SELECTED))
                tabs = {each.name for each in chosen if stack not in each.above()}
                shown = [page for page in pages if page.name in tabs]
            if len(shown) == 1:
                stack.children = [e for e in stack.children if e in shown or e not in pages]

    async def _is_found_in(self, page: SpiNode) -> bool:
        middles = [(e.path, e.extents.center) for e in islice(_placed(page), _MOST_TRIED)]
        calls = [self._line.to(e, "GetAccessibleAtPoint", at.x, at.y, 1) for e, at in middles]
        return any(self._line.own_paths([e]) for e in await self._line.call_all(calls) if e)

    async def _show_open_menus(self, root: SpiNode, popups_px: Sequence[Rect]) -> None:
        """GTK 2 says of no entry that it shows. Those of one menu that tell of places within what
        popped up, and nowhere else, stand there; those of a closed menu tell of none."""
        entries = [node for node in root.below() if node.role in roles.MENU_ITEM_ROLES]
        told = [node.extents.center for node in entries if node.is_showing]
        bare = [one for one in popups_px if not any(map(one.contains, told))]
        holders = dict.fromkeys(node.parent for node in entries if bare and not node.is_showing)
        menus = [[e for e in holder.children if e in entries] for holder in holders if holder]
        await self._add_extents([entry for menu in menus for entry in menu])
        for menu in menus:
            placed = [entry for entry in menu if not entry.extents.is_empty]
            at = [entry.extents.center for entry in placed]
            if any(all(map(one.contains, at)) for one in bare):
                for entry in placed:
                    entry.is_showing = True

    async def _add_extents(self, nodes: Sequence[SpiNode]) -> None:
        wanted = [node for node in nodes if node.extents is spi_node.EMPTY]
        told = await self._line.ask("GetExtents", [node.path for node in wanted], 0)
        for node, extents in zip(wanted, told, strict=True):
            node.extents = rect_from(extents)

    async def _walk(self, references: Sequence[tuple[SpiNode, str]]) -> None:
        """Add these nodes and all below them: two batches of calls per level."""
        level = list(references)
        for _ in range(spi_node.MOST_LEVELS):
            if not level:
                return
            nodes = await self._meet(level)
            level = await self._ask_for_more(nodes)
        self._is_full |= bool(level)

    async def _meet(self, references: Sequence[tuple[SpiNode, str]]) -> list[SpiNode]:
        """Role and states decide which of them are worth further calls."""
        parents: dict[str, SpiNode] = {}
        for parent, path in (one for one in references if not self._was_met(*one)):
            if path not in parents or parent.role == roles.SpiRole.COMBO_BOX:
                parents[path] = parent
        references = [(parent, path) for path, parent in parents.items()]
        self._is_full |= len(references) > self._room
        references = references[: self._room]
        members = ("GetRole", "GetState")
        calls = [self._line.to(path, member) for _, path in references for member in members]
        answers = await self._line.call_all(calls)
        nodes = []
        for number, (parent, path) in enumerate(references):
            role, states = answers[2 * number], answers[2 * number + 1]
            self._met[path] = None
            if role is None or states is None:
                continue
            self._room -= 1
            node = SpiNode(path, role, bits(states))
            if is_kept(node, parent, self._line.facts):
                parent.children.append(node)
                nodes.append(node)
                self._met[path] = node
        return nodes

    def _was_met(self, parent: SpiNode, path: str) -> bool:
        """Nothing is met twice. Both a combo box and the window that popped up from it call its
        list their child: the combo box shall have it. So shall what lies deeper, of two of which
        one holds the other: a part of the window that says itself that it hangs from the window."""
        node = self._met.get(path)
        above = node.parent if node is not None else None
        is_deeper = above is not None and above is not parent and above in parent.above()
        if (
            node is not None
            and above is not None
            and node not in (parent, *parent.above())
            and (is_deeper or parent.role == roles.SpiRole.COMBO_BOX)
        ):
            above.children.remove(node)
            parent.children.append(node)
            node.parent = parent
        return path in self._met

    async def _ask_for_more(self, nodes: Sequence[SpiNode]) -> list[tuple[SpiNode, str]]:
        """Names, rectangles and children; the children are what is to be met next."""
        shown = [node for node in nodes if node.is_showing]
        childless = roles.LEAF_ROLES
        if self._line.facts.is_qt:
            childless |= roles.ITEM_ROLES | {roles.SpiRole.PUSH_BUTTON}
        parents = [node for node in nodes if node.role not in childless]
        calls = [self._line.to(node.path, "Name") for node in nodes]
        calls += [self._line.to(node.path, "GetExtents", 0) for node in shown]
        calls += [self._line.to(node.path, "ChildCount") for node in parents]
        answers = iter(await self._line.call_all(calls))
        for node in nodes:
            node.name = next(answers) or ""
        for node in shown:
            node.extents = rect_from(next(answers))
        for node in parents:
            node.child_count = next(answers) or 0
        return await self._items.items_of_all(parents)


def _placed(node: SpiNode) -> Iterator[SpiNode]:
    return (each for each in node.below() if not each.extents.is_empty)


def _lacks_children(node: SpiNode) -> bool:
    if node.role in roles.LEAF_ROLES:
        return False
    makes_them_late = roles.has_state(node.states, roles.SpiState.MANAGES_DESCENDANTS)
    return node.child_count > node.cached_count or (makes_them_late and node.child_count < 0)


def root_from_cache(
    items: Sequence[Sequence[Any]], facts: ApplicationFacts, left_out: Mapping[str, str]
) -> SpiNode | None:
    """The tree out of GetItems' answer, which lacks rectangles above all, and what is ``left_out``,
    of which the parents are told; None where there is no usable one."""
    nodes: dict[str, SpiNode] = {}
    parents: dict[str, str] = {}
    for item in items:
        node, parent = _node_from_item(item)
        nodes[node.path], parents[node.path] = node, left_out.get(parent, parent)
    root = nodes.get(spi.ROOT_PATH)
    if root is None:
        return None
    for path, node in nodes.items():
        above = nodes.get(parents[path])
        if above is not None and node is not root:
            above.children.append(node)
            above.cached_count += 1
    root.is_showing = True
    _prune(root, facts, spi_node.MOST_LEVELS)
    return root if root.children else None


def _prune(parent: SpiNode, facts: ApplicationFacts, levels: int) -> None:
    """Keep what shows and what a menu holds; put siblings in order. Nothing is met twice, since
    each node is told with one parent; a ring that somebody tells hangs from no root."""
    if not levels:
        parent.children = []
        return
    kept = [node for node in parent.children if is_kept(node, parent, facts)]
    if any(node.index < 0 for node in kept):
        kept.sort(key=lambda node: _number_of(node.path))
    else:
        kept.sort(key=lambda node: node.index)
    parent.children = kept
    for node in kept:
        _prune(node, facts, levels - 1)


def _node_from_item(item: Sequence[Any]) -> tuple[SpiNode, str]:
    """A node and its parent's path. Now: (self, application, parent, index, child count,
    interfaces, name, role, description, states); before at-spi2-core 2.12: (self, application,
    parent, children, interfaces, name, role, description, states)."""
    name, role, description, states = item[-4:]
    node = SpiNode(item[0][1], role, bits(states), spi.shortened(name), spi.shortened(description))
    if len(item) == 10:
        node.index, node.child_count = item[3], item[4]
    else:
        node.child_count = len(item[3])
    return node, item[2][1]


def _number_of(path: str) -> tuple[int, str]:
    """GTK numbers its nodes in the order in which they were made."""
    tail = path.rsplit("/", 1)[-1]
    return (int(tail), "") if tail.isdigit() and len(tail) <= _MOST_DIGITS else (0, tail)
