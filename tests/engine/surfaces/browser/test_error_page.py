"""The browser's own words in place of a page that could not be loaded."""

from __future__ import annotations

import json

from engine.domain.web.pages import Page, Tab
from engine.surfaces.browser.page_reader import BrowserFacts, tree_of

ASKED = "http://127.0.0.1:9999/tides"


def test_the_browsers_own_error_page_has_the_address_that_was_asked_for_and_nothing_on_it() -> None:
    told = {
        "ratio": 1,
        "url": "chrome-error://chromewebdata/",
        "title": "127.0.0.1",
        "width": 800,
        "height": 600,
        "text": "This site can’t be reached",
        "acts": [{"key": "a1"}],
        "texts": [],
    }
    tabs = (Tab("t1", "127.0.0.1", ASKED, True),)
    page = Page(url=ASKED, title="127.0.0.1", tabs=tabs, trouble="It was refused.")
    facts = BrowserFacts("Chromium", "t1", page)
    tree = tree_of(json.dumps(told), facts)
    assert tree.page is not None
    assert (tree.page.url, tree.page.trouble) == (ASKED, "It was refused.")
    assert not (tree.nodes or tree.page.elements or tree.page.text)
