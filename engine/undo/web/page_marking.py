"""Marking a page: its address, tabs, place and fields beside what is in sight of it.

The picture is left out, but for pages with a canvas: pages move by themselves, and say in their
structure what matters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import xxhash

from engine.domain.reversal import FieldMark, PageMark, StateMark
from engine.domain.situation import Situation
from engine.domain.web.pages import Page, WebElement
from engine.domain.zones import CHECKABLE_ROLES, Role, Zone
from engine.states.marking import mark_of, without_clock
from engine.states.web.forms import is_field


def web_mark_of(situation: Situation) -> StateMark:
    """The mark of a situation; without a page as on the desktop."""
    if situation.page is None:
        return mark_of(situation)
    has_canvas = any(zone.role is Role.CANVAS for zone in situation.zones_in_sight)
    mark = mark_of(situation, with_pictures=has_canvas)
    page = _page_mark(situation.page, situation)
    facts = (mark.digest, page.url, _tabs(page), page.fields, page.scroll_x_px, page.scroll_y_px)
    told = [without_clock(text) for text in page.texts]
    digest = xxhash.xxh3_128(repr((facts, told)).encode()).hexdigest()
    return replace(mark, digest=digest, page=page)


def fields_on(page: Page, situation: Situation) -> Iterator[tuple[FieldMark, WebElement]]:
    """The fields of a page with what they hold, in sight or not; never what is secret."""
    zones = {zone.source_key: zone for zone in situation.zones}
    seen: Counter[str] = Counter()
    for element in page.elements:
        zone = zones.get(element.agent_id)
        is_checkable = zone is not None and zone.role in CHECKABLE_ROLES
        if not (is_field(element) or is_checkable):
            continue
        name = _name_of(element)
        seen[name] += 1
        value = zone.hidden_digest or element.value if zone is not None else element.value
        if element.input_type == "password":
            value = ""  # its digest also tells how it looks
        yield (
            FieldMark(
                f"{name}#{seen[name]}",
                _words_of(element, zone),
                value,
                zone.is_checked if zone is not None and is_checkable else None,
            ),
            element,
        )


def _page_mark(page: Page, situation: Situation) -> PageMark:
    return PageMark(
        url=page.url,
        tabs=page.tabs,
        scroll_x_px=page.scroll_x_px,
        scroll_y_px=page.scroll_y_px,
        dom_hash=page.dom_hash,
        fields=tuple(mark for mark, _ in fields_on(page, situation)),
        texts=tuple(_texts_of(page)),
    )


def _texts_of(page: Page) -> Iterator[str]:
    yield from (line.strip() for line in page.text.splitlines() if line.strip())
    for element in page.elements:
        if not is_field(element):
            yield f"{element.role} “{element.text or element.aria_label}”"


def _name_of(element: WebElement) -> str:
    """What stays the same when the page comes anew."""
    named = element.attr_name or element.attr_id or element.aria_label or element.text
    is_one_of_many = element.input_type in ("radio", "checkbox")
    label = element.text or element.aria_label if is_one_of_many else ""
    return "/".join((element.frame_url, element.form, element.tag, named, label))


def _words_of(element: WebElement, zone: Zone | None) -> str:
    if zone is not None:
        return zone.words
    return f"{element.role or 'field'} “{element.text or element.aria_label or element.attr_name}”"


def _tabs(page: PageMark) -> object:
    return sorted((tab.url, tab.is_active) for tab in page.tabs)
