"""Filling in forms: the fields that the goal names, page by page, and the button that ends it.

Nothing is made up: a field that must be filled in and that the goal does not name is asked about.
"""

from __future__ import annotations

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import WebElement
from engine.domain.web.parts import Fill, Submit
from engine.domain.web.proposals import ActionName, WebProposal
from engine.thinking.offline.web.answering_back import (
    answer_complaint,
    ask_for_missing,
    ask_without,
    with_answers,
)
from engine.thinking.offline.web.answering_back import answered as answered_back
from engine.thinking.offline.web.deed_words import entry_labels
from engine.thinking.offline.web.elements import (
    is_choice,
    is_radio,
    is_tick,
    label_of,
    plain_address,
)
from engine.thinking.offline.web.field_values import as_taken
from engine.thinking.offline.web.fields import Field, field_for, has_value, option_for
from engine.thinking.offline.web.finding import heading_of
from engine.thinking.offline.web.forms import (
    Filled,
    Values,
    confirming_button,
    is_continue,
    meant_form,
    next_form,
    sending_button,
)
from engine.thinking.offline.web.matching import fit
from engine.thinking.offline.web.notes import Facts, Kind, in_note
from engine.thinking.offline.web.outcomes import Chosen, Met
from engine.thinking.offline.web.seeking import lead_on
from engine.thinking.offline.web.view import View, labels_of
from engine.thinking.offline.zone_matching import ACCEPT
from engine.thinking.words import quoted

_MOST_SCROLLS = 3


def choose_fill(view: View, task: Fill) -> Chosen:
    """The next field, the next page of the form, or its end. Raises ``PlanFailed``."""
    values = tuple(e for e in with_answers(view, task.values) if not _was_sent_on(view, e[0]))
    filled = meant_form(view, values, task.entry) or _anywhere(view, task, values)
    times = len(view.notes("last step"))
    if view.request.complaints:
        asked = answer_complaint(view, filled)
        if asked is not None:
            return asked
    elif times:
        after = _after_sending(view, filled, times)
        if after is not None:
            return after
    for name, value, field in filled.entries if filled else ():
        step = set_field(view, field, name, value)
        if step is not None:
            return step
    here = filled.names if filled else frozenset()
    left = tuple(each for each in values if each[0] not in here and not _was_filled(view, each[0]))
    if filled is None and not left and task.submits:
        filled = next_form(view)
    if filled is None:
        return _towards_form(view, task, left)
    if not left and not task.submits:
        return Met("; ".join(f"{name}: {value}" for name, value in task.values))
    return _go_on(view, task, filled, left)


def _anywhere(view: View, task: Fill, values: Values) -> Filled | None:
    """Fields that only are to be set may stand in any form."""
    if task.submits or task.entry:
        return None
    found = [(name, value, field_for(view, name, value)) for name, value in values]
    entries = tuple((name, value, field) for name, value, field in found if field is not None)
    elements = tuple(field.element for _, _, field in entries)
    return Filled(elements[0].form, entries, elements) if entries else None


def _after_sending(view: View, filled: Filled | None, times: int) -> Chosen | None:
    """What comes after the form was sent, once: the end, an answer to the page, its last question;
    None where the operator said what to send instead."""
    if view.request.confirmed:
        return Met(heading_of(view))
    if times <= len(answered_back(view)):
        return None  # it was not accepted, and is being put right
    last_word = confirming_button(view)
    if filled is None and last_word is not None:
        return view.click(last_word, "last step", ", which is asked for once more")
    return Met(heading_of(view))


def choose_submit(view: View, task: Submit) -> Chosen:
    """Sends the form in which something was filled in before. Raises ``PlanFailed``."""
    if view.notes("last step"):
        return Met(heading_of(view))
    before = {done.attempt.proposal.agent_id for done in view.all_done if done.note.kind == "value"}
    forms = {each.form for each in view.fields if each.agent_id in before}
    own = [
        Filled(form, (), tuple(each for each in view.fields if each.form == form)) for form in forms
    ]
    button = sending_button(view, own[-1] if own else None, wants_end=True)
    if button is None:
        there = labels_of(view.pressed)
        raise PlanFailed(f"There is no button here that sends the form. There is: {there}.")
    return view.click(button, "last step")


def set_field(view: View, field: Field, name: str, value: str) -> WebProposal | None:
    """The step that gives a field its value; None where it has it. Raises ``PlanFailed``."""
    element = field.element
    value = as_taken(element, value)
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


def _go_on(view: View, task: Fill, filled: Filled, left: Values) -> Chosen:
    """All that this page has room for is filled in: on to the form's next page, or its end."""
    asked = ask_for_missing(view, filled)
    if asked is not None:
        return asked
    button = sending_button(view, filled, wants_end=not left, label=task.entry)
    is_onward = button is not None and is_continue(button)
    if left and not is_onward:
        names = ", ".join(quoted(name) for name, _ in left)
        if view.page.can_scroll_down and view.can(ActionName.SCROLL) and not _was_scrolled(view):
            return view.scroll(f"looking for {names}")
        asked = ask_without(view, filled, left)
        if asked is not None:
            return asked
        is_onward = False
    if button is None:
        there = labels_of(view.pressed)
        raise PlanFailed(f"There is no button here that sends the form. There is: {there}.")
    if _pressed_in_vain(view, button):
        return Met(heading_of(view))
    facts: Facts = (("set", tuple(sorted(filled.names))),)
    return view.click(button, "way" if is_onward else "last step", facts=facts)


def _towards_form(view: View, task: Fill, left: Values) -> Chosen:
    """There is no form for it here: it is another page's, or was left behind filled in."""
    if view.notes("value"):
        button = sending_button(view, None, wants_end=True)
        if button is not None and not left and task.submits and not view.was_clicked(button):
            kind: Kind = "way" if is_continue(button) else "last step"
            return view.click(button, kind)
        if not left:
            return Met(heading_of(view))
    entry = _entry(view, task)
    if entry is not None:
        return entry
    if view.page.can_scroll_down and view.can(ActionName.SCROLL) and not _was_scrolled(view):
        return view.scroll(f"looking for {', '.join(quoted(name) for name, _ in left)}")
    if not view.notes("value"):
        return lead_on(view, _entry_words(task) or " ".join(name for name, _ in left))
    fields = labels_of(view.fields)
    missing = ", ".join(quoted(name) for name, _ in left)
    raise PlanFailed(f"There is no field called {missing}. There is: {fields or 'none'}.")


def _was_scrolled(view: View) -> bool:
    """So far that the page's end was near, and what is below was seen."""
    scrolls = [
        done
        for done in view.done
        if done.attempt.proposal.action is ActionName.SCROLL and done.attempt.url == view.page.url
    ]
    return len(scrolls) >= _MOST_SCROLLS


def _entry(view: View, task: Fill) -> WebProposal | None:
    """The link or button that leads to the form."""
    if view.notes("value") or not view.can(ActionName.CLICK):
        return None
    words = _entry_words(task)
    others = entry_labels(f"{task.entry} {' '.join(name for name, _ in task.values)}")
    labels = [(at, each) for at, each in enumerate((words, *others)) if each]
    scored = [
        (max((fit(each, label_of(link)) - at for at, each in labels), default=0), link)
        for link in view.pressed
        if not (link.is_submit and link.form)
    ]
    scored = [
        pair
        for pair in scored
        if pair[0] >= ACCEPT and not view.was_clicked(pair[1]) and _leads_anew(view, pair[1])
    ]
    if not scored:
        return None
    best = min(scored, key=lambda pair: (-round(pair[0]), view.order(pair[1])))
    return view.click(best[1], "way")


def _leads_anew(view: View, element: WebElement) -> bool:
    return not element.href or not view.leads_nowhere_new(element)


def _entry_words(task: Fill) -> str:
    """What leads to the form, without what is to be filled in."""
    words = task.entry
    for _, value in task.values:
        words = words.replace(value, " ")
    return " ".join(words.split())


def _was_filled(view: View, name: str) -> bool:
    """It was filled in before, on a page of the form that is no longer in sight."""
    before = (*view.notes("value"), *view.notes("way"))
    return any(in_note(name) in done.note.about("set") for done in before)


def _was_sent_on(view: View, name: str) -> bool:
    """It was sent with a page of the form that was left since: the next page's field of the same
    name ("Name of the boat") is another one."""
    here = plain_address(view.page.url)
    return any(
        in_note(name) in done.note.about("set") and plain_address(done.attempt.url) != here
        for done in view.notes("way")
    )


def _pressed_in_vain(view: View, button: WebElement) -> bool:
    return any(
        done.attempt.proposal.agent_id == button.agent_id
        and done.went_well
        and not done.attempt.has_changed
        for done in view.done
    )
