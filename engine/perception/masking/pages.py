"""Masking of what a page tells beside its zones: its address, its texts, its elements.

The same masks hold as for zones, and what is masked in a zone is not readable anywhere else on
the page either: not in the page's text, nor in the row around an element."""

import functools
import re
from collections.abc import Callable, Iterable
from urllib.parse import unquote_plus, urlsplit, urlunsplit

from engine.domain.facts import Frozen, replace
from engine.domain.web.pages import Download, Page, Tab, Table, WebElement
from engine.domain.zones import MASK
from engine.perception.masking.rules import SECRET_NAMES

_ADDRESS = re.compile(r"(?i)\b[a-z][a-z0-9+.-]{0,30}://[^\s“”\"<>]+")
_PARTED = "\x1f"
_LEAST_CHARS = 3
"""Shorter texts of a masked zone stand anywhere by chance; they are looked for as whole words."""


class HiddenOnPage(Frozen):
    """``texts`` are what masked zones say; ``elements`` are those whose own texts are masked
    altogether, ``values`` those of which only the value is, by agent id. ``is_whole`` hides all
    that the page tells, ``reading`` its text."""

    texts: frozenset[str] = frozenset()
    elements: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()
    is_whole: bool = False
    reading: bool = False


class PageMasks:
    """``masked`` masks one text as the rules and the secrets say."""

    def __init__(self, masked: Callable[[str], str]) -> None:
        self._masked = masked

    def page(self, page: Page, hidden: HiddenOnPage, title: str) -> Page:
        """The page as it may be known; ``title`` is that of its window, masked already."""
        text = self._texts(hidden)
        told = functools.partial(self.sentence, hidden=hidden)
        is_unread = hidden.is_whole or hidden.reading
        whole = "" if is_unread or not page.whole_text else text(page.whole_text)
        main = MASK if hidden.is_whole or (is_unread and page.text) else text(page.text)
        keeps_lines = (whole or main).count("\n") == page.reading.count("\n")
        return replace(
            page,
            url=self.url(page.url, is_whole=hidden.is_whole),
            title=title if hidden.is_whole else text(page.title),
            tabs=tuple(self._tab(tab, hidden, title) for tab in page.tabs),
            elements=tuple(self._element(one, hidden, text) for one in page.elements),
            text=main,
            whole_text=whole,
            lines_in_view=page.lines_in_view if keeps_lines else (),
            text_places=() if is_unread else tuple(tuple(map(text, e)) for e in page.text_places),
            stirring={} if is_unread else {text(line): n for line, n in page.stirring.items()},
            late={} if is_unread else {text(line): ms for line, ms in page.late.items()},
            tones={} if is_unread else {text(line): tone for line, tone in page.tones.items()},
            went=() if is_unread else tuple(map(text, page.went)),
            headings=tuple(text(one) for one in page.headings if not hidden.is_whole),
            tables=() if is_unread else tuple(_table(each, text) for each in page.tables),
            trouble=told(page.trouble),
            downloads=tuple(self._download(one, text) for one in page.downloads),
            notices=tuple(map(told, page.notices)),
            said=() if hidden.is_whole else tuple(map(text, page.said)),
            dialogs=tuple((text(name), text(told)) for name, told in page.dialogs),
        )

    def sentence(self, words: str, hidden: HiddenOnPage) -> str:
        """What the browser tells in a sentence, which may quote the page and addresses."""
        cleaned = _ADDRESS.sub(lambda found: self.url(found[0], is_whole=hidden.is_whole), words)
        return self._texts(hidden)(cleaned)

    def url(self, url: str, *, is_whole: bool = False) -> str:
        """Without passwords and without what is secret in its query and fragment."""
        if not url:
            return url
        try:
            parts = urlsplit(url)
            user = parts.username or parts.password
        except ValueError:
            return MASK if self._masked(url) != url or is_whole else url
        host = parts.netloc.rpartition("@")[2]
        host = host if self._is_plain(host) else MASK
        netloc = f"{MASK}@{host}" if user else host
        if is_whole:
            return urlunsplit((parts.scheme, netloc, f"/{MASK}", "", ""))
        path = "/".join(p if self._is_plain(p) else MASK for p in parts.path.split("/"))
        if not self._is_plain(path.replace(MASK, "")):  # it goes over several of its parts
            path = f"/{MASK}"
        query, fragment = self._pairs(parts.query), self._pairs(parts.fragment)
        return urlunsplit((parts.scheme, netloc, path, query, fragment))

    def _pairs(self, query: str) -> str:
        return "&".join(self._pair(pair) for pair in query.split("&"))

    def _pair(self, pair: str) -> str:
        name, equals, value = pair.partition("=")
        if not equals:
            return pair if self._is_plain(pair) else MASK
        if (value and SECRET_NAMES.search(unquote_plus(name))) or not self._is_plain(value):
            return f"{name}={MASK}"
        return pair

    def _is_plain(self, part: str) -> bool:
        readable = unquote_plus(part)
        return self._masked(readable) == readable and self._masked(part) == part

    def _texts(self, hidden: HiddenOnPage) -> Callable[[str], str]:
        """Masks a text of the page: what masked zones say, what patterns find."""
        if hidden.is_whole:
            return dots
        told = sorted(hidden.texts, key=len, reverse=True)
        found = re.compile("|".join(map(_pattern, told)) or r"(?!)")
        return lambda text: self._masked(found.sub(MASK, text))

    def _tab(self, tab: Tab, hidden: HiddenOnPage, title: str) -> Tab:
        if tab.is_active and hidden.is_whole:
            return replace(tab, title=title, url=self.url(tab.url, is_whole=True))
        return replace(tab, title=self._masked(tab.title), url=self.url(tab.url))

    def _element(
        self, one: WebElement, hidden: HiddenOnPage, text: Callable[[str], str]
    ) -> WebElement:
        is_hidden = hidden.is_whole or one.agent_id in hidden.elements
        own = dots if is_hidden else text
        inner = dots if is_hidden or one.agent_id in hidden.values else text
        return replace(
            one,
            text=own(one.text),
            attr_name=own(one.attr_name),
            attr_id=own(one.attr_id),
            aria_label=own(one.aria_label),
            placeholder=own(one.placeholder),
            value=inner(one.value),
            options=tuple(map(inner, one.options)),
            context=own(one.context),
            form=text(one.form),
            dialog=text(one.dialog),
            places=tuple(map(text, one.places)),
            file_name=own(one.file_name),
            fault=inner(one.fault),
            href=self.url(one.href, is_whole=is_hidden) if one.href else "",
            frame_url=self.url(one.frame_url, is_whole=hidden.is_whole),
        )

    def _download(self, one: Download, text: Callable[[str], str]) -> Download:
        return replace(
            one, name=text(one.name), url=self.url(one.url), path=text(one.path), why=text(one.why)
        )


def texts_worth_hiding(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(flat for text in texts if (flat := " ".join(text.split())))


def _pattern(text: str) -> str:
    """The text wherever it stands; the same words with other spaces between them are the same."""
    words = r"\s+".join(map(re.escape, text.split()))
    return words if len(text) >= _LEAST_CHARS else rf"(?<!\w){words}(?!\w)"


def dots(text: str) -> str:
    return MASK if text else ""


def _table(table: Table, text: Callable[[str], str]) -> Table:
    def masked(cells: tuple[str, ...]) -> tuple[str, ...]:
        """A row at once; where what is masked goes over its cells, all of them are."""
        told = text(_PARTED.join(cells)).split(_PARTED)
        return tuple(told) if len(told) == len(cells) else (MASK,) * len(cells)

    rows = tuple(map(masked, table.rows))
    return replace(table, caption=text(table.caption), heads=masked(table.heads), rows=rows)
