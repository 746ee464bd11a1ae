"""Finding and listing: is it here already, which link leads to it, what does the page list."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

from engine.domain.web.goals import PageType
from engine.domain.web.pages import WebElement
from engine.domain.web.parts import Find, Thing
from engine.domain.web.proposals import ActionName
from engine.domain.web.vocabulary import SMALL_WORDS
from engine.thinking.offline.web.elements import hands_out_file, is_link
from engine.thinking.offline.web.filtering import filter_step, is_narrowed_to, wanted_of
from engine.thinking.offline.web.items import fitting, items_of, picked
from engine.thinking.offline.web.matching import coverage, fit, instructs, own_fit, stems
from engine.thinking.offline.web.outcomes import Chosen, Met
from engine.thinking.offline.web.search_words import name_in
from engine.thinking.offline.web.seeking import further, lead_on
from engine.thinking.offline.web.view import View
from engine.thinking.offline.web.vocabulary import KIND_WORDS
from engine.thinking.offline.zone_matching import ACCEPT, GOOD

_BESIDE_CHARS = 400
_OPENING_ROLES = frozenset({"tab", "menuitem", "summary", "treeitem", "option", "button"})


def choose_find(view: View, task: Find) -> Chosen:
    """One step towards a thing's page. Raises ``PlanFailed``."""
    thing = task.thing
    if thing.is_picked or thing.limits.admits(None) is False:
        return _towards_picked(view, thing)
    if not thing.words:
        return Met(heading_of(view))
    wanted = wanted_of(thing)
    is_name = thing.is_exact or bool(name_in(thing.words))
    if not is_name and (step := filter_step(view, wanted)) is not None:
        return step
    if is_narrowed_to(view, wanted):
        return Met(heading_of(view))
    evidence, shown = shown_as(view, thing.words)
    if not shown and (told := _told_by_parts(view, thing.words)):
        return Met(told)
    link, score = best_link(view, thing.words)
    if shown and (link is None or score <= evidence):
        return Met(shown)
    if link is not None and view.can(ActionName.CLICK):
        is_whole = score >= GOOD and not (thing.bounds or thing.features)
        return view.click(link, "last step" if is_whole else "way")
    line = _line_about(view, thing.words)
    if line and not view.request.search_controls and view.request.page_type is PageType.DETAIL:
        return Met(line)
    return lead_on(view, thing.words, thing.place)


def shown_as(view: View, words: str) -> tuple[float, str]:
    """How surely this page is about the words, and what says so; 0 where nothing does."""
    page = view.page
    if page.status >= 400 or echoes(page.url, words):
        return 0.0, ""
    cards = [each for each in view.pressed if is_link(each) and view.follows(each)]
    cards = [each for each in cards if not each.is_navigation]
    own = [
        each
        for at, each in enumerate(page.headings)
        if at == 0 or not any(coverage(each, f"{card.text} {card.context}") == 1 for card in cards)
    ]
    parts = [*own, *re.split(r"\s+[-–—|·:»]\s+", page.title)]
    told = [(fit(words, each), each) for each in parts if coverage(words, each) == 1]
    return max(told, default=(0.0, ""), key=lambda pair: pair[0])


def _told_by_parts(view: View, words: str) -> str:
    """The heading of a page about one thing, which has a part of the words, where what stands
    right below says the rest: "the book by X about Y"."""
    page = view.page
    heading = next(iter(page.headings), "")
    wanted = set(stems(words)) - KIND_WORDS - SMALL_WORDS
    beside = set(stems(f"{page.title} {heading} {page.text[:_BESIDE_CHARS]}"))
    is_one = view.request.page_type is PageType.DETAIL and not asked_of(page.url)
    is_meant = bool(wanted & set(stems(heading))) and wanted <= beside and len(wanted) > 1
    return heading if is_one and is_meant and page.status < 400 else ""


def echoes(url: str, words: str) -> bool:
    """A page of search results repeats the words whether or not it has found anything."""
    return any(fit(words, value) == 100 for value in asked_of(url))


def asked_of(url: str) -> tuple[str, ...]:
    """What an address asks for: the values of its query that are words."""
    values = (value.strip() for _, value in parse_qsl(urlsplit(url).query))
    return tuple(value for value in values if value and not value.isdigit())


def heading_of(view: View) -> str:
    """What the page calls itself: a heading that its title has too, else its title."""
    title = view.page.title
    shared = [each for each in view.page.headings if each and coverage(each, title) == 1]
    return next(iter(shared), title or next(iter(view.page.headings), ""))


def best_link(view: View, words: str) -> tuple[WebElement | None, float]:
    """The link that leads to what the words mean, by its own words or by its card's."""
    ranked = sorted(
        ((_link_score(words, each), each) for each in view.pressed if _leads_on(view, each)),
        key=lambda pair: (-round(pair[0]), pair[1].is_navigation, view.order(pair[1])),
    )
    if ranked and ranked[0][0] >= ACCEPT:
        return ranked[0][1], ranked[0][0]
    items = fitting(Thing(words), items_of(view))
    items = tuple(each for each in items if each.link and _leads_on(view, each.link))
    items = tuple(each for each in items if each.link and not hands_out_file(each.link))
    best = max(items, key=lambda each: fit(words, each.name), default=None)
    if best is None or best.link is None:
        return None, 0.0
    return best.link, max(ACCEPT, 0.9 * fit(words, best.name))


def _leads_on(view: View, element: WebElement) -> bool:
    if view.leads_nowhere_new(element):
        return False
    if element.href.startswith(("tel:", "mailto:")):
        return False
    if is_link(element):
        return bool(view.follows(element)) or not view.was_clicked(element)
    return element.role in _OPENING_ROLES and not element.is_submit


def _link_score(words: str, element: WebElement) -> float:
    """A link must say all of the words; a button must say just them."""
    score = max(fit(words, element.text), fit(words, element.aria_label))
    told = f"{element.text} {element.aria_label}"
    if coverage(words, told) < 1 and score < GOOD and own_fit(words, element) < GOOD:
        return score if score >= 80 and is_link(element) and _is_slip(words, told) else 0.0
    return score if is_link(element) or score >= GOOD else 0.0


def _is_slip(words: str, told: str) -> bool:
    """Not merely fewer words ("Lanterns" for "brass lanterns")."""
    return len(told.split()) >= len(words.split())


def _towards_picked(view: View, thing: Thing) -> Chosen:
    items = fitting(thing, items_of(view))
    if thing.is_picked:
        item = picked(thing, items)
    else:
        item = max(items, key=lambda each: fit(thing.words, each.name), default=None)
    if item is not None and item.link is not None and view.can(ActionName.CLICK):
        return view.click(item.link, "last step", f", {thing.said}")
    if item is not None:
        return Met(item.said)
    if view.request.is_listing or items:
        step = further(view, thing.words)
        if step is not None:
            return step
    return lead_on(view, thing.words or thing.place or thing.said, thing.place)


def _line_about(view: View, words: str) -> str:
    lines = (each.strip() for each in view.page.text.splitlines())
    return next((each for each in lines if coverage(words, each) == 1 and not instructs(each)), "")
