"""The ways of a site that lead on from a page: its own bar's by their words, then all of it."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

from engine.domain.web.pages import WebElement
from engine.domain.web.proposals import ActionName, WebProposal
from engine.thinking.offline.web.elements import (
    address_of,
    hands_out_file,
    is_link,
    is_other_site,
    label_of,
)
from engine.thinking.offline.web.matching import is_among, own_fit, stems, told_share
from engine.thinking.offline.web.notes import Fact, Facts, in_note
from engine.thinking.offline.web.paging import turns_page
from engine.thinking.offline.web.view import View
from engine.thinking.offline.zone_matching import GOOD
from engine.thinking.words import quoted

ORDER_KEYS = frozenset({"sort", "order", "orderby", "order_by", "sortby", "sort_by", "o"})
"""Of an address that asks for another order."""

AROUND: Fact = "looking around"
_MAX_AROUND = 14
_TURNING = ("newer", "previous", "prev", "back", "newer posts", "‹ newer", "← previous")
_LEGAL = ("privacy", "privacy policy", "terms", "imprint", "cookies", "accessibility", "home")
_HUBS = (
    *("shop", "products", "catalog", "all products", "documentation", "guide", "contents", "index"),
    *("reference", "categories", "help", "support", "downloads", "overview", "sitemap", "search"),
)


def topical(view: View, words: str) -> WebProposal | None:
    """A link of the site's own bar of which every word stands in the words: "Events" for "events
    for children"."""
    told = set(stems(words))
    own = [
        each
        for each in new_links(view)
        if each.is_navigation
        and set(stems(label_of(each))) <= told
        and not _is_elsewhere(view, each)
    ]
    best = min(own, key=lambda each: (-len(stems(label_of(each))), view.order(each)), default=None)
    return view.click(best, "way", f", which {quoted(words)} may belong to") if best else None


def around(view: View, words: str, likely: tuple[str, ...] = ()) -> WebProposal | None:
    """Where nothing seems to have to do with it: pages from which much can be reached, those that
    are called most like it first, until the site's own bar is through."""
    if sum(1 for done in view.done if done.note.says(AROUND)) >= _MAX_AROUND:
        return None
    visited = view.visited
    tried = {label for done in view.done for label in done.note.about(AROUND)}
    new = [
        each
        for each in new_links(view)
        if address_of(each, view.page) not in visited
        and in_note(label_of(each)) not in tried
        and not (turns_page(each, view.page) or is_among(label_of(each), _TURNING))
        and not _is_elsewhere(view, each)
    ]
    hubs = [each for each in new if each.is_navigation or _is_hub(each)]

    def rank(link: WebElement) -> tuple[object, ...]:
        label = label_of(link)
        fits = max((own_fit(each, link) >= GOOD for each in likely), default=False)
        share = told_share(" ".join(stems(label)), words) if label else 0.0
        return (not fits, is_among(label, _LEGAL), -share, not _is_hub(link), *view.order(link))

    best = min(hubs, key=rank, default=None)
    if best is None and view.request.explore_mode and not view.request.is_listing:
        best = min(new, key=view.order, default=None)
    if best is None:
        return None
    facts: Facts = ((AROUND, (label_of(best),)),)
    return view.click(best, "way", f", looking around for {quoted(words)}", facts=facts)


def _is_hub(link: WebElement) -> bool:
    return any(own_fit(hub, link) >= GOOD for hub in _HUBS)


def _is_elsewhere(view: View, link: WebElement) -> bool:
    """It leads to another site of the same host: out of the folder in which the run began and most
    of this page's bar leads."""
    folder = _folder(view.visited_first)
    bar = [_folder(address_of(each, view.page)) for each in view.elements if each.is_navigation]
    within = sum(each == folder for each in bar)
    there = _folder(address_of(link, view.page))
    return bool(folder) and 2 * within > len(bar) and there not in ("", folder)


def _folder(address: str) -> str:
    """The first folder of an address; empty where it has none."""
    first, _, rest = urlsplit(address).path.lstrip("/").partition("/")
    return first if rest or address.endswith("/") else first and f"{first}"


def new_links(view: View) -> list[WebElement]:
    if not view.can(ActionName.CLICK):
        return []
    return [
        each
        for each in view.pressed
        if is_link(each)
        and view.follows(each)
        and not view.leads_nowhere_new(each)
        and not view.was_clicked(each)
        and not hands_out_file(each)
        and not is_other_site(address_of(each, view.page), view.page)
        and not _orders_only(each, view)
        and len(label_of(each)) > 1
    ]


def _orders_only(link: WebElement, view: View) -> bool:
    """It shows the same list in another order."""
    there, here = urlsplit(address_of(link, view.page)), urlsplit(view.page.url)
    keys = {key.casefold() for key, _ in parse_qsl(there.query)}
    return bool(keys & ORDER_KEYS) and there.path == here.path
