"""Fields: giving one its value, in the form that it takes, and whether it has it already."""

from collections.abc import Iterable
from dataclasses import replace

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import WebElement
from engine.domain.web.proposals import WebProposal
from engine.language.amounts import day_in, numbers_in
from engine.language.goals.clauses import SetTo, Target, Tick, TypeIn
from engine.language.labels import OFF_WORDS, ON_WORDS, normal, quoted
from engine.thinking.offline.matching import ACCEPT, fit
from engine.thinking.offline.planning_pointing import CLICK, LEAVE, LEFT
from engine.thinking.offline.web import elements
from engine.thinking.offline.web.elements import is_choice, is_radio, is_tick, is_typed, opens_list
from engine.thinking.offline.web.finding import find, in_place, must_find, seek, standing_in
from engine.thinking.offline.web.view import View

_CHOSEN = 97.0


def type_into(view: View, clause: TypeIn) -> WebProposal | None:
    """None where the text stands there already. Raises ``PlanFailed``."""
    target = clause.target or Target("")
    named = [e for e in view.elements if elements.label_fit(target.words, e) >= ACCEPT]
    is_set = not clause.clears and not any(map(is_typed, named)) and any(map(is_choice, named))
    field = must_find(view, target, elements.is_field if is_set else is_typed)
    return set_field(view, field, clause.text)


def set_value(view: View, clause: SetTo) -> WebProposal | None:
    """A field of any kind; of radio buttons the one that is called like the value."""
    found = find(view, clause.target, lambda each: elements.is_field(each) and not is_radio(each))
    if found is not None and not (opens_list(found) or is_choice(found)):
        return set_field(view, found, clause.value)
    return choose_in(view, clause)


def choose_in(view: View, clause: SetTo) -> WebProposal | None:
    """A value of a list or of radio buttons, opened at need. Raises ``PlanFailed``."""
    value, target = clause.value, clause.target
    inside = standing_in(view, target)
    field = find(view, target, is_choice)
    drawn = find(view, target, opens_list) if field is not None and field.is_covered else None
    if field is not None and drawn is None:
        return set_field(view, field, value)
    if not target.words and (offering := select_offering(value, inside)):
        return set_field(view, offering, value)
    grouped = [e for e in inside if is_radio(e) and (not target.words or _is_of(view, e, target))]
    radio = find(view, Target(value), lambda each: each in grouped)
    if radio is not None:
        return None if view.is_on(radio) else view.click(radio)
    there = Target(value, within=target.words)
    shown = find(view, there, lambda e: e.role == "option") if target.words else None
    if shown is not None and not view.count("way"):  # its list stands there whole
        return None if view.is_on(shown) else view.click(shown)
    lists = drawn or find(view, target, lambda e: opens_list(e) or not view.is_written_in(e))
    if lists is not None:
        is_so = fit(value, lists.value) >= _CHOSEN and not view.failures
        return None if is_so else view.type_in(lists, value, chooses=True)
    if view.count("way"):
        came = view.request.came  # an entry comes with its list
        near = [e for e in view.elements if e in inside or e.agent_id in came]
        option = find(view, Target(value), lambda e: e.role == "option" and e in near)
        fresh = [e for e in near if elements.is_clicked_once(e) and e.agent_id in came]
        return view.click(option or must_find(view, Target(value), lambda e: e in fresh))
    heads = [normal(" ".join(each.heads)) for each in view.page.tables if each.heads]
    opener = find(
        view, target, lambda e: not (is_tick(e) or is_radio(e) or normal(e.context) in heads)
    )
    if opener is None:
        pressed = list(filter(elements.is_pressed, inside))
        if (called := find(view, there, lambda e: e in pressed)) is not None:
            return None if view.is_on(called) else view.click(called)
        only = in_place(view, pressed, replace(there, words="")) if target.words else []
        opener = only[0] if len(only) == 1 else seek(view, target.said, view.elements)
    if is_typed(opener) and not opens_list(opener):
        return set_field(view, opener, value)
    return None if fit(value, opener.value) >= _CHOSEN else view.click(opener, "way")


def set_on(view: View, clause: Tick) -> WebProposal | None:
    """Ticks or unticks; None where it is so already. Raises ``PlanFailed``."""
    ticks = find(view, clause.target, lambda each: is_tick(each) or is_radio(each))
    found = ticks or must_find(view, clause.target, elements.is_pressed)
    if view.tells_on(found):
        return None if view.is_on(found) is clause.on else view.click(found)
    answer = view.request.answers.get(clause.doubt, "")
    if not answer:
        return view.ask(clause.doubt, (LEAVE, CLICK))
    if answer != CLICK:
        raise PlanFailed(f"{quoted(clause.target.said)} {LEFT}")
    return view.click(found)


def set_field(view: View, field: WebElement, value: str) -> WebProposal | None:
    """The step that gives a field its value; None where it has it. Raises ``PlanFailed``."""
    if is_tick(field) or is_radio(field):
        plain = value.casefold()
        if plain not in ON_WORDS | OFF_WORDS and fit(value, field.label) < ACCEPT:
            raise PlanFailed(f"{quoted(field.label)} is on or off, not {quoted(value)}.")
        return None if view.is_on(field) is (plain not in OFF_WORDS) else view.click(field)
    if is_choice(field):
        option = option_of(field, value)
        if option is None:
            offered = ", ".join(map(quoted, field.options[:12]))
            raise PlanFailed(
                f"{quoted(field.label)} does not offer {quoted(value)}. It offers: {offered}."
            )
        return None if field.value == option else view.type_in(field, option)
    if view.failures and not view.is_written_in(field):
        raise PlanFailed(view.failures[-1].attempt.why)  # it says the same again
    text = as_taken(field, value)
    return None if field.value == text else view.type_in(field, text)


def option_of(field: WebElement, value: str) -> str | None:
    """The option that the words mean; None where none does, or two do alike."""
    scored = [(fit(value, each), each) for each in field.options]
    best = max((score for score, _ in scored), default=0.0)
    fitting = [each for score, each in scored if score == best and score >= ACCEPT]
    return fitting[0] if len(fitting) == 1 else None


def select_offering(value: str, pool: Iterable[WebElement]) -> WebElement | None:
    """The only list of options that offers it."""
    fitting = [each for each in pool if is_choice(each) and option_of(each, value)]
    return fitting[0] if len(fitting) == 1 else None


def _is_of(view: View, radio: WebElement, target: Target) -> bool:
    """The radio button belongs to the group that is called so."""
    around = (radio.attr_name, radio.context, *radio.places[:1])
    return any(fit(target.words, each) >= ACCEPT for each in around)


def as_taken(field: WebElement, value: str) -> str:
    """The value in the field's own form, where that is known: a date as 2026-08-04."""
    plain = value.strip()
    match field.input_type:
        case "date":
            day = day_in(plain)
            return day.isoformat() if day else value
        case "number":
            found = numbers_in(plain)
            return f"{found[0]:f}" if len(found) == 1 else value
        case _:
            return value
