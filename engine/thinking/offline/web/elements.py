"""What an element is good for: followed, pressed, filled in, chosen from or ticked."""

from __future__ import annotations

from urllib.parse import urldefrag, urljoin, urlsplit

from engine.domain.web.pages import Page, WebElement
from engine.domain.web.vocabulary import FILE_ENDINGS
from engine.thinking.words import normal

_TYPED_ROLES = frozenset({"textbox", "searchbox", "spinbutton", "combobox", "textarea", "text"})
_UNTYPED = frozenset(
    {"button", "submit", "reset", "image", "checkbox", "radio", "file", "hidden", "range", "color"}
)


def is_tick(element: WebElement) -> bool:
    return element.input_type == "checkbox" or element.role in (
        *("checkbox", "check box", "switch", "menuitemcheckbox"),
    )


def is_radio(element: WebElement) -> bool:
    return element.input_type == "radio" or element.role in (
        *("radio", "radio button", "menuitemradio"),
    )


def is_choice(element: WebElement) -> bool:
    """A list of which one is chosen, whose options are told."""
    return element.tag == "select" or bool(element.options)


def is_typed(element: WebElement) -> bool:
    """Text goes in."""
    if element.input_type in _UNTYPED or is_tick(element) or is_radio(element):
        return False
    is_tag = element.tag in ("input", "textarea") and not is_choice(element)
    roles = {element.role.replace(" ", ""), element.role.replace(" field", "")}
    return is_tag or (bool(roles & _TYPED_ROLES) and not is_choice(element))


def is_field(element: WebElement) -> bool:
    """Anything that a form asks for."""
    return is_typed(element) or is_choice(element) or is_tick(element) or is_radio(element)


def is_pressed(element: WebElement) -> bool:
    """A link, a button or anything else that is clicked."""
    return not is_field(element) and element.input_type not in ("hidden", "file")


def is_link(element: WebElement) -> bool:
    return element.tag == "a" or element.role == "link" or bool(element.href)


def label_of(element: WebElement) -> str:
    """What a person would call it."""
    told = (element.text, element.aria_label, element.placeholder, element.attr_name)
    return next((text.strip() for text in told if text.strip()), element.attr_id)


def address_of(element: WebElement, page: Page) -> str:
    """Where a link leads, whole and without its fragment; empty where it leads nowhere else."""
    href = element.href.strip()
    if not href or href.startswith(("#", "javascript:", "mailto:", "tel:")):
        return ""
    return plain_address(urljoin(page.url, href))


def ending_of(element: WebElement) -> str:
    """The ending of the file that a link leads to; empty where it is none."""
    name = element.href.split("?")[0].split("#")[0].rsplit("/", 1)[-1]
    ending = name.rsplit(".", 1)[-1].casefold() if "." in name else ""
    return ending if ending in FILE_ENDINGS else ""


def hands_out_file(element: WebElement) -> bool:
    """It saves a file, rather than lead to a page."""
    begins = normal(label_of(element)).split()[:1]  # "Downloads" is a page
    return bool(ending_of(element)) or (begins == ["download"] and not element.is_navigation)


def plain_address(url: str) -> str:
    """An address by which pages are compared."""
    plain = urldefrag(url).url
    return plain.rstrip("/") if plain.count("/") > 2 else plain


def is_other_site(address: str, page: Page) -> bool:
    return bool(address) and urlsplit(address).netloc != urlsplit(page.url).netloc


def is_blank(page: Page) -> bool:
    return page.url in ("", "about:blank", "about:newtab") or page.url.startswith("chrome:")
