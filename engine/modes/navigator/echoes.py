"""What a page of search results says of its own, without what was searched for.

It repeats the words of the search whether it has found anything or not, so that they show nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import urlsplit

from engine.domain.web.pages import Page
from engine.language.labels import plain_text
from engine.modes.navigator.page_types import SAYS_RESULTS, searched_for, shows_results

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
