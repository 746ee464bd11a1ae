"""Files that a page is given, or not: to its field, and by a button that asks for one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from engine.domain.actions import Click, TypeText
from engine.domain.errors import ActionImpossible, MayHaveLanded
from engine.domain.web.pages import WebElement
from engine.surfaces.browser import found_element
from engine.surfaces.browser.settings import BrowserSettings
from tests.support.browser_site import Site, site
from tests.support.browsing import Browsing, browsing
from tests.support.shared_browser import IN_ONE_BROWSER
from tests.support.waiting import until

pytestmark = [*IN_ONE_BROWSER]

FIELD = "<label>Picture <input type=file id=f></label>"
BUTTON = "<button onclick='f.click()'>Upload…</button><input type=file hidden id=f>"
LABEL = "<label>Upload… <input type=file hidden id=f></label>"
MADE = (
    "<button onclick='const f = document.createElement(`input`); f.type = `file`;"
    " f.onchange = () => { document.title = f.files[0].name }; f.click()'>Upload…</button>"
)


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def allowing() -> AsyncIterator[Browsing]:
    async with browsing(_settings(allow_uploads=True), has_eyes=True) as started:
        yield started


@pytest_asyncio.fixture(loop_scope="session")
async def browser(allowing: Browsing) -> Browsing:
    allowing.surface.tabs.notes.take()
    allowing.notes.clear()
    return allowing


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("own") / "note.txt"
    path.write_text("words")
    return path


def _settings(*, allow_uploads: bool) -> BrowserSettings:
    return BrowserSettings(is_headless=True, width=800, height=600, allow_uploads=allow_uploads)


async def show(browser: Browsing, pages: Site, body: str) -> WebElement:
    """The page's first element, as a look tells it."""
    await browser.open(pages.put("/up", body))
    return await looked_at(browser)


async def looked_at(browser: Browsing) -> WebElement:
    tree = await browser.surface.eyes.read_tree()
    assert tree.page is not None
    return tree.page.elements[0]


@pytest.mark.parametrize("body", [FIELD, LABEL])
async def test_a_field_for_files_is_given_the_file_whose_path_is_typed(
    browser: Browsing, pages: Site, file: Path, body: str
) -> None:
    field = await show(browser, pages, body)
    assert field.accepts_files
    await browser.surface.hands.act_on(TypeText(str(file)), field)
    assert await browser.ask("f.files[0].name") == "note.txt"
    with pytest.raises(ActionImpossible, match="no file"):
        await browser.surface.hands.act_on(TypeText("/no/such"), field)
    assert browser.whats() == []


@pytest.mark.parametrize(
    ("body", "name"), [(BUTTON, "f.files[0].name"), (MADE, "document.title")], ids=["field", "made"]
)
async def test_a_button_that_asked_for_a_file_is_given_one_by_its_path(
    browser: Browsing, pages: Site, file: Path, body: str, name: str
) -> None:
    button = await show(browser, pages, body)
    assert not button.accepts_files, "nobody can know before"
    await browser.surface.hands.act_on(Click(), button)
    await until(lambda: browser.whats() == ["upload_refused"])
    assert "type its path into “Upload…” instead" in browser.notes[0].message
    button = await looked_at(browser)
    assert button.accepts_files, "so that the gate knows what typing into it is"
    await browser.surface.hands.act_on(TypeText(str(file)), button)
    await until(lambda: browser.whats() == ["upload_refused"])
    assert await browser.ask(name) == "note.txt"


async def test_what_was_approved_as_a_plain_button_is_given_no_file(
    browser: Browsing, pages: Site, file: Path
) -> None:
    button = await show(browser, pages, BUTTON)
    await browser.surface.hands.act_on(Click(), button)
    await until(lambda: browser.whats() == ["upload_refused"])
    with pytest.raises(ActionImpossible, match="no field to type in"):
        await browser.surface.hands.act_on(TypeText(str(file)), button)
    assert await browser.ask("f.files.length") == 0


async def test_a_button_that_asks_no_more_is_told(
    browser: Browsing, pages: Site, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    button = await show(browser, pages, "<button>Upload…</button>")
    monkeypatch.setattr(found_element, "_CHOOSER_SECS", 0.5)
    with pytest.raises(MayHaveLanded, match="“Upload…” was clicked, and asked for no file"):
        await browser.surface.hands.act_on(TypeText(str(file)), replace(button, accepts_files=True))


async def test_no_button_is_given_a_file_where_uploads_are_not_allowed(
    pages: Site, file: Path
) -> None:
    async with browsing(_settings(allow_uploads=False), has_eyes=True) as browser:
        button = await show(browser, pages, BUTTON)
        await browser.surface.hands.act_on(Click(), button)
        await until(lambda: browser.whats() == ["upload_refused"])
        assert "uploads are not allowed" in browser.notes[0].message
        with pytest.raises(ActionImpossible, match="uploads are not allowed"):
            await browser.surface.hands.act_on(
                TypeText(str(file)), replace(button, accepts_files=True)
            )
        assert await browser.ask("f.files.length") == 0
