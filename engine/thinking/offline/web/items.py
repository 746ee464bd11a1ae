"""What a page lists: cards and rows with their names, texts and prices, in the order of reading."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.domain.web.conditions import Measure, Rank
from engine.domain.web.pages import WebElement
from engine.domain.web.parts import Thing
from engine.thinking.offline.web.amounts import Amount, measured_in
from engine.thinking.offline.web.elements import is_link, is_pressed, label_of
from engine.thinking.offline.web.matching import instructs, is_among, stems
from engine.thinking.offline.web.paging import turns_page
from engine.thinking.offline.web.prices import price_in, price_words
from engine.thinking.offline.web.view import View
from engine.thinking.offline.web.vocabulary import (
    CLOSE_LABELS,
    CONSENT_WORDS,
    LOAD_MORE_LABELS,
    NEXT_PAGE_LABELS,
    SKIP_LABELS,
)

_PAGING = (
    *(*NEXT_PAGE_LABELS, *LOAD_MORE_LABELS, *CLOSE_LABELS, *SKIP_LABELS),
    *("previous", "prev", "back", "home"),
)
_SHOWN_CHARS = 60
_CONSENT = frozenset(stems(" ".join(CONSENT_WORDS)))


@dataclass(frozen=True, slots=True)
class Item:
    """``elements`` are all that belong to it; ``link`` leads to it, where one does."""

    name: str
    text: str
    elements: tuple[WebElement, ...]
    link: WebElement | None

    @property
    def price(self) -> float | None:
        return price_in(self.text)

    def amount(self, measure: Measure, unit: str = "") -> Amount | None:
        """What the text beside its name says of it, or else its name."""
        rest = self.text.replace(self.name, " ", 1)
        return measured_in(rest, measure, unit) or measured_in(self.name, measure, unit)

    def told(self, asked: Iterable[tuple[Measure, str]]) -> str:
        """Its name, and what was asked for of it."""
        amounts = [self.amount(measure, unit) for measure, unit in asked]
        words = dict.fromkeys(each.said for each in amounts if each is not None)
        return ", ".join((self.name[:_SHOWN_CHARS], *words)) if words else self.said

    @property
    def said(self) -> str:
        """Its name and price."""
        price = price_words(self.text)
        name = self.name[:_SHOWN_CHARS]
        return f"{name}, {price}" if price and price not in name else name


def items_of(view: View) -> tuple[Item, ...]:
    """All that the page lists. Those with prices, where several have one: they are the goods."""
    ids = {each.agent_id for each in view.elements}
    rows: dict[str, list[WebElement]] = {}
    for each in _listed(view):
        rows.setdefault(each.context.strip() or label_of(each), []).append(each)
    items = [_item(text, elements, ids) for text, elements in rows.items()]
    items = [each for each in items if each.name and not instructs(each.text)]
    items = [each for each in items if not _is_around(each, items)]
    priced = [each for each in items if each.price is not None]
    rich = [each for each in items if each.text != each.name]
    return tuple(priced if len(priced) > 1 else rich if len(rich) > 1 else items)


def fitting(thing: Thing, items: Iterable[Item], *, about: str = "") -> tuple[Item, ...]:
    """The items that a thing's words, bounds and features mean, its pick among them left open.
    What the list itself is ``about`` its items need not say."""
    wanted = set(stems(thing.words)) - set(stems(about)) if thing.words else set()
    return tuple(
        each
        for each in items
        if wanted <= set(stems(f"{each.name} {each.text}")) and is_within(thing, each)
    )


def is_within(thing: Thing, item: Item) -> bool:
    """Whether the item keeps all bounds and has the features that are wanted, and none of those
    that are not."""
    told = set(stems(f"{item.name} {item.text}"))
    amounts = [(bound, item.amount(bound.measure, bound.unit)) for bound in thing.bounds]
    return all(bound.admits(amount.value if amount else None) for bound, amount in amounts) and all(
        (set(stems(each.words)) <= told) is each.is_wanted for each in thing.features
    )


def picked(thing: Thing, items: tuple[Item, ...]) -> Item | None:
    """The one that its number or its price tells; None where there is none."""
    if thing.rank:
        ranked = in_order(thing.rank, items)
        return ranked[0] if ranked else None
    at = thing.number - 1 if thing.number > 0 else thing.number
    return items[at] if -len(items) <= at < len(items) else None


def in_order(rank: Rank, items: Iterable[Item]) -> list[Item]:
    """Those that say how much, the first by the rank first."""
    told = [(each, amount) for each in items if (amount := each.amount(rank.measure)) is not None]
    sign = -1 if rank.is_most else 1
    return [each for each, amount in sorted(told, key=lambda pair: sign * pair[1].value)]


def _listed(view: View) -> list[WebElement]:
    """Elements that may stand in rows or cards, in the order of the page."""
    pool = view.page.elements or view.request.mapping
    return [
        each
        for each in pool
        if not each.is_navigation
        and not (each.is_fixed and not each.context)
        and not is_among(label_of(each), _PAGING)
        and not turns_page(each, view.page)
        and not _CONSENT & set(stems(each.context))
        and not label_of(each).isdigit()
        and (each.context or is_link(each))
    ]


def _item(text: str, elements: list[WebElement], ids: set[str]) -> Item:
    links = [each for each in elements if is_link(each) and is_pressed(each)]
    named = [each for each in links if len(label_of(each)) > 1]
    called = max(named, key=lambda each: _naming(each, text), default=None)
    usable = [each for each in links if each.agent_id in ids]
    link = called if called in usable else (usable[0] if usable else None)
    name = label_of(called) if called else text.splitlines()[0] if text else ""
    if called and len(name) > _SHOWN_CHARS:
        name = name.splitlines()[0]
    return Item(name.strip(), text, tuple(elements), link)


def _is_around(one: Item, items: Iterable[Item]) -> bool:
    """What stands around several of the others is no thing of the list."""
    within = [each for each in items if each is not one and each.text != each.name]
    return sum(each.text in one.text and len(each.text) < len(one.text) for each in within) > 1


def _naming(link: WebElement, text: str) -> tuple[bool, int]:
    """A card's name stands at its beginning more often than "Details" or "Add to cart"."""
    label = label_of(link)
    at = text.find(label)
    return (at >= 0, -at)
