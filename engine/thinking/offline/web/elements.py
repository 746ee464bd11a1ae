"""What an element is good for, what it is called, and how well words fit that."""

import re
from urllib.parse import urldefrag

from engine.domain.web.pages import Page, WebElement
from engine.domain.web.sites import led_to
from engine.thinking.offline.matching import fit

_TYPED_ROLES = frozenset({"textbox", "searchbox", "spinbutton", "textarea", "text", "gridcell"})
_UNTYPED = frozenset(
    {"button", "submit", "reset", "image", "checkbox", "radio", "file", "hidden", "range", "color"}
)
_TICKS = frozenset({"checkbox", "switch", "menuitemcheckbox"})
_CONTEXT_LABEL_CHARS = 80


def is_tick(element: WebElement) -> bool:
    return element.input_type == "checkbox" or element.role.replace(" ", "") in _TICKS


def is_radio(element: WebElement) -> bool:
    return element.input_type == "radio" or element.role in ("radio", "menuitemradio")


def is_choice(element: WebElement) -> bool:
    """A list of which one is chosen, whose options are told."""
    return element.tag == "select" or bool(element.options)


def is_typed(element: WebElement) -> bool:
    """Text goes in."""
    if element.input_type in _UNTYPED or is_tick(element) or is_choice(element):
        return False
    return element.tag in ("input", "textarea") or element.role in _TYPED_ROLES


def is_slider(element: WebElement) -> bool:
    return element.input_type == "range" or element.role == "slider"


def opens_list(element: WebElement) -> bool:
    """A list of the page's own, whose entries are there once it is open."""
    return element.role == "combobox" and not is_choice(element)


def is_field(element: WebElement) -> bool:
    """Anything that a form asks for."""
    is_held = is_typed(element) or is_choice(element) or is_slider(element) or opens_list(element)
    return is_held or is_tick(element) or is_radio(element)


def is_pressed(element: WebElement) -> bool:
    """A link, a button or anything else that is clicked."""
    is_set = is_typed(element) or is_choice(element) or is_slider(element)
    return not is_set and not element.accepts_files


def is_clicked_once(element: WebElement) -> bool:
    """It is no tick, which would go off again."""
    return is_pressed(element) and not is_tick(element)


def is_link(element: WebElement) -> bool:
    return element.tag == "a" or element.role == "link" or bool(element.href)


def address_of(element: WebElement, page: Page) -> str:
    """Where a link leads, without its fragment; empty where it leads to no page."""
    is_page = not element.href.strip().startswith(("#", "javascript:", "mailto:", "tel:"))
    return plain_address(led_to(element.href, page.url)) if is_page else ""


def plain_address(url: str) -> str:
    """An address by which pages are compared."""
    plain = urldefrag(url).url
    return plain.rstrip("/") if plain.count("/") > 2 else plain


def is_blank(page: Page) -> bool:
    return page.url in ("", "about:blank", "about:newtab") or page.url.startswith("chrome:")


def label_fit(words: str, element: WebElement) -> float:
    """By each of the names that an element has; a field may go by the short text around it."""
    names = [element.text, element.aria_label, element.placeholder]
    score = max(fit(words, each) for each in names)
    if is_field(element):
        spelled = re.sub(r"(?<=[a-z])(?=[A-Z])|[_\-.\[\]]+", " ", element.attr_name)
        score = max(score, 0.95 * fit(words, spelled))
        if element.context and len(element.context) <= _CONTEXT_LABEL_CHARS:
            score = max(score, 0.9 * fit(words, element.context))
    elif not any(each.strip() for each in names):
        score = fit(words, element.label)
    return score


def around(element: WebElement) -> str:
    """What stands in its row or card; the rest of a row is not told twice."""
    return element.context or (element.label if is_field(element) else "")
