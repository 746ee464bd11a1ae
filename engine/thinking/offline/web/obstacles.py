"""What lies in the way: questions about cookies, and what covers the page. It goes with the least
consent: refuse, only what is necessary, close, and accept only where nothing else is offered."""

from __future__ import annotations

from engine.domain.web.pages import WebElement
from engine.domain.web.proposals import ActionName, WebProposal
from engine.thinking.offline.web.elements import label_of
from engine.thinking.offline.web.matching import is_among, stems
from engine.thinking.offline.web.view import View
from engine.thinking.offline.web.vocabulary import (
    ACCEPT_LABELS,
    CLOSE_LABELS,
    CONSENT_WORDS,
    NECESSARY_LABELS,
    REJECT_LABELS,
)

_LEAST_CONSENT_FIRST = (REJECT_LABELS, NECESSARY_LABELS, CLOSE_LABELS, ACCEPT_LABELS)
_CONSENT = frozenset(stems(" ".join(CONSENT_WORDS)))
_COVERED_WORDS = ("cover", "lies over", "over it", "in the way", "intercept", "behind")


def clear_the_way(view: View) -> WebProposal | None:
    """The click that removes what is in the way; None where nothing is."""
    if not view.can(ActionName.CLICK):
        return None
    banner = _consent_buttons(view) or _covering_buttons(view)
    for labels in _LEAST_CONSENT_FIRST:
        fitting = [each for each in banner if is_among(label_of(each), labels)]
        if fitting:
            best = min(fitting, key=view.order)
            return view.click(best, "obstacle", ", which is in the way")
    return None


def _consent_buttons(view: View) -> tuple[WebElement, ...]:
    """The buttons of a question about cookies; it has one that gives consent or refuses it."""
    if _CONSENT & set(stems(" ".join(view.request.goal.terms))):
        return ()
    buttons = [each for each in view.pressed if not view.was_clicked(each)]
    about = [each for each in buttons if _is_about_consent(each)] or _yes_and_no(buttons)
    told = [label_of(each) for each in about]
    asked = (*ACCEPT_LABELS, *REJECT_LABELS, *NECESSARY_LABELS)
    if not any(is_among(label, asked) for label in told):
        return ()
    return tuple(about)


def _yes_and_no(buttons: list[WebElement]) -> list[WebElement]:
    """What is fixed over the page and offers both consent and its refusal asks for consent,
    whatever its words."""
    fixed = [each for each in buttons if each.is_fixed]
    yes = [each for each in fixed if is_among(label_of(each), ACCEPT_LABELS)]
    no = [each for each in fixed if is_among(label_of(each), (*REJECT_LABELS, *NECESSARY_LABELS))]
    return [*yes, *no] if yes and no else []


def _is_about_consent(element: WebElement) -> bool:
    told = f"{element.context} {element.text} {element.aria_label} {element.form}"
    machine = f"{element.attr_id} {element.attr_name}"
    return bool(_CONSENT & {*stems(told), *stems(machine)}) and not element.is_navigation


def _covering_buttons(view: View) -> tuple[WebElement, ...]:
    """What could close something that covers the page, where a click just failed of it."""
    failure = view.last_failure.casefold()
    if not any(word in failure for word in _COVERED_WORDS):
        return ()
    labels = (*CLOSE_LABELS, *REJECT_LABELS, *NECESSARY_LABELS, *ACCEPT_LABELS)
    fitting = [each for each in view.pressed if is_among(label_of(each), labels)]
    fixed = [each for each in fitting if each.is_fixed]
    return tuple(fixed or fitting)
