"""Reads what a thing must be like: "under 30 minutes", "at least 4 stars", "the newest", "with"."""

from __future__ import annotations

import re

from engine.domain.literals import Literals
from engine.domain.web.amounts import amount_of
from engine.domain.web.conditions import UNITS, Bound, Feature, Measure, Rank
from engine.domain.web.vocabulary import NUMBER_WORDS, ORDINAL_WORDS
from engine.domain.words import without_article

_SIGN = "[€$£¥]"
_LEAD = (
    r"[\s,]*(?:\b(?:and|but)\s+)?(?:\b(?:(?:that|which|who)\s+)?(?:is|are|has|have|with|costs?"
    r"|takes?|weighs?|costing|priced|taking|weighing|rated|for|of)\s+)?"
)
_OPEN_LESS = (
    "under|below|less than|fewer than|cheaper than|shorter than|lighter than|before|older than"
)
_OPEN_MORE = "over|above|more than|longer than|heavier than|better than|after|newer than"
_LESS = rf"{_OPEN_LESS}|up to|at most|no more than|not more than|within|max(?:imum)?(?: of)?"
_MORE = rf"{_OPEN_MORE}|at least|no less than|not less than|from|since|min(?:imum)?(?: of)?"
_IS_OPEN = re.compile(rf"{_OPEN_LESS}|{_OPEN_MORE}", re.IGNORECASE)
_IS_RATING = re.compile(r"\brated\b", re.IGNORECASE)
_UNIT_WORDS = "|".join(sorted((re.escape(each) for each in UNITS), key=len, reverse=True))


def _amount(name: str) -> str:
    """A number with its unit: a known one, or the plural of what is counted."""
    return (
        rf"(?:{_SIGN}|eur|usd|gbp)?\s*(?P<{name}>\d[\d.,]*\d|\d)"
        rf"(?:[\s-]*(?P<{name}_unit>{_UNIT_WORDS})|\s+(?P<{name}_noun>[a-z]{{3,}}s))?(?!\w)"
    )


_BETWEEN = re.compile(
    rf"{_LEAD}\b(?:between|from)\s+{_amount('least')}\s*(?:and|to)\s+{_amount('most')}", re.I
)
_AT_MOST = re.compile(rf"{_LEAD}\b(?P<how>{_LESS})\s+{_amount('most')}", re.IGNORECASE)
_AT_LEAST = re.compile(rf"{_LEAD}\b(?P<how>{_MORE})\s+{_amount('least')}", re.IGNORECASE)
_OR_MORE = re.compile(
    rf"{_LEAD}(?<!\w){_amount('least')}\s+(?P<how>or (?:more|better|above|over|higher|longer))\b",
    re.IGNORECASE,
)
_OR_LESS = re.compile(
    rf"{_LEAD}(?<!\w){_amount('most')}\s+(?P<how>or (?:less|fewer|below|under|lower|shorter))\b",
    re.IGNORECASE,
)
_AGE = re.compile(
    r"[\s,]*\b(?:(?:posted|published|added|released|made|written)\s+)?(?:in|within|during|from)\s+"
    r"the\s+(?:last|past)\s+(?:(?P<most>\d+)\s+)?(?P<unit>hour|day|week|month|year)s?\b",
    re.IGNORECASE,
)
_MINUTES = {"hour": 60.0, "day": 1440.0, "week": 10080.0, "month": 43200.0, "year": 525600.0}
_OF_TIME = frozenset({"from", "since", "after", "before", "older than", "newer than"})
_UNIT_NEEDED = _OF_TIME | {"within"}  # "from 3 June", "within 24"

_RANKS: tuple[tuple[str, Measure, bool], ...] = (
    (r"cheapest|least expensive|lowest[ -]priced|lowest price", "price", False),
    (r"dearest|most expensive|priciest|highest[ -]priced|costliest", "price", True),
    (r"newest|latest|most recent|youngest", "date", True),
    (r"oldest|earliest", "date", False),
    (r"(?:best|highest|top)[ -](?:rated|reviewed|ranked)|best", "rating", True),
    (r"(?:worst|lowest)[ -](?:rated|reviewed|ranked)|worst", "rating", False),
    (
        r"most (?:popular|viewed|read|liked|downloaded|discussed|commented|starred)"
        r"|best[ -]selling",
        "popularity",
        True,
    ),
    (r"least popular", "popularity", False),
    (r"fastest|quickest", "duration", False),
    (r"slowest", "duration", True),
    (r"heaviest", "weight", True),
    (r"lightest", "weight", False),
    (r"longest|tallest|highest|largest|biggest", "length", True),
    (r"shortest|lowest|smallest", "length", False),
)
_ANYWHERE = tuple(
    (re.compile(rf"\b(?:{words})\b\s*", re.IGNORECASE), measure, is_most)
    for words, measure, is_most in _RANKS[:2]
)
_LEADING = tuple(
    (re.compile(rf"(?:(?<=^)|(?<=\s))(?:{words})\b(?:\s+|$)"), measure, is_most)
    for words, measure, is_most in _RANKS[2:]
)
_WITH_MOST = re.compile(
    r"\s+(?:with|that (?:has|have))\s+the\s+"
    r"(?P<said>(?P<way>most|highest|best|fewest|least|lowest)\s+(?P<what>\w+))$",
    re.IGNORECASE,
)
_MEASURED: dict[str, Measure] = {"price": "price", "rating": "rating", "ratings": "rating"}
_BEFORE_RANK = re.compile(
    rf"(?:(?:the|an?|my|all|{'|'.join((*ORDINAL_WORDS, *NUMBER_WORDS))}|\d+(?:st|nd|rd|th)?)\s+)*",
    re.IGNORECASE,
)
_INDEFINITE = re.compile(r"^(?:an?|any|some|all|every|several|two|three|four|five|\d+)\s", re.I)
_FEATURE = re.compile(
    r"[\s,]+(?:and\s+|but\s+)?"
    r"(?P<how>with|having|(?:that|which) (?:has|have)|featuring|without|no)"
    r"\s+(?P<words>(?:(?!\b(?:with|without|in|on|at|from)\b)[^,])+?)"
    r"(?=\s*,|\s+(?:(?:and|but)\s+)?(?:with|without|in|on|at|from)\s|\s*$)",
    re.IGNORECASE,
)
_STANDING = re.compile(
    r"[\s,]+(?:and\s+|but\s+)?(?:(?:that|which)\s+(?:is|are)\s+)?"
    r"(?P<words>in stock|on sale|on offer|available|sold out|free of charge)$",
    re.IGNORECASE,
)


def read_bounds(text: str) -> tuple[str, tuple[Bound, ...]]:
    """The text without its bounds, and those."""
    bounds: list[Bound] = []
    if match := _AGE.search(text):
        unit = match["unit"].casefold()
        age = float(match["most"] or 1) * _MINUTES[unit]
        bounds.append(Bound(most=age, measure="age", unit=unit))
        text = _without(text, match)
    for shape in (_BETWEEN, _OR_MORE, _OR_LESS, _AT_MOST, _AT_LEAST):
        while match := shape.search(text):
            bound = _bound(match)
            if bound is None:
                break
            bounds.append(bound)
            text = _without(text, match)
    return text, _joined(bounds)


def read_rank(text: str) -> tuple[str, Rank | None]:
    """The text without its superlative, and what that picks by; names begin with capitals."""
    if found := _WITH_MOST.search(text):
        is_first = found["way"].casefold() in ("most", "highest", "best")
        by = _MEASURED.get(found["what"].casefold(), "count")
        return _without(text, found), Rank(by, is_first, found["said"].casefold())
    for shape, measure, is_most in (*_ANYWHERE, *_LEADING):
        match = shape.search(text)
        if match is None:
            continue
        if measure == "price" or _BEFORE_RANK.fullmatch(text[: match.start()]):
            said = match.group().strip().casefold()
            return _without(text, match), Rank(measure, is_most, said)
    return text, None


def read_features(
    text: str, literals: Literals, *, is_one_of_many: bool
) -> tuple[str, tuple[Feature, ...]]:
    """The text without its features, and those. "The rope with a hook" is a name, where "a rope
    with a hook", or the cheapest, is one of many."""
    features: list[Feature] = []
    if match := _STANDING.search(text):
        features.append(Feature(match["words"].casefold()))
        text = _without(text, match)
    while (is_one_of_many or _INDEFINITE.match(text)) and (match := _FEATURE.search(text)):
        is_wanted = match["how"].casefold() not in ("without", "no")
        named = [without_article(each) for each in re.split(r"\s+and\s+", match["words"])]
        features += [Feature(literals.restore(each), is_wanted) for each in named]
        text = _without(text, match)
    return text, tuple(features)


def _bound(match: re.Match[str]) -> Bound | None:
    found = match.groupdict()
    how = (found.get("how") or "").casefold()
    ends = [each for each in ("least", "most") if found.get(each)]
    units = [found[f"{end}_{kind}"] for end in ends for kind in ("unit", "noun")]
    unit = next((each.casefold() for each in reversed(units) if each), "")
    has_sign = re.search(_SIGN, match.group()) is not None
    between_dates = not how and len(ends) == 2 and match.group().lstrip(" ,").startswith("from")
    if (how in _UNIT_NEEDED or between_dates) and not (unit in UNITS or has_sign):
        year = found.get("least") or found.get("most") or ""
        if how in _OF_TIME and re.fullmatch(r"(?:19|20)\d\d", year) and not unit:
            ends_open = how not in ("from", "since")
            is_least = bool(found.get("least"))
            least, most = (float(year), None) if is_least else (None, float(year))
            return Bound(least, most, ends_open, "date", "year")
        if how != "from" or unit or match.string[match.end() :].strip():
            return None
    measure, factor = UNITS.get(unit, ("count" if unit and not has_sign else "price", 1.0))
    if measure == "price" and not (unit or has_sign) and _IS_RATING.search(match.group()):
        measure = "rating"
    amounts = {end: amount_of(found[end]) * factor for end in ends}
    is_open = _IS_OPEN.fullmatch(how) is not None
    return Bound(amounts.get("least"), amounts.get("most"), is_open, measure, unit)


def _joined(bounds: list[Bound]) -> tuple[Bound, ...]:
    """A lower and an upper end of one measure are one bound."""
    joined: dict[tuple[str, str], Bound] = {}
    for each in bounds:
        key = (each.measure, each.unit if each.measure == "count" else "")
        other = joined.get(key)
        if other is not None and (other.least is None) != (each.least is None):
            least = other.least if other.least is not None else each.least
            most = other.most if other.most is not None else each.most
            each = Bound(least, most, each.is_open, each.measure, each.unit or other.unit)
        joined[key] = each
    return tuple(joined.values())


def _without(text: str, match: re.Match[str]) -> str:
    return f"{text[: match.start()].rstrip()} {text[match.end() :].lstrip()}".strip()
