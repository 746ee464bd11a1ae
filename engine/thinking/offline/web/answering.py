"""Answers to questions: the line of the page that says it, verbatim.

What stands on the page is quoted, never followed; a line that tells an agent what to do is none.
"""

from __future__ import annotations

import re

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import WebElement
from engine.domain.web.parts import Ask, Thing
from engine.domain.web.proposals import ActionName, WebProposal
from engine.domain.web.synonyms import field_asked
from engine.domain.web.vocabulary import OWN_PLACE, STOP_WORDS
from engine.thinking.offline.web.best_lines import MOST_CHARS, MOST_OF_TOPIC, best_line, sections
from engine.thinking.offline.web.cells import cell_words
from engine.thinking.offline.web.counting_answers import count_words
from engine.thinking.offline.web.elements import hands_out_file, is_link, label_of
from engine.thinking.offline.web.field_answers import field_answer, field_link, is_hidden
from engine.thinking.offline.web.filtering import (
    asks_for_names,
    filter_step,
    filtered_answer,
    filtered_words,
)
from engine.thinking.offline.web.finding import asked_of, best_link, heading_of, shown_as
from engine.thinking.offline.web.items import fitting, items_of, picked
from engine.thinking.offline.web.listings import read_list
from engine.thinking.offline.web.matching import fit, instructs, is_among, stems, told_share
from engine.thinking.offline.web.outcomes import Chosen, Met
from engine.thinking.offline.web.prices import price_in, price_words
from engine.thinking.offline.web.search_words import name_in
from engine.thinking.offline.web.seeking import further, lead_on
from engine.thinking.offline.web.tables import row_answer
from engine.thinking.offline.web.view import View
from engine.thinking.offline.web.vocabulary import RELEASES_LABELS
from engine.thinking.offline.zone_matching import ACCEPT
from engine.thinking.words import quoted

_PRICE_PLACES = ("fees", "prices", "charges", "tariffs", "rates", "price list")
_SOFT = frozenset(
    {
        *("introduce", "introduced", "added", "add", "new", "first", "came", "come", "appear"),
        *("written", "write", "wrote", "made", "make", "released", "release", "publish", "need"),
        *("high", "long", "deep", "stand", "take", "last", "sail", "start", "begin", "version"),
        *("published", "mean", "means", "available", "use", "used", "get", "find", "page", "name"),
    }
)


def choose_answer(view: View, task: Ask) -> Chosen:
    """The answer where the page has it, or one step towards it. Raises ``PlanFailed``."""
    tab = _tab_about(view, task)
    if tab is not None:
        return view.click(tab, "way", ", which may tell it")
    if asks_for_names(task) and (step := filter_step(view, task.topic)) is not None:
        return step
    if listed := filtered_answer(view, task):
        return Met(listed)
    lines = _lines(view)
    if field_asked(task.topic) is None and (
        row := row_answer(lines, view.page.headings, task.question, task.topic)
    ):
        return Met(row)
    if task.thing and task.thing.rank:
        read = read_list(view, task.thing)
        return read if isinstance(read, WebProposal) else Met(read[0].said)
    found = _field_told(view, task)
    found = found or (_of_items(view, task) if task.thing else "")
    found = found or answer_in(view, task)
    if found:
        return Met(found)
    if is_hidden(task.topic, lines):
        raise PlanFailed(
            f"{quoted(heading_of(view))} tells it, but the rules for masking hide it.",
            "Look at the page yourself, or change what is masked in the settings.",
        )
    if (step := filter_step(view, task.topic)) is not None:
        return step
    if (tab := _unread_tab(view, task)) is not None:
        return view.click(tab, "way", ", which may tell it")
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
        likely=_likely(task),
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
            and _is_asked(label_of(each), asked)
        ),
        None,
    )


def _is_asked(label: str, asked: list[str]) -> bool:
    """One of the words is its name, or its whole name stands among them."""
    own = set(stems(label))
    told = {stem for word in asked for stem in stems(word)}
    return any(fit(word, label) == 100 for word in asked) or (len(own) > 1 and own <= told)


def _unread_tab(view: View, task: Ask) -> WebElement | None:
    """The next tab of a page about what is asked, that was not looked at."""
    around = f"{view.page.title} {' '.join(view.page.headings[:2])}"
    about = task.subject or _hard(task.topic)
    is_about = any(told_share(each, around) == 1 for each in (about, *name_in(about)))
    if not is_about or not view.can(ActionName.CLICK):
        return None
    tabs = [each for each in view.pressed if each.role == "tab" and not view.was_clicked(each)]
    return min((each for each in tabs if not view.is_selected(each)), key=view.order, default=None)


def _likely(task: Ask) -> tuple[str, ...]:
    """What pages are called that tell such things."""
    if re.search(r"\bmy\b|\bdo i owe\b", task.question, re.IGNORECASE):
        return (OWN_PLACE,)
    return _PRICE_PLACES if task.kind == "price" else ()


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
    lines = _lines(view)
    above = sections(lines, view.page.headings)
    found = cell_words(lines, topic, [f"{each} {filtered_words(view)}" for each in above])
    return found or best_line(view, lines, topic, heading, task.kind, task.question)


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
            own = line if told_share(words, line) else f"{lines[at - 1] if at else ''} {line}"
            scored.append((whole, told_share(words, own), -at, line))
    if not scored or max(scored)[0] < MOST_OF_TOPIC:
        return ""
    line = max(scored)[3]
    return line if len(line) <= MOST_CHARS else price_words(line)


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
