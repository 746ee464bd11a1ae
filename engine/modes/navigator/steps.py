"""From a thinker's proposal to a step that can pass the gate, and what is wrong with one."""

from dataclasses import replace

from engine.domain import actions
from engine.domain.actions import Action
from engine.domain.conditions import Condition, ZoneState, ZoneValue
from engine.domain.errors import BugError
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.web.pages import Page, WebElement
from engine.domain.web.proposals import ActionName, WebProposal
from engine.domain.zones import Role, State, Zone, holds_mask
from engine.language.action_words import action_words, thing_words
from engine.language.labels import shortened

NOTCHES = 7
"""Of the wheel: most of a view."""
_WHOLE_PAGE = 1000
_NEEDS_ELEMENT = (ActionName.CLICK, ActionName.TYPE)


def what_is_wrong(
    proposal: WebProposal, page: Page, *, allowed: tuple[ActionName, ...]
) -> tuple[str, str]:
    """A short name of the error and a sentence; two empty texts where nothing is wrong."""
    action, element = proposal.action, page.element(proposal.agent_id)
    if action not in allowed:
        return "planner_disallowed_action", f"“{action.value}” is not allowed now."
    if proposal.agent_id and element is None and action is not ActionName.DO:
        return "planner_failed", f"There is no element “{proposal.agent_id}” on the page."
    if action in _NEEDS_ELEMENT and element is None:
        return "planner_failed", f"“{action.value}” needs an element of the page."
    if action is ActionName.NAVIGATE and not proposal.url:
        return "planner_failed", "It does not say which address to open."
    if action is ActionName.NAVIGATE and holds_mask(proposal.url):
        return "planner_failed", "A part of that address is hidden, so it can't be opened."
    if action is ActionName.SEARCH and not proposal.text.strip():
        return "planner_failed", "It does not say what to search for."
    if action is ActionName.SWITCH_TAB and proposal.tab_id not in {t.tab_id for t in page.tabs}:
        return "planner_failed", f"There is no tab “{proposal.tab_id}”."
    if action is ActionName.READ or (action is ActionName.DO and proposal.acts is None):
        return "planner_failed", "It wants to read on, and says nothing to do."
    if action is ActionName.ASK_USER and not proposal.text.strip():
        return "planner_failed", "It does not say what to ask."
    return "", ""


def step_of(proposal: WebProposal, situation: Situation, page: Page) -> PlanStep | None:
    """The step for an action upon the page; None where what it needs has no place on it."""
    element = page.element(proposal.agent_id)
    named = situation.zone(proposal.agent_id)
    zone = situation.zone_of(element) if element is not None else named
    needs = proposal.action is ActionName.DO and bool(proposal.agent_id)
    if zone is None and (needs or proposal.action in _NEEDS_ELEMENT):
        return None
    return PlanStep(
        step_number=1,
        zone_id=zone.zone_id if zone else GLOBAL_ZONE_ID,
        zone_label=zone.label if zone else label_of(element) if element else "",
        action=_action_of(proposal),
        description=describe(proposal, page),
        expected_change=_expected(proposal, element, zone),
        asked_by=proposal.asked_by,
    )


def _expected(
    proposal: WebProposal, element: WebElement | None, zone: Zone | None
) -> Condition | None:
    """What the control itself tells afterwards, where it tells that at all: the value of a field
    that is filled in, the mark of a box that is ticked; or what is waited for."""
    if proposal.waits_for is not None or element is None or zone is None:
        return proposal.waits_for
    if proposal.action is ActionName.CLICK and zone.role in _TICKED:
        return ZoneState(zone.zone_id, zone.label, State.CHECKED, present=not zone.is_checked)
    is_told = not (element.accepts_files or "{{" in proposal.text or proposal.submit)
    is_whole = len(proposal.text) < MOST_VALUE_CHARS and "\n" not in proposal.text
    adds = proposal.acts is not None
    if proposal.action is not ActionName.TYPE or zone.role is Role.PASSWORD_FIELD:
        return None
    if element.tag == "select" and proposal.text not in element.options:
        return None
    value = ZoneValue(zone.zone_id, zone.label, proposal.text, contains=adds)
    return value if is_told and is_whole else None


_TICKED = (Role.CHECK_BOX, Role.SWITCH)
MOST_VALUE_CHARS = 400
"""A page tells no more of a value."""


def as_edited(proposal: WebProposal, step: PlanStep, situation: Situation) -> WebProposal:
    """The proposal as it is done: ``step`` is what passed the gate, where the operator may have
    put another text, address or target in its place."""
    target = situation.zone(step.zone_id)
    is_other = target is not None and target.zone_id != proposal.agent_id
    agent_id = target.source_key if target and is_other and target.source_key else proposal.agent_id
    if step.action == _action_of(proposal):
        return replace(proposal, agent_id=agent_id)
    match step.action:
        case actions.TypeText(text=text) if proposal.action is ActionName.TYPE:
            is_sent = text.endswith("\n")
            plain = text.removesuffix("\n") if is_sent else text
            return replace(proposal, agent_id=agent_id, text=plain, submit=is_sent)
        case actions.Search(words=words) if proposal.action is ActionName.SEARCH:
            return replace(proposal, text=words)
        case actions.Navigate(url=url) if proposal.action is ActionName.NAVIGATE:
            return replace(proposal, url=url)
        case actions.Click() if proposal.action is ActionName.CLICK:
            return replace(proposal, agent_id=agent_id)
        case _:
            return proposal


def describe(proposal: WebProposal, page: Page) -> str:
    """The action as an operator would say it."""
    match proposal.action:
        case ActionName.DONE:
            text = shortened(proposal.text)
            return f"Say that it is done: “{text}”" if text else "Say that it is done"
        case ActionName.ASK_USER:
            return f"Ask: “{shortened(proposal.text)}”"
        case _:
            is_upon = proposal.action in (*_NEEDS_ELEMENT, ActionName.DO)
            thing = thing_words(label_of(page.element(proposal.agent_id))) if is_upon else ""
            tab = next((t.title for t in page.tabs if t.tab_id == proposal.tab_id), "")
            return action_words(_action_of(proposal), thing, tab=tab or proposal.tab_id)


def scroll_step(description: str = "Scroll down by a view") -> PlanStep:
    return PlanStep(1, GLOBAL_ZONE_ID, "", actions.Scroll(down=NOTCHES), description)


def scroll_to_step(proposal: WebProposal, page: Page) -> PlanStep | None:
    """Brings the proposal's element to the middle of the view; None where it is in view."""
    element = page.element(proposal.agent_id)
    if element is None or element.in_view:
        return None
    middle_px = page.scroll_y_px + element.bounds_px.center.y
    y_px = max(0, middle_px - page.view_height_px // 2)
    action = actions.ScrollTo(page.scroll_x_px, y_px)
    return PlanStep(
        1, GLOBAL_ZONE_ID, "", action, action_words(action, thing_words(label_of(element)))
    )


def wait_step(secs: float) -> PlanStep:
    return PlanStep(1, GLOBAL_ZONE_ID, "", actions.Wait(secs), "Wait for the page")


def _action_of(proposal: WebProposal) -> Action:
    if proposal.acts is not None:
        return proposal.acts
    match proposal.action:
        case ActionName.CLICK:
            return actions.Click()
        case ActionName.TYPE:
            text = proposal.text + ("\n" if proposal.submit else "")
            return actions.TypeText(text, replace=True, chooses=proposal.chooses)
        case ActionName.SCROLL if proposal.direction == "end":
            return actions.Scroll(down=_WHOLE_PAGE, to_end=True)
        case ActionName.SCROLL:
            return actions.Scroll(down=-NOTCHES if proposal.direction == "up" else NOTCHES)
        case ActionName.NAVIGATE:
            return actions.Navigate(proposal.url)
        case ActionName.SEARCH:
            return actions.Search(proposal.text)
        case ActionName.GO_BACK:
            return actions.GoBack()
        case ActionName.GO_FORWARD:
            return actions.GoForward()
        case ActionName.SWITCH_TAB:
            return actions.SwitchTab(proposal.tab_id)
        case ActionName.SCREENSHOT:
            return actions.TakeScreenshot()
        case _:
            raise BugError(f"{proposal.action.value} acts upon the run, not on the page")


def label_of(element: WebElement | None) -> str:
    """What a person would call it, shortened; empty for none."""
    return shortened(element.label or element.tag) if element is not None else ""
