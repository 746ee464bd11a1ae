"""Comparing a page with the mark of the one that should be back.

Not restored: another address, tab, place, or another text or choice in a field. Close: all that is
so, and the page says something else; a page may do that by itself. Times of now are left out."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import xxhash

from engine.domain.plans import Situation
from engine.domain.risks import Comparison, FieldMark, PageMark, Returned, StateMark
from engine.domain.web.pages import Page, WebElement
from engine.domain.zones import CHECKABLE_ROLES, EDITABLE_ROLES, Role, Zone
from engine.language.labels import shortened
from engine.states.marking import mark_of, without_clock
from engine.states.small_pictures import picture_differences
from engine.states.web.changes import other_tabs
from engine.states.web.forms import is_field
from engine.undo.comparing import changed_zones, compare


def web_mark_of(situation: Situation) -> StateMark:
    """The mark of a situation; without a page as on the desktop."""
    if (shown := situation.page) is None:
        return mark_of(situation)
    has_canvas = any(zone.role is Role.CANVAS for zone in situation.zones_in_sight)
    mark = mark_of(situation, with_pictures=has_canvas)
    page = PageMark(
        url=shown.url,
        tabs=shown.tabs,
        scroll_x_px=shown.scroll_x_px,
        scroll_y_px=shown.scroll_y_px,
        dom_hash=shown.dom_hash,
        fields=tuple(field for field, _ in fields_on(shown, situation)),
        texts=tuple(_texts_of(shown)),
    )
    tabs = sorted((tab.url, tab.is_active) for tab in page.tabs)
    facts = (mark.digest, page.url, tabs, page.fields, page.scroll_x_px, page.scroll_y_px)
    told = [without_clock(text) for text in page.texts]
    digest = xxhash.xxh3_128(repr((facts, told)).encode()).hexdigest()
    return replace(mark, digest=digest, page=page)


def fields_on(page: Page, situation: Situation) -> Iterator[tuple[FieldMark, WebElement]]:
    """The fields of a page with what they hold, in sight or not; never what is secret."""
    zones = {zone.source_key: zone for zone in situation.zones}
    seen: Counter[str] = Counter()
    for element in page.elements:
        zone = zones.get(element.agent_id)
        is_checkable = zone is not None and zone.role.is_checkable
        if not (is_field(element) or is_checkable):
            continue
        # what stays the same when the page comes anew
        named = element.attr_name or element.attr_id or element.aria_label or element.text
        label = element.name if element.input_type in ("radio", "checkbox") else ""
        name = "/".join((element.frame_url, element.form, element.tag, named, label))
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


def _texts_of(page: Page) -> Iterator[str]:
    yield from (line.strip() for line in page.text.splitlines() if line.strip())
    for element in page.elements:
        if not is_field(element):
            yield f"{element.role} “{element.name}”"


def _words_of(element: WebElement, zone: Zone | None) -> str:
    if zone is not None:
        return zone.words
    return f"{element.role or 'field'} “{element.name or element.attr_name}”"


_MOST_DIFFERENCES = 5
_SCROLLED_PX = 4
"""Less is rounding, and what a bar that comes and goes moves."""
_CHOSEN_ROLES = CHECKABLE_ROLES | EDITABLE_ROLES | {Role.TAB, Role.SLIDER}


def compare_pages(before: StateMark, now: StateMark) -> Comparison:
    """What is different, most telling first."""
    was, page = before.page, now.page
    if was is None or page is None:
        return compare(before, now)
    grave = [*other_tabs(was.tabs, page.tabs), *_other_fields(was, page)]
    if was.url != page.url:
        grave.insert(0, f"the address is {shortened(page.url)}, not {shortened(was.url)}")
    elif is_scrolled_otherwise(was, page):
        grave.append(f"the page is scrolled to {page.scroll_y_px}, not {was.scroll_y_px}")
    else:
        # tabs and the like within the page, which are no fields of a form
        told = {field.words for field in page.fields}
        old, new = (
            [zone for zone in mark.zones if zone.role in _CHOSEN_ROLES and zone.words not in told]
            for mark in (before, now)
        )
        grave += changed_zones(old, new)
    if grave:
        return Comparison(Returned.NOT_RESTORED, tuple(grave[:_MOST_DIFFERENCES]))
    slight = list(_other_texts(was, page)) + list(picture_differences(before, now))
    if not slight and was.dom_hash != page.dom_hash and was.texts == page.texts:
        slight.append("something that has no words is different on the page")
    if slight:
        return Comparison(Returned.CLOSE, tuple(slight[:_MOST_DIFFERENCES]))
    return Comparison(Returned.RESTORED)


def is_scrolled_otherwise(was: PageMark, now: PageMark) -> bool:
    down, right = now.scroll_y_px - was.scroll_y_px, now.scroll_x_px - was.scroll_x_px
    return max(abs(down), abs(right)) > _SCROLLED_PX


def _other_fields(was: PageMark, now: PageMark) -> Iterator[str]:
    there = {field.name: field for field in now.fields}
    for old in was.fields:
        new = there.get(old.name)
        if new is None:
            continue
        if old.value != new.value:
            yield f"{new.words} holds “{shortened(new.value)}”, not “{shortened(old.value)}”"
        elif old.is_checked is not new.is_checked:
            yield f"{new.words} is {'checked' if new.is_checked else 'not checked'}"


def _other_texts(was: PageMark, now: PageMark) -> Iterator[str]:
    old, new = (Counter(map(without_clock, mark.texts)) for mark in (was, now))
    yield from (f"“{shortened(text)}” is gone" for text in (old - new).elements())
    yield from (f"“{shortened(text)}” has come" for text in (new - old).elements())
