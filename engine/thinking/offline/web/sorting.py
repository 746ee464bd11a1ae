"""A list's own way to be ordered: the link, button or choice that puts the wanted first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from urllib.parse import parse_qsl, urlsplit

from engine.domain.web.conditions import Measure, Rank
from engine.domain.web.pages import WebElement
from engine.domain.web.proposals import ActionName, WebProposal
from engine.thinking.offline.web.amounts import amount_in
from engine.thinking.offline.web.elements import is_choice, label_of
from engine.thinking.offline.web.forms import Filled, sending_button
from engine.thinking.offline.web.items import Item
from engine.thinking.offline.web.matching import stems
from engine.thinking.offline.web.notes import told
from engine.thinking.offline.web.site_ways import ORDER_KEYS
from engine.thinking.offline.web.view import View

_CALLED: dict[Measure, str] = {
    "price": r"price|cost|fee|rate\b|cheap|expensive",
    "date": r"new(?:est|er)?\b|latest|recent|date|old(?:est|er)?\b|added|posted|published|year",
    "rating": r"rat(?:ed|ing)|stars?|scores?|best|reviews?",
    "duration": r"time|duration|quick|short|fast|length|long",
    "popularity": r"popular|trending|most|views|replies|bestsell|reviews",
    "weight": r"weight|light|heav",
    "length": r"length|distance|near|close",
}
_UP = re.compile(
    r"low(?:est)?\b.*\bhigh|low(?:est)? first|asc|↑|▲|cheap|shortest|quick|fast|oldest|old first"
    r"|lightest|nearest|closest|\blow(?:est)?\b",
    re.IGNORECASE,
)
_DOWN = re.compile(
    r"high(?:est)?\b.*\blow|high(?:est)? first|desc|↓|▼|expensive|newest|latest|recent|best|top"
    r"|most|longest|heaviest|new first|\bhigh(?:est)?\b",
    re.IGNORECASE,
)
_ORDERING = re.compile(r"\b(?:sort|order)(?:ed|ing|by)?\b|\barrange", re.IGNORECASE)


def sort_by(view: View, rank: Rank) -> WebProposal | None:
    """The step that orders the list; None where there is none, or it was tried."""
    tried = [done for done in view.done if done.note.says("sorted")]
    if tried:
        return _apply(view) if len(tried) == 1 else None
    if not view.can(ActionName.CLICK):
        return None
    links = [each for each in view.pressed if _orders(each) and not view.was_clicked(each)]
    best = max(links, key=lambda each: _worth(rank, label_of(each)), default=None)
    link_worth = _worth(rank, label_of(best)) if best else 0
    options = [
        (_worth(rank, option), element, option)
        for element in view.fields
        if is_choice(element) and view.can(ActionName.TYPE)
        for option in element.options
    ]
    worth, element, option = max(options, key=lambda each: each[0], default=(0, None, ""))
    if element is not None and worth > link_worth:
        return told(view.type_in(element, option, "order"), ("sorted", ()))
    if best is not None and link_worth:
        return view.click(best, "way", ", to order the list", facts=(("sorted", ()),))
    return None


def is_sorted(view: View) -> bool:
    return any(done.note.says("sorted") and done.went_well for done in view.done)


def is_in_order(rank: Rank, items: Iterable[Item]) -> bool:
    """All of them say how much, and each is no better by the rank than the one before."""
    amounts = [each.amount(rank.measure) for each in items]
    values = [each.value for each in amounts if each is not None]
    if len(values) < max(2, len(amounts)):
        return False
    return all(one >= two if rank.is_most else one <= two for one, two in pairwise(values))


def _apply(view: View) -> WebProposal | None:
    """A choice in a form that is sent by a button of its own."""
    last = view.done[-1] if view.done else None
    if last is None or last.note.kind != "value" or last.attempt.url != view.page.url:
        return None
    changed_id = last.attempt.proposal.agent_id
    changed = next((each for each in view.fields if each.agent_id == changed_id), None)
    if changed is None or not changed.form:
        return None
    own = tuple(each for each in view.fields if each.form == changed.form)
    button = sending_button(view, Filled(changed.form, (), own), wants_end=True)
    return view.click(button, "way", ", to order the list") if button else None


def _orders(element: WebElement) -> bool:
    """It is no thing of the list, and changes its order."""
    keys = {key.casefold() for key, _ in parse_qsl(urlsplit(element.href).query)}
    said = f"{label_of(element)} {element.aria_label} {element.context}"
    is_about_order = bool(_ORDERING.search(said)) or bool(keys & ORDER_KEYS)
    return is_about_order and amount_in(element.context, "price") is None


def _worth(rank: Rank, label: str) -> int:
    """2 where it says the measure and the way, 1 where it says the measure only; 0 for another."""
    if not re.search(
        rf"\b(?:{_CALLED.get(rank.measure, '(?!)')})", " ".join((label, *stems(label))), re.I
    ):
        return 0
    up, down = bool(_UP.search(label)), bool(_DOWN.search(label))
    if up == down:
        return 1
    return 2 if down is rank.is_most else 0
