"""The operator's no's: what was turned down is known again, also where the page was made anew.

It is avoided for the rest of the run; only the operator can take a no back, when nothing else is
left.
"""

from __future__ import annotations

import json
from urllib.parse import urlsplit

from engine.domain.web.pages import Page, WebElement
from engine.domain.web.proposals import WebProposal
from engine.modes.navigator.attempts import attempts_of
from engine.modes.navigator.state import NavState
from engine.modes.navigator.steps import describe

AFTER_ALL = "Do it after all"
_ASKS_AGAIN = "Nothing else is known that would do. What should be done?"


def key_of(proposal: WebProposal, page: Page) -> str:
    """What was turned down, by what a person sees of it: not by its id, which a page that is
    loaded anew gives to something else."""
    element = page.element(proposal.agent_id)
    place = urlsplit(page.url).path if element is not None else proposal.url
    return json.dumps([describe(proposal, page), place, *(_seen(element) if element else ())])


def is_rejected(proposal: WebProposal, page: Page, state: NavState) -> bool:
    return key_of(proposal, page) in state["rejected"]


def rejected_ids(page: Page, state: NavState) -> tuple[str, ...]:
    """The elements of the page upon which something was turned down."""
    known = [json.loads(each) for each in state["rejected"]]
    marks = {tuple(each[1:]) for each in known if len(each) > 2}
    path = urlsplit(page.url).path
    return tuple(each.agent_id for each in page.elements if (path, *_seen(each)) in marks)


def lifted(state: NavState, question: str, answer: str) -> NavState:
    """What is no longer avoided once the operator wants it after all."""
    if _ASKS_AGAIN not in question or answer.casefold() not in (AFTER_ALL.casefold(), "yes"):
        return NavState()
    refused = [each for each in attempts_of(state) if each.is_refused]
    if not refused:
        return NavState()
    ids = {refused[-1].proposal.agent_id}
    return NavState(
        rejected=state["rejected"][:-1],
        avoid=[each for each in state["avoid"] if each not in ids],
        refusals=0,
        attempts=[each for each in state["attempts"] if not each.get("is_refused")],
    )


def is_about_rejection(question: str) -> bool:
    return _ASKS_AGAIN in question


def _seen(element: WebElement) -> tuple[str, ...]:
    label = element.text or element.aria_label or element.placeholder or element.attr_name
    return (element.tag, label, element.context, element.form, element.href)
