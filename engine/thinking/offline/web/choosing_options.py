"""Choosing one option: of a list, by a radio button, a tick, or by pressing what is called so."""

from __future__ import annotations

from engine.domain.web.pages import WebElement
from engine.domain.web.parts import Choose
from engine.thinking.offline.web.elements import (
    is_choice,
    is_tick,
    label_of,
)
from engine.thinking.offline.web.fields import field_for, option_for, radio_for
from engine.thinking.offline.web.finding import echoes
from engine.thinking.offline.web.forms import (
    Filled,
    sending_button,
)
from engine.thinking.offline.web.matching import fit
from engine.thinking.offline.web.outcomes import Chosen, Met
from engine.thinking.offline.web.seeking import lead_on
from engine.thinking.offline.web.view import View
from engine.thinking.offline.zone_matching import ACCEPT
from engine.thinking.words import quoted


def choose_option(view: View, task: Choose) -> Chosen:
    """Chooses an option in a list, among radio buttons, or by a click."""
    chosen = _option(view, task)
    last = view.notes("value")[-1:]
    if not (task.applies and isinstance(chosen, Met) and last) or view.notes("last step"):
        return chosen
    button = None
    set_here = view.page.element(last[0].attempt.proposal.agent_id)
    if last[0].attempt.url == view.page.url and set_here is not None:
        fields = tuple(each for each in view.fields if each.form == set_here.form)
        button = sending_button(view, Filled(set_here.form, (), fields), wants_end=True)
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
    radio = radio_for(task.name, task.option, view.fields)
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


def _is_called(view: View, element: WebElement, name: str) -> bool:
    field = field_for(view, name, "")
    return fit(name, label_of(element)) >= ACCEPT or (
        field is not None and field.element is element
    )
