"""Saying beforehand how an action in a page is taken back, or that it can't be.

It is said from what is pressed and what the page tells of it; what really changed is seen
afterwards, and the ways back are found from that.
"""

import re

from engine.domain.actions import Click, PressKeys, Scroll, ScrollTo, TypeText
from engine.domain.plans import PlanStep, Situation
from engine.domain.risks import Reversibility
from engine.domain.web.pages import WebElement
from engine.domain.zones import Role, Zone
from engine.language.folding import folded
from engine.language.grave_words import has_word, is_called
from engine.safety.risks import reversibility_of_action
from engine.states.web.touching import element_of

_LOADS = re.compile(r"\.(?:pdf|zip|csv|xlsx?|docx?|gz|tar|exe|dmg|deb|apk|iso|mp[34])(?:[?#]|$)")
_SAYS_DOWNLOAD = re.compile(r"\b(?:download|herunterladen|telecharger|descargar|scarica|baixar)\b")


def reversibility_on_page(step: PlanStep, situation: Situation) -> Reversibility:
    """How this step is taken back, whatever the words on its target say of risk."""
    zone, element = situation.zone(step.zone_id), element_of(step, situation)
    match step.action:
        case Scroll() | ScrollTo():
            return Reversibility.fully("Scroll back to the place before.")
        case TypeText():
            return _of_typing(zone, element)
        case Click(button="left" | "middle") if element is not None:
            return _of_click(zone, element)
        case PressKeys():
            return Reversibility.partly("Go back, or put back what it changed, where that shows.")
        case _:
            return reversibility_of_action(step.action, zone, situation.focused_zone)


def _of_typing(zone: Zone | None, element: WebElement | None) -> Reversibility:
    is_password = zone is not None and zone.role is Role.PASSWORD_FIELD
    if is_password or (element is not None and element.input_type == "password"):
        return Reversibility.partly("Clear it: what stood there before can't be read.")
    if element is not None and element.options:
        return Reversibility.fully("Choose the former option again.")
    return Reversibility.fully("Put the former text back.")


def _of_click(zone: Zone | None, element: WebElement) -> Reversibility:
    role = zone.role if zone is not None else Role.OTHER
    name = folded(f"{element.text} {element.aria_label}")
    if role is Role.RADIO_BUTTON:
        return Reversibility.fully("Choose what was chosen before.")
    if role.is_checkable:
        return Reversibility.fully("Click it again.")
    if role.is_field:
        return Reversibility.fully("Nothing to take back: it only takes the focus.")
    if _LOADS.search(element.href) or (_SAYS_DOWNLOAD.search(name) and not element.is_submit):
        return Reversibility.partly("The file stays in the session's folder.")
    if element.href and element.href != "#":
        return Reversibility.fully("Go back in the tab's history, or close the tab that it opens.")
    if has_word("changes_lists", name) or is_called("changes_lists", name):
        return Reversibility.partly("Take it out, or put it in, again where the page offers that.")
    if element.is_submit:
        return Reversibility.partly(
            "Go back in the tab's history; what the site was told stays told."
        )
    if role is Role.TAB:
        return Reversibility.fully("Choose what was shown before.")
    return Reversibility.partly("Go back, close what it opens, or put back what it changed.")
