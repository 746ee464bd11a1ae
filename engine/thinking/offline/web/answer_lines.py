"""The line, cell or price of a page that answers a question: verbatim, and as small as it goes.

A line that tells an agent what to do is none.
"""

from __future__ import annotations

import re

from engine.domain.web.parts import Ask
from engine.domain.web.vocabulary import STOP_WORDS
from engine.thinking.offline.web.best_lines import MOST_CHARS, MOST_OF_TOPIC, best_line, sections
from engine.thinking.offline.web.cells import cell_words
from engine.thinking.offline.web.counting_answers import count_words
from engine.thinking.offline.web.filtering import filtered_words
from engine.thinking.offline.web.finding import asked_of, heading_of
from engine.thinking.offline.web.matching import instructs, told_share
from engine.thinking.offline.web.prices import price_in, price_words
from engine.thinking.offline.web.view import View

_SOFT = frozenset(
    {
        *("introduce", "introduced", "added", "add", "new", "first", "came", "come", "appear"),
        *("written", "write", "wrote", "made", "make", "released", "release", "publish", "need"),
        *("high", "long", "deep", "stand", "take", "last", "sail", "start", "begin", "version"),
        *("published", "mean", "means", "available", "use", "used", "get", "find", "page", "name"),
    }
)


def own_name(view: View) -> str:
    """What the page says of itself: its title and its first heading."""
    return " ".join((view.page.title, heading_of(view), *view.page.headings[:1]))


def sought_here(view: View) -> str:
    """What this page was searched for; it repeats that, which says nothing."""
    return " ".join(asked_of(view.page.url))


def answer_in(view: View, task: Ask) -> str:
    """The words of the page that answer; empty where it has none."""
    if task.kind == "count":
        return count_words(view, task.topic, task.question)
    topic = hard_words(task.topic)
    if not topic:
        return ""
    heading = "" if sought_here(view) else own_name(view)
    if task.kind == "price":
        return _price(view, task, heading)
    lines = lines_of(view)
    above = sections(lines, view.page.headings)
    found = cell_words(lines, topic, [f"{each} {filtered_words(view)}" for each in above])
    return found or best_line(view, lines, topic, heading, task.kind, task.question)


def _price(view: View, task: Ask, heading: str) -> str:
    """The line with a price that says most of the topic, itself or with what stands before it."""
    words = task.thing.words if task.thing and task.thing.words else task.topic
    words = hard_words(
        " ".join(each for each in words.split() if each.casefold() not in STOP_WORDS)
    )
    lines = lines_of(view)
    scored: list[tuple[float, float, int, str]] = []
    for at, line in enumerate(lines):
        if price_in(line) is not None:
            near = " ".join(lines[max(0, at - 2) : at + 1])
            whole = told_share(words, f"{near} {heading}")
            own = line if told_share(words, line) else f"{lines[at - 1] if at else ''} {line}"
            scored.append((whole, told_share(words, own), -at, line))
    if not scored or max(scored)[0] < MOST_OF_TOPIC:
        return ""
    line = max(scored)[3]
    return line if len(line) <= MOST_CHARS else price_words(line)


def lines_of(view: View) -> list[str]:
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


def hard_words(topic: str) -> str:
    """The topic without words that a page may well say otherwise."""
    kept = [word for word in topic.split() if word not in _SOFT]
    return " ".join(kept or topic.split())
