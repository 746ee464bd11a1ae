"""The fields in which a page lets its readers search, told from those that are to be filled in."""

from __future__ import annotations

from engine.domain.web.pages import WebElement

_SEARCH_WORDS = ("search", "query", "suche", "find")
SEARCH_NAMES = frozenset({"q", "s", "query", "search", "keyword", "keywords", "term"})
"""Of fields, and so of what stands in the address of their results."""


def search_controls(elements: tuple[WebElement, ...]) -> tuple[str, ...]:
    """The agent ids of the page's own search fields."""
    return tuple(each.agent_id for each in elements if is_search_field(each))


def is_search_field(element: WebElement) -> bool:
    if element.tag not in ("input", "textarea") or element.is_disabled:
        return False
    if element.input_type == "search" or element.role == "searchbox":
        return True
    if element.input_type not in ("", "text"):
        return False
    words = f"{element.placeholder} {element.aria_label} {element.text}".casefold()
    is_named = {element.attr_name.casefold(), element.attr_id.casefold()} & SEARCH_NAMES
    return bool(is_named) or any(word in words for word in _SEARCH_WORDS)
