"""What kind of page it is: one that lists several things alike, or one about a single thing.

A page whose links lead to pages of its own kind (``/item/7`` with links to ``/item/8``) is about
one thing, and those are its siblings. Fields in which its readers search are told from those that
are to be filled in. A page of results repeats the words of the search whether it has found anything
or not, so that they show nothing: what it says of its own is without them.

Forms to sign in are told here, too; whether one opened what lies behind it, by ``letting_in``."""

import re
from collections import defaultdict
from dataclasses import replace
from urllib.parse import parse_qsl, urljoin, urlsplit

from engine.domain.web.pages import Page, PageType, WebElement
from engine.language.grave_words import has_word
from engine.language.labels import plain_text

ALIKE = 3
"""So many things of the same kind are a list."""
_ENOUGH_TEXT = 40
SAYS_RESULTS = re.compile(
    r"(?i)\b(?:search results|results? (?:for|of)|results?$|searched for|search:)"
)
_PAGING = re.compile(
    r"(?i)^(?:[\d\s…«»‹›<>.-]+$|(?:next|prev(?:ious)?|first|last|older|newer|more)\b)"
)
_SEARCH_WORDS = ("search", "query", "suche", "find")
SEARCH_NAMES = frozenset({"q", "s", "query", "search", "keyword", "keywords", "term"})
"""Of fields, and so of what stands in the address of their results."""


def page_type_of(page: Page) -> PageType:
    if page.trouble or page.status >= 400:
        return PageType.OTHER
    if is_listing(page):
        return PageType.LISTING
    has_content = len(page.text) >= _ENOUGH_TEXT
    return PageType.DETAIL if page.headings and has_content else PageType.OTHER


def is_listing(page: Page) -> bool:
    """Whether the page's main part lists several things alike, or what was searched for."""
    return len(listed(page)) >= ALIKE or shows_results(page)


def shows_results(page: Page) -> bool:
    """A page of search results repeats the words of the search, however few it found."""
    return bool(searched_for(page.url)) or bool(
        SAYS_RESULTS.search("\n".join((page.title, *page.headings[:1])))
    )


def searched_for(url: str) -> tuple[str, ...]:
    """The words of a search that an address has."""
    query = parse_qsl(urlsplit(url).query)
    return tuple(value for key, value in query if value and key.casefold() in SEARCH_NAMES)


def listed(page: Page) -> tuple[WebElement, ...]:
    """The things alike: links of one shape, or buttons of the same words beside different texts."""
    own_shape = href_shape(page.url)
    groups: dict[object, dict[str, WebElement]] = defaultdict(dict)
    for each in page.elements:
        if each.is_navigation or each.is_fixed or not each.text.strip():
            continue
        if each.href and not _PAGING.match(each.text.strip()):
            shape = "" if each.href.startswith("#") else href_shape(urljoin(page.url, each.href))
            if shape not in (own_shape, ""):
                groups["link", shape].setdefault(each.href, each)
        elif each.context and each.tag == "button":
            groups["button", each.text].setdefault(each.context, each)
    largest = max(groups.values(), key=len, default={})
    return tuple(largest.values())


def href_shape(url: str) -> str:
    """The address without its last part, numbers, and values: that of pages of one kind."""
    parts = urlsplit(url)
    path = parts.path or "/"
    *folders, last = (path.rstrip("/") if path.strip("/").count("/") else path).split("/")
    kept = "" if not last or last.startswith("index") else "*"
    folders = ["#" if re.search(r"\d", each) else each for each in folders]
    keys = sorted({key for key, _ in parse_qsl(parts.query, keep_blank_values=True)})
    return f"{parts.netloc}{'/'.join([*folders, kept])}?{'&'.join(keys)}"


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


_QUOTES = re.compile(r"[“”\"„«»‘’]")
_NOTHING = re.compile(r"\b(?:no|nothing|not found|0) ?(?:\w+ )?(?:for|about|match\w*|contain\w*)\b")


def own_words(page: Page) -> Page:
    """The page without the echo of its search in its title, headings and text; its address is
    without a query. A page that shows no results is as it was."""
    if not shows_results(page):
        return page
    asked = tuple(plain_text(each) for each in searched_for(page.url))
    titles = {plain_text(each) for each in (page.title, *page.headings[:1])}

    def kept(lines: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(each for each in lines if not _is_echo(plain_text(each), asked, titles))

    return replace(
        page,
        url=urlsplit(page.url)._replace(query="").geturl(),
        title="",
        headings=kept(page.headings),
        text="\n".join(kept(tuple(page.text.splitlines()))),
    )


def _is_echo(line: str, asked: tuple[str, ...], titles: set[str]) -> bool:
    if line in titles:
        return True
    repeats = any(each in line for each in asked)
    is_about_search = _QUOTES.search(line) or SAYS_RESULTS.search(line) or _NOTHING.search(line)
    return repeats and bool(is_about_search)


def head(page: Page) -> str:
    """What a page says that it is about."""
    return "\n".join((page.title, *page.headings[:3]))


def sign_in_form(page: Page) -> str:
    """The form with one password, and a button that is called so."""
    forms = [each.form for each in page.elements if each.input_type == "password"]
    buttons = (e for e in page.elements if e.is_submit or e.tag == "button")
    is_so = any(e.form in forms and has_word("signs_in", e.name) for e in buttons)
    return (forms[0] or "form") if len(forms) == 1 and is_so else ""
