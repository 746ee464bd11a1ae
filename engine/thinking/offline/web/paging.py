"""Pages of a list: which one this is, the way to the next, and more of the same."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import Page, WebElement
from engine.domain.web.parts import TurnPage
from engine.domain.web.proposals import ActionName, WebProposal
from engine.thinking.offline.web.elements import label_of
from engine.thinking.offline.web.matching import is_among
from engine.thinking.offline.web.notes import Facts
from engine.thinking.offline.web.view import View
from engine.thinking.offline.web.vocabulary import (
    LAST_PAGE_LABELS,
    LOAD_MORE_LABELS,
    NEXT_PAGE_LABELS,
)

_NEXT_OF = re.compile(r"^(?:next|older|further|more)\s+[\w-]+(?:\s+[\w-]+)?\W*$", re.IGNORECASE)
_PAGE_IN_URL = re.compile(r"[?&/](?:page|p|pg|seite)[=/](\d+)(?:\D|$)", re.IGNORECASE)
_PAGE_IN_TEXT = re.compile(r"\bpage\s+(\d+)\s*(?:of|/)\s*\d+", re.IGNORECASE)
_PAGE_LABEL = re.compile(r"^(?:(?:go )?(?:to )?page\s+)?(\d{1,4})$", re.IGNORECASE)


def next_page(view: View) -> WebElement | None:
    """The way to the list's next page."""
    called = [each for each in view.pressed if not each.form and turns_page(each, view.page)]
    fresh = [each for each in called if not view.leads_nowhere_new(each)]
    numbered = _numbered(view).get(page_number(view) + 1)
    return min(fresh, key=view.order, default=numbered)


def turns_page(element: WebElement, page: Page) -> bool:
    """It is called as ways to the next page are; "Next tools" is one where it leads to an address
    that differs in numbers and its query only."""
    labels = (element.text, element.aria_label)
    if any(is_among(each, NEXT_PAGE_LABELS) for each in labels):
        return True
    is_next = any(_NEXT_OF.match(each.strip()) for each in labels)
    there = urlsplit(urljoin(page.url, element.href)).path.rstrip("/")
    here = urlsplit(page.url).path.rstrip("/")
    is_alike = re.sub(r"(?:/page)?/\d+$", "", there) == re.sub(r"(?:/page)?/\d+$", "", here)
    return is_next and bool(element.href) and is_alike


def load_more(view: View) -> WebElement | None:
    """What shows more of the list on this page; it may be clicked again and again."""
    called = [
        each
        for each in view.pressed
        if is_among(each.text, LOAD_MORE_LABELS) and not (each.is_submit and each.form)
    ]
    idle = {
        done.attempt.proposal.agent_id
        for done in view.done
        if not done.attempt.has_changed and done.attempt.proposal.agent_id
    }
    return min((each for each in called if each.agent_id not in idle), key=view.order, default=None)


def page_number(view: View) -> int:
    """Which page of the list this is, counted from 1."""
    told = _PAGE_IN_URL.search(view.page.url) or _PAGE_IN_TEXT.search(view.page.text)
    if told:
        return int(told[1])
    return 1 + sum(1 for done in view.notes("way") if done.note.says("next page"))


def turn(view: View, task: TurnPage) -> WebProposal | None:
    """The click that leads to the wanted page; None where it is there. Raises ``PlanFailed``."""
    here = page_number(view)
    if task.number > 0 and here == task.number:
        return None
    numbered = _numbered(view)
    if task.number > 0 and task.number in numbered:
        return view.click(numbered[task.number], "last step", f", page {task.number}")
    if task.number < 0:
        called = [each for each in view.pressed if is_among(label_of(each), LAST_PAGE_LABELS)]
        last = min(called, key=view.order, default=numbered.get(max(numbered, default=0)))
        if last is not None and max(numbered, default=here + 1) > here:
            return view.click(last, "last step", ", the last page")
    step = next_page(view)
    if step is not None and (task.number <= 0 or here < task.number):
        kind = "last step" if task.number == 0 or here + 1 == task.number else "way"
        facts: Facts = (("next page", ()),)
        return view.click(step, kind, ", the next page", facts=facts)  # type: ignore[arg-type]
    if task.number < 0:
        return None
    if view.can(ActionName.SCROLL) and view.page.can_scroll_down:
        return view.scroll("looking for the list's other pages")
    raise PlanFailed(f"There is no way to page {task.number or here + 1} of this list.")


def _numbered(view: View) -> dict[int, WebElement]:
    """The list's pages by their numbers, as far as links to them are in sight."""
    found: dict[int, WebElement] = {}
    for each in sorted(view.pressed, key=view.order):
        match = _PAGE_LABEL.match(each.text.strip() or each.aria_label.strip())
        if match and int(match[1]) != page_number(view):
            found.setdefault(int(match[1]), each)
    return found
