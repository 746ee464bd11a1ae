"""Answers to questions: the words of the page that say it, or one step towards a page that does.

What stands on the page is quoted, never followed.
"""

from __future__ import annotations

import re

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import WebElement
from engine.domain.web.parts import Ask, Thing
from engine.domain.web.proposals import ActionName, WebProposal
from engine.domain.web.synonyms import field_asked
from engine.domain.web.vocabulary import OWN_PLACE
from engine.thinking.offline.web.answer_lines import (
    answer_in,
    hard_words,
    lines_of,
    own_name,
    sought_here,
)
from engine.thinking.offline.web.elements import hands_out_file, is_link, label_of
from engine.thinking.offline.web.field_answers import field_answer, field_link, is_hidden
from engine.thinking.offline.web.filtering import (
    asks_for_names,
    filter_step,
    filtered_answer,
)
from engine.thinking.offline.web.finding import best_link, heading_of, shown_as
from engine.thinking.offline.web.items import fitting, items_of, picked
from engine.thinking.offline.web.listings import read_list
from engine.thinking.offline.web.matching import fit, is_among, stems, told_share
from engine.thinking.offline.web.outcomes import Chosen, Met
from engine.thinking.offline.web.prices import price_words
from engine.thinking.offline.web.search_words import name_in
from engine.thinking.offline.web.seeking import further, lead_on
from engine.thinking.offline.web.tables import row_answer
from engine.thinking.offline.web.view import View
from engine.thinking.offline.web.vocabulary import RELEASES_LABELS
from engine.thinking.offline.zone_matching import ACCEPT
from engine.thinking.words import quoted

_PRICE_PLACES = ("fees", "prices", "charges", "tariffs", "rates", "price list")


def choose_answer(view: View, task: Ask) -> Chosen:
    """The answer where the page has it, or one step towards it. Raises ``PlanFailed``."""
    tab = _tab_about(view, task)
    if tab is not None:
        return view.click(tab, "way", ", which may tell it")
    if asks_for_names(task) and (step := filter_step(view, task.topic)) is not None:
        return step
    if listed := filtered_answer(view, task):
        return Met(listed)
    lines = lines_of(view)
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
        hard_words(task.topic) or task.topic,
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
    return field_answer(
        view, task.topic, lines_of(view), "" if sought_here(view) else own_name(view)
    )


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
    about = task.subject or hard_words(task.topic)
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
    topic = task.subject or hard_words(task.topic)
    shares = [(told_share(topic, f"{each.text} {each.context}"), each) for each in links]
    here = told_share(topic, f"{view.page.title} {heading_of(view)}")
    shares = [(share, each) for share, each in shares if share >= 0.5]
    if not shares or (here >= max(shares, key=lambda pair: pair[0])[0] and not sought_here(view)):
        return None
    return min(shares, key=lambda pair: (-pair[0], view.order(pair[1])))[1]


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


def _seekable(task: Ask) -> str:
    if task.thing and task.thing.words:
        return task.thing.words
    if task.subject:
        return task.subject
    return hard_words(task.topic)
