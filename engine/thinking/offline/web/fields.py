"""Fields of forms: which one words mean, what it holds, and which must be filled in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.domain.web.pages import WebElement
from engine.domain.web.personal import PersonalKind, asked_kind, asks_for, personal_kind
from engine.domain.web.proposals import ActionName
from engine.thinking.offline.web.elements import is_choice, is_radio, is_tick, is_typed, label_of
from engine.thinking.offline.web.field_values import as_taken
from engine.thinking.offline.web.matching import coverage, fit, own_fit, stems
from engine.thinking.offline.web.view import View
from engine.thinking.offline.zone_matching import ACCEPT, words_score
from engine.thinking.words import normal

_CONTEXT_LABEL_CHARS = 80
_ASKED_SCORE = 82.0
_SEARCHES = frozenset({"search", "query", "keyword", "find", "term", "q"})
_MESSAGES = frozenset(stems("message comment text note review remark words feedback post reply"))
_REQUIRED = re.compile(r"\*\s*$|\*\s*:|\(\s*required\s*\)|\brequired\b", re.IGNORECASE)
_OPTIONAL = re.compile(r"\boptional\b", re.IGNORECASE)
_SAME_FIELD = (
    frozenset({"username", "user", "login", "user name", "account"}),
    frozenset({"name", "full name", "your name"}),
    frozenset({"email", "email address"}),
    frozenset({"city", "town"}),
    frozenset({"zip", "plz"}),
    frozenset({"phone", "phone number", "mobile"}),
    frozenset({"comment", "message", "note", "remark"}),
    frozenset({"street", "address", "street address"}),
    frozenset({"quantity", "amount", "number", "count"}),
    frozenset({"birthday", "date of birth", "birth date"}),
)


@dataclass(frozen=True, slots=True)
class Field:
    element: WebElement
    label: str
    score: float = 100.0

    @property
    def choices(self) -> tuple[str, ...]:
        if is_tick(self.element):
            return ("on", "off")
        return tuple(each for each in self.element.options if each.strip())


def field_for(
    view: View, name: str, value: str, pool: tuple[WebElement, ...] | None = None
) -> Field | None:
    """The field that the words mean, of all or of the ``pool``; of radio buttons the one with the
    value. What tells of a person goes only where that is asked for."""
    pool = view.fields if pool is None else pool
    if (radio := radio_for(name, value, pool)) is not None:
        return Field(radio, name)
    kind = personal_kind(name, value)
    scored = [
        Field(each, label_of(each), _score(name, kind, each))
        for each in pool
        if not is_radio(each) and not _is_other_search(view, name, each)
    ]
    scored = [each for each in scored if each.score >= ACCEPT and _takes(each.element, value)]
    if not scored:
        return _only_message_field(name, value, pool)
    return min(
        scored,
        key=lambda each: (
            is_choice(each.element) and bool(value) and not option_for(each.element, value),
            -round(each.score),
            _is_search(view, each),
            view.order(each.element),
        ),
        default=None,
    )


def _score(name: str, kind: PersonalKind, element: WebElement) -> float:
    score = field_score(name, element)
    if not kind:
        return score
    labels = (element.text, element.aria_label, element.placeholder, element.attr_name)
    is_asked = asks_for(kind, *labels, input_type=element.input_type)
    if score >= ACCEPT:  # called so, but for another use ("Mail" of a search) or another kind
        other = asked_kind(label_of(element))
        return score if is_asked or not other or other == kind or score > 95 else 0.0
    return _ASKED_SCORE if is_asked and kind != "address" else score


def _is_other_search(view: View, name: str, element: WebElement) -> bool:
    """The site's search: nothing goes into it but what the goal wants searched for."""
    is_control = element.agent_id in view.request.search_controls
    return is_control and not _SEARCHES & set(stems(name))


def _only_message_field(name: str, value: str, pool: tuple[WebElement, ...]) -> Field | None:
    """The one large field of a form, for what is a message under whatever name."""
    large = [each for each in pool if each.tag == "textarea"]
    is_message = bool(_MESSAGES & set(stems(name))) and value not in ("on", "off")
    if len(large) != 1 or not is_message or not value:
        return None
    return Field(large[0], label_of(large[0]), ACCEPT)


def field_score(name: str, element: WebElement) -> float:
    """How well words fit a field; names of the same meaning nearly as well."""
    score = own_fit(name, element)
    if element.context and len(element.context) <= _CONTEXT_LABEL_CHARS:
        score = max(score, 0.9 * fit(name, element.context))
    others = {each for same in _SAME_FIELD if normal(name) in same for each in same}
    return max([score, *(0.93 * own_fit(each, element) for each in sorted(others))])


def radio_for(name: str, value: str, pool: tuple[WebElement, ...]) -> WebElement | None:
    """The radio button called by the value, in the group called by the name."""
    if not value:
        return None
    radios = [each for each in pool if is_radio(each)]
    called = [(fit(value, label_of(each)), each) for each in radios]
    called = [pair for pair in called if pair[0] >= ACCEPT]
    if name:
        grouped = [p for p in called if coverage(name, f"{p[1].attr_name} {p[1].context}") == 1]
        machine = [p for p in called if fit(name, p[1].attr_name) >= ACCEPT]
        exact = [p for p in called if p[0] == 100]
        called = grouped or machine or exact
    best = max(called, key=lambda pair: pair[0], default=None)
    return best[1] if best else None


def option_for(element: WebElement, value: str) -> str:
    """The option that the words mean, as the list has it; empty where none does."""
    scored = [(words_score(value, each), each) for each in element.options]
    loose = [(fit(value, each), each) for each in element.options]
    best = max([*scored, *loose], default=(0.0, ""), key=lambda pair: pair[0])
    return best[1] if best[0] >= ACCEPT else ""


def has_value(view: View, field: Field, value: str) -> bool:
    """Whether the field is as it should be; what it hides counts as it was typed."""
    element = field.element
    value = as_taken(element, value)
    if is_radio(element):
        return view.is_on(element) or _was_set(view, element)
    if is_tick(element):
        return view.is_on(element) is (value == "on") or _was_set(view, element)
    if is_choice(element):
        option = option_for(element, value)
        return bool(option) and (
            normal(element.value) == normal(option) or _was_typed(view, element, option)
        )
    return element.value.strip() == value.strip() or _was_typed(view, element, value)


def required_empty(view: View, named: set[str], *, after_complaint: bool) -> tuple[Field, ...]:
    """Empty fields of the same form that say that they must be filled in."""
    forms = {each.form for each in view.fields if each.agent_id in named}
    found = []
    for each in view.fields:
        if each.agent_id in named or each.form not in forms or is_radio(each):
            continue
        told = f"{each.text} {each.placeholder}" if each.text else each.context
        is_required = bool(_REQUIRED.search(told.strip())) and not _OPTIONAL.search(told)
        is_blamed = after_complaint and bool(_REQUIRED.search(each.context))
        if (is_required or is_blamed) and _is_empty(view, each):
            found.append(Field(each, plain_label(each)))
    return tuple(found)


def unfilled(view: View, form: str) -> tuple[Field, ...]:
    """Of a form into which nothing was written: the fields that it can't do without."""
    own = [each for each in view.fields if each.form == form and is_typed(each)]
    own = [each for each in own if each.agent_id not in view.request.search_controls]
    if not own or not all(_is_empty(view, each) for each in own):
        return ()
    wanted = [each for each in own if each.input_type == "email" or _REQUIRED.search(each.text)]
    wanted = [each for each in wanted if not _OPTIONAL.search(f"{each.text} {each.placeholder}")]
    return tuple(Field(each, plain_label(each)) for each in wanted)


def plain_label(element: WebElement) -> str:
    """The label without its sign that the field must be filled in."""
    return re.sub(r"\s*(?:\*|\(\s*required\s*\))\s*:?\s*$", "", label_of(element)).strip()


def _is_empty(view: View, element: WebElement) -> bool:
    if is_tick(element):
        return not view.is_on(element)
    return not element.value.strip() and not _was_typed(view, element, None)


def _takes(element: WebElement, value: str) -> bool:
    """On and off are for what is ticked, and for nothing else; a field without a value any."""
    if not value:
        return True
    is_switch = value in ("on", "off")
    return is_tick(element) if is_switch else is_typed(element) or is_choice(element)


def _is_search(view: View, field: Field) -> bool:
    is_control = field.element.agent_id in view.request.search_controls
    return is_control and "search" not in stems(field.label)


def _was_typed(view: View, element: WebElement, text: str | None) -> bool:
    """Typed into this very field, by the operator's own word whatever it was."""
    return any(
        done.attempt.proposal.action is ActionName.TYPE
        and done.attempt.proposal.agent_id == element.agent_id
        and done.attempt.url == view.page.url
        and (text is None or done.attempt.is_edited or done.attempt.proposal.text == text)
        for done in view.notes("value")
    )


def _was_set(view: View, element: WebElement) -> bool:
    return any(
        done.attempt.proposal.agent_id == element.agent_id and done.attempt.url == view.page.url
        for done in view.notes("value")
    )
