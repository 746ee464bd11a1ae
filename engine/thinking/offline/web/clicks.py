"""Clicks: on what is called so or like a verb, along a path, with Return, to close."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import WebElement
from engine.domain.web.proposals import WebProposal
from engine.language.goals import clauses as c
from engine.language.goals.clauses import Target
from engine.language.grave_words import is_called
from engine.language.labels import normal
from engine.thinking.offline.web.elements import (
    ACCEPT,
    is_field,
    is_pressed,
    is_radio,
    is_typed,
    label_fit,
    label_of,
)
from engine.thinking.offline.web.fields import last_typed, select_offering, set_field
from engine.thinking.offline.web.finding import find, in_place, must_find, seek
from engine.thinking.offline.web.view import View

Planned = WebProposal | tuple[str, ...] | None
"""A step, what the page told, or None where nothing is left to be done."""
_SENDING = frozenset({"send", "submit", "save", "apply", "confirm", "finish", "done", "go"})
_PRONOUNS = frozenset({"", "it", "this", "that", "the form", "form", "this form"})
_SURE = 90.0
_CLOSING = ("shuts", "shuts_on_pages", "dismisses", "calls_off")


def point(view: View, target: Target) -> Planned:
    found = find(view, target, is_pressed)
    if found is None and not view.count("look"):
        offering = select_offering(view, target.said)
        if offering is not None:
            return set_field(view, offering, target.said)
    found = found or must_find(view, target, lambda each: is_pressed(each) or is_field(each))
    if is_radio(found) and view.is_on(found):
        return None
    return view.click(found)


def named(view: View, clause: c.Named) -> Planned:
    """A button that is called like all that was said, or like the verb where that is all."""
    thing = clause.object_words.strip()
    is_bare = thing.casefold() in _PRONOUNS
    if clause.verb in _SENDING and is_bare:
        sends = _sending_button(view, clause.verb)
        if sends is not None:
            return view.click(sends)
    whole = f"{clause.verb} {thing}".strip()
    button = find(
        view,
        replace(clause.where, words=whole),
        lambda e: is_pressed(e) and label_fit(whole, e) > _SURE,
    )
    if button is not None:
        return view.click(button)
    if is_bare:
        found = must_find(view, replace(clause.where, words=clause.verb), is_pressed)
        return view.click(found)
    return seek(view, whole, filter(is_pressed, view.elements))


def _sending_button(view: View, verb: str) -> WebElement | None:
    """The only button that sends the form in which something was typed."""
    field = last_typed(view)
    own = [e for e in view.elements if e.is_submit and field is not None and e.form == field.form]
    called = [each for each in own if label_fit(verb, each) >= ACCEPT]
    buttons = called or own
    return buttons[0] if len(buttons) == 1 and field is not None and field.form else None


def path(view: View, clause: c.MenuPath) -> Planned:
    last = len(clause.labels) - 1
    at = min(view.count("way"), last)
    found = must_find(view, clause.target(at), is_pressed)
    return view.click(found, "done" if at == last else "way")


def press_return(view: View) -> Planned:
    field = last_typed(view)
    if field is None or not is_typed(field):
        raise PlanFailed("Return is pressed in a field: there is none that was typed into.")
    return view.type_in(field, field.value, submit=True)


def close(view: View, target: Target | None) -> Planned:
    name = (target.words or target.within) if target else ""
    pool = in_place(view, list(view.elements), Target("", within=name, in_dialog=True))
    if not pool and all(each.dialog in ("", "dialog") for each in view.elements):
        pool = in_place(view, list(view.elements), Target("", in_dialog=True))
    for row in _CLOSING:
        called = [e for e in pool if is_pressed(e) and is_called(row, normal(label_of(e)))]
        if called:
            return view.click(called[0])
    raise PlanFailed("There is nothing here to close it with.", "Say which button to click.")
