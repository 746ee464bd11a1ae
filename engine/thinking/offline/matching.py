"""How well words fit a label, as a score from 0 to 100, which of a row is counted, and by what
things of one name are told apart: on a desktop and on the web, and without a model.

Exact labels come first, then those that hold all of the words, the better the more of the label
these are. Beyond that a page's labels are forgiven what decorates them, a desktop's a typing slip,
for which is never taken what differs in a number or in a negation ("Report 2024", "Unsubscribe").
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from rapidfuzz import fuzz

from engine.language.labels import normal

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
_DECORATION = re.compile(
    r"^[^\w(]+|\s*\(\s*(?:\d+|required|optional)\s*\)\s*$|[^\w)%\"”’']+$", re.IGNORECASE
)


def fit(words: str, label: str) -> float:
    """How well the words fit the label of a page, where signs around it and a number behind it do
    not count: "Inbox (3)" is "Inbox". A lone letter's signs do: "C++" is not "C"."""
    wanted = normal(words)
    score = _held(wanted, normal(label))
    is_bare = wanted and score < EXACT and wanted.replace(" ", "") in _undecorated(label)
    return SPACELESS if is_bare else score


def words_score(words: str, label: str) -> float:
    """How well the words fit the label on a desktop, which may be slips of the pen from each other.
    A number counts there: "Note (2)" may lie beside "Note"."""
    wanted, there = normal(words), normal(label)
    score = _held(wanted, there)
    if not score:
        return _slip_score(wanted, there)
    return score if score >= SPACELESS else score + _HELD_MORE


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


def _slip_score(wanted: str, there: str) -> float:
    if min(len(wanted), len(there)) < _SLIP_MIN_CHARS:
        return 0.0
    if re.findall(r"\d+", wanted) != re.findall(r"\d+", there) or _is_negation(wanted, there):
        return 0.0
    if not _differ_by_slips(wanted.split(), there.split()):
        return 0.0
    ratio = max(fuzz.ratio(wanted, there), fuzz.token_sort_ratio(wanted, there))
    return ratio * _SLIP_WEIGHT if ratio >= _SLIP_RATIO else 0.0


def _differ_by_slips(one: Sequence[str], other: Sequence[str]) -> bool:
    """No word is missing, and none is another: "About Chess" is not "Chess", "PDF" is not "PNG"."""
    rest = [
        [word for word in these if word not in those]
        for these, those in ((one, other), (other, one))
    ]
    least = _WORD_RATIO if len(rest[0]) == len(rest[1]) else _SLIP_RATIO  # "Auto save"
    return rest[0] == rest[1] or fuzz.ratio(*map("".join, rest)) >= least


def _is_negation(one: str, other: str) -> bool:
    """One is the other with a prefix that turns it round: "subscribe", "unsubscribe"."""
    differing = set(one.split()) ^ set(other.split())
    return any(f"{prefix}{word}" in differing for word in differing for prefix in _NEGATIONS)


def counted(row: Sequence[T], count: int) -> list[T]:
    """The one of the row that is counted, 1 for the first and -1 for the last; none beyond it."""
    at = count - 1 if count > 0 else count
    return [row[at]] if -len(row) <= at < len(row) else []


def told_apart(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """For each row what it is and no other: by the first column that has words for all, none of
    them twice; else by their order."""
    for told in zip(*rows, strict=True):
        if all(told) and len(set(told)) == len(told):
            return told
    return tuple(f"number {at} from the top" for at in range(1, len(rows) + 1))
