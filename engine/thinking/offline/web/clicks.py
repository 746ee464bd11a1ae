"""Clicks: on what is called so or like a verb, along a path, with Return, to close; and ways to
pages: an address, a link by its name, the browser's own ways, the site's own search."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import WebElement
from engine.domain.web.proposals import ActionName, WebProposal
from engine.language.goals import clauses as c
from engine.language.goals.clauses import Target
from engine.language.grave_words import is_called
from engine.language.labels import normal, quoted
from engine.language.refusals import says_nothing_found
from engine.thinking.offline.web.elements import (
    ACCEPT,
    fit,
    is_blank,
    is_field,
    is_link,
    is_pressed,
    is_radio,
    is_typed,
    label_fit,
    label_of,
    plain_address,
)
from engine.thinking.offline.web.fields import last_typed, select_offering, set_field
from engine.thinking.offline.web.finding import find, in_place, is_here, must_find, seek
from engine.thinking.offline.web.view import View

Planned = WebProposal | tuple[str, ...] | None
"""A step, what the page told, or None where nothing is left to be done."""
_SENDING = frozenset({"send", "submit", "save", "apply", "confirm", "finish", "done", "go"})
_PRONOUNS = frozenset({"", "it", "this", "that", "the form", "form", "this form"})
_SURE = 90.0
_CLOSING = ("shuts", "shuts_on_pages", "dismisses", "calls_off")


def point(view: View, clause: c.Point) -> Planned:
    target = clause.target
    found = find(view, target, is_pressed)
    if found is None and not view.count("look"):
        offering = select_offering(view, target.said)
        if offering is not None:
            return set_field(view, offering, target.said)
    found = found or must_find(view, target, lambda each: is_pressed(each) or is_field(each))
    if is_radio(found) and view.is_on(found):
        return None
    return view.click(found)


def named(view: View, clause: c.Named) -> Planned:
    """A button that is called like all that was said, or like the verb where that is all."""
    thing = clause.object_words.strip()
    is_bare = thing.casefold() in _PRONOUNS
    if clause.verb in _SENDING and is_bare:
        sends = _sending_button(view, clause.verb)
        if sends is not None:
            return view.click(sends)
    whole = f"{clause.verb} {thing}".strip()
    button = find(
        view,
        replace(clause.where, words=whole),
        lambda e: is_pressed(e) and label_fit(whole, e) > _SURE,
    )
    if button is not None:
        return view.click(button)
    if is_bare:
        found = must_find(view, replace(clause.where, words=clause.verb), is_pressed)
        return view.click(found)
    return seek(view, whole, filter(is_pressed, view.elements))


def _sending_button(view: View, verb: str) -> WebElement | None:
    """The only button that sends the form in which something was typed."""
    field = last_typed(view)
    own = [e for e in view.elements if e.is_submit and field is not None and e.form == field.form]
    called = [each for each in own if label_fit(verb, each) >= ACCEPT]
    buttons = called or own
    return buttons[0] if len(buttons) == 1 and field is not None and field.form else None


def path(view: View, clause: c.MenuPath) -> Planned:
    last = len(clause.labels) - 1
    at = min(view.count("way"), last)
    found = must_find(view, clause.target(at), is_pressed)
    return view.click(found, "done" if at == last else "way")


def press_return(view: View, clause: c.Press) -> Planned:
    field = last_typed(view)
    if field is None or not is_typed(field):
        raise PlanFailed("Return is pressed in a field: there is none that was typed into.")
    return view.type_in(field, field.value, submit=True)


def close(view: View, clause: c.Close) -> Planned:
    target = clause.target
    name = (target.words or target.within) if target else ""
    pool = in_place(view, list(view.elements), Target("", within=name, in_dialog=True))
    if not pool and all(each.dialog in ("", "dialog") for each in view.elements):
        pool = in_place(view, list(view.elements), Target("", in_dialog=True))
    for row in _CLOSING:
        called = [e for e in pool if is_pressed(e) and is_called(row, normal(label_of(e)))]
        if called:
            return view.click(called[0])
    raise PlanFailed("There is nothing here to close it with.", "Say which button to click.")


# --- ways to pages


def visit(view: View, clause: c.Visit) -> Planned:
    url = clause.url
    address = (
        url if "://" in url else f"{'http' if url.startswith('localhost') else 'https'}://{url}"
    )
    if plain_address(view.page.url) == plain_address(address) and not view.page.trouble:
        return None
    if not view.can(ActionName.NAVIGATE):
        raise PlanFailed(f"{quoted(url)} can't be opened: going to an address is not allowed now.")
    return view.navigate(address)


def open_named(view: View, clause: c.Open) -> Planned:
    """A link first; a page that is open already is open."""
    target = clause.target
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


def turn(view: View, clause: c.Turn) -> Planned:
    way = clause.way
    if way == "reload":
        return view.navigate(view.page.url)
    action = ActionName.GO_BACK if way == "back" else ActionName.GO_FORWARD
    if not view.can(action):
        raise PlanFailed(f"The browser can't go {way} from this page.")
    return view.go(action, f"go {way}")


def search(view: View, clause: c.SearchFor) -> Planned:
    words = clause.words
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
