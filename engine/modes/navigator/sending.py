"""What was sent or switched in a run: noted when it is done, judged by the page afterwards.

Nothing is sent twice with the same values, and nothing counts as done because somebody says so:
the page has to show it.
"""

from __future__ import annotations

import hashlib
import re

from engine.domain.situation import Situation
from engine.domain.web.goals import GoalKind, WebGoal
from engine.domain.web.matching import coverage, plain_text
from engine.domain.web.pages import Page, WebElement
from engine.domain.web.proposals import ActionName, WebProposal
from engine.modes.navigator.confirming import complaints, confirmation
from engine.modes.navigator.run import Work, page_of
from engine.modes.navigator.search_fields import is_search_field
from engine.modes.navigator.state import NavState
from engine.modes.navigator.steps import describe
from engine.modes.navigator.switching import SWITCHES, is_switch, says_on
from engine.modes.navigator.terminals import Ending, failed

NOT_SAID = "sent, but the page does not say that it arrived"
_ONLY_LOOKS = (ActionName.SCROLL, ActionName.SCREENSHOT)
_PARTS = re.compile(r"[,;.]?\s+(?:and\s+)?then\s+|[;.]\s+(?=\w)", re.IGNORECASE)
_NARROWS = re.compile(r"\b(?:filters?|sort|refine|search)\b", re.IGNORECASE)
_FILTERS = re.compile(
    r"^(?:apply|filter|show|sort|go|ok|update (?:list|results)|refine|search|find|view)\b",
    re.IGNORECASE,
)
_SENDS = re.compile(
    r"\b(?:send|submit|post|publish|book|reserve|order|sign up|register|join|apply|click|press"
    r"|subscribe|contact|log ?in|sign in|confirm|save)\b",
    re.IGNORECASE,
)


def last_part(goal: str) -> str:
    """What the goal asks for at its end."""
    return _PARTS.split(goal)[-1]


def is_switching(goal: WebGoal) -> bool:
    """Its last part turns something on, by its verb or where something is put."""
    last = last_part(goal.text).strip()
    is_verb = SWITCHES.match(re.sub(r"^(?:please|and)\s+", "", last, flags=re.IGNORECASE))
    return bool(is_verb) or (goal.kind is GoalKind.ACTION and bool(SWITCHES.search(last)))


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
    claims = state["claim"] is not None
    if state["sent"] and work.sent_from is not None:
        is_said = bool(state["confirmed"]) and (claims or _is_end(state, work))
        return state["confirmed"] if is_said else "" if claims else found
    return found or (_holds_already(state, work) if claims else "")


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
        is_deed = goal.kind is GoalKind.ACTION
        return is_deed and proposal.submit and not is_search_field(element)
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
    if is_switch(element) and is_switching(goal):
        return True
    if goal.kind is not GoalKind.ACTION and not is_written:
        return False
    if element.is_submit and element.form:
        searches = {each.form for each in page.elements if is_search_field(each)}
        return is_written or element.form not in searches
    is_button = element.tag == "button" or element.role == "button"
    return is_button and is_written


def _is_end(state: NavState, work: Work) -> bool:
    """The goal's last part was that sending: it holds the goal's last value, or names it."""
    goal, before = work.goal, work.sent_from
    if goal.kind is not GoalKind.ACTION or before is None:
        return False
    last = last_part(goal.text)
    element = page_of(before).element(state["sent_id"])
    if element is None:
        return False
    if goal.values:
        values = [value for _, value in goal.values]
        return all(_is_in(each, before, element) for each in values) and (
            plain_text(values[-1]) in plain_text(last) or bool(_SENDS.search(last))
        )
    return False  # which of several is meant, only the thinker knows


def _is_in(value: str, before: Situation, element: WebElement) -> bool:
    """It stands in a field of what was sent, or is what was ticked there."""
    page, plain = page_of(before), plain_text(value)
    ticked = {each.source_key for each in before.zones if each.is_checked}
    return any(
        plain_text(each.value) == plain
        or (each.agent_id in ticked and plain in plain_text(each.text))
        for each in page.elements
        if each.form == element.form
    )


def _holds_already(state: NavState, work: Work) -> str:
    """What the goal wants on is on, without anything being pressed."""
    goal, page = work.goal, work.seen.page
    if state["sent"] or not is_switching(goal):
        return ""
    on = {each.source_key for each in work.seen.situation.zones if each.is_checked}
    for each in page.elements:
        label = each.text or each.aria_label
        is_named = is_switch(each) and (each.agent_id in on or says_on(label))
        around = f"{each.context} {page.title} {' '.join(page.headings)}"
        if is_named and coverage(goal.terms, label, around) > 0:
            return f"“{label}” says that it is so already"
    return ""
