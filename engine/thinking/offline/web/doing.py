"""Doing something with a thing: the button for it, in its card or on its own page."""

from __future__ import annotations

import re

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import WebElement
from engine.domain.web.parts import Do, Thing
from engine.domain.web.proposals import ActionName, WebProposal
from engine.domain.web.vocabulary import OWN_PLACE
from engine.thinking.offline.web.deed_words import deed_labels, is_switching, same_words
from engine.thinking.offline.web.elements import is_choice, is_typed, label_of
from engine.thinking.offline.web.fields import Field, field_score
from engine.thinking.offline.web.filling import set_field
from engine.thinking.offline.web.finding import best_link, heading_of, shown_as
from engine.thinking.offline.web.items import fitting, items_of, picked
from engine.thinking.offline.web.matching import coverage, fit, stems
from engine.thinking.offline.web.notes import Facts, Kind
from engine.thinking.offline.web.outcomes import Chosen, Met
from engine.thinking.offline.web.rows import row_share
from engine.thinking.offline.web.seeking import lead_on, to_place
from engine.thinking.offline.web.view import View, labels_of
from engine.thinking.offline.web.vocabulary import QUANTITY_WORDS
from engine.thinking.offline.zone_matching import ACCEPT
from engine.thinking.words import quoted

_TAKING_AWAY = frozenset({"remove", "delete", "cancel", "empty"})
_CALLED_SCORE = 89.0
_ON = re.compile(
    r"^(?:un(?:follow|like|save|subscribe|bookmark|star|watch)|follow(?:ing|ed)|liked|saved|watching"
    r"|subscribed|bookmarked|starred|favou?rited|pinned|(?:remove|delete) from .*"
    r"|in your .*|[♥❤★].*)"
    r"(?:\W.*)?$",
    re.IGNORECASE,
)
"""A control that is on, or offers to take it back."""


def choose_do(view: View, task: Do) -> Chosen:
    """The press, the number before it, or the way to the thing. Raises ``PlanFailed``."""
    last = view.notes("last step")
    pressed = len(last) + _early_presses(view)
    if last and view.request.complaints:
        said = " ".join(view.request.complaints[0].split())
        raise PlanFailed(f"It was not accepted, the page says: {quoted(said)}.")
    if any(done.note.says("all at once") for done in last):
        return Met(heading_of(view))
    if last and task.verb and (left := _open_form(view)):
        raise PlanFailed(
            f"The form for it is open and not filled in; it asks for {left}.",
            "Say in the goal what goes into its fields, by their names.",
        )
    if pressed >= task.thing.count:
        return Met(heading_of(view))
    button = _button(view, task)
    if button is None and is_switching(task.verb, task.place) and _is_on_already(view, task):
        return Met(heading_of(view))
    if button is not None and view.can(ActionName.CLICK):
        return _press(view, task, button, pressed)
    return _way(view, task)


def _open_form(view: View) -> str:
    """The fields of the form to which the press led, where nothing was sent; empty for none."""
    last = view.done[-1] if view.done else None
    if view.request.sent or last is None or last.attempt.url == view.page.url:
        return ""
    searches = {each.form for each in view.fields if each.agent_id in view.request.search_controls}
    own = [each for each in view.fields if each.form not in searches and not each.is_navigation]
    empty = [each for each in own if is_typed(each) and not each.value]
    is_form = len(own) > 1 and any(e.is_submit and e.form == own[0].form for e in view.pressed)
    return labels_of(empty) if is_form and empty else ""


def _is_on_already(view: View, task: Do) -> bool:
    """What would be turned on says that it is: by its state, or by offering to take it back."""
    return any(
        _is_on(view, each) and _belongs(view, task.thing, each)
        for each in view.pressed
        if _label_score(task, each) >= ACCEPT or _ON.search(label_of(each))
    )


def _is_on(view: View, element: WebElement) -> bool:
    return view.is_on(element) or bool(_ON.search(label_of(element)))


def _press(view: View, task: Do, button: WebElement, pressed: int) -> WebProposal:
    if task.thing.count > 1 and not pressed:
        number = _number_field(view, button)
        if number is not None:
            wanted = str(task.thing.count)
            step = set_field(view, number, "quantity", wanted)
            if step is not None:
                return step
            facts: Facts = (("all at once", ()),)
            return view.click(button, "last step", ", all at once", facts=facts)
    is_last = pressed + 1 >= task.thing.count
    times = f" ({pressed + 1} of {task.thing.count})" if task.thing.count > 1 else ""
    kind: Kind = "last step" if is_last else "way"
    return view.click(button, kind, f", press{times}", facts=(("one press", ()),))


def _early_presses(view: View) -> int:
    return sum(1 for each in view.notes("way") if each.note.says("one press"))


def _button(view: View, task: Do) -> WebElement | None:
    """What is called so and belongs to the thing: by its card, or by the page."""
    called = [(_label_score(task, each), each) for each in view.pressed]
    called = [(score, each) for score, each in called if score >= ACCEPT]
    if is_switching(task.verb, task.place):  # what is on would be turned off
        called = [pair for pair in called if not _is_on(view, pair[1])]
    if not called:
        return None
    own = [pair for pair in called if _belongs(view, task.thing, pair[1])]
    if task.thing.is_it or not (task.thing.words or task.thing.is_picked):
        own = called
    if not own:
        return None
    return min(own, key=lambda pair: (-round(pair[0]), view.order(pair[1])))[1]


def _label_score(task: Do, element: WebElement) -> float:
    """The goal's own words count the most, then what sites call it, from the plainest on."""
    if element.is_navigation and deed_labels(task.verb, task.place):
        return 0.0
    return max(_said_score(task, element), _called_score(task, element))


def _called_score(task: Do, element: WebElement) -> float:
    """By the table of what sites call it; a link to another page does nothing."""
    if element.href and element.tag == "a" and not element.href.endswith("#"):
        return 0.0
    told = [text for text in (element.text, element.aria_label) if text] or [label_of(element)]
    best = 0.0
    for at, label in enumerate(deed_labels(task.verb, task.place)):
        for text in told:
            bare = _without(text, task.thing.words)
            if same_words(label, text) or same_words(label, bare):
                best = max(best, _CALLED_SCORE - 0.5 * at)
    return best


def _without(text: str, words: str) -> str:
    """The label without the thing's own words: "Put the ivy in the basket"."""
    own = set(stems(words))
    return " ".join(each for each in text.split() if not set(stems(each)) & own)


def _said_score(task: Do, element: WebElement) -> float:
    """The labels are tried from the fullest to the barest; a bare verb must be all there is."""
    told = [text for text in (element.text, element.aria_label) if text] or [label_of(element)]
    told = [text for text in told if set(stems(task.verb)) <= set(stems(text))]
    best = 0.0
    for at, label in enumerate(task.labels):
        score = max((fit(label, text) for text in told), default=0.0)
        is_bare = len(stems(label)) == 1 and len(task.labels) > 1
        if is_bare and score < 97 and not _is_bare_verb_enough(task, told, label):
            continue
        if score >= ACCEPT:
            best = max(best, score - at)
    return best


def _is_bare_verb_enough(task: Do, told: list[str], verb: str) -> bool:
    """ "Add brass lantern" for "add … to the cart", where the thing is in the label."""
    words = {*stems(task.thing.words), *stems(task.place), *stems(verb)}
    return any(set(stems(text)) <= words and stems(verb)[0] in stems(text) for text in told)


def _belongs(view: View, thing: Thing, button: WebElement) -> bool:
    told = f"{button.text} {button.aria_label} {button.context}"
    if thing.is_picked:
        item = picked(thing, fitting(thing, items_of(view)))
        return item is not None and any(e.agent_id == button.agent_id for e in item.elements)
    is_told = coverage(thing.words, told) == 1 or row_share(view, thing.words, button) > 0
    if is_told and not _is_in_other_card(view, thing, button):
        return True
    return not _has_own_card(view, button) and shown_as(view, thing.words)[0] > 0


def _is_in_other_card(view: View, thing: Thing, button: WebElement) -> bool:
    """Of "Brass lantern" and "Brass lantern, large" the first is meant by its words alone."""
    fit_ones = fitting(Thing(thing.words, bounds=thing.bounds), items_of(view))
    if len(fit_ones) < 2:
        return False
    best = max(fit_ones, key=lambda each: fit(thing.words, each.name))
    return all(each.agent_id != button.agent_id for each in best.elements)


def _has_own_card(view: View, button: WebElement) -> bool:
    """It stands in one of several cards that are alike, so it belongs to that one."""
    alike = [each for each in view.pressed if each.text == button.text and each.context]
    return bool(button.context) and len({each.context for each in alike}) > 1


def _number_field(view: View, button: WebElement) -> Field | None:
    """Where the number of pieces is said, beside the button."""
    fields = [each for each in view.fields if is_typed(each) or is_choice(each)]
    fields = [each for each in fields if not button.form or each.form == button.form]
    if button.context and not button.form:
        fields = [each for each in fields if each.context == button.context] or fields
    called = [
        each
        for each in fields
        if each.input_type == "number"
        or max(field_score(word, each) for word in QUANTITY_WORDS) >= ACCEPT
    ]
    return Field(called[0], label_of(called[0])) if len(called) == 1 else None


def _way(view: View, task: Do) -> Chosen:
    thing = task.thing
    if stems(task.verb)[:1] and stems(task.verb)[0] in _TAKING_AWAY and task.place:
        if coverage(task.place, f"{view.page.title} {' '.join(view.page.headings)}") == 1:
            raise PlanFailed(
                f"“{thing.said}” is not in the {task.place}, or can't be removed there."
            )
        link, _ = best_link(view, task.place)
        if link is not None:
            return view.click(link, "way")
    words = thing.words
    if thing.place == OWN_PLACE and (step := to_place(view, thing.place)) is not None:
        return step
    if thing.is_picked:
        item = picked(thing, fitting(thing, items_of(view)))
        if item is not None and item.link is not None:
            return view.click(item.link, "way")
    if words and not shown_as(view, words)[0]:
        link, _ = best_link(view, words)
        if link is not None and view.can(ActionName.CLICK):
            return view.click(link, "way")
        return lead_on(view, words, thing.place)
    place = "" if deed_labels(task.verb, task.place) else task.place  # it is put there only then
    return lead_on(view, task.labels[0] if task.labels else words, place)
