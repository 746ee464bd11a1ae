"""Zones that are alike and stand in a row or a column, so that they can be counted."""

from __future__ import annotations

from collections.abc import Iterable

from engine.domain.spaces import Rect
from engine.domain.zones import Role, Zone
from engine.language.goals.clauses import Target
from engine.thinking.offline.zone_matching import ACCEPT, zone_score

_ITEMS = frozenset({Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL})
_TILES = _ITEMS | {Role.ICON}  # these may stand beside each other, and have one role by nature
_NEAR_PX = 24  # between columns of one table; lists that stand beside each other are farther apart


def series_of(
    zones: list[Zone], target: Target, wanted: frozenset[Role]
) -> tuple[tuple[Zone, ...], ...]:
    """Every series that the words may count, each in the order of reading.

    Words that labels hold count those zones; any other word ("message") counts items of lists.
    """
    roles = target.roles or (wanted & _TILES) or wanted
    if target.counted:
        called = [z for z in zones if zone_score(target.counted, z) >= ACCEPT]
        called = [z for z in called if z.role in (target.roles or wanted)]
        if len(called) > 1 or (called and target.roles):
            return (tuple(sorted(called, key=lambda each: each.bounds_px.reading_order)),)
        roles = target.roles or _ITEMS
    alike = [zone for zone in zones if zone.role in roles]
    tiles = [zone for zone in alike if zone.role in _TILES]
    if tiles:
        return tuple(_rows(each) for each in _clusters(tiles))
    return (tuple(sorted(alike, key=lambda each: each.bounds_px.reading_order)),) if alike else ()


def _clusters(items: list[Zone]) -> list[list[Zone]]:
    """Items of one role that stand together: two lists side by side are two."""
    clusters: list[list[Zone]] = []
    for item in sorted(items, key=lambda each: each.bounds_px.reading_order):
        near = [each for each in clusters if any(_is_near(item, other) for other in each)]
        merged = [item]
        for each in near:
            merged = [*each, *merged]
            clusters.remove(each)
        clusters.append(merged)
    return clusters


def _is_near(one: Zone, other: Zone) -> bool:
    if one.role is not other.role or one.parent_id != other.parent_id:
        return False
    a, b = one.bounds_px, other.bounds_px
    overlap = min(a.right, b.right) - max(a.x, b.x)
    is_row = a.y == b.y and a.height == b.height
    return overlap > 0 or (is_row and -overlap <= _NEAR_PX)


def _rows(items: Iterable[Zone]) -> tuple[Zone, ...]:
    """Of the cells of a row the first that says something; other items are rows themselves."""
    rows: list[Zone] = []
    for item in sorted(items, key=lambda each: each.bounds_px.reading_order):
        last = rows[-1] if rows else None
        is_same_row = last and last.role is Role.CELL and _is_beside(last.bounds_px, item.bounds_px)
        if not is_same_row:
            rows.append(item)
        elif last and not last.label and item.label:
            rows[-1] = item
    return tuple(rows)


def _is_beside(one: Rect, other: Rect) -> bool:
    return min(one.bottom, other.bottom) - max(one.y, other.y) > min(one.height, other.height) / 2
