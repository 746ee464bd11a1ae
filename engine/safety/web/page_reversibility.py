"""Saying beforehand how an action in a page is taken back, or that it can't be.

It is said from what is pressed and what the page tells of it; what really changed is seen
afterwards, and the ways back are found from that.
"""

from __future__ import annotations

import re

from engine.domain import actions
from engine.domain.plans import PlanStep
from engine.domain.reversal import Degree, Reversibility
from engine.domain.situation import Situation
from engine.domain.web.pages import WebElement
from engine.domain.zones import CHECKABLE_ROLES, EDITABLE_ROLES, Role, Zone
from engine.language.folding import folded
from engine.safety.reversibility import NEVER, reversibility_of_action
from engine.states.web.touching import element_of

__all__ = ["NEVER", "reversibility_on_page"]

_ADDS = re.compile(
    r"\b(?:add(?: .*)? to|add(?:ed)?|in den|hinzufugen|ajouter|anadir|agregar|aggiungi|adicionar"
    r"|toevoegen|cart|basket|wish ?list|save for later|remove|increase|decrease)\b"
    r"|^\s*[+\-−–]\s*$|购物车|カート"
)
_LOADS = re.compile(r"\.(?:pdf|zip|csv|xlsx?|docx?|gz|tar|exe|dmg|deb|apk|iso|mp[34])(?:[?#]|$)")
_SAYS_DOWNLOAD = re.compile(r"\b(?:download|herunterladen|telecharger|descargar|scarica|baixar)\b")


def reversibility_on_page(step: PlanStep, situation: Situation) -> Reversibility:
    """How this step is taken back, whatever the words on its target say of risk."""
    zone, element = situation.zone(step.zone_id), element_of(step, situation)
    match step.action:
        case actions.Scroll() | actions.ScrollTo():
            return _fully("Scroll back to the place before.")
        case actions.Wait() | actions.TakeScreenshot():
            return _fully("Nothing to take back.")
        case actions.Navigate() | actions.Search() | actions.GoBack():
            return _fully("Go back in the tab's history.")
        case actions.GoForward():
            return _fully("Go back in the tab's history.")
        case actions.SwitchTab():
            return _fully("Switch to the tab that was shown before.")
        case actions.CloseTab():
            return _partly("Open its address again. What was entered in it is gone.")
        case actions.TypeText():
            return _of_typing(zone, element)
        case actions.Click(button="left" | "middle") if element is not None:
            return _of_click(zone, element)
        case actions.PressKeys():
            return _partly("Go back, or put back what it changed, where that shows.")
        case _:
            return reversibility_of_action(step.action, zone, situation.focused_zone)


def _of_typing(zone: Zone | None, element: WebElement | None) -> Reversibility:
    is_password = zone is not None and zone.role is Role.PASSWORD_FIELD
    if is_password or (element is not None and element.input_type == "password"):
        return _partly("Clear it: what stood there before can't be read.")
    if element is not None and element.options:
        return _fully("Choose the former option again.")
    return _fully("Put the former text back.")


def _of_click(zone: Zone | None, element: WebElement) -> Reversibility:
    role = zone.role if zone is not None else None
    name = folded(f"{element.text} {element.aria_label}")
    if role is Role.RADIO_BUTTON:
        return _fully("Choose what was chosen before.")
    if role in CHECKABLE_ROLES:
        return _fully("Click it again.")
    if role in EDITABLE_ROLES:
        return _fully("Nothing to take back: it only takes the focus.")
    if _LOADS.search(element.href) or (_SAYS_DOWNLOAD.search(name) and not element.is_submit):
        return _partly("The file stays in the session's folder.")
    if element.href and element.href != "#":
        return _fully("Go back in the tab's history, or close the tab that it opens.")
    if _ADDS.search(name):
        return _partly("Take it out, or put it in, again where the page offers that.")
    if element.is_submit:
        return _partly("Go back in the tab's history; what the site was told stays told.")
    if role is Role.TAB:
        return _fully("Choose what was shown before.")
    return _partly("Go back, close what it opens, or put back what it changed.")


def _fully(how: str) -> Reversibility:
    return Reversibility(Degree.REVERSIBLE, how)


def _partly(how: str) -> Reversibility:
    return Reversibility(Degree.PARTLY, how)
