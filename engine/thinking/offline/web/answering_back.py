"""What a page finds fault with after a form was sent, and what it needs: the goal says it, or the
operator is asked, with the page's own words as a quotation."""

from __future__ import annotations

import re

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import WebElement
from engine.domain.web.personal import asked_kind
from engine.domain.web.proposals import ActionName, WebProposal
from engine.thinking.offline.web.elements import is_field, is_radio, is_tick, label_of
from engine.thinking.offline.web.fields import (
    Field,
    has_value,
    plain_label,
    required_empty,
    unfilled,
)
from engine.thinking.offline.web.forms import Filled, Values
from engine.thinking.offline.web.matching import coverage, instructs
from engine.thinking.offline.web.view import View
from engine.thinking.words import quoted

_MISSING = re.compile(r"^What should go into “(?P<name>.+)”\? It must be filled in\.$", re.DOTALL)
_BLAMED = re.compile(
    r"^The page did not accept the form, it says: “.*”\. What should go into “(?P<name>.+?)”\?$",
    re.DOTALL,
)
_SHOWN_CHARS = 160
_WITHOUT = "Go on without it"


def answered(view: View) -> Values:
    """What the operator said about fields, the last word on each."""
    told: dict[str, str] = {}
    for question, answer in view.request.answers.items():
        match = _MISSING.match(question) or _BLAMED.match(question)
        if match and answer and answer not in ("Yes", "No"):  # which is no value of a field
            told[match["name"]] = answer
    return tuple(told.items())


def with_answers(view: View, values: Values) -> Values:
    """The goal's values and the operator's; an answer stands in for what was not accepted."""
    told = answered(view)
    instead = {name for name, _ in told}
    kinds = {kind for name, _ in told if (kind := asked_kind(name))}

    def is_kept(name: str) -> bool:
        return name not in instead and (not asked_kind(name) or asked_kind(name) not in kinds)

    return (*(each for each in values if is_kept(each[0])), *told)


def ask_for_missing(view: View, filled: Filled) -> WebProposal | None:
    """The question for a field that must be filled in and that the goal does not name. Raises
    ``PlanFailed``."""
    for field in required_empty(view, set(filled.agent_ids), after_complaint=False):
        question = f"What should go into {quoted(field.label)}? It must be filled in."
        answer = view.request.answers.get(question)
        if answer is None:
            return view.ask(question, field.choices)
        if not answer or (answer in ("Yes", "No") and answer not in field.choices):
            raise PlanFailed(f"{quoted(field.label)} must be filled in, and nobody says with what.")
    return None


def before_sending(view: View, proposal: WebProposal) -> WebProposal:
    """The proposal; but a form into which nothing was written is not sent: what it needs is asked,
    and filled in. Raises ``PlanFailed``."""
    button = view.page.element(proposal.agent_id)
    if proposal.action is not ActionName.CLICK or button is None or not button.is_submit:
        return proposal
    for field in unfilled(view, button.form) if button.form else ():
        question = f"What should go into {quoted(field.label)}? It must be filled in."
        answer = view.request.answers.get(question)
        if answer is None:
            return view.ask(question)
        if not answer or answer in ("Yes", "No"):
            raise PlanFailed(f"{quoted(field.label)} must be filled in, and nobody says with what.")
        return view.type_in(field.element, answer, field.label)
    return proposal


def ask_without(view: View, filled: Filled, left: Values) -> WebProposal | None:
    """The question whether a form may be sent that has no field for what the goal names. None
    where it may; raises ``PlanFailed``."""
    names = " and ".join(quoted(name) for name, _ in left)
    there = ", ".join(quoted(plain_label(each)) for each in filled.elements[:8])
    question = f"This form has no field for {names}. There is: {there}. What should be done?"
    answer = view.request.answers.get(question)
    if answer is None:
        return view.ask(question, (_WITHOUT, "Stop"))
    if answer.casefold() in (_WITHOUT.casefold(), "yes"):
        return None
    raise PlanFailed(f"There is no field called {names}. There is: {there}.")


def answer_complaint(view: View, filled: Filled | None) -> WebProposal | None:
    """The question about what the page did not accept; None where it was answered since, so that
    the form can be sent anew. Raises ``PlanFailed``."""
    complaint = next((e for e in view.request.complaints if not instructs(e)), "")
    said = " ".join(complaint.split())[:_SHOWN_CHARS].replace("“", "'").replace("”", "'")
    field = _blamed(view, filled, complaint)
    if field is None:
        raise PlanFailed(f"The form was not accepted, the page says: {quoted(said)}.")
    question = (
        f"The page did not accept the form, it says: “{said}”. "
        f"What should go into {quoted(field.label)}?"
    )
    answer = view.request.answers.get(question)
    if answer is None:
        return view.ask(question, field.choices)
    if not answer or has_value(view, field, answer):
        raise PlanFailed(f"The form was not accepted, the page says: {quoted(said)}.")
    return None


def _blamed(view: View, filled: Filled | None, complaint: str) -> Field | None:
    """The field that a complaint is about: by its name, by what it asks for, or the empty one."""
    fields = filled.elements if filled is not None else view.fields
    written = [e for e in fields if is_field(e) and not (is_radio(e) or is_tick(e))]
    named = [each for each in written if _is_named(each, complaint)]
    empty = [each for each in written if not each.value.strip()]
    beside = [each for each in written if complaint and complaint in each.context]
    # a small form stands beside every complaint as a whole: names tell more
    for found in (
        [each for each in named if each in empty],
        [each for each in named if each in beside],
        [each for each in beside if each in empty],
        beside,
        named,
    ):
        if found:
            return Field(found[0], plain_label(found[0]))
    return Field(empty[0], plain_label(empty[0])) if len(empty) == 1 else None


def _is_named(element: WebElement, complaint: str) -> bool:
    label, kind = plain_label(element), asked_kind(label_of(element))
    is_called = bool(label) and coverage(label, complaint) == 1
    return is_called or bool(kind and asked_kind(complaint) == kind)
