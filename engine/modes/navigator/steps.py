"""From a thinker's proposal to a step that can pass the gate, and what is wrong with one."""

from dataclasses import replace

from engine.domain import actions
from engine.domain.conditions import Condition, ZoneState, ZoneValue
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.web.pages import Page, WebElement
from engine.domain.web.proposals import DOWN, META_ACTIONS, ActionName, WebProposal
from engine.domain.zones import Role, State, Zone, holds_mask
from engine.language.action_words import action_words, thing_words, zone_words
from engine.language.labels import shortened
from engine.modes.navigator.run import page_of

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
    match proposal.acts:
        case actions.Navigate(url=""):
            return "planner_failed", "It does not say which address to open."
        case actions.Navigate(url=url) if holds_mask(url):
            return "planner_failed", "A part of that address is hidden, so it can't be opened."
        case actions.Search(words=words) if not words.strip():
            return "planner_failed", "It does not say what to search for."
        case actions.SwitchTab(tab_id=tab_id) if tab_id not in {t.tab_id for t in page.tabs}:
            return "planner_failed", f"There is no tab “{tab_id}”."
        case None if action not in META_ACTIONS:
            return "planner_failed", "It wants to read on, and says nothing to do."
        case None if action is ActionName.ASK_USER and not proposal.text.strip():
            return "planner_failed", "It does not say what to ask."
        case _:
            return "", ""


_TELLING = ("tag", "role", "text", "aria_label", "attr_name", "input_type", "href", "dialog")


def aimed_anew(proposal: WebProposal, seen: Situation, now: Situation) -> WebProposal:
    """The same at the element that is there in place of its own, which the page drew anew while the
    planner thought: alike in all that tells it from others, and the only such one then and now."""
    old, page = page_of(seen), page_of(now)
    was = old.element(proposal.agent_id)
    if was is None or page.url != old.url or page.element(was.agent_id) is not None:
        return proposal
    before, after = ([e for e in each.elements if _is_alike(e, was)] for each in (old, page))
    is_one = len(before) == len(after) == 1
    return replace(proposal, agent_id=after[0].agent_id) if is_one else proposal


def _is_alike(one: WebElement, was: WebElement) -> bool:
    told = all(getattr(one, name) == getattr(was, name) for name in _TELLING)
    return told and was.context in ("", one.context)


def step_of(proposal: WebProposal, seen: Situation) -> PlanStep | None:
    """The step for an action upon the page; None where what it needs has no place on it."""
    element = page_of(seen).element(proposal.agent_id)
    zone = seen.zone_of(element) if element is not None else seen.zone(proposal.agent_id)
    needs = proposal.action is ActionName.DO and bool(proposal.agent_id)
    is_placeless = zone is None and (needs or proposal.action in _NEEDS_ELEMENT)
    if proposal.acts is None or is_placeless:
        return None
    return PlanStep(
        step_number=1,
        zone_id=zone.zone_id if zone else GLOBAL_ZONE_ID,
        zone_label=zone.label if zone else label_of(element) if element else "",
        action=proposal.acts,
        description=describe(proposal, seen),
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
    acts = proposal.acts
    if not isinstance(acts, actions.TypeText) or zone.role is Role.PASSWORD_FIELD:
        return None
    is_told = not (element.accepts_files or "{{" in acts.text or "\n" in acts.text)
    is_offered = element.tag != "select" or acts.text in element.options
    value = ZoneValue(zone.zone_id, zone.label, acts.text, contains=not acts.replace)
    return value if is_told and is_offered and len(acts.text) < MOST_VALUE_CHARS else None


_TICKED = (Role.CHECK_BOX, Role.SWITCH)
MOST_VALUE_CHARS = 400
"""A page tells no more of a value."""


def as_edited(proposal: WebProposal, step: PlanStep, situation: Situation) -> WebProposal:
    """The proposal as it is done: ``step`` is what passed the gate, where the operator may have
    put another text, address or target in its place."""
    target = situation.zone(step.zone_id)
    is_other = target is not None and target.zone_id != proposal.agent_id
    agent_id = target.source_key if target and is_other and target.source_key else proposal.agent_id
    is_drag = isinstance(step.action, actions.Drag)  # whose end was found only now
    acts = proposal.acts if is_drag else step.action
    return replace(proposal, agent_id=agent_id, acts=acts)


def describe(proposal: WebProposal, seen: Situation) -> str:
    """The action as an operator would say it."""
    page, acts, text = page_of(seen), proposal.acts, shortened(proposal.text)
    if proposal.action is ActionName.ASK_USER:
        return f"Ask: “{text}”"
    if acts is None:
        return f"Say that it is done: “{text}”" if text else "Say that it is done"
    is_upon = proposal.action in (*_NEEDS_ELEMENT, ActionName.DO, ActionName.SCROLL)
    element, zone = page.element(proposal.agent_id), seen.zone(proposal.agent_id)
    label = label_of(element) or (shortened(zone.label) if zone is not None else "")
    end = seen.zone(acts.to_zone_id) if isinstance(acts, actions.Drag) else None
    tab_id = acts.tab_id if isinstance(acts, actions.SwitchTab) else ""
    tab = next((each.title for each in page.tabs if each.tab_id == tab_id), "")
    thing = thing_words(label) if is_upon else ""
    return action_words(acts, thing, tab=tab or tab_id, end=zone_words(end) if end else "")


def scroll_step(description: str = "Scroll down by a view") -> PlanStep:
    return PlanStep(1, GLOBAL_ZONE_ID, "", DOWN, description)


def wait_step(secs: float) -> PlanStep:
    return PlanStep(1, GLOBAL_ZONE_ID, "", actions.Wait(secs), "Wait for the page")


def label_of(element: WebElement | None) -> str:
    """What a person would call it, shortened; empty for none."""
    return shortened(element.label or element.tag) if element is not None else ""
