"""What a page does by itself: dialogs, pop-ups, downloads, crashes, forbidden addresses."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urljoin

import pytest
import pytest_asyncio
from playwright.async_api import Error
from websockets.sync.server import ServerConnection, serve

from engine.domain.actions import Click, CloseTab, Navigate, SwitchTab
from engine.domain.errors import ActionImpossible, SurfaceUnavailable
from engine.surfaces.browser import held_back, unasked
from engine.surfaces.browser.address_rules import AddressRules
from engine.surfaces.browser.downloads import harmless_name
from engine.surfaces.browser.settings import BrowserSettings
from tests.support.browser_site import Site, site
from tests.support.browsing import Browsing, browsing, element
from tests.support.patience import Patience
from tests.support.shared_browser import IN_ONE_BROWSER
from tests.support.waiting import until, until_so

pytestmark = [*IN_ONE_BROWSER]

BUTTON = "<button data-agent-id=e1 onclick='{}'>Go</button>"


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        served.put("/", "<h1>Hello</h1>", title="Start")
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Browsing]:
    settings = BrowserSettings(
        is_headless=True,
        width=800,
        height=600,
        max_tabs=4,
        blocked_domains=("localhost",),
        downloads_folder=tmp_path_factory.mktemp("session") / "downloads",
    )
    async with browsing(settings) as started:
        yield started


@pytest_asyncio.fixture(loop_scope="session")
async def browser(shared: Browsing) -> Browsing:
    """With one tab, and nothing told yet."""
    tabs = shared.surface.tabs
    for tab in tabs.tabs()[1:]:
        with contextlib.suppress(ActionImpossible):  # it closes by itself
            await shared.surface.hands.perform(CloseTab(tab.tab_id), None)
    tabs.notes.take()
    shared.notes.clear()
    return shared


async def click(browser: Browsing) -> None:
    await browser.surface.hands.act_on(Click(), element("e1", text="Go"))


async def test_dialogs_are_answered_safely_and_told(browser: Browsing, pages: Site) -> None:
    script = 'alert("Sold out"); this.title = confirm("Delete it?") + "" + prompt("Name?")'
    await browser.open(pages.put("/ask", BUTTON.format(script)))
    await click(browser)
    assert await browser.ask("document.querySelector('button').title") == "falsenull"
    assert browser.whats() == ["dialog_answered"] * 3
    notices = " ".join(browser.surface.tabs.notes.take())
    assert "“Sold out”" in notices
    assert "“Delete it?”; dismissed" in notices
    assert browser.surface.tabs.notes.take() == ()


async def test_a_page_that_asks_whether_to_leave_is_left(browser: Browsing, pages: Site) -> None:
    script = "onbeforeunload = (event) => event.preventDefault()"
    await browser.open(pages.put("/stay", BUTTON.format("1") + f"<script>{script}</script>"))
    await click(browser)
    await browser.open(pages.at("/"))
    assert await browser.ask("document.body.innerText") == "Hello"
    assert "answered with yes" in browser.surface.tabs.notes.take()[-1]


async def test_a_storm_of_alerts_that_lets_go_between_them_is_hushed(
    browser: Browsing, pages: Site
) -> None:
    await browser.open(pages.put("/storm", "<script>setInterval(() => alert('x'), 1)</script>"))
    await until_so(lambda: browser.ask("!alert.toString().includes('native')"))
    assert await browser.ask("1 + 1") == 2
    assert browser.whats().count("dialog_answered") == 5
    assert "more dialogs were answered" in browser.surface.tabs.notes.take()[-1]


async def test_a_storm_of_alerts_without_end_is_closed_and_the_run_goes_on(
    browser: Browsing, pages: Site, patience: Patience
) -> None:
    tab_id = browser.surface.tabs.tab_id
    with patience.products_own():
        await browser.open(pages.put("/storm", "<script>for (;;) alert('x')</script>"))
        await until(lambda: "dialogs without end" in browser.surface.tabs.shown.trouble)
        await until(lambda: browser.surface.tabs.page is not None)
        assert browser.surface.tabs.tab_id == tab_id
        await browser.open(pages.at("/"))
    assert await browser.ask("document.body.innerText") == "Hello"
    assert browser.surface.tabs.shown.trouble == ""


async def test_a_storm_of_pop_ups_is_capped_and_told(browser: Browsing, pages: Site) -> None:
    tabs = browser.surface.tabs
    first = tabs.tab_id
    storm = 'for (let n = 0; n < 40; n++) window.open("/?" + n, "_blank", "width=90,height=90")'
    await browser.open(pages.put("/pops", BUTTON.format(storm)))
    await click(browser)
    await until(lambda: "popup_refused" in browser.whats())
    assert len(tabs.tabs()) == 2
    assert tabs.tab_id != first, "the one that opened is what the click meant"
    await until_so(lambda: browser.ask("innerWidth === 800 && innerHeight === 600"))
    assert browser.whats() == ["popup_opened", *["popup_refused"] * 5]
    assert tabs.notes.take()[-1].endswith("more pop-ups were refused.")


async def test_a_tab_that_a_press_asked_for_is_waited_for_however_late_it_opens(
    browser: Browsing, pages: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unasked, "_OPENING_SECS", 0.0)
    await browser.open(pages.put("/opens", BUTTON.format('window.open("/")')))
    await click(browser)
    await until(lambda: len(browser.surface.tabs.tabs()) == 2)
    await until(lambda: not browser.surface.tabs.awaits_tab)
    assert browser.whats() == ["popup_opened"]


async def test_there_are_never_more_tabs_than_are_set(browser: Browsing, pages: Site) -> None:
    tabs = browser.surface.tabs
    await browser.open(pages.put("/more", BUTTON.format('window.open("/")')))
    first = tabs.tab_id
    for count in (2, 3, 4):
        await browser.surface.hands.perform(SwitchTab(first), None)
        await click(browser)
        await until(lambda count=count: len(tabs.tabs()) == count)
    await browser.surface.hands.perform(SwitchTab(first), None)
    await click(browser)
    await until(lambda: "popup_refused" in browser.whats())
    assert "4 tabs are open already" in tabs.notes.take()[-1]
    page = tabs.page
    assert page is not None
    await until(lambda: len(page.context.pages) == 4)
    assert tabs.tab_id == first


async def test_a_pop_up_that_nobody_meant_stays_in_the_background(
    browser: Browsing, pages: Site, patience: Patience
) -> None:
    tabs = browser.surface.tabs
    first = tabs.tab_id
    await browser.open(pages.put("/late", BUTTON.format("1")))
    with patience.products_own():
        await click(browser)
    await browser.ask("setTimeout(() => window.open('/'), 1500)")
    await until(lambda: len(tabs.tabs()) == 2)
    assert tabs.tab_id == first
    assert "in the background" in tabs.notes.take()[0]


async def test_a_download_is_saved_under_a_harmless_name_over_nothing(
    browser: Browsing, pages: Site
) -> None:
    folder = Path(browser.surface.places["downloads folder"])
    names = ("note.txt", "note.txt", "..%2F..%2Fetc%2Fpass%0Awd")
    for name in names:
        await browser.open(pages.at(f"/file/{name}"))
    await until(lambda: browser.whats().count("download_saved") == len(names))
    saved = browser.surface.tabs.handed_out.downloads[-3:]
    assert all(each.state == "saved" and each.size_bytes == 12 for each in saved)
    assert {Path(each.path).parent for each in saved} == {folder}
    kept = {path.name: path.read_text() for path in await asyncio.to_thread(_files_in, folder)}
    assert kept.keys() >= {"note.txt", "note (2).txt"}
    assert list(kept.values()) == ["twelve bytes"] * 3
    told = {note.path for note in browser.notes if note.what == "download_saved"}
    assert told == {each.path for each in saved}
    assert browser.surface.tabs.shown.trouble == ""


async def test_a_download_in_a_new_tab_leaves_no_empty_tab(browser: Browsing, pages: Site) -> None:
    link = f"<a data-agent-id=e1 target=_blank href='{pages.at('/file/a.txt')}'>Go</a>"
    await browser.open(pages.put("/link", link))
    await click(browser)
    await until(lambda: "download_saved" in browser.whats())
    await until(lambda: len(browser.surface.tabs.tabs()) == 1)


@pytest.mark.parametrize(
    ("body", "is_its"),
    [
        ("<a data-agent-id=e1 href='{to}'>Go</a>", True),  # sent on from there
        ("<a data-agent-id=e1 href='/file/b.txt' onclick='{js}; return false'>Go</a>", False),
        ("<a data-agent-id=e1 href='#' onclick='{js}; return false'>Go</a>", True),
    ],
)
async def test_a_file_tells_what_was_acted_on_and_whether_it_came_from_there(
    browser: Browsing, pages: Site, body: str, is_its: bool
) -> None:
    to = "/redirect/here/file/a.txt"
    await browser.open(pages.put("/own", "<script>location = '/file/c.txt'</script>"))
    await until(lambda: "download_saved" in browser.whats())
    assert not browser.surface.tabs.handed_out.downloads[-1].is_its
    count = len(browser.surface.tabs.handed_out.downloads)
    await browser.open(pages.put("/link", body.format(to=to, js='location = "/file/a.txt"')))
    page = browser.surface.tabs.page
    assert page is not None
    href = await page.get_attribute("a", "href")
    link = replace(element("e1", text="Go"), href=urljoin(page.url, href or ""))
    await browser.surface.hands.act_on(Click(), link)
    await until(lambda: len(browser.surface.tabs.handed_out.downloads) > count)
    handed = browser.surface.tabs.handed_out.downloads[-1]
    assert handed.name[0] == "a"  # once it is saved it has a number, beside an earlier one
    assert (handed.came_of, handed.is_its) == ("e1", is_its)


@pytest.mark.parametrize(
    ("suggested", "name"),
    [
        ("report.pdf", "report.pdf"),
        ("../../.bashrc", "bashrc"),
        ("C:\\Users\\a\\b.txt", "b.txt"),
        ("a\x00b\u202etxt.exe", "abtxt.exe"),
        ("...", "download"),
        ("", "download"),
        ("ü" * 300 + ".txt", "ü" * 58 + ".txt"),
    ],
)
async def test_names_of_files_are_made_harmless(suggested: str, name: str) -> None:
    assert harmless_name(suggested) == name


async def test_a_file_that_is_too_large_is_not_kept(pages: Site, tmp_path: Path) -> None:
    settings = BrowserSettings(
        is_headless=True, downloads_folder=tmp_path / "files", max_download_bytes=11
    )
    async with browsing(settings) as browser:
        await browser.open(pages.at("/file/note.txt"))
        await until(lambda: "download_refused" in browser.whats())
        assert "larger than" in browser.notes[-1].message
        assert browser.surface.tabs.handed_out.downloads[0].state == "refused"
        assert not (tmp_path / "files").exists()


async def test_a_file_that_grows_too_large_is_broken_off_while_it_comes(
    pages: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_browser: None
) -> None:
    settings = BrowserSettings(
        is_headless=True, downloads_folder=tmp_path / "files", max_download_bytes=2_000_000
    )
    # where the browser puts what comes, and a socket, whose path may not be long
    with tempfile.TemporaryDirectory() as short:
        monkeypatch.setenv("TMPDIR", short)
        async with browsing(settings) as browser:
            await break_off(browser, pages, Path(short))
            assert not (tmp_path / "files").exists()


async def break_off(browser: Browsing, pages: Site, parts_in: Path) -> None:
    await browser.open(pages.at("/download/without/end"))
    await until(lambda: "download_refused" in browser.whats())
    assert browser.notes[-1].message.endswith("not saved: It is larger than 2 MB.")
    assert browser.surface.tabs.handed_out.downloads[0].state == "refused"
    await until(pages.is_broken_off.is_set)
    (parts,) = _folders_of_parts(parts_in)
    await until(lambda: not any(parts.iterdir()))


async def test_downloads_and_uploads_are_refused_where_they_are_not_allowed(
    pages: Site, tmp_path: Path
) -> None:
    settings = BrowserSettings(
        is_headless=True, allow_downloads=False, downloads_folder=tmp_path / "never"
    )
    async with browsing(settings) as browser:
        await browser.open(pages.at("/file/note.txt"))
        await until(lambda: "download_refused" in browser.whats())
        assert browser.surface.tabs.handed_out.downloads[0].state == "refused"
        assert not (tmp_path / "never").exists()
        await browser.open(pages.put("/up", "<input type=file data-agent-id=e1 value=Go>"))
        await click(browser)
        await until(lambda: browser.whats().count("upload_refused") == 1)
        for hides in ("hidden", "style='position:absolute;opacity:0;width:1px;height:1px'"):
            field = f"<input type=file id=f {hides} onchange='document.title = 1'>"
            button = "<button data-agent-id=e1 onclick='f.click()'>Go</button>"
            await browser.open(pages.put("/up", field + button))
            browser.notes.clear()
            await click(browser)
            await until(lambda: browser.whats() == ["upload_refused"])
            assert "uploads are not allowed" in browser.notes[0].message
            assert await browser.ask("f.files.length + document.title") == "0A page"


@pytest.mark.parametrize("way", ["link", "redirect", "script", "pop-up", "form"])
async def test_nothing_leads_to_a_blocked_domain(browser: Browsing, pages: Site, way: str) -> None:
    forbidden = pages.at("/secret", host="localhost")
    pages.put("/secret", "forbidden")
    body = {
        "link": f"<a data-agent-id=e1 href='{forbidden}'>Go</a>",
        "redirect": f"<a data-agent-id=e1 href='/redirect/to/{pages.port}/secret'>Go</a>",
        "script": BUTTON.format(f'location = "{forbidden}"'),
        "pop-up": BUTTON.format(f'window.open("{forbidden}")'),
        "form": f"<form action='{forbidden}' method=post><button data-agent-id=e1>Go</button>",
    }[way]
    await browser.open(pages.put("/ways", body))
    pages.hits.clear()
    await click(browser)
    await until(lambda: "address_refused" in browser.whats())
    [refused] = [note for note in browser.notes if note.what == "address_refused"]
    assert "list of blocked domains" in refused.message
    await until(lambda: len(browser.surface.tabs.tabs()) == 1)
    assert browser.surface.tabs.tabs()[0].url == pages.at("/ways")
    assert "/secret" not in pages.hits


async def test_a_blocked_domain_is_not_opened_by_name_but_may_be_part_of_a_page(
    browser: Browsing, pages: Site
) -> None:
    forbidden = pages.at("/", host="localhost")
    with pytest.raises(ActionImpossible, match="blocked domains"):
        await browser.surface.hands.perform(Navigate(forbidden), None)
    assert browser.whats().count("address_refused") == 1
    await browser.open(pages.put("/framed", f"<iframe src='{forbidden}'></iframe>"))
    page = browser.surface.tabs.page
    assert page is not None
    await until_so(lambda: page.frames[1].evaluate("document.body.innerText === 'Hello'"))


@pytest.mark.parametrize(
    ("url", "may"),
    [
        ("https://example.org/a", True),
        ("http://shop.example.org:8080", True),
        ("https://EXAMPLE.org.", True),
        ("https://notexample.org", False),
        ("https://example.org.evil.net", False),
        ("https://example.org@evil.net/", False),
        ("https://evil.net\\.example.org/", False),
        ("https://bad.example.org/", False),
        ("https://a.bad.example.org/", False),
        ("about:blank", True),
        ("about:settings", False),
        ("file:///etc/passwd", False),
        ("view-source:https://example.org", False),
        ("https://[", False),
    ],
)
async def test_a_domain_means_its_subdomains_and_nothing_that_looks_alike(
    url: str, may: bool
) -> None:
    rules = AddressRules(allowed=("example.org",), blocked=("*.bad.example.org",))
    assert (rules.why_not(url) == "") is may


async def test_a_start_page_that_may_not_be_opened_is_said_at_the_start() -> None:
    settings = BrowserSettings(
        is_headless=True, start_url="https://example.org", allowed_domains=("example.net",)
    )
    with pytest.raises(SurfaceUnavailable, match="allowed domains"):
        async with browsing(settings):
            pass


async def test_a_page_that_crashes_is_opened_again_once(browser: Browsing, pages: Site) -> None:
    tabs = browser.surface.tabs
    await browser.open(pages.at("/"))
    tab_id, url = tabs.tab_id, pages.at("/")
    await crash(browser)
    await until(lambda: {"page_crashed", "page_reopened"} <= set(browser.whats()))
    await until_so(lambda: browser.ask("document.body.innerText === 'Hello'"))
    assert (tabs.tab_id, tabs.tabs()[0].url) == (tab_id, url)

    await crash(browser)
    await until(lambda: "crashed twice" in tabs.shown.trouble)
    await browser.open(pages.put("/fine", "fine"))
    assert await browser.ask("document.body.innerText") == "fine"


async def test_an_action_that_meets_a_crashed_page_goes_on_with_the_one_reopened(
    browser: Browsing, pages: Site
) -> None:
    await browser.open(pages.put("/other", "other"))
    await crash(browser)
    await browser.open(pages.at("/"))
    assert await browser.ask("document.body.innerText") == "Hello"


def _folders_of_parts(folder: Path) -> list[Path]:
    return list(folder.glob("playwright-artifacts-*"))


def _files_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def crash(browser: Browsing) -> None:
    page = browser.surface.tabs.page
    assert page is not None
    session = await page.context.new_cdp_session(page)
    with pytest.raises(Error):
        await session.send("Page.crash")


_SENDING = """
const send = (method, path) => fetch(path, {method, body: method == "GET" ? undefined : path});
const live = () => send("POST", "/alive/").finally(() => setTimeout(live, 50)); live();
const act = () => {
  send("GET", "/rows"); send("POST", "/deed"); navigator.sendBeacon("/count", "one");
  const by = new XMLHttpRequest(); by.open("PUT", "/deed"); by.send("xhr");
};
"""


async def test_what_a_script_writes_is_held_while_a_step_is_under_way_and_its_work_goes_on(
    browser: Browsing, pages: Site
) -> None:
    body = f"<script>{_SENDING}</script>{BUTTON.format('act()')}"
    await browser.open(pages.put("/sends", body))
    await until(lambda: any("/alive" in hit for hit in pages.hits))
    pages.hits.clear()
    with browser.surface.guard.holding_back(
        lambda out: f"sends {out.url}" if out.sends else ""
    ) as held:
        await click(browser)
        await until(lambda: len(held) == 2 and any("/rows" in hit for hit in pages.hits))
        await until(lambda: any("/alive" in hit for hit in pages.hits))
    assert all(each.endswith("/deed") for each in held)
    assert not any("/deed" in hit or "/count" in hit for hit in pages.hits)
    with browser.surface.guard.holding_back(lambda out: "") as held:  # a step that was allowed
        await click(browser)
        sent = ("/deed", "/deed", "/count")  # or the last would come late, and hold the page there
        await until(lambda: all(pages.hits.count(to) >= sent.count(to) for to in sent))
    assert not held


async def test_a_form_that_is_sent_into_a_frame_is_held_too(browser: Browsing, pages: Site) -> None:
    form = "<form method=post action=/inside target=inside></form><iframe name=inside></iframe>"
    await browser.open(pages.put("/frames", form + BUTTON.format("document.forms[0].submit()")))
    with browser.surface.guard.holding_back(lambda out: "sends" if out.sends else "") as held:
        await click(browser)
        await until(lambda: held)
    assert "/inside" not in pages.hits
    with browser.surface.guard.holding_back(lambda out: "", goes_on=True):
        assert await browser.surface.guard.let_on()
        await until(lambda: "/inside" in pages.hits)


async def on_a_deed(browser: Browsing, pages: Site) -> None:
    """A page whose request was held back, and which then shows something else."""
    act = 'fetch("/deed", {method: "POST", body: 7}).then(() => document.title = "done"); rest()'
    script = "<script>const rest = () => document.querySelector('button').remove()</script>"
    await browser.open(pages.put("/once", script + BUTTON.format(act)))
    pages.hits.clear()
    with browser.surface.guard.holding_back(lambda out: "sends" if out.sends else "") as held:
        await click(browser)
        await until(lambda: held)
    assert browser.surface.guard.waits and not any("/deed" in hit for hit in pages.hits)


async def test_a_request_that_was_held_goes_after_a_yes_once_and_without_a_second_click(
    browser: Browsing, pages: Site
) -> None:
    await on_a_deed(browser, pages)
    with browser.surface.guard.holding_back(lambda out: "", goes_on=True):
        assert await browser.surface.guard.let_on() and not await browser.surface.guard.let_on()
        await until_so(lambda: browser.ask("document.title == 'done'"))
    assert len([hit for hit in pages.hits if "/deed" in hit]) == 1


async def test_a_request_that_was_held_fails_after_a_no(browser: Browsing, pages: Site) -> None:
    await on_a_deed(browser, pages)
    await browser.ask(
        "Boolean(addEventListener('unhandledrejection', () => document.title = 'no'))"
    )
    browser.surface.guard.forget_held()
    await until_so(lambda: browser.ask("document.title == 'no'"))
    with browser.surface.guard.holding_back(lambda out: "", goes_on=True):
        assert not await browser.surface.guard.let_on()
    assert not any("/deed" in hit for hit in pages.hits)


async def test_a_form_that_was_held_goes_after_a_yes_without_a_second_click(
    browser: Browsing, pages: Site
) -> None:
    pages.put("/next", "Came", title="Next")
    form = "<form id=f method=post action=/next><input name=n value=7></form>"
    await browser.open(pages.put("/form", form + BUTTON.format("f.submit()")))
    pages.bodies.clear()
    with browser.surface.guard.holding_back(lambda out: "sends" if out.sends else "") as held:
        await click(browser)
        await until(lambda: held)
    with browser.surface.guard.holding_back(lambda out: "", goes_on=True):
        assert await browser.surface.guard.let_on()
        await until(lambda: pages.bodies == ["n=7"])
        page = browser.surface.tabs.page
        await until(lambda: page is not None and page.url.endswith("/next"))


@pytest.mark.parametrize("says_yes", [True, False])
async def test_an_address_that_leads_to_one_that_waits_for_a_yes_is_not_given_up_meanwhile(
    browser: Browsing, pages: Site, says_yes: bool
) -> None:
    pages.put("/far", "Far away", title="Far")
    await browser.open(pages.put("/near", "Near"))
    pages.hits.clear()
    guard, opened = browser.surface.guard, Navigate(pages.at("/redirect/here/far"))
    with guard.holding_back(lambda out: "leads on" * (out.url == pages.at("/far"))) as held:
        await browser.surface.hands.perform(opened, None)
    assert held == ["leads on"] and guard.waits and "/far" not in pages.hits
    page = browser.surface.tabs.page
    assert page is not None
    if says_yes:
        with guard.holding_back(lambda out: "", goes_on=True):
            assert await guard.let_on()
            await until(lambda: page.url.endswith("/far"))
        assert pages.hits.count("/far") == 1
    else:
        guard.forget_held()
        await until_so(lambda: browser.ask("document.body.innerText == 'Near'"))
        assert "/far" not in pages.hits


def late_of(browser: Browsing) -> list[str]:
    return [each.why for each in browser.surface.guard._all_waiting if not each.is_asked]


@pytest.fixture
def long_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, what comes after the step counts as set off by it."""
    monkeypatch.setattr(held_back, "_LATE_SECS", 60.0)


@pytest.mark.parametrize("sends", ['fetch("/soon", {method: "POST", body: "n=7"})', "f.submit()"])
async def test_what_a_page_sends_after_the_step_waits_for_a_yes_and_goes_once(
    browser: Browsing, pages: Site, sends: str, long_late: None
) -> None:
    form = "<form id=f method=post action=/lately><input name=n value=7></form>"
    late = f"onlate = () => {{ {sends}; this.remove() }}".replace('"', "&quot;")
    await browser.open(pages.put("/late", form + BUTTON.format(late)))
    pages.bodies.clear()
    with browser.surface.guard.holding_back(lambda out: "sends" if out.sends else "") as held:
        await click(browser)
    await browser.ask("Boolean(onlate())")
    await until(lambda: late_of(browser))
    assert not (held or pages.bodies)
    assert browser.surface.guard.take_late() == ["sends"] and not late_of(browser)
    with browser.surface.guard.holding_back(lambda out: "", goes_on=True):
        assert await browser.surface.guard.let_on() and not browser.surface.guard.waits
        await until(lambda: pages.bodies)
    assert pages.bodies == ["n=7"]
    if "submit" in sends:  # it leads on: what is opened next must not meet it under way
        page = browser.surface.tabs.page
        await until(lambda: page is not None and page.url.endswith("/lately"))


async def test_what_came_late_is_not_let_on_by_a_yes_to_something_else_and_fails_if_dropped(
    browser: Browsing, pages: Site, long_late: None
) -> None:
    await on_a_deed(browser, pages)  # which is held, and asked about
    await browser.ask(
        "Boolean(fetch('/other', {method: 'PUT'}).catch(() => document.title = 'no'))"
    )
    await until(lambda: late_of(browser))
    with browser.surface.guard.holding_back(lambda out: "", goes_on=True):
        assert await browser.surface.guard.let_on()
        await until_so(lambda: browser.ask("document.title == 'done'"))
    assert late_of(browser) and not [hit for hit in pages.hits if "/other" in hit]
    browser.surface.guard.forget_held()
    await until_so(lambda: browser.ask("document.title == 'no'"))
    assert not browser.surface.guard.waits and "address_refused" in browser.whats()


async def test_a_page_does_not_leave_before_what_it_sent_may_go_and_is_answered(
    browser: Browsing, pages: Site
) -> None:
    pages.put("/next", "Came", title="Next")
    act = 'fetch("/slow", {method: "POST", body: "n=7"}); location = "/next"'
    await browser.open(pages.put("/leaves", BUTTON.format(act.replace('"', "&quot;"))))
    pages.hits.clear()
    pages.bodies.clear()
    with browser.surface.guard.holding_back(lambda out: "sends" if out.sends else "") as held:
        await click(browser)
        await until(lambda: held)
        await until(lambda: len(browser.surface.guard._waiting) == 2)
    assert not pages.hits and held == ["sends"]
    with browser.surface.guard.holding_back(lambda out: "", goes_on=True):
        going = asyncio.ensure_future(browser.surface.guard.let_on())
        await until(lambda: "/slow" in pages.hits)
        assert "/next" not in pages.hits
        pages.let_go.set()
        assert await going
        pages.let_go.clear()
        page = browser.surface.tabs.page
        await until(lambda: page is not None and page.url.endswith("/next"))
    assert pages.bodies == ["n=7"]


async def test_what_was_not_allowed_is_not_sent_by_the_pages_own_trying_again(
    browser: Browsing, pages: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held_back, "_LATE_SECS", 0.0)
    tries = 'const go = () => fetch("/deed", {method: "POST", body: "x"}).then(() => done(), again)'
    rest = "const again = () => setTimeout(go, 20, document.title += 1)"
    script = f"<script>{tries}; {rest}; const done = () => document.title = 'gone'</script>"
    await browser.open(pages.put("/again", f"<title>tried </title>{script}{BUTTON.format('go()')}"))
    pages.hits.clear()
    with browser.surface.guard.holding_back(lambda out: "sends" if out.sends else "") as held:
        await click(browser)
        await until(lambda: held)
    browser.surface.guard.forget_held()
    await until_so(lambda: browser.ask("document.title.length > 10"))
    assert not any("/deed" in hit for hit in pages.hits)
    with browser.surface.guard.holding_back(lambda out: ""):  # a step that may
        await until_so(lambda: browser.ask("document.title == 'gone'"))


@pytest.fixture
def echoes() -> Iterator[tuple[str, list[str]]]:
    """A server at the other end of web sockets, and what it was told."""
    told: list[str] = []

    def answer(line: ServerConnection) -> None:
        for message in line:
            told.append(str(message))
            line.send(message)

    with serve(answer, "127.0.0.1", 0) as server:
        served = threading.Thread(target=server.serve_forever)
        served.start()
        yield f"ws://127.0.0.1:{server.socket.getsockname()[1]}/", told
        server.shutdown()
        served.join()


_LINE = """
const open = () => {{
  line = new WebSocket("{}");
  line.onclose = (event) => {{ document.title = "closed " + event.code; open(); }};
}};
open();
setInterval(() => line.readyState == 1 && line.send('{{"kind":"alive"}}'), 50);
"""


DEED = '{"deed":7}'


async def on_a_line(browser: Browsing, pages: Site, echoes: tuple[str, list[str]]) -> list[str]:
    """What a server was told by a page that lives by its socket, upon which something was clicked
    that was held back."""
    address, told = echoes
    alive = '{"kind":"alive"}'  # what the page says all the time is a piece of it, right behind it
    sends = f"line.send(JSON.stringify({{deed: 7}})); line.send(`{alive}`); line.send(`then`)"
    button = BUTTON.format(sends.replace('"', "&quot;"))
    await browser.open(pages.put("/line", f"<script>{_LINE.format(address)}</script>{button}"))
    await until(lambda: any("alive" in each for each in told))
    with browser.surface.guard.holding_back(
        lambda out: out.body if "deed" in out.body else ""
    ) as held:
        await click(browser)
        await until(lambda: len(held) == 1)
    assert held == [DEED] and set(told) == {'{"kind":"alive"}'}
    assert await browser.ask("document.title") != "closed 4000"
    return told


async def test_what_a_page_writes_into_a_web_socket_waits_and_goes_on_in_its_order_after_a_yes(
    browser: Browsing, pages: Site, echoes: tuple[str, list[str]]
) -> None:
    told = await on_a_line(browser, pages, echoes)
    await browser.ask("Boolean(window.other = new WebSocket(line.url))")  # as another tab's would
    await until_so(lambda: browser.ask("other.readyState == 1"))
    with browser.surface.guard.holding_back(lambda out: "", goes_on=True) as held:
        assert await browser.surface.guard.let_on() and not await browser.surface.guard.let_on()
        await until(lambda: "then" in told)
    at = told.index(DEED)
    assert not held and told[at : at + 3] == [DEED, '{"kind":"alive"}', "then"]


async def test_what_waits_in_a_web_socket_never_goes_where_something_else_is_done(
    browser: Browsing, pages: Site, echoes: tuple[str, list[str]]
) -> None:
    told = await on_a_line(browser, pages, echoes)
    with browser.surface.guard.holding_back(lambda out: ""):
        assert not await browser.surface.guard.let_on()
        await until_so(lambda: browser.ask("document.title == 'closed 4000'"))
    told.clear()
    await until(lambda: any("alive" in each for each in told))  # it has connected anew
    assert set(told) == {'{"kind":"alive"}'}


async def test_web_sockets_are_looked_at_also_once_all_was_set_back(
    browser: Browsing, pages: Site, echoes: tuple[str, list[str]]
) -> None:
    await browser.surface.mark_start()
    await browser.surface.reset()
    await on_a_line(browser, pages, echoes)


ASKS = """
new Image().src = "/told/picture";
const script = document.createElement("script"), style = document.createElement("link");
script.src = "/told/script"; style.rel = "stylesheet"; style.href = "/told/style";
document.head.append(script, style);
new FontFace("f", "url(/told/font)").load();
const ahead = document.createElement("link"), film = document.createElement("video");
ahead.rel = "preload"; ahead.as = "fetch"; ahead.href = "/told/ahead";
document.head.append(ahead);
film.innerHTML = "<track default src=/told/titles>"; film.src = "/told/film";
film.textTracks[0].mode = "showing";
document.body.append(film);
new EventSource("/told/news");
"""


async def test_what_is_asked_for_by_an_address_that_tells_something_is_held(
    browser: Browsing, pages: Site
) -> None:
    await browser.open(pages.put("/pixel", BUTTON.format(ASKS)))
    pages.hits.clear()
    with browser.surface.guard.holding_back(
        lambda out: out.url if "told" in out.url else ""
    ) as held:
        await click(browser)
        await until(lambda: len(held) == 8)
    kinds = {each.rpartition("/")[2] for each in held}
    assert kinds == {"picture", "script", "style", "font", "ahead", "titles", "film", "news"}
    assert not any("told" in each for each in pages.hits)


WORKERS = {"worker": "{}", "shared": "onconnect = () => {}", "service": "onmessage = () => {}"}


async def test_what_any_kind_of_worker_sends_is_held(browser: Browsing, pages: Site) -> None:
    for kind, script in WORKERS.items():
        sends = f"fetch('/told/{kind}', {{method: 'POST', body: '7'}})"
        pages.pages[f"/{kind}.js"] = script.format(sends)
    act = (
        "new Worker(`/worker.js`); new SharedWorker(`/shared.js`);"
        " navigator.serviceWorker.ready.then((it) => it.active.postMessage(0))"
    )
    await browser.open(pages.put("/works", BUTTON.format(act)))
    await browser.ask(
        "navigator.serviceWorker.register('/service.js')"
        ".then(() => navigator.serviceWorker.ready).then(Boolean)"
    )
    pages.bodies.clear()
    with browser.surface.guard.holding_back(lambda out: out.url if out.sends else "") as held:
        await click(browser)
        await until(lambda: len(held) == len(WORKERS))
    assert {each.rpartition("/")[2] for each in held} == set(WORKERS)
    assert not pages.bodies


async def test_nobody_holds_what_a_worker_writes_into_a_web_socket_of_its_own(
    browser: Browsing, pages: Site, echoes: tuple[str, list[str]]
) -> None:
    """Neither the browser's protocol nor Playwright tells of it before it goes."""
    address, told = echoes
    pages.pages["/lines.js"] = f"s = new WebSocket('{address}'); s.onopen = () => s.send('deed')"
    await browser.open(pages.put("/works", BUTTON.format("new Worker(`/lines.js`)")))
    with browser.surface.guard.holding_back(lambda out: "held" if out.sends else "") as held:
        await click(browser)
        await until(lambda: told == ["deed"])
    assert not held


@pytest.mark.parametrize("how", ["prefetch", "prerender"])
async def test_a_page_that_was_to_be_asked_for_beforehand_is_held_when_it_is_opened(
    browser: Browsing, pages: Site, how: str
) -> None:
    address = pages.put(f"/ahead/{how}", "Came")
    rules = f'{{"{how}": [{{"source": "list", "urls": ["{address}"]}}]}}'
    link = f"<a data-agent-id=e1 href={address}>Go</a>"
    pages.hits.clear()
    await browser.open(pages.put("/rules", f"<script type=speculationrules>{rules}</script>{link}"))
    with browser.surface.guard.holding_back(
        lambda out: out.url if "ahead" in out.url else ""
    ) as held:
        await click(browser)
        await until(lambda: held)
    assert held == [address] and not any("ahead" in each for each in pages.hits)
    browser.surface.guard.forget_held()


async def test_a_page_has_no_line_out_into_which_nobody_can_look(
    browser: Browsing, pages: Site
) -> None:
    await browser.open(pages.put("/lines", "<iframe></iframe>"))
    named = ("WebTransport", "WebSocketStream", "fetchLater")
    for where in ("window", "frames[0]"):
        assert await browser.ask(" || ".join(f"{each!r} in {where}" for each in named)) is False
