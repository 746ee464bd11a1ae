"""How well words fit a label, as a score from 0 to 100, or a zone, be it by the label beside it;
which of a row or a column of zones that are alike is counted, and by what things of one name are
told apart: on a desktop and on the web, deterministic, and without a model.

Exact labels come first, then those that hold all of the words, the better the more of the label
these are. Beyond that a page's labels are forgiven what decorates them, a desktop's a typing slip,
for which is never taken what differs in a number or in a negation ("Report 2024", "Unsubscribe").
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from rapidfuzz import fuzz

from engine.domain.zones import ITEM_ROLES, ROW_ROLES, Role, Zone
from engine.language.goals.clauses import Target
from engine.language.goals.words import DESKTOP_VERBS
from engine.language.grave_words import has_word
from engine.language.labels import has_words, names_other_file, normal, promises_window

EXACT = 100.0
SPACELESS = 97.0  # "auto save" and "Autosave"; on a page "Inbox" and "Inbox (3)"
GOOD = 90.0  # sure enough to be preferred to looking elsewhere (in closed menus)
ACCEPT = 70.0  # below, the words mean something else

_SLIP_RATIO = 85.0  # one wrong letter in seven; "Light" and "Right" (80) stay apart
_WORD_RATIO = 60.0  # of the words that are not the same; "teh" is "the"
_SLIP_MIN_CHARS = 5  # shorter words differ by one letter too easily
_SLIP_WEIGHT = 0.96  # a perfect reordering of words is still no exact match
_NEGATIONS = ("un", "dis", "de", "in", "non", "re")
_HELD_SPAN = 20.0  # "Autosave" in "Autosave every 5 minutes"
_HELD_MORE = 5.0  # on a desktop what says little else is GOOD; on a page what holds them is alike
_SIGNED_LETTER = re.compile(r"[^\W\d][+#]+")
T = TypeVar("T")
_DECORATION = re.compile(r"(?i)^[^\w(]+|\s*\(\s*(?:\d+|required|optional)\s*\)\s*$|[^\w)%\"”’']+$")


def fit(words: str, label: str) -> float:
    """How well the words fit the label of a page, where signs around it and a number behind it do
    not count: "Inbox (3)" is "Inbox". A lone letter's signs do: "C++" is not "C"."""
    wanted = normal(words)
    score = 0.0 if names_other_file(words, label) else _held(wanted, normal(label))
    is_bare = wanted and score < EXACT and wanted.replace(" ", "") in _undecorated(label)
    return SPACELESS if is_bare else score


def words_score(words: str, label: str) -> float:
    """How well the words fit the label on a desktop, which may be slips of the pen from each other.
    A number counts there: "Note (2)" may lie beside "Note"."""
    if names_other_file(words, label):
        return 0.0
    wanted, there = normal(words), normal(label)
    score = _held(wanted, there)
    if score:
        return score if score >= SPACELESS else score + _HELD_MORE
    if min(len(wanted), len(there)) < _SLIP_MIN_CHARS:
        return 0.0
    if re.findall(r"\d+", wanted) != re.findall(r"\d+", there):
        return 0.0
    differing = set(wanted.split()) ^ set(there.split())
    if any(f"{prefix}{word}" in differing for word in differing for prefix in _NEGATIONS):
        return 0.0  # "subscribe", "unsubscribe"
    if not _differ_by_slips(wanted.split(), there.split()):
        return 0.0
    ratio = max(fuzz.ratio(wanted, there), fuzz.token_sort_ratio(wanted, there))
    return ratio * _SLIP_WEIGHT if ratio >= _SLIP_RATIO else 0.0


def _held(wanted: str, there: str) -> float:
    if not wanted or not there:
        return 0.0
    if wanted == there:
        return EXACT
    if wanted.replace(" ", "") == there.replace(" ", ""):
        return SPACELESS
    is_phrase = re.search(rf"(?<![\w+#]){re.escape(wanted)}(?![\w+#])", there)
    if is_phrase or set(wanted.split()) <= set(there.split()):
        return ACCEPT + _HELD_SPAN * min(1.0, len(wanted) / len(there))
    return 0.0


@lru_cache(maxsize=4096)
def _undecorated(label: str) -> tuple[str, ...]:
    there = normal(label)
    if _SIGNED_LETTER.fullmatch(there):
        return ()
    bare = normal(_DECORATION.sub("", label.strip())), there.strip("+# ")
    return tuple(each.replace(" ", "") for each in bare)


def _differ_by_slips(one: Sequence[str], other: Sequence[str]) -> bool:
    """No word is missing, and none is another: "About Chess" is not "Chess", "PDF" is not "PNG"."""
    rest = [
        [word for word in these if word not in those]
        for these, those in ((one, other), (other, one))
    ]
    least = _WORD_RATIO if len(rest[0]) == len(rest[1]) else _SLIP_RATIO  # "Auto save"
    return rest[0] == rest[1] or fuzz.ratio(*map("".join, rest)) >= least


def counted(row: Sequence[T], count: int) -> list[T]:
    """The one of the row that is counted, 1 for the first and -1 for the last; none beyond it."""
    at = count - 1 if count > 0 else count
    return [row[at]] if -len(row) <= at < len(row) else []


def told_apart(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """For each row what it is and no other: by the first column that has words for all, none of
    them twice; else by their order, with the words of the columns that are not the same in all."""
    columns = list(zip(*rows, strict=True))
    for told in columns:
        if all(told) and len(set(told)) == len(told):
            return told
    differing = zip(*(each for each in columns if len(set(each)) > 1), strict=True)
    words = list(differing) or [()] * len(rows)
    return tuple(
        ", ".join((f"number {at} from the top", *filter(None, dict.fromkeys(each))))
        for at, each in enumerate(words, 1)
    )


_LABEL_ROLES = frozenset({Role.LABEL, Role.HEADING, Role.OTHER, Role.STATUS, Role.GROUP})
_VALUED_ROLES = frozenset({Role.LIST_ITEM, Role.CELL, Role.TREE_ITEM, Role.LABEL, Role.OTHER})


def zone_score(words: str, zone: Zone) -> float:
    """The score of a zone: its label's, or its value's where it goes by that."""
    score = words_score(words, zone.label)
    if not zone.label and zone.role in _VALUED_ROLES:
        score = max(score, words_score(words, zone.value))
    return score


def field_beside(words: str, zones: list[Zone], fields: list[Zone]) -> tuple[Zone | None, float]:
    """The unlabelled field nearest, right or below, to a label of these words in no button."""
    best: tuple[float, float, Zone] | None = None
    own = {each.zone_id for each in zones if each.role in (Role.BUTTON, Role.TOGGLE_BUTTON)}
    for label in zones:
        score = words_score(words, label.label or label.value)
        if label.role not in _LABEL_ROLES or score < ACCEPT or label.parent_id in own:
            continue
        for field in fields:
            gap = gap_px(label, field)
            if gap is not None and (best is None or (-score, gap) < best[:2]):
                best = (-score, gap, field)
    return (best[2], -best[0]) if best else (None, 0.0)


def captioned_field(words: str, zones: list[Zone], fields: list[Zone]) -> Zone | None:
    """The only field that has a caption of just these words, which ends in a colon, as its nearest
    label, and that close to it, though it tells another name: an example that stands in it. One
    whose name stands there as a label, is a group's, or says what it takes, goes by that."""
    telling = [each for each in zones if each.role in _LABEL_ROLES and each.label]
    labels = [each for each in telling if each.role in (Role.LABEL, Role.HEADING)]
    called: list[tuple[float, Zone]] = []
    for field in fields:
        near = [(gap, e.label) for e in labels if (gap := gap_px(e, field)) is not None]
        gap, label = min(near, default=(0.0, ""))
        name = field.label.strip()  # "Search", "Filter…", "Type your name"; any of a password
        is_secret = field.role is Role.PASSWORD_FIELD or field.is_secret
        is_named = is_secret or has_words("password", name) or promises_window(name)
        is_named |= has_word("searches", name, "opens") or DESKTOP_VERBS.verb_of(name)[0] != ""
        is_named |= any(words_score(field.label, one.label) >= SPACELESS for one in telling)
        is_caption = label.rstrip().endswith(_COLONS)
        if is_caption and not is_named and words_score(words, label) >= SPACELESS:
            called.append((gap, field))
    return called[0][1] if len(called) == 1 and called[0][0] <= _NEAR_PX else None


def is_captioned(field: Zone, zones: list[Zone]) -> bool:
    """A text that ends in a colon stands right before it or over it."""
    ends = (
        each for each in zones if each.role in _LABEL_ROLES and each.label.endswith((":", "："))
    )
    return any((gap := gap_px(each, field)) is not None and gap <= _NEAR_PX for each in ends)


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


_COLONS = (":", "：")
_NEAR_PX = 24  # between columns of one table; lists that stand beside each other are farther apart


def series_of(
    zones: list[Zone], target: Target, wanted: frozenset[Role]
) -> tuple[tuple[Zone, ...], ...]:
    """Every series that the words may count, each in the order of reading. Words that labels hold
    count those zones; any other word ("message") counts items of lists."""
    roles = target.roles or (wanted & ITEM_ROLES) or wanted
    if target.counted:
        called = [z for z in zones if zone_score(target.counted, z) >= ACCEPT]
        called = [z for z in called if z.role in (target.roles or wanted)]
        if len(called) > 1 or (called and target.roles):
            return (tuple(sorted(called, key=lambda each: each.bounds_px.reading_order)),)
        roles = target.roles or ROW_ROLES
    alike = [zone for zone in zones if zone.role in roles]
    tiles = [zone for zone in alike if zone.role in ITEM_ROLES]
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
        one, other = (last or item).bounds_px, item.bounds_px
        shared_px = min(one.bottom, other.bottom) - max(one.y, other.y)
        is_beside = shared_px > min(one.height, other.height) / 2
        is_same_row = last and last.role is Role.CELL and is_beside
        if not is_same_row:
            rows.append(item)
        elif last and not last.label and item.label:
            rows[-1] = item
    return tuple(rows)
