"""The way to what is not on this page: search, links that have to do with it, further pages,
scrolling, looking around, and back."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

from engine.domain.errors import PlanFailed
from engine.domain.web.goals import TaskMode
from engine.domain.web.pages import WebElement
from engine.domain.web.proposals import ActionName, WebProposal
from engine.thinking.offline.meanings import relation
from engine.thinking.offline.web.elements import (
    hands_out_file,
    is_blank,
    is_link,
    label_of,
    plain_address,
)
from engine.thinking.offline.web.matching import coverage, is_among, own_fit, stems
from engine.thinking.offline.web.paging import load_more, next_page
from engine.thinking.offline.web.search_words import search_words
from engine.thinking.offline.web.site_ways import AROUND, around, new_links, topical
from engine.thinking.offline.web.view import View
from engine.thinking.words import quoted

_RELATED = 0.5
_PLACE_FIT = 85.0
_MAX_SCROLLS = 12
_SCROLLS_IN_VAIN = 4
_LIST_WITHOUT_END = 1000
_STEPS_TO_LEAVE = 4
_SCROLLS_ELSEWHERE = 3  # on pages that were come upon while looking around
_MAX_BACK = 5
_NAVIGATION_WEIGHT = 0.7  # a bar's links have to do with everything
_BEHIND = {"checkout": "cart", "payment": "checkout", "invoice": "account"}
"""Where one gets to what no page links to but one."""
_GUIDES = ("help", "support", "faq", "questions", "frequently asked questions")


def lead_on(
    view: View,
    words: str,
    place: str = "",
    *,
    other_words: tuple[str, ...] = (),
    reads_guides: bool = False,
    likely: tuple[str, ...] = (),
) -> WebProposal:
    """The next step towards a page about the words. ``reads_guides``: the pages of a help may tell
    it under any name; ``likely`` are what such a page is called on many sites. Raises
    ``PlanFailed`` where there is none."""
    if is_blank(view.page):
        return _search(view, words) or _give_up(view, words)
    places = (place or _BEHIND.get(" ".join(stems(words)), ""), *likely)
    came_around = any(done.note.says(AROUND) for done in view.done)
    heading = set(stems(" ".join(view.page.headings[:1])))
    fits = bool(heading) and heading <= set(stems(f"{words} {place}"))  # a list of such things
    return (
        next((step for each in places if (step := to_place(view, each)) is not None), None)
        or topical(view, f"{words} {place}")
        or (_related(view, words) if fits else None)
        or (_guided(view, words) if reads_guides else None)
        or _search(view, words, other_words)
        or _related(view, words)
        or (around(view, words, likely) if came_around and not fits else None)
        or (
            None
            if _was_searched_elsewhere(view, words) and not fits
            else _further(view, words, _most(view, words))
        )
        or _back_to_list(view)
        or around(view, words, likely)
        or _back(view)
        or _give_up(view, words)
    )


def further(view: View, words: str) -> WebProposal | None:
    """More of the same list: its next page, "load more", or scrolling; None at its end."""
    return _further(view, words, _LIST_WITHOUT_END)


def _most(view: View, words: str) -> int:
    """How many scrolls a page is worth on which the words are sought: a few, where a question's
    answer may as well stand elsewhere, and nothing here has to do with it."""
    goal = view.request.goal
    heading = next(iter(view.page.headings), view.page.title)
    is_about = any(coverage(each, heading) == 1 for each in goal.terms)
    shown = (each for each in view.pressed if not each.is_navigation)
    if is_about or any(coverage(words, f"{e.text} {e.context}") >= _RELATED for e in shown):
        return _LIST_WITHOUT_END
    return _SCROLLS_IN_VAIN if goal.mode is TaskMode.ANSWER else _MAX_SCROLLS


def to_place(view: View, place: str) -> WebProposal | None:
    """ "in the shop": where that is a link to a page not yet seen."""
    if not place or not view.can(ActionName.CLICK) or coverage(place, view.page.title) == 1:
        return None
    links = [
        each
        for each in view.pressed
        if is_link(each)
        and (own_fit(place, each) >= _PLACE_FIT or stems(label_of(each)) == stems(place)[-1:])
        and not view.leads_nowhere_new(each)
        and not hands_out_file(each)
    ]
    best = min(links, key=view.order, default=None)
    return view.click(best, "way") if best else None


def _search(view: View, words: str, others: tuple[str, ...] = ()) -> WebProposal | None:
    request = view.request
    is_possible = view.can(ActionName.SEARCH) and not request.avoid_search and bool(words)
    if not is_possible or request.search_no_change:
        return None
    if not (request.search_controls or is_blank(view.page)):
        return None
    for each in search_words(words, *others):
        if not view.was_sought(each):
            return view.search(each)
    return None


def _related(view: View, words: str) -> WebProposal | None:
    ranked = sorted(
        (
            (_NAVIGATION_WEIGHT * score if each.is_navigation else score, each)
            for each in new_links(view)
            for score in [_relation(words, each)]
        ),
        key=lambda pair: (-round(pair[0], 2), view.order(pair[1])),
    )
    if ranked and ranked[0][0] >= _RELATED:
        return view.click(ranked[0][1], "way", f", towards {quoted(words)}")
    return None


def _further(view: View, words: str, most_scrolls: int) -> WebProposal | None:
    if view.can(ActionName.CLICK):
        step = next_page(view)
        if step is not None:
            return view.click(step, "way", ", the next page", facts=(("next page", ()),))
        more = load_more(view)
        if more is not None:
            return view.click(more, "way", ", for more of the list")
    return _scroll(view, words, most_scrolls)


def _scroll(view: View, words: str, most: int) -> WebProposal | None:
    here = [
        done
        for done in view.done
        if done.attempt.proposal.action is ActionName.SCROLL and done.attempt.url == view.page.url
    ]
    can = view.can(ActionName.SCROLL) and view.page.can_scroll_down
    is_moving = any(done.attempt.has_changed for done in here[-3:])
    most = most if is_moving else min(most, _MAX_SCROLLS)
    if any(done.note.says(AROUND) for done in view.done):
        most = min(most, _SCROLLS_ELSEWHERE)
    if most == _LIST_WITHOUT_END and view.request.steps_left <= _STEPS_TO_LEAVE:
        return None
    if not can or len(here) >= most:
        return None
    return view.scroll(f"looking for {quoted(words)}" if words else "to see more of the list")


def _was_searched_elsewhere(view: View, words: str) -> bool:
    """The site's own search did not find it; so no list is paged through, but for the results."""
    return view.was_sought(words) and not parse_qsl(urlsplit(view.page.url).query)


def _guided(view: View, words: str) -> WebProposal | None:
    """The next of a help's own pages."""
    if not _is_guide(view):
        return None
    new = [each for each in new_links(view) if not each.is_navigation and not each.is_fixed]
    best = min(new, key=view.order, default=None)
    return view.click(best, "way", f", which may tell {quoted(words)}") if best else None


def _is_guide(view: View) -> bool:
    """A page whose links tell of the site: its help."""
    return any(is_among(each, _GUIDES) for each in view.page.headings[:1])


def _back_to_list(view: View) -> WebProposal | None:
    """From a page that was followed from a list or a search's results, and is not the one."""
    last = view.done[-1] if view.done else None
    if last is None or last.attempt.proposal.action is not ActionName.CLICK:
        return None
    leads_about = last.note.says(AROUND) or last.note.says("next page")
    is_followed = last.note.kind == "way" and not leads_about
    went_back = sum(1 for each in view.done if each.note.says("not it"))
    moved = plain_address(last.attempt.url) != plain_address(view.page.url)
    can = view.can(ActionName.GO_BACK) and view.page.can_go_back
    if not (is_followed and moved and can) or went_back >= _MAX_BACK:
        return None
    return view.go_back("this is not the page that was looked for", facts=(("not it", ()),))


def _back(view: View) -> WebProposal | None:
    moved = any(
        plain_address(done.attempt.url) != plain_address(view.page.url) for done in view.done
    )
    went_back = sum(1 for each in view.done if each.attempt.proposal.action is ActionName.GO_BACK)
    if view.can(ActionName.GO_BACK) and view.page.can_go_back and moved and went_back < 3:
        return view.go_back("this page leads no further")
    return None


def _give_up(view: View, words: str) -> WebProposal:
    raise PlanFailed(
        f"No page shows {quoted(words)}; looked at {looked_at(view)}.",
        "Say where it is, or call it by the words that the site has for it.",
    )


def looked_at(view: View) -> str:
    """How many pages were looked at, in words."""
    count = len(view.visited)
    return f"{count} page{'' if count == 1 else 's'}"


def _relation(words: str, link: WebElement) -> float:
    stemmed = " ".join(stems(words))
    own = relation(stemmed, " ".join(stems(label_of(link))))
    return max(own, 0.9 * coverage(words, f"{link.text} {link.context}"))
