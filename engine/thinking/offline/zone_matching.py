"""How well words fit a zone's label, as a score from 0 to 100. Deterministic, without a model.

Exact labels come first, then labels that hold all of the words, then typing slips. What differs
in a number or in a negation ("Report 2024", "Unsubscribe") is never taken for a typing slip.
"""

from __future__ import annotations

import re

from rapidfuzz import fuzz

from engine.domain.zones import Role, Zone
from engine.language.labels import normal

EXACT = 100.0
SPACELESS = 97.0  # "auto save" and "Autosave"
GOOD = 90.0  # sure enough to be preferred to looking elsewhere (in closed menus)
ACCEPT = 72.0  # below, the words mean something else

_CONTAINED_FROM, _CONTAINED_SPAN = 75.0, 20.0  # "Autosave" in "Autosave every 5 minutes"
_SLIP_RATIO = 85.0  # one wrong letter in seven; "Light" and "Right" (80) stay apart
_SLIP_MIN_CHARS = 5  # shorter words differ by one letter too easily
_SLIP_WEIGHT = 0.96  # a perfect reordering of words is still no exact match
_NEGATIONS = ("un", "dis", "de", "in", "non", "re")
_LABEL_ROLES = frozenset({Role.LABEL, Role.HEADING, Role.OTHER, Role.STATUS, Role.GROUP})
_VALUED_ROLES = frozenset({Role.LIST_ITEM, Role.CELL, Role.TREE_ITEM, Role.LABEL, Role.OTHER})


def words_score(words: str, label: str) -> float:
    """How well the words fit the label."""
    wanted, there = normal(words), normal(label)
    if not wanted or not there:
        return 0.0
    if wanted == there:
        return EXACT
    if wanted.replace(" ", "") == there.replace(" ", ""):
        return SPACELESS
    share = len(wanted) / len(there)
    wanted_words, there_words = set(wanted.split()), set(there.split())
    if wanted_words <= there_words:
        return _CONTAINED_FROM + _CONTAINED_SPAN * min(1.0, share)
    return _slip_score(wanted, there)


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


def _slip_score(wanted: str, there: str) -> float:
    if min(len(wanted), len(there)) < _SLIP_MIN_CHARS:
        return 0.0
    if re.findall(r"\d+", wanted) != re.findall(r"\d+", there) or _is_negation(wanted, there):
        return 0.0
    ratio = max(fuzz.ratio(wanted, there), fuzz.token_sort_ratio(wanted, there))
    return ratio * _SLIP_WEIGHT if ratio >= _SLIP_RATIO else 0.0


def _is_negation(one: str, other: str) -> bool:
    """One is the other with a prefix that turns it round: "subscribe", "unsubscribe"."""
    differing = set(one.split()) ^ set(other.split())
    return any(f"{prefix}{word}" in differing for word in differing for prefix in _NEGATIONS)
