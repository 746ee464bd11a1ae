"""Ways to pages: an address, a link by its name, the browser's own ways, the site's own search."""

from __future__ import annotations

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import WebElement
from engine.domain.web.proposals import ActionName
from engine.language.goals.clauses import Target
from engine.language.labels import quoted
from engine.language.refusals import says_nothing_found
from engine.thinking.offline.web.clicks import Planned
from engine.thinking.offline.web.elements import (
    ACCEPT,
    fit,
    is_blank,
    is_link,
    is_pressed,
    plain_address,
)
from engine.thinking.offline.web.finding import find, is_here, must_find
from engine.thinking.offline.web.view import View


def visit(view: View, url: str) -> Planned:
    address = (
        url if "://" in url else f"{'http' if url.startswith('localhost') else 'https'}://{url}"
    )
    if plain_address(view.page.url) == plain_address(address) and not view.page.trouble:
        return None
    if not view.can(ActionName.NAVIGATE):
        raise PlanFailed(f"{quoted(url)} can't be opened: going to an address is not allowed now.")
    return view.navigate(address)


def open_named(view: View, target: Target) -> Planned:
    """A link first; a page that is open already is open."""
    refuse_blank(view, target.said)
    link = find(view, target, is_link)
    found = link or find(view, target, is_pressed)
    numbered = target.said.casefold().removeprefix("page ").strip()
    if found is None and numbered.isdigit():
        found = find(view, Target(numbered), is_link)
    if found is None and fit(target.said, view.page.title) >= ACCEPT and view.page.headings:
        return None
    found = found or must_find(view, target, is_pressed)
    is_open = is_here(view, found) and not found.is_covered and not target.count
    return None if is_open else view.click(found)


def turn(view: View, way: str) -> Planned:
    if way == "reload":
        return view.navigate(view.page.url)
    action = ActionName.GO_BACK if way == "back" else ActionName.GO_FORWARD
    if not view.can(action):
        raise PlanFailed(f"The browser can't go {way} from this page.")
    return view.go(action, f"go {way}")


def search(view: View, words: str) -> Planned:
    refuse_blank(view, words)
    if view.count("done"):
        return None
    controls = [e for e in view.elements if e.agent_id in view.request.search_controls]
    if not controls:
        opener = find(view, Target("search"), is_pressed) if not view.count("way") else None
        if isinstance(opener, WebElement) and not is_here(view, opener):
            return view.click(opener, "way")
        raise PlanFailed(f"This page has no field to search for {quoted(words)} with.")
    if view.request.avoid_search or not view.can(ActionName.SEARCH):
        raise PlanFailed(f"{quoted(words)} can't be searched for: searching is not allowed now.")
    return view.search(min(controls, key=lambda each: not each.in_view), words)


def nothing_found(view: View, words: str) -> None:
    """Raises ``PlanFailed`` where the results say that there are none."""
    if says_nothing_found(view.page.text):
        raise PlanFailed(f"The search for {quoted(words)} found nothing.")


def refuse_blank(view: View, words: str) -> None:
    if is_blank(view.page):
        raise PlanFailed(
            f"No page is open on which {quoted(words)} could be.",
            "Begin with an address: “open example.org, then …”, or choose one for the browser.",
        )
