"""Which form of a page a goal means: the one that takes what the goal has to say.

A page has several: a search above, a newsletter below. Values go into one form, all of them; a
form that takes but one of three is another one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.domain.web.pages import WebElement
from engine.thinking.offline.web.elements import is_field, is_typed, label_of
from engine.thinking.offline.web.fields import Field, field_for
from engine.thinking.offline.web.matching import coverage, is_among
from engine.thinking.offline.web.view import View
from engine.thinking.offline.web.vocabulary import CONTINUE_LABELS, SUBMIT_LABELS

Values = tuple[tuple[str, str], ...]
_CONTINUES = re.compile(
    r"(?:next|continue|proceed|go on|review|forward|weiter|suivant|siguiente)\b|(?:›|»|→)$",
    re.IGNORECASE,
)
_LEADS_OUT = re.compile(
    r"^(?:cancel|reset|clear|back|previous|close|delete|remove|edit|change|skip|×|x|show|hide)\b",
    re.IGNORECASE,
)
_CONFIRMS = re.compile(
    r"^(?:yes\b|confirm|(?:confirm|finish|review) and|place (?:my |the )?order|send now|book now)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Filled:
    """A form with what goes into it: name, value and field, in the goal's order."""

    form: str
    entries: tuple[tuple[str, str, Field], ...]
    elements: tuple[WebElement, ...]

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for name, _, _ in self.entries)

    @property
    def agent_ids(self) -> frozenset[str]:
        return frozenset(field.element.agent_id for _, _, field in self.entries)


def meant_form(view: View, values: Values, entry: str) -> Filled | None:
    """The form that takes the most of the values; None where none takes enough of them."""
    fitting = [each for each in _forms(view, values) if _takes_enough(view, each, values)]

    def rank(each: Filled) -> tuple[float, ...]:
        said = " ".join((each.form, *(e.context for e in each.elements[:3]), _labels(view, each)))
        spare = sum(1 for one in each.elements if is_typed(one)) - len(each.entries)
        is_bar = all(one.is_navigation for one in each.elements)
        score = sum(field.score for _, _, field in each.entries)
        return (-len(each.entries), is_bar, -coverage(entry, said), spare, -round(score))

    return min(fitting, key=rank, default=None)


def _forms(view: View, values: Values) -> list[Filled]:
    groups: dict[str, list[WebElement]] = {}
    for each in view.fields:
        groups.setdefault(each.form, []).append(each)
    return [_filled(view, form, tuple(elements), values) for form, elements in groups.items()]


def _filled(view: View, form: str, elements: tuple[WebElement, ...], values: Values) -> Filled:
    entries: list[tuple[str, str, Field]] = []
    free = elements
    for name, value in values:
        field = field_for(view, name, value, free)
        if field is not None:
            entries.append((name, value, field))
            if is_typed(field.element):
                free = tuple(each for each in free if each is not field.element)
    return Filled(form, tuple(entries), elements)


def _takes_enough(view: View, filled: Filled, values: Values) -> bool:
    taken = len(filled.entries)
    if not taken:
        return False
    was_begun = bool(view.notes("value"))
    if taken == len(values) or was_begun or 2 * taken > len(values):
        return True
    return any(is_continue(each) for each in buttons_of(view, filled))


def next_form(view: View) -> Filled | None:
    """The form's next page, where the last step sent the page before it and the goal has no more
    to say; None where it did not lead to one."""
    last = view.done[-1] if view.done else None
    if last is None or last.note.kind != "way" or not last.note.about("set"):
        return None
    groups: dict[str, list[WebElement]] = {}
    for each in view.fields:
        is_other = each.is_navigation or each.agent_id in view.request.search_controls
        if each.form and not is_other:
            groups.setdefault(each.form, []).append(each)
    open_ones = [Filled(form, (), tuple(fields)) for form, fields in groups.items()]
    open_ones = [each for each in open_ones if any(b.form == each.form for b in _buttons(view))]
    return max(open_ones, key=lambda each: len(each.elements), default=None)


def buttons_of(view: View, filled: Filled) -> tuple[WebElement, ...]:
    """What can send the form; where it is none by name, the buttons below its last field."""
    own = [each for each in _buttons(view) if each.form == filled.form]
    if filled.form or not own:
        return tuple(own)
    last = max(each.bounds_px.y for each in filled.elements)
    below = [each for each in own if each.bounds_px.y >= last - each.bounds_px.height]
    return tuple(below or own)


def sending_button(
    view: View, filled: Filled | None, *, wants_end: bool, label: str = ""
) -> WebElement | None:
    """The button that ends a form, or leads on from it."""
    pool = buttons_of(view, filled) if filled is not None else _loose_buttons(view)
    pool = tuple(each for each in pool if not _LEADS_OUT.search(label_of(each).strip()))
    named = [each for each in pool if label and coverage(label_of(each), label) == 1]
    if named and wants_end:
        return min(named, key=view.order)
    onward = [each for each in pool if is_continue(each)]
    ending = [each for each in pool if is_among(label_of(each), SUBMIT_LABELS)]
    for called in (ending, onward) if wants_end else (onward, ending):
        if called:
            return min(called, key=lambda each: (not each.is_submit, view.order(each)))
    submits = [each for each in pool if each.is_submit]
    if submits or filled is None:
        return min(submits, key=view.order, default=None)
    return min(pool, key=lambda each: (each.bounds_px.y, each.bounds_px.x), default=None)


def confirming_button(view: View) -> WebElement | None:
    """The button that gives the last word on what was sent already."""
    called = [each for each in _loose_buttons(view) if _CONFIRMS.search(label_of(each).strip())]
    return min((e for e in called if not view.was_clicked(e)), key=view.order, default=None)


def is_continue(button: WebElement) -> bool:
    """It leads to the next page of a form, rather than send it."""
    label = label_of(button).strip()
    return is_among(label, CONTINUE_LABELS) or bool(_CONTINUES.match(label))


def _buttons(view: View) -> list[WebElement]:
    return [
        each
        for each in view.pressed
        if (not each.href or each.role == "button")
        and not is_field(each)
        and (each.is_submit or each.tag in ("button", "input") or each.role == "button")
    ]


def _loose_buttons(view: View) -> tuple[WebElement, ...]:
    """Those of no search, and of no form with something to be written into."""
    open_forms = {each.form for each in view.fields if is_typed(each) and not each.value}
    searches = {
        each.form for each in view.fields if each.agent_id in view.request.search_controls
    } - {""}
    return tuple(
        each
        for each in _buttons(view)
        if each.form not in searches
        and (each.form not in open_forms - {""})
        and not each.is_navigation
    )


def _labels(view: View, filled: Filled) -> str:
    return " ".join(label_of(each) for each in buttons_of(view, filled))
