"""Answers to questions: the line of the page that says it, verbatim.

What stands on the page is quoted, never followed; a line that tells an agent what to do is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.domain.errors import PlanFailed
from engine.domain.web.conditions import Measure
from engine.domain.web.pages import WebElement
from engine.domain.web.parts import AnswerKind, Ask, Thing
from engine.domain.web.proposals import ActionName, WebProposal
from engine.domain.web.synonyms import field_asked
from engine.domain.web.vocabulary import STOP_WORDS
from engine.thinking.offline.web.amounts import amount_in
from engine.thinking.offline.web.cells import cell_words, is_head_row
from engine.thinking.offline.web.counting_answers import count_words
from engine.thinking.offline.web.elements import hands_out_file, is_link, label_of
from engine.thinking.offline.web.field_answers import field_answer, field_link, is_hidden
from engine.thinking.offline.web.finding import asked_of, best_link, heading_of, shown_as
from engine.thinking.offline.web.items import fitting, items_of, picked
from engine.thinking.offline.web.listings import read_list
from engine.thinking.offline.web.matching import fit, instructs, is_among, stems, told_share
from engine.thinking.offline.web.outcomes import Chosen, Met
from engine.thinking.offline.web.prices import price_in, price_words
from engine.thinking.offline.web.seeking import further, lead_on
from engine.thinking.offline.web.view import View
from engine.thinking.offline.web.vocabulary import RELEASES_LABELS
from engine.thinking.offline.zone_matching import ACCEPT
from engine.thinking.words import quoted

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
_SOFT = frozenset(
    {
        *("introduce", "introduced", "added", "add", "new", "first", "came", "come", "appear"),
        *("written", "write", "wrote", "made", "make", "released", "release", "publish", "need"),
        *("high", "long", "deep", "stand", "take", "last", "sail", "start", "begin", "version"),
        *("published", "mean", "means", "available", "use", "used", "get", "find", "page", "name"),
    }
)
_MOST_CHARS = 300
_LONG_CHARS = 40  # of a card, whose texts stand side by side
_MOST_OF_TOPIC = 0.65


def choose_answer(view: View, task: Ask) -> Chosen:
    """The answer where the page has it, or one step towards it. Raises ``PlanFailed``."""
    tab = _tab_about(view, task)
    if tab is not None:
        return view.click(tab, "way", ", which may tell it")
    if task.thing and task.thing.rank:
        read = read_list(view, task.thing)
        return read if isinstance(read, WebProposal) else Met(read[0].said)
    found = _field_told(view, task)
    found = found or (_of_items(view, task) if task.thing else "")
    found = found or answer_in(view, task)
    if found:
        return Met(found)
    if is_hidden(task.topic, _lines(view)):
        raise PlanFailed(
            f"{quoted(heading_of(view))} tells it, but the rules for masking hide it.",
            "Look at the page yourself, or change what is masked in the settings.",
        )
    words = _seekable(task)
    telling = _telling_link(view, task)
    if telling is None and view.can(ActionName.CLICK):
        telling = field_link(view, task.topic)
    if telling is not None:
        return view.click(telling, "way", ", which may tell it")
    link, _ = best_link(view, words) if words else (None, 0.0)
    link = link or _nearest_link(view, task)
    if link is not None and view.can(ActionName.CLICK):
        return view.click(link, "way")
    if shown_as(view, words)[0] and (step := further(view, words)) is not None:
        return step
    place = task.thing.place if task.thing else ""
    place = place or task.place or ("about us" if task.kind == "person" else "")
    others = tuple(each for each in (task.subject, words) if each)
    return lead_on(
        view,
        _hard(task.topic) or task.topic,
        place,
        other_words=others,
        reads_guides=bool(field_asked(task.topic)),
    )


def _field_told(view: View, task: Ask) -> str:
    """What stands beside the name of what is asked for; a thing's price is told otherwise."""
    asked = field_asked(task.topic)
    if asked is None or "price" in asked[0].asked:
        return ""
    return field_answer(view, task.topic, _lines(view), "" if _asked(view) else _called(view))


def _tab_about(view: View, task: Ask) -> WebElement | None:
    """What shows more of this page under a name that the question has: a tab, a fold."""
    if not view.can(ActionName.CLICK):
        return None
    around = f"{view.page.title} {heading_of(view)}"
    if task.subject and told_share(task.subject, around) < 1:
        return None
    asked = [word for word in task.topic.split() if not told_share(word, around)]
    return next(
        (
            each
            for each in view.pressed
            if not (each.href or each.form or view.was_clicked(each))
            and any(fit(word, label_of(each)) == 100 for word in asked)
        ),
        None,
    )


def _telling_link(view: View, task: Ask) -> WebElement | None:
    """What is called as pages are that tell when something was released, where that is asked."""
    if task.kind != "date" or told_share("release", task.topic) < 1:
        return None
    called = [
        each
        for each in view.pressed
        if is_link(each)
        and is_among(label_of(each), RELEASES_LABELS)
        and not view.leads_nowhere_new(each)
    ]
    return min(called, key=view.order, default=None) if view.can(ActionName.CLICK) else None


def _nearest_link(view: View, task: Ask) -> WebElement | None:
    """The link with most of the topic, where that is the half of it at least."""
    links = [each for each in view.pressed if is_link(each) and view.follows(each)]
    links = [each for each in links if not view.leads_nowhere_new(each)]
    named = [each for each in links if set(stems(label_of(each))) <= set(stems(task.topic))]
    links = [each for each in links if not (each.is_navigation or hands_out_file(each))]
    links += [each for each in named if each not in links]
    topic = task.subject or _hard(task.topic)
    shares = [(told_share(topic, f"{each.text} {each.context}"), each) for each in links]
    here = told_share(topic, f"{view.page.title} {heading_of(view)}")
    shares = [(share, each) for share, each in shares if share >= 0.5]
    if not shares or (here >= max(shares, key=lambda pair: pair[0])[0] and not _asked(view)):
        return None
    return min(shares, key=lambda pair: (-pair[0], view.order(pair[1])))[1]


def _called(view: View) -> str:
    """What the page says of itself: its title and its first heading."""
    return " ".join((view.page.title, heading_of(view), *view.page.headings[:1]))


def _asked(view: View) -> str:
    """What this page was searched for; it repeats that, which says nothing."""
    return " ".join(asked_of(view.page.url))


def answer_in(view: View, task: Ask) -> str:
    """The words of the page that answer; empty where it has none."""
    if task.kind == "count":
        return count_words(view, task.topic, task.question)
    topic = _hard(task.topic)
    if not topic:
        return ""
    heading = "" if _asked(view) else _called(view)
    if task.kind == "price":
        return _price(view, task, heading)
    found = cell_words(_lines(view), topic)
    return found or _best_line(view, topic, heading, task.kind, task.question)


def _of_items(view: View, task: Ask) -> str:
    """A price, or the cheapest, where goods are listed with theirs."""
    thing = task.thing or Thing()
    items = fitting(thing, items_of(view))
    priced = tuple(each for each in items if each.price is not None)
    if thing.is_picked:
        item = picked(thing, priced)
    else:
        item = max(priced, key=lambda each: fit(thing.words, each.name), default=None)
        if item is not None and fit(thing.words, item.name) < ACCEPT:
            item = None
    if item is None:
        return ""
    return f"{item.name}: {price_words(item.text)}" if item.name else price_words(item.text)


def _price(view: View, task: Ask, heading: str) -> str:
    """The line with a price that says most of the topic, itself or with what stands before it."""
    words = task.thing.words if task.thing and task.thing.words else task.topic
    words = _hard(" ".join(each for each in words.split() if each.casefold() not in STOP_WORDS))
    lines = _lines(view)
    scored: list[tuple[float, float, int, str]] = []
    for at, line in enumerate(lines):
        if price_in(line) is not None:
            near = " ".join(lines[max(0, at - 2) : at + 1])
            whole = told_share(words, f"{near} {heading}")
            scored.append((whole, told_share(words, line), -at, line))
    if not scored or max(scored)[0] < _MOST_OF_TOPIC:
        return ""
    line = max(scored)[3]
    return line if len(line) <= _MOST_CHARS else price_words(line)


def _best_line(view: View, topic: str, heading: str, kind: AnswerKind, question: str) -> str:
    """The line with the most of the topic; the page's own heading may say a part of it."""
    lines, field = _lines(view), field_asked(topic)
    search = _searcher(kind, question)
    told = set(stems(heading))
    left = " ".join(each for each in topic.split() if not told & set(stems(each)))
    pressed = {label_of(each) for each in view.pressed} - set(view.page.headings)
    scored: list[tuple[float, int, str]] = []
    for at, line in enumerate(lines):
        own, rest = told_share(topic, line), told_share(left, line) if left else 1.0
        if own == 0 or rest < _MOST_OF_TOPIC or line.endswith("?") or line in pressed:
            continue
        if is_head_row(lines, at):
            continue
        said = _with_value(lines, at, topic, search)
        if said and (field is None or field[0].holds_value(said)):
            scored.append((own, -at, said))
    if not scored and heading and not left and kind in ("date", "version"):
        return next((line for line in lines if _VALUES[kind].search(line)), "")[:_MOST_CHARS]
    measures = _measures(kind, question)
    if not scored:
        return _only_amount(lines, measures) if heading and not left else ""
    line = _smallest(max(scored)[2], topic, search)
    if not re.search(r"[.!?:,]", re.sub(r"\d[.,]\d", "", line)) and len(line) > _LONG_CHARS:
        return _only_amount([line], measures[:1]) or line
    return line[:_MOST_CHARS]


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


def _lines(view: View) -> list[str]:
    """The page's lines, long ones by their sentences."""
    lines: list[str] = []
    for line in view.page.text.splitlines():
        parts = re.split(r"(?<=[.!?])\s+(?=[A-Z\d])", line) if len(line) > 160 else [line]
        lines += [part.strip() for part in parts if part.strip()]
    asked = asked_of(view.page.url)
    return [
        line
        for line in lines
        if not instructs(line) and not any(each.casefold() in line.casefold() for each in asked)
    ]


def _hard(topic: str) -> str:
    """The topic without words that a page may well say otherwise."""
    kept = [word for word in topic.split() if word not in _SOFT]
    return " ".join(kept or topic.split())


def _seekable(task: Ask) -> str:
    if task.thing and task.thing.words:
        return task.thing.words
    if task.subject:
        return task.subject
    return _hard(task.topic)
