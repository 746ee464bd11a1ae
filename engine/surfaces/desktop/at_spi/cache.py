"""The cache that GTK and Chromium keep: a whole application's nodes in one answer.

What it lacks, rectangles above all, is asked for by ``application``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.surfaces.desktop.at_spi import bus as spi
from engine.surfaces.desktop.at_spi.node import (
    MOST_LEVELS,
    ApplicationFacts,
    SpiNode,
    bits,
    is_kept,
)
from engine.surfaces.desktop.at_spi.spi_replies import shortened

_MOST_DIGITS = 18


def root_from_cache(items: Sequence[Sequence[Any]], facts: ApplicationFacts) -> SpiNode | None:
    """The tree out of GetItems' answer; None where there is no usable one."""
    nodes: dict[str, SpiNode] = {}
    parents: dict[str, str] = {}
    for item in items:
        node, parent = _node_from_item(item)
        nodes[node.path], parents[node.path] = node, parent
    root = nodes.get(spi.ROOT_PATH)
    if root is None:
        return None
    for path, node in nodes.items():
        above = nodes.get(parents[path])
        if above is not None and node is not root:
            above.children.append(node)
            above.cached_count += 1
    root.is_showing = True
    _prune(root, facts, MOST_LEVELS)
    return root if root.children else None


def _prune(parent: SpiNode, facts: ApplicationFacts, levels: int) -> None:
    """Keep what shows and what a menu holds; put siblings in order.

    Nothing is met twice, since each node is told with one parent; a ring that somebody tells
    hangs from no root.
    """
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
    """A node and its parent's path.

    Now: (self, application, parent, index, child count, interfaces, name, role, description,
    states); before at-spi2-core 2.12: (self, application, parent, children, interfaces, name,
    role, description, states).
    """
    name, role, description, states = item[-4:]
    node = SpiNode(item[0][1], role, bits(states), shortened(name), shortened(description))
    if len(item) == 10:
        node.index, node.child_count = item[3], item[4]
    else:
        node.child_count = len(item[3])
    return node, item[2][1]


def _number_of(path: str) -> tuple[int, str]:
    """GTK numbers its nodes in the order in which they were made."""
    tail = path.rsplit("/", 1)[-1]
    return (int(tail), "") if tail.isdigit() and len(tail) <= _MOST_DIGITS else (0, tail)
