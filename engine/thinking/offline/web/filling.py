"""Filling in forms: the fields that the goal names, page by page, and the button that ends it.

Nothing is made up: a field that must be filled in and that the goal does not name is asked about.
"""

from __future__ import annotations

import re

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import WebElement
from engine.domain.web.parts import Choose, Fill, Submit
from engine.domain.web.proposals import ActionName, WebProposal
from engine.thinking.offline.web.elements import (
    is_choice,
    is_field,
    is_radio,
    is_tick,
    label_of,
)
from engine.thinking.offline.web.fields import (
    Field,
    field_for,
    has_value,
    option_for,
    radio_for,
    required_empty,
)
from engine.thinking.offline.web.finding import echoes, heading_of
from engine.thinking.offline.web.matching import fit, instructs, is_among
from engine.thinking.offline.web.notes import Facts, Kind, in_note
from engine.thinking.offline.web.outcomes import Chosen, Met
from engine.thinking.offline.web.seeking import lead_on
from engine.thinking.offline.web.view import View, labels_of
from engine.thinking.offline.web.vocabulary import CONTINUE_LABELS, SUBMIT_LABELS
from engine.thinking.offline.zone_matching import ACCEPT
from engine.thinking.words import quoted

_COMPLAINT = re.compile(
    r"\b(?:required|invalid|not valid|please (?:enter|fill|choose|select|provide|check)|"
    r"must (?:be|not|have|contain)|can(?:not|'t) be (?:empty|blank)|missing|"
    r"is too (?:short|long))\b",
    re.IGNORECASE,
)


def choose_fill(view: View, task: Fill) -> Chosen:
    """The next field, the next page of the form, or its end. Raises ``PlanFailed``."""
    values = (*task.values, *_answered(view))
    left = [each for each in values if not _was_filled(view, *each)]
    here = [(name, value, field) for name, value in left if (field := field_for(view, name, value))]
    for name, value, field in here:
        step = set_field(view, field, name, value)
        if step is not None:
            return step
    named_here = {
        field.element.agent_id for name, value in values if (field := field_for(view, name, value))
    }
    left = [each for each in left if each[0] not in {name for name, _, _ in here}]
    if left or task.submits:
        return _go_on(view, task, left, named_here)
    return Met("; ".join(f"{name}: {value}" for name, value in task.values))


def choose_option(view: View, task: Choose) -> Chosen:
    """Chooses an option in a list, among radio buttons, or by a click."""
    chosen = _option(view, task)
    last = view.notes("value")[-1:]
    if not (task.applies and isinstance(chosen, Met) and last) or view.notes("last step"):
        return chosen
    named = {last[0].attempt.proposal.agent_id}
    is_here = last[0].attempt.url == view.page.url
    button = submit_button(view, named, wants_end=True) if is_here else None
    return view.click(button, "last step") if button else chosen


def _option(view: View, task: Choose) -> Chosen:
    if view.notes("last step") or (task.applies and echoes(view.page.url, task.option)):
        return Met(task.option)
    for element in view.fields:
        if is_choice(element) and (not task.name or _is_called(view, element, task.name)):
            option = option_for(element, task.option)
            if option and fit(option, element.value) == 100:
                return Met(option)
            if option:
                return view.type_in(element, option, task.name or label_of(element))
    radio = radio_for(view, task.name, task.option)
    if radio is not None:
        return Met(label_of(radio)) if view.is_on(radio) else view.click(radio, "value")
    ticks = [
        each for each in view.fields if is_tick(each) and fit(task.option, label_of(each)) >= ACCEPT
    ]
    if ticks:
        return Met(label_of(ticks[0])) if view.is_on(ticks[0]) else view.click(ticks[0], "value")
    said = [task.option, f"{task.option} {task.name}"]
    swatches = [
        (max(fit(each, label_of(button)) for each in said), button) for button in view.pressed
    ]
    swatches = [pair for pair in swatches if pair[0] >= ACCEPT]
    if swatches:
        best = max(swatches, key=lambda pair: (pair[0], [-each for each in view.order(pair[1])]))
        return view.click(best[1], "last step")
    opener = _opener(view, task.name)
    if opener is not None:
        return view.click(opener, "way", f", which offers {quoted(task.option)}")
    return lead_on(view, f"{task.option} {task.name}".strip())


def _opener(view: View, name: str) -> WebElement | None:
    """What shows the options when it is pressed: a list made of other things than lists."""
    openers = [each for each in view.pressed if not (each.href or (each.is_submit and each.form))]
    called = [(fit(name, label_of(each)), each) for each in openers]
    called = [(s, each) for s, each in called if s >= ACCEPT and not view.was_clicked(each)]
    best = max(called, key=lambda pair: pair[0], default=None)
    return best[1] if best else None


def choose_submit(view: View, task: Submit) -> Chosen:
    button = submit_button(view, set(), wants_end=True)
    if button is None:
        there = labels_of(view.pressed)
        raise PlanFailed(f"There is no button here that sends the form. There is: {there}.")
    return view.click(button, "last step")


def set_field(view: View, field: Field, name: str, value: str) -> WebProposal | None:
    """The step that gives a field its value; None where it has it. Raises ``PlanFailed``."""
    element = field.element
    if has_value(view, field, value):
        return None
    if is_tick(element) or is_radio(element):
        return view.click(element, "value", f" for “{name}”", facts=(("set", (name,)),))
    if is_choice(element):
        option = option_for(element, value)
        if not option:
            offered = ", ".join(quoted(each) for each in element.options[:12])
            raise PlanFailed(f"“{name}” does not offer {quoted(value)}. It offers: {offered}.")
        return view.type_in(element, option, name)
    return view.type_in(element, value, name)


def submit_button(view: View, named: set[str], *, wants_end: bool) -> WebElement | None:
    """The button that leads on from a form, or ends it."""
    forms = {each.form for each in view.fields if each.agent_id in named and each.form}
    buttons = [each for each in view.pressed if not each.href or each.role == "button"]
    buttons = [each for each in buttons if not is_field(each)]
    own = [each for each in buttons if each.form in forms] if forms else []
    pool = own or buttons
    tables = (SUBMIT_LABELS, CONTINUE_LABELS)
    for labels in tables if wants_end else reversed(tables):
        called = [each for each in pool if is_among(label_of(each), labels)]
        if called:
            return min(called, key=lambda each: (not each.is_submit, view.order(each)))
    submits = [each for each in pool if each.is_submit and (own or not each.is_navigation)]
    return min(submits, key=view.order, default=None)


def _go_on(view: View, task: Fill, left: list[tuple[str, str]], named: set[str]) -> Chosen:
    """All fields of this page are filled in: on to the next page of the form, or its end."""
    was_pressed = any(done.note.kind in ("last step", "way") for done in view.done)
    complaint = _complaint(view) if was_pressed and named else ""
    asked = _ask_for_missing(view, named, complaint) if named else None
    if asked is not None:
        return asked
    if complaint and not left and _pressed_here(view):
        raise PlanFailed(f"The form was not accepted: {quoted(complaint)}")
    filled = bool(view.notes("value")) or not task.values
    button = submit_button(view, named, wants_end=not left) if filled or named else None
    if button is not None and not _pressed_in_vain(view, button):
        is_continue = is_among(label_of(button), CONTINUE_LABELS)
        right = [name for name, value in task.values if field_for(view, name, value)]
        facts: Facts = (("set", tuple(right)),) if right else ()
        kind: Kind = "way" if left or is_continue else "last step"
        return view.click(button, kind, facts=facts)
    if not left and filled:
        return Met(_told(view))
    entry = _entry(view, task)
    if entry is not None:
        return entry
    missing = ", ".join(quoted(name) for name, _ in left)
    if view.page.can_scroll_down and view.can(ActionName.SCROLL):
        return view.scroll(f"looking for {missing}")
    if not named and not filled:
        return lead_on(view, task.entry or " ".join(name for name, _ in left))
    fields = labels_of(view.fields)
    raise PlanFailed(f"There is no field called {missing}. There is: {fields or 'none'}.")


def _entry(view: View, task: Fill) -> WebProposal | None:
    """The link or button that leads to the form."""
    if not task.entry or view.notes("value"):
        return None
    scored = [(fit(task.entry, label_of(each)), each) for each in view.pressed]
    scored = [pair for pair in scored if pair[0] >= ACCEPT and not view.was_clicked(pair[1])]
    if not scored:
        return None
    best = min(scored, key=lambda pair: (-round(pair[0]), view.order(pair[1])))
    return view.click(best[1], "way")


def _ask_for_missing(view: View, named: set[str], complaint: str) -> WebProposal | None:
    """The question for a field that must be filled in and that the goal does not name."""
    for field in required_empty(view, named, after_complaint=bool(complaint)):
        question = f"What should go into {quoted(field.label)}? It must be filled in."
        answer = view.request.answers.get(question)
        if answer is None:
            return view.ask(question, field.choices)
        if not answer:
            raise PlanFailed(f"{quoted(field.label)} must be filled in, and nobody says with what.")
    return None


def _answered(view: View) -> tuple[tuple[str, str], ...]:
    """What the operator said about fields that the goal does not name."""
    shape = re.compile(r"^What should go into “(.+)”\? It must be filled in\.$")
    read = ((shape.match(question), answer) for question, answer in view.request.answers.items())
    return tuple((match[1], answer) for match, answer in read if match and answer)


def _was_filled(view: View, name: str, value: str) -> bool:
    """It was filled in before, on a page of the form that is no longer in sight."""
    field = field_for(view, name, value)
    if field is not None and not _is_hidden_value(field):
        return has_value(view, field, value)
    before = (*view.notes("value"), *view.notes("way"))
    return any(in_note(name) in done.note.about("set") for done in before)


def _is_hidden_value(field: Field) -> bool:
    return field.element.input_type == "password" and not field.element.value


def _is_called(view: View, element: WebElement, name: str) -> bool:
    field = field_for(view, name, "")
    return fit(name, label_of(element)) >= ACCEPT or (
        field is not None and field.element is element
    )


def _complaint(view: View) -> str:
    lines = (each.strip() for each in view.page.text.splitlines())
    return next(
        (e for e in lines if len(e) < 200 and _COMPLAINT.search(e) and not instructs(e)), ""
    )


def _pressed_here(view: View) -> bool:
    return any(
        done.note.kind == "last step" and done.attempt.url == view.page.url for done in view.done
    )


def _pressed_in_vain(view: View, button: WebElement) -> bool:
    return any(
        done.attempt.proposal.agent_id == button.agent_id
        and done.went_well
        and not done.attempt.has_changed
        for done in view.done
    )


def _told(view: View) -> str:
    return heading_of(view)
