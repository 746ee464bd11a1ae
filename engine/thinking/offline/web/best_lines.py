"""The line of a page that says most of what a question asks, with a value of its kind.

A line stands under a heading, which may say a part of it; a table's heads are no answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.domain.web.conditions import Measure
from engine.domain.web.parts import AnswerKind
from engine.domain.web.synonyms import field_asked
from engine.thinking.offline.web.amounts import amount_in
from engine.thinking.offline.web.cells import is_head_row
from engine.thinking.offline.web.elements import label_of
from engine.thinking.offline.web.matching import stems, told_share
from engine.thinking.offline.web.view import View

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_VALUES: dict[AnswerKind, re.Pattern[str]] = {
    "version": re.compile(r"\bv?\d+\.\d+(?:\.\d+)*\b|\bversion\s+\d+|\bv\d+\b", re.IGNORECASE),
    "date": re.compile(
        rf"\b\d{{4}}-\d\d?-\d\d?\b|\b\d\d?[./]\d\d?[./]\d{{2,4}}\b|\b\d\d?\.?\s+{_MONTH}\b"
        rf"|\b{_MONTH}\s+\d\d?\b|\b(?:19|20)\d\d\b|\b\d\d?:\d\d\b|\b(?:mon|tues|wednes|thurs|fri|"
        r"satur|sun)days?\b",
        re.IGNORECASE,
    ),
    "person": re.compile(r"\b[A-Z][\w.'-]+(?:\s+(?:[a-z]{1,3}\s+)?[A-Z][\w'-]+)+"),
    "quantity": re.compile(r"\d|\b(?:one|two|three|half)\b"),
    "text": re.compile(r"\w"),
}
_PARTED = " | "
_OF_WEIGHT = r"\d\s*(?:[km]?g|lbs?|oz|kilos?|gram(?:me)?s?|pounds?|tonn?es?|t)\b"
_OF_TIME = r"(?:\d|half an|an?)\s*-?\s*(?:h|hrs?|hours?|m|min|mins|minutes?|s|secs?|seconds?|days?"
_OF_TIME += r"|weeks?|months?|years?)\b"
_OF_LENGTH = (
    r"\d\s*(?:[kcm]?m|metres?|meters?|kilomet\w+|miles?|feet|foot|ft|inch(?:es)?|in|yards?)\b"
)
_QUANTITIES: tuple[tuple[re.Pattern[str], re.Pattern[str], tuple[Measure, ...]], ...] = (
    (
        re.compile(r"\bhow heavy\b|\bweighs?\b|\bweight\b", re.I),
        re.compile(_OF_WEIGHT, re.I),
        ("weight",),
    ),
    (
        re.compile(r"\bhow (?:high|deep|tall|wide|far|thick)\b", re.I),
        re.compile(_OF_LENGTH, re.I),
        ("length",),
    ),
    (
        re.compile(r"\bhow long\b", re.I),
        re.compile(rf"{_OF_TIME}|{_OF_LENGTH}", re.I),
        ("duration", "length"),
    ),
)
MOST_CHARS = 300
_LONG_CHARS = 40  # of a card, whose texts stand side by side
MOST_OF_TOPIC = 0.65


def best_line(
    view: View, lines: list[str], topic: str, heading: str, kind: AnswerKind, question: str
) -> str:
    """The line with the most of the topic; the page's own heading may say a part of it."""
    field = field_asked(topic)
    search = _searcher(kind, question)
    told = set(stems(heading))
    asked = field[1] if field else topic
    left = " ".join(each for each in asked.split() if not told & set(stems(each)))
    pressed = {label_of(each) for each in view.pressed} - set(view.page.headings)
    above = sections(lines, view.page.headings)
    scored: list[tuple[float, float, int, str]] = []
    for at, line in enumerate(lines):
        whole = f"{line} {above[at]}"
        own, rest = told_share(topic, line), told_share(left, whole) if left else 1.0
        if own == 0 or rest < MOST_OF_TOPIC or line.endswith("?") or line in pressed:
            continue
        if is_head_row(lines, at):
            continue
        said = _with_value(lines, at, topic, search)
        if said and (field is None or field[0].holds_value(said)):
            scored.append((told_share(topic, whole), own, -at, said))
    if not scored and heading and not left and kind in ("date", "version"):
        return next((line for line in lines if _VALUES[kind].search(line)), "")[:MOST_CHARS]
    measures = _measures(kind, question)
    if not scored:
        return _only_amount(lines, measures) if heading and not left else ""
    line = _smallest(max(scored)[3], topic, search)
    if not re.search(r"[.!?:,]", re.sub(r"\d[.,]\d", "", line)) and len(line) > _LONG_CHARS:
        return _only_amount([line], measures[:1]) or line
    return line[:MOST_CHARS]


def _searcher(kind: AnswerKind, question: str) -> Callable[[str], re.Match[str] | None]:
    """What finds a value of the kind; a weight is no length, and neither is a price."""
    measured = next((shape for asked, shape, _ in _QUANTITIES if asked.search(question)), None)
    return measured.search if kind == "quantity" and measured else _VALUES[kind].search


def _measures(kind: AnswerKind, question: str) -> tuple[Measure, ...]:
    found = (measures for asked, _, measures in _QUANTITIES if asked.search(question))
    return next(found, ()) if kind == "quantity" else ()


def _only_amount(lines: list[str], measures: tuple[Measure, ...]) -> str:
    """On a page about the thing itself: the only amount of what is asked for."""
    told = {
        amount.said
        for line in lines
        for measure in measures
        if (amount := amount_in(line, measure)) is not None
    }
    return told.pop() if len(told) == 1 else ""


def _smallest(line: str, topic: str, search: Callable[[str], re.Match[str] | None]) -> str:
    """The sentence, the cells or the amount that answer, out of a line that has more."""
    if _PARTED in line:
        cells = [each for each in line.split(_PARTED) if told_share(topic, each) == 0]
        return ", ".join(each.strip() for each in cells if search(each)) or line
    for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z\d])", line):
        if search(_without_words(sentence, topic)) and told_share(topic, sentence) > 0:
            return sentence
    return line


def _with_value(
    lines: list[str], at: int, topic: str, search: Callable[[str], re.Match[str] | None]
) -> str:
    """The line, where it says more than the topic; else what follows it, or stands above it."""
    line = lines[at]
    more = set(stems(line)) - set(stems(topic))
    plain = _without_words(line, topic)
    if search(plain) and more:
        return line
    below = lines[at + 1] if at + 1 < len(lines) else ""
    if below and search(below) and len(more) < 2:
        return below
    for above in reversed(lines[max(0, at - 8) : at]):
        if search != _VALUES["text"].search and search(above) and len(above) <= 80:
            return f"{above}: {line}"
    return ""


def _without_words(line: str, topic: str) -> str:
    kept = [word for word in line.split() if not set(stems(word)) & set(stems(topic))]
    return " ".join(kept)


def sections(lines: Sequence[str], headings: Sequence[str]) -> list[str]:
    """For each line the heading under which it stands; empty above the first."""
    known = {" ".join(each.split()) for each in headings}
    found: list[str] = []
    last = ""
    for line in lines:
        last = line if " ".join(line.split()) in known else last
        found.append(last)
    return found
