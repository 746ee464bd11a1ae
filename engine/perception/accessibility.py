"""From an accessibility tree to zones: keep what a person could name, read or act upon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.domain.accessible import AccessibleNode, AccessibleTree
from engine.domain.spaces import Rect
from engine.domain.zones import ACTIONABLE_ROLES, MENU_ROLES, Role, Source, Zone

_READABLE_ROLES = frozenset(
    {Role.LABEL, Role.HEADING, Role.STATUS, Role.PROGRESS_BAR, Role.ALERT, Role.IMAGE}
)


def zones_of(tree: AccessibleTree, frame_px: Rect) -> Iterator[Zone]:
    """The zones of a tree, parents before children, clipped to the frame.

    ``zone_id`` and ``parent_id`` still hold the source's keys; the registry gives them ids.
    """
    by_key = {node.key: node for node in tree.nodes}
    kept: set[str] = set()
    for node in tree.nodes:
        if not is_worth_a_zone(node):
            continue
        bounds = node.bounds_px.intersection(frame_px)
        is_in_sight = node.is_showing and not bounds.is_empty
        if not is_in_sight and node.role not in MENU_ROLES:
            continue
        kept.add(node.key)
        yield Zone(
            zone_id=node.key,
            label=_label(node),
            role=node.role,
            bounds_px=bounds,
            state=node.states,
            source=Source.ACCESSIBILITY,
            value=node.text,
            window_id=node.window_key,
            parent_id=_nearest_kept(node.parent_key, by_key, kept),
            on_screen=is_in_sight,
            shortcut=node.shortcut,
            source_key=node.key,
        )


def is_worth_a_zone(node: AccessibleNode) -> bool:
    """A person could name, read or act upon it."""
    if node.role in ACTIONABLE_ROLES:
        return True
    return node.role in _READABLE_ROLES and bool(node.name or node.text)


def _label(node: AccessibleNode) -> str:
    return " ".join((node.name or node.description).split())


def _nearest_kept(key: str, by_key: Mapping[str, AccessibleNode], kept: set[str]) -> str:
    """The closest ancestor that is a zone itself; empty where there is none."""
    while key and key not in kept:
        node = by_key.get(key)
        key = node.parent_key if node else ""
    return key
