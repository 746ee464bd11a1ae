"""What was sent or switched in a run: noted when it is done, judged by the page afterwards.

Nothing is sent twice with the same values, and nothing counts as done because somebody says so:
the page has to show it.
"""

from __future__ import annotations

import hashlib
import re

from engine.domain.situation import Situation
from engine.domain.web.goals import GoalKind, WebGoal
from engine.domain.web.pages import Page, WebElement
from engine.domain.web.proposals import ActionName, WebProposal
from engine.language.labels import plain_text
from engine.modes.navigator.confirming import complaints, confirmation
from engine.modes.navigator.page_types import is_search_field
from engine.modes.navigator.run import Work, page_of
from engine.modes.navigator.state import NavState
from engine.modes.navigator.steps import describe
from engine.modes.navigator.switching import SWITCHES, is_switch
from engine.modes.navigator.terminals import Ending, failed

NOT_SAID = "sent, but the page does not say that it arrived"
_ONLY_LOOKS = (ActionName.SCROLL, ActionName.SCREENSHOT)
_NARROWS = re.compile(r"\b(?:filters?|sort|refine|search)\b", re.IGNORECASE)
_FILTERS = re.compile(
    r"^(?:apply|filter|show|sort|go|ok|update (?:list|results)|refine|search|find|view)\b",
    re.IGNORECASE,
)


def noted(proposal: WebProposal, before: Situation, state: NavState, work: Work) -> NavState:
    """What is to be remembered of an action that was just done upon ``before``."""
    if proposal.action in _ONLY_LOOKS:
        return NavState()
    page = page_of(before)
    element = page.element(proposal.agent_id)
    if element is None or not _sends(proposal, element, page, state, work.goal):
        return NavState(sent="", sent_id="", confirmed="")
    work.sent_from = before
    key = sending_key(proposal, page, state)
    keys = [*state["sent_keys"], key] if key else state["sent_keys"]
    return NavState(
        sent=describe(proposal, page), sent_id=element.agent_id, confirmed="", sent_keys=keys
    )


def sending_key(proposal: WebProposal, page: Page, state: NavState) -> str:
    """What would be sent: the form, its button and what was typed; empty where nothing was."""
    element = page.element(proposal.agent_id)
    if element is None or proposal.action is not ActionName.CLICK or element.href:
        return ""
    typed = {plain_text(each) for each in state["typed"]}
    values = sorted(
        (each.attr_name or each.text, each.value)
        for each in page.elements
        if each.form == element.form and each.value and each.tag in ("input", "textarea", "select")
    )
    if not any(plain_text(value) in typed for _, value in values):
        return ""
    told = repr((element.form, element.text or element.aria_label, values))
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:16]


def confirmed_now(state: NavState, work: Work) -> str:
    """What confirms the last sending, as soon as the page does; empty where nothing was sent."""
    if not state["sent"] or state["confirmed"] or work.sent_from is None:
        return state["confirmed"]
    return confirmation(work.sent_from, work.seen.situation, state["sent_id"])


def complaints_now(state: NavState, work: Work) -> tuple[str, ...]:
    """What the page finds fault with in what was sent last, in its own words."""
    if not state["sent"] or state["confirmed"] or work.sent_from is None:
        return ()
    return complaints(work.sent_from, work.seen.situation, state["sent_id"])


def judged(found: str, state: NavState, work: Work) -> str:
    """What shows that the goal is reached, where something was sent or switched for it: not the
    thinker's word, but the page's. ``found`` is what else was found."""
    if not found or not state["sent"] or work.sent_from is None:
        return found
    return state["confirmed"]


def unsaid(state: NavState, work: Work) -> Ending | None:
    """The end of a run whose thinker says that all is done, while the page says nothing."""
    is_open = state["sent"] and not state["confirmed"] and work.sent_from is not None
    if state["claim"] is None or not is_open:
        return None
    blamed = complaints_now(state, work)
    if blamed:
        return failed("not_accepted", f"{state['sent']}: the page says “{blamed[0]}”.")
    why = f"{state['sent']} was done, but the page does not say that it arrived. It is not repeated"
    return failed(NOT_SAID, f"{why}: look yourself whether it did.")


def _sends(
    proposal: WebProposal, element: WebElement, page: Page, state: NavState, goal: WebGoal
) -> bool:
    """A form with it, what was typed beside it, or a switch that the goal speaks of."""
    if proposal.action is ActionName.TYPE:
        is_action = goal.kind is GoalKind.ACTION
        return is_action and proposal.submit and not is_search_field(element)
    if proposal.action is not ActionName.CLICK:
        return False
    typed = {plain_text(each) for each in state["typed"]}
    beside = [
        each for each in page.elements if each.form == element.form and not is_search_field(each)
    ]
    written = [each for each in beside if each.value and plain_text(each.value) in typed]
    is_written = any(each.tag != "select" for each in written)
    label = element.text or element.aria_label
    if _NARROWS.search(label) or (_FILTERS.search(label) and not is_written):
        return False  # it changes what is shown, and sends nothing
    if (
        goal.kind is GoalKind.ACTION
        and is_switch(element)
        and SWITCHES.match(re.sub(r"^\W+", "", label))
    ):
        return True
    if goal.kind is not GoalKind.ACTION and not is_written:
        return False
    if element.is_submit and element.form:
        searches = {each.form for each in page.elements if is_search_field(each)}
        return is_written or element.form not in searches
    is_button = element.tag == "button" or element.role == "button"
    return is_button and is_written
