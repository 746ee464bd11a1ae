"""What a page lists: cards and rows with their names, texts and prices, in the order of reading."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.domain.web.pages import WebElement
from engine.domain.web.parts import Thing
from engine.thinking.offline.web.elements import is_link, is_pressed, label_of
from engine.thinking.offline.web.matching import instructs, is_among, stems
from engine.thinking.offline.web.prices import price_in, price_words
from engine.thinking.offline.web.view import View
from engine.thinking.offline.web.vocabulary import (
    CLOSE_LABELS,
    CONSENT_WORDS,
    LOAD_MORE_LABELS,
    NEXT_PAGE_LABELS,
)

_PAGING = (*NEXT_PAGE_LABELS, *LOAD_MORE_LABELS, *CLOSE_LABELS, "previous", "prev", "back", "home")
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
    priced = [each for each in items if each.price is not None]
    rich = [each for each in items if each.text != each.name]
    return tuple(priced if len(priced) > 1 else rich if len(rich) > 1 else items)


def fitting(thing: Thing, items: Iterable[Item]) -> tuple[Item, ...]:
    """The items that a thing's words and limits mean, its pick among them left open."""
    wanted = set(stems(thing.words)) if thing.words else set()
    return tuple(
        each
        for each in items
        if wanted <= set(stems(f"{each.name} {each.text}")) and thing.limits.admits(each.price)
    )


def picked(thing: Thing, items: tuple[Item, ...]) -> Item | None:
    """The one that its number or its price tells; None where there is none."""
    if thing.extreme:
        priced = [each for each in items if each.price is not None]
        ranked = sorted(priced, key=lambda each: each.price or 0.0)
        if not ranked:
            return None
        return ranked[0] if thing.extreme == "cheapest" else ranked[-1]
    at = thing.number - 1 if thing.number > 0 else thing.number
    return items[at] if -len(items) <= at < len(items) else None


def _listed(view: View) -> list[WebElement]:
    """Elements that may stand in rows or cards, in the order of the page."""
    pool = view.page.elements or view.request.mapping
    return [
        each
        for each in pool
        if not each.is_navigation
        and not (each.is_fixed and not each.context)
        and not is_among(label_of(each), _PAGING)
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


def _naming(link: WebElement, text: str) -> tuple[bool, int]:
    """A card's name stands at its beginning more often than "Details" or "Add to cart"."""
    label = label_of(link)
    at = text.find(label)
    return (at >= 0, -at)
