"""A list's own filters: boxes and choices whose words are a condition of the goal, and the button
that puts them in force."""

from __future__ import annotations

import re

from engine.domain.web.pages import WebElement
from engine.domain.web.parts import Ask, Thing
from engine.domain.web.proposals import ActionName, WebProposal
from engine.domain.web.results import says_nothing_found
from engine.domain.web.vocabulary import SMALL_WORDS
from engine.thinking.offline.web.elements import (
    hands_out_file,
    is_choice,
    is_radio,
    is_tick,
    is_typed,
    label_of,
)
from engine.thinking.offline.web.items import items_of
from engine.thinking.offline.web.matching import stems
from engine.thinking.offline.web.notes import in_note, told
from engine.thinking.offline.web.view import View
from engine.thinking.offline.web.vocabulary import KIND_WORDS

_APPLIES = re.compile(
    r"^(?:apply|filter|show|go|ok|update|refine|search|find|view|display)\b", re.IGNORECASE
)
_ORDERS = re.compile(r"\b(?:sort|order|per page)\b", re.IGNORECASE)
_NARROWS = re.compile(r"\b(?:filters?|facets?|refine|narrow)\b", re.IGNORECASE)
_ANY = re.compile(r"^(?:any|all|every|no|none|please|choose|select|-+|–|show all)\b", re.IGNORECASE)
_LEAST_CHARS = 3
_MOST_FILTERS = 6


def wanted_of(thing: Thing) -> str:
    """All that a thing must be like, in words."""
    years = (
        each.least or each.most for each in thing.bounds if each.unit == "year" and not each.is_open
    )
    features = (each.words for each in thing.features if each.is_wanted)
    told_years = (f"{each:.0f}" for each in years if each)
    return " ".join((thing.words, thing.place, *features, *told_years)).strip()


def filter_step(view: View, wanted: str) -> WebProposal | None:
    """The next filter that the words ask for, or the button for those that were set; None where
    there is none left."""
    if not wanted or not view.can(ActionName.CLICK):
        return None
    applied = _apply(view)
    if applied is not None:
        return applied
    if sum(1 for done in view.done if done.note.says("filtered")) >= _MOST_FILTERS:
        return None
    asked, was_set = set(stems(wanted)), bool(filtered_words(view))
    found = [
        (len(stems(option)), element, option)
        for element in view.fields
        if _is_filter(view, element) and not _was_used(view, element)
        for option in _options(view, element)
        if set(stems(option)) <= asked and not (was_set and set(stems(option)) <= KIND_WORDS)
    ]
    if not found:
        return None
    _, element, option = max(found, key=lambda each: (each[0], [-x for x in view.order(each[1])]))
    if is_choice(element):
        if not view.can(ActionName.TYPE):
            return None
        step = view.type_in(element, option, label_of(element))
        return told(step, ("filtered", (in_note(option),)))
    return view.click(element, "value", ", a filter", facts=(("filtered", (option,)),))


def filtered_words(view: View) -> str:
    """What the list on this page was narrowed to."""
    return " ".join(
        word
        for done in view.all_done
        if done.went_well and done.note.says("filtered")
        for word in done.note.about("filtered")
    )


def is_narrowed_to(view: View, wanted: str) -> bool:
    """The filters in force, with what the page calls itself, say all that is wanted."""
    narrowed = filtered_words(view)
    around = f"{view.page.title} {' '.join(view.page.headings[:2])} {narrowed}"
    left = set(stems(wanted)) - set(stems(around)) - KIND_WORDS - SMALL_WORDS
    return bool(narrowed) and not left and not says_nothing_found(view.page.text)


def asks_for_names(task: Ask) -> bool:
    """Which of a list there are, not what is told of one."""
    is_which = re.match(r"which\s+\w+s\b|which of\b", task.question, re.IGNORECASE)
    return bool(is_which) and task.kind == "text" and task.thing is None


def filtered_answer(view: View, task: Ask) -> str:
    """The names of what is listed, where the question is which there are, and filters say it."""
    if not asks_for_names(task) or not is_narrowed_to(view, task.topic):
        return ""
    return "\n".join(
        each.name for each in items_of(view) if each.link and not hands_out_file(each.link)
    )


def _apply(view: View) -> WebProposal | None:
    last = view.all_done[-1] if view.all_done else None
    if last is None or last.note.kind != "value" or last.attempt.url != view.page.url:
        return None
    changed_id = last.attempt.proposal.agent_id
    changed = next((each for each in view.fields if each.agent_id == changed_id), None)
    if changed is None or not changed.form or not _is_filter(view, changed):
        return None
    buttons = [e for e in view.pressed if e.form == changed.form and e.is_submit]
    best = min((e for e in buttons if _APPLIES.match(label_of(e))), key=view.order, default=None)
    if best is None:
        return None
    facts = (label_of(best), last.attempt.proposal.text)
    return view.click(best, "way", ", to filter the list", facts=(("filtered", facts),))


def _is_filter(view: View, element: WebElement) -> bool:
    """It stands in a form that asks for nothing but what the list shall show."""
    if not (is_tick(element) or is_radio(element) or is_choice(element)):
        return False
    if _ORDERS.search(f"{label_of(element)} {element.attr_name} {element.attr_id}"):
        return False
    own = [each for each in view.fields if each.form == element.form]
    searches = view.request.search_controls
    if any(is_typed(e) and e.agent_id not in searches and e.input_type != "number" for e in own):
        return False
    if not element.form:
        return False
    buttons = [e for e in view.pressed if e.form == element.form and e.is_submit]
    return bool(_NARROWS.search(element.form)) or all(_APPLIES.match(label_of(e)) for e in buttons)


def _options(view: View, element: WebElement) -> tuple[str, ...]:
    if is_choice(element):
        own = (each for each in element.options if each.strip() and not _ANY.match(each.strip()))
        return tuple(e for e in own if len(e) >= _LEAST_CHARS and e != element.value)
    label = label_of(element)
    return (label,) if len(label) >= _LEAST_CHARS and not view.is_on(element) else ()


def _was_used(view: View, element: WebElement) -> bool:
    used = (done.attempt.proposal.agent_id for done in view.done if done.note.says("filtered"))
    return element.agent_id in used or view.was_clicked(element)
