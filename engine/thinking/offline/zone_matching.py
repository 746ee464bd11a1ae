"""How well words fit a zone, be it by the label beside it, and which zones are alike and stand in a
row or a column, so that they can be counted. Deterministic, without a model.
"""

from collections.abc import Iterable

from engine.domain.spaces import Rect
from engine.domain.zones import Role, Zone
from engine.language.goals.clauses import Target
from engine.thinking.offline.matching import ACCEPT, words_score

_LABEL_ROLES = frozenset({Role.LABEL, Role.HEADING, Role.OTHER, Role.STATUS, Role.GROUP})
_VALUED_ROLES = frozenset({Role.LIST_ITEM, Role.CELL, Role.TREE_ITEM, Role.LABEL, Role.OTHER})


def zone_score(words: str, zone: Zone) -> float:
    """The score of a zone: its label's, or its value's where it goes by that."""
    score = words_score(words, zone.label)
    if not zone.label and zone.role in _VALUED_ROLES:
        score = max(score, words_score(words, zone.value))
    return score


def field_beside(words: str, zones: list[Zone], fields: list[Zone]) -> tuple[Zone | None, float]:
    """The unlabelled field that stands nearest, right of or below, to a label with these words."""
    best: tuple[float, float, Zone] | None = None
    for label in zones:
        score = words_score(words, label.label or label.value)
        if label.role not in _LABEL_ROLES or score < ACCEPT:
            continue
        for field in fields:
            gap = gap_px(label, field)
            if gap is not None and (best is None or (-score, gap) < best[:2]):
                best = (-score, gap, field)
    return (best[2], -best[0]) if best else (None, 0.0)


def gap_px(label: Zone, field: Zone) -> float | None:
    """Pixels from a label to a field on its right or beneath it; None elsewhere."""
    if label.window_id != field.window_id:
        return None
    at, to = label.bounds_px, field.bounds_px
    same_row = at.y < to.bottom and to.y < at.bottom and to.x >= at.x
    same_column = at.x < to.right and to.x < at.right and to.y >= at.y
    if same_row:
        return float(max(0, to.x - at.right))
    return float(max(0, to.y - at.bottom)) if same_column else None


# --- what is counted

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
