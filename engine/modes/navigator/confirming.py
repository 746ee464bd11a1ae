"""What a page says of something that was sent or switched: it is compared with the page before.

It arrived where the page says so in new words, its form is gone or emptied, what was written
stands on it as an entry, a counter went up, or the control turned into its opposite. What a page
finds fault with are its complaints, while the form is still there.
"""

from __future__ import annotations

import re

from engine.domain.situation import Situation
from engine.domain.web.pages import Page, WebElement
from engine.domain.zones import Role
from engine.language.grave_words import has_word
from engine.language.labels import normal, plain_text, promises_window, shortened
from engine.modes.navigator.page_types import is_search_field, own_words
from engine.modes.navigator.switching import confirms, counted_up, refuses, switched

_TELLING_CHARS = 3
_SHOWN_CHARS = 80


def confirmation(before: Situation, now: Situation, agent_id: str) -> str:
    """What shows that it arrived, in words; empty where nothing does. ``agent_id`` is what was
    pressed, or the field in which Return was."""
    old, page = _pages(before, now)
    element = old.element(agent_id)
    if element is None or page.trouble or page.status >= 400:
        return ""
    new, form = new_lines(before, now), _written_in_form(element, old)
    if form and goes_on(old, page):
        return ""
    if is_form_there(element, old, page) and any(map(refuses, new)):
        return ""
    if (said := next(filter(confirms, new), "")) and not any(map(refuses, new)):
        return f"the page says “{shortened(said, _SHOWN_CHARS)}”"
    return (
        _spoken(before, now)
        or switched(before, now, element)
        or counted_up(old, page)
        or _entry(element, old, page, new)
        or _gone(element, old, page, new)
    )


def complaints(before: Situation, now: Situation, agent_id: str) -> tuple[str, ...]:
    """What the page finds fault with, in its own words: those that say so first."""
    old, page = _pages(before, now)
    element = old.element(agent_id)
    if element is None or page.trouble or not is_form_there(element, old, page):
        return ()
    new = new_lines(before, now)
    loud = {plain_text(each) for each in _loud(now)}
    blaming = [each for each in new if refuses(each)]
    spoken = [each for each in new if plain_text(each) in loud and not confirms(each)]
    return tuple(dict.fromkeys((*blaming, *spoken)))


def new_lines(before: Situation, now: Situation) -> tuple[str, ...]:
    """The sentences that were not there before; what is said aloud (alerts) first."""
    old, page = _pages(before, now)
    known = {plain_text(each) for each in (*_sentences(old), *_loud(before))}
    own = own_words(page)
    told = (*_loud(now), *_sentences(own))
    return tuple(dict.fromkeys(each for each in told if plain_text(each) not in known))


def is_form_there(element: WebElement, old: Page, page: Page) -> bool:
    """Something of what was filled in together with it can still be filled in."""
    known = {_mark(each) for each in _fields(page)}
    return any(_mark(each) in known for each in _of_form(element, old))


def goes_on(old: Page, page: Page) -> bool:
    """There are fields to fill in that were not there before, with a button to send them: the next
    page of the form."""
    known = {_mark(each) for each in _fields(old)}
    forms = {each.form for each in _fields(page) if _mark(each) not in known}
    if any(each.is_submit and each.form and each.form in forms for each in page.elements):
        return True
    return bool(forms) and bool(_new_button(old, page))


def _new_button(old: Page, page: Page) -> WebElement | None:
    known = {(each.text, each.form) for each in old.elements if each.is_submit}
    searches = {each.form for each in page.elements if is_search_field(each)}
    new = (each for each in page.elements if each.is_submit and each.form not in searches)
    fields = {each.form for each in _fields(page)} - {each.form for each in _fields(old)}
    return next((e for e in new if (e.text, e.form) not in known or e.form in fields), None) or (
        next((e for e in page.elements if e.tag == "button" and not e.form), None)
    )


def _spoken(before: Situation, now: Situation) -> str:
    """A status or an alert that was not there before, and finds no fault."""
    known = {plain_text(each) for each in _loud(before)}
    new = [each for each in _loud(now) if plain_text(each) not in known]
    told = next((each for each in new if not refuses(each)), "")
    is_all = told and not any(map(refuses, new)) and not promises_window(told)
    return f"the page says “{shortened(told, _SHOWN_CHARS)}”" if is_all else ""


def _entry(element: WebElement, old: Page, page: Page, new: tuple[str, ...]) -> str:
    """What was written stands on the page, and no longer in its field."""
    written = [each.value.strip() for each in _of_form(element, old) if _is_written(each)]
    if not written or _is_still_written(element, old, page) or _new_confirming(old, page):
        return ""
    text = plain_text("\n".join(new))
    known = [each for each in sorted(written, key=len, reverse=True) if len(each) > _TELLING_CHARS]
    found = next((each for each in known if plain_text(each) in text), "")
    return f"“{shortened(found, _SHOWN_CHARS)}” stands on the page now" if found else ""


def _gone(element: WebElement, old: Page, page: Page, new: tuple[str, ...]) -> str:
    """The form went, and the page has something else to say."""
    if not _written_in_form(element, old) or is_form_there(element, old, page):
        return ""
    heading = next((each for each in page.headings if each not in old.headings), "")
    said = heading or (new[0] if new else "")
    if not said or _new_confirming(old, page):
        return ""
    return f"the form was sent and is gone, and the page says “{shortened(said, _SHOWN_CHARS)}”"


def _new_confirming(old: Page, page: Page) -> bool:
    """There is one more button to send with: what was written is only shown for a last look."""
    known = {each.text for each in old.elements if each.is_submit}
    return any(
        each.is_submit
        and each.text not in known
        and not each.is_navigation
        and not has_word("ends_session", each.text)
        for each in page.elements
    )


def _is_still_written(element: WebElement, old: Page, page: Page) -> bool:
    now = {_mark(each): each.value.strip() for each in _fields(page)}
    written = [each for each in _of_form(element, old) if _is_written(each)]
    return any(now.get(_mark(each)) == each.value.strip() for each in written)


def _written_in_form(element: WebElement, page: Page) -> bool:
    return any(_is_written(each) for each in _of_form(element, page))


def _is_written(element: WebElement) -> bool:
    is_typed = element.tag in ("input", "textarea") or element.role in ("textbox", "text")
    is_password = element.input_type == "password"
    return is_typed and (is_password or bool(element.value.strip()))


def _of_form(element: WebElement, page: Page) -> tuple[WebElement, ...]:
    """The fields that are sent with it: its form's, or those that stand in none."""
    return tuple(each for each in _fields(page) if each.form == element.form)


def _fields(page: Page) -> tuple[WebElement, ...]:
    return tuple(
        each
        for each in page.elements
        if (each.tag in ("input", "textarea", "select") or each.role == "textbox")
        and each.input_type not in ("submit", "button", "hidden", "image", "reset")
        and not is_search_field(each)
    )


def _mark(field: WebElement) -> tuple[str, ...]:
    """What a field is known by on another page: its name, else its label."""
    label = field.text or field.aria_label or field.placeholder
    return (field.tag, field.input_type, field.attr_name or normal(label))


def _loud(situation: Situation) -> tuple[str, ...]:
    roles = (Role.ALERT, Role.STATUS)
    told = (each.label or each.value for each in situation.zones if each.role in roles)
    return tuple(each.strip() for each in told if each.strip())


def _sentences(page: Page) -> tuple[str, ...]:
    parts = re.split(r"(?<=[.!?])\s+|\n+", "\n".join((*page.headings, page.text, page.title)))
    return tuple(each.strip() for each in parts if each.strip())


def _pages(before: Situation, now: Situation) -> tuple[Page, Page]:
    return before.page or Page("", ""), now.page or Page("", "")
