"""What the hands do on a page, seen by what the page tells afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Literal

import pytest
import pytest_asyncio
from playwright.async_api import Error

from engine.domain.actions import (
    Action,
    Click,
    CloseTab,
    Drag,
    FocusWindow,
    GoBack,
    GoForward,
    Half,
    Launch,
    PressKeys,
    Scroll,
    ScrollTo,
    Search,
    SwitchTab,
    TakeScreenshot,
    TypeText,
    Wait,
)
from engine.domain.errors import (
    ActionImpossible,
    MayHaveLanded,
    SecretMissing,
    TakenOver,
    TargetLost,
)
from engine.domain.leases import DirectInput
from engine.domain.spaces import Point
from engine.domain.surface_ports import Touch
from engine.surfaces.browser import navigation
from engine.surfaces.browser.page_input import PageInput
from engine.surfaces.browser.settings import BrowserSettings
from engine.surfaces.browser.tab import OpenTab
from tests.support.browser_site import Site, site
from tests.support.browsing import Browsing, browsing, element
from tests.support.shared_browser import IN_ONE_BROWSER
from tests.support.waiting import until, until_so

pytestmark = [*IN_ONE_BROWSER]

TOLD = "<p id=told></p><script>function tell(words) { told.textContent += words + ';' }</script>"
SECRET = "hunter2-öffne"


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def browser(pages: Site) -> AsyncIterator[Browsing]:
    settings = BrowserSettings(
        is_headless=True, width=800, height=600, search_address=pages.at("/found?q={words}")
    )
    async with browsing(settings, secrets={"shop": SECRET}) as started:
        yield started


async def show(browser: Browsing, pages: Site, body: str) -> None:
    await browser.open(pages.put("/now", TOLD + body))
    await until_so(lambda: browser.ask("document.readyState === 'complete'"))


async def told(browser: Browsing) -> object:
    return await browser.ask("told.textContent")


TOUCHES: tuple[Touch, ...] = ("pointer", "script", "text")


@pytest.mark.parametrize("how", TOUCHES)
async def test_a_button_is_clicked_each_way(browser: Browsing, pages: Site, how: Touch) -> None:
    body = "<div style='height:2000px'></div>" if how != "text" else ""
    await show(
        browser, pages,
        f"{body}<button data-agent-id=e1 onclick='tell(event.isTrusted)'><b>Buy</b> now</button>",
    )  # fmt: skip
    await browser.surface.hands.act_on(Click(), element("e1", text="Buy now"), how)
    assert await told(browser) == ("false;" if how == "script" else "true;")


@pytest.mark.parametrize("how", TOUCHES)
async def test_no_way_makes_another_click_of_two_or_of_the_right_button(
    browser: Browsing, pages: Site, how: Touch
) -> None:
    body = "<div style='height:2000px'></div>" if how != "text" else ""
    listens = "ondblclick='tell(2)' oncontextmenu='tell(3)'"
    await show(browser, pages, f"{body}<button data-agent-id=e1 {listens}>Heron</button>")
    for click in (Click(count=2), Click("right")):
        await browser.surface.hands.act_on(click, element("e1", text="Heron"), how)
    assert await told(browser) == "2;3;"


async def test_what_lies_over_it_is_named(browser: Browsing, pages: Site) -> None:
    await show(
        browser, pages,
        "<button data-agent-id=e1 onclick='tell(1)'>Buy</button>"
        "<div style='position:fixed;inset:0;background:#eee'><p>We use cookies</p></div>",
    )  # fmt: skip
    with pytest.raises(TargetLost, match=r"We use cookies.* lies over it"):
        await browser.surface.hands.act_on(Click(), element("e1", text="Buy"))
    assert await told(browser) == ""


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("<p>nothing</p>", "no longer on the page"),
        ("<button data-agent-id=e1 disabled>Buy</button>", "disabled"),
        ("<button data-agent-id=e1 style='display:none'>Buy</button>", "not in sight"),
        (
            "<style>@keyframes go {to {transform:translateX(300px)}}</style>"
            "<button data-agent-id=e1 style='animation:go 1s linear infinite alternate'>B</button>",
            "keeps moving",
        ),
        (  # as where the machine is busy: its frames come late, and it moves with each
            "<button id=b data-agent-id=e1 style=position:relative>B</button><script>let n = 0;"
            "requestAnimationFrame = (f) =>"
            " setTimeout(() => { b.style.left = `${20 * ++n % 99}px`; f(0) }, 300)</script>",
            "keeps moving",
        ),
        ("<i data-agent-id=e1>a</i><i data-agent-id=e1>b</i>", "2 times"),
    ],
)
async def test_a_target_that_is_lost_is_said_so(
    browser: Browsing, pages: Site, body: str, words: str
) -> None:
    await show(browser, pages, body)
    with pytest.raises(TargetLost, match=words):
        await browser.surface.hands.act_on(Click(), element("e1", text="Buy"))


async def test_a_target_that_went_between_plan_and_click_is_lost(
    browser: Browsing, pages: Site
) -> None:
    await show(browser, pages, "<button data-agent-id=e1>Buy</button>")
    await browser.ask("document.querySelector('button').remove()")
    for how in TOUCHES:
        with pytest.raises(TargetLost):
            await browser.surface.hands.act_on(Click(), element("e1", text="Buy"), how)


@pytest.mark.parametrize("frame_url", ["", "about:srcdoc", "elsewhere"])
async def test_an_id_that_was_copied_into_a_frame_is_not_guessed_at(
    browser: Browsing, pages: Site, frame_url: str
) -> None:
    copied = "<button data-agent-id=e1 onclick='parent.tell(2)'>Buy</button>"
    await show(
        browser, pages,
        f"<button data-agent-id=e1 onclick='tell(1)'>Buy</button><iframe srcdoc=\"{copied}\">",
    )  # fmt: skip
    meant = replace(element("e1", text="Buy"), frame_url=frame_url)
    for how in TOUCHES:
        with pytest.raises(TargetLost, match="2 t"):
            await browser.surface.hands.act_on(Click(), meant, how)
    assert await told(browser) == ""


async def test_two_of_a_name_are_not_guessed_between(browser: Browsing, pages: Site) -> None:
    await show(browser, pages, "<button onclick='tell(1)'>Buy</button><button>Buy</button>")
    with pytest.raises(TargetLost, match="2 things in sight"):
        await browser.surface.hands.act_on(Click(), element("e1", text="Buy"), "text")
    assert await told(browser) == ""


async def test_an_id_that_was_copied_meanwhile_is_not_guessed_about(
    browser: Browsing, pages: Site
) -> None:
    copied = "<button data-agent-id=e1 onclick='tell(1)'>Buy</button>"
    await show(browser, pages, copied + copied)
    with pytest.raises(TargetLost, match="2 times"):
        await browser.surface.hands.act_on(Click(), element("e1", text="Buy"))
    assert await told(browser) == ""


async def test_elements_in_frames_and_shadow_roots_are_clicked(
    browser: Browsing, pages: Site
) -> None:
    inner = pages.put(
        "/frame",
        "<div style='height:900px'></div>"
        "<button data-agent-id=e2 onclick='parent.tell(\"frame\")'>In</button>",
    )
    await show(
        browser, pages,
        f"<iframe src='{inner}' style='margin:40px;padding:7px;border:9px solid'></iframe>"
        "<div id=host><span>slotted</span></div><script>"
        "host.attachShadow({mode: 'open'}).innerHTML ="
        " '<button data-agent-id=e3 onclick=\"tell(1)\"><slot></slot></button>'</script>",
    )  # fmt: skip
    await browser.surface.hands.act_on(Click(), element("e2"))
    await browser.surface.hands.act_on(Click(), element("e3"))
    assert await told(browser) == "frame;1;"


async def test_what_covers_a_frame_covers_what_is_in_it(browser: Browsing, pages: Site) -> None:
    inner = pages.put("/frame", "<button data-agent-id=e2>In</button>")
    await show(
        browser, pages,
        f"<iframe src='{inner}'></iframe>"
        "<div style='position:fixed;inset:0;background:#eee'>Newsletter</div>",
    )  # fmt: skip
    with pytest.raises(TargetLost, match="Newsletter"):
        await browser.surface.hands.act_on(Click(), element("e2"))


async def test_a_page_that_lies_about_a_place_is_not_clicked_there(
    browser: Browsing, pages: Site
) -> None:
    lie = (
        "<button data-agent-id=e1 id=a onclick='tell(\"harmless\")'>Look</button><br><br><br>"
        "<button id=b onclick='tell(\"bought\")'>Buy</button><script>"
        "for (const name of ['getClientRects', 'getBoundingClientRect'])"
        " a[name] = () => b[name]();"
        "document.elementFromPoint = () => a;</script>"
    )
    await show(browser, pages, lie)
    with pytest.raises(TargetLost, match="does not stand where its page says"):
        await browser.surface.hands.act_on(Click(), element("e1", text="Look"))
    assert await told(browser) == ""


async def test_clicks_carry_button_count_and_modifiers(browser: Browsing, pages: Site) -> None:
    await show(
        browser, pages,
        "<button data-agent-id=e1 ondblclick='tell(\"double\")' oncontextmenu='tell(\"right\")'"
        " onclick='if (event.shiftKey) tell(\"shift\")'>B</button>",
    )  # fmt: skip
    hands = browser.surface.hands
    await hands.act_on(Click(count=2), element("e1"))
    await hands.act_on(Click(button="right"), element("e1"))
    await hands.act_on(Click(modifiers=("shift",)), element("e1"))
    assert await told(browser) == "double;right;shift;"
    with pytest.raises(ActionImpossible, match="held while clicking"):
        await hands.act_on(Click(modifiers=("a",)), element("e1"))


FIELDS = {
    "input": "<input data-agent-id=e1 id=f value='old,'>",
    "area": "<textarea data-agent-id=e1 id=f>old,</textarea>",
    "editable": "<div data-agent-id=e1 id=f contenteditable>old,</div>",
}
VALUE = "f.value ?? f.innerText"


@pytest.mark.parametrize("kind", FIELDS)
@pytest.mark.parametrize("how", ["pointer", "script"])
async def test_text_is_added_or_replaces(
    browser: Browsing, pages: Site, kind: str, how: Touch
) -> None:
    await show(browser, pages, FIELDS[kind] + "<script>f.onkeydown = () => tell('k')</script>")
    hands = browser.surface.hands
    await hands.act_on(TypeText("Zoë 你好 🙂"), element("e1"), how)
    assert await browser.ask(VALUE) == "old,Zoë 你好 🙂"
    assert "k;k;" in str(await told(browser))
    await hands.act_on(TypeText("new", replace=True), element("e1"), how)
    assert await browser.ask(VALUE) == "new"
    await hands.act_on(TypeText("", replace=True), element("e1"), how)
    assert str(await browser.ask(VALUE)).strip() == ""


async def test_a_line_feed_presses_enter(browser: Browsing, pages: Site) -> None:
    await show(
        browser, pages,
        "<form onsubmit='tell(\"sent \" + f.value); return false'>"
        "<input data-agent-id=e1 id=f></form><textarea data-agent-id=e2 id=area></textarea>",
    )  # fmt: skip
    await browser.surface.hands.act_on(TypeText("Ada\n"), element("e1"))
    assert await told(browser) == "sent Ada;"
    long = "word " * 80
    await browser.surface.hands.act_on(TypeText(f"{long}\n{long}"), element("e2"))
    assert await browser.ask("area.value") == f"{long}\n{long}"


async def test_a_choice_is_made_by_its_label(browser: Browsing, pages: Site) -> None:
    await show(
        browser, pages,
        "<select data-agent-id=e1 id=f onchange='tell(f.value)'><option value=a>Red  wine"
        "<option value=b>White<option value=c disabled>None</select>"
        "<select data-agent-id=e2 id=g multiple><option>One<option>Two<option>Three</select>",
    )  # fmt: skip
    hands = browser.surface.hands
    await hands.act_on(TypeText("White"), element("e1"))
    await hands.act_on(TypeText("red wine"), element("e1"))
    assert await told(browser) == "b;a;"
    with pytest.raises(ActionImpossible, match=r"no choice “Green”.*“Red wine”, “White”"):
        await hands.act_on(TypeText("Green"), element("e1"))
    with pytest.raises(ActionImpossible, match="disabled"):
        await hands.act_on(TypeText("None"), element("e1"))
    await hands.act_on(TypeText("Two"), element("e2"))
    await hands.act_on(TypeText("Three"), element("e2"))
    assert await browser.ask("[...g.selectedOptions].map(o => o.value).join()") == "Two,Three"
    await hands.act_on(TypeText("One", replace=True), element("e2"))
    assert await browser.ask("[...g.selectedOptions].map(o => o.value).join()") == "One"


async def test_what_is_no_field_takes_no_text(browser: Browsing, pages: Site) -> None:
    await show(
        browser, pages,
        "<button data-agent-id=e1 onclick='tell(1)'>B</button><input data-agent-id=e2 readonly>"
        "<input type=date data-agent-id=e3 id=day><input type=file data-agent-id=e4>",
    )  # fmt: skip
    hands = browser.surface.hands
    for agent_id, words in (
        ("e1", "no field"), ("e2", "only be read"), ("e3", "does not take"), ("e4", "uploads"),
    ):  # fmt: skip
        with pytest.raises(ActionImpossible, match=words):
            await hands.act_on(TypeText("some words"), element(agent_id, tag="input"))
    assert await told(browser) == ""
    await hands.act_on(TypeText("2026-02-03"), element("e3"))
    assert await browser.ask("day.value") == "2026-02-03"


async def test_a_search_field_is_emptied_filled_and_sent(browser: Browsing, pages: Site) -> None:
    pages.put("/found", "<h1>Found</h1>", title="Found")
    await show(
        browser, pages, "<form action=/found><input name=q data-agent-id=e1 value=old></form>"
    )
    await browser.surface.hands.act_on(Search("blue tea"), element("e1", tag="input"))
    await until(lambda: browser.surface.tabs.tabs()[-1].url == pages.at("/found?q=blue+tea"))


async def test_without_a_field_the_search_engine_is_asked(browser: Browsing, pages: Site) -> None:
    pages.put("/found", "<h1>Found</h1>", title="Found")
    await browser.surface.hands.perform(Search("ß & tea"), None)
    assert pages.hits[-1] == "/found?q=%C3%9F+%26+tea"


async def test_secrets_are_filled_in_at_the_last_moment_and_told_nowhere(
    browser: Browsing,
    pages: Site,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level("DEBUG")
    await show(
        browser, pages,
        "<form onsubmit='tell(\"sent\"); return false'><input type=password data-agent-id=e1 id=f>"
        "</form><input data-agent-id=e2 readonly><input type=number data-agent-id=e3>",
    )  # fmt: skip
    hands = browser.surface.hands
    await hands.act_on(TypeText("{{secret:shop}}\n", replace=True), element("e1"))
    assert await browser.ask("f.value") == SECRET
    assert await told(browser) == "sent;"
    complaints = []
    for agent_id in ("e2", "e3"):
        with pytest.raises(ActionImpossible) as refused:
            await hands.act_on(TypeText("{{secret:shop}}"), element(agent_id))
        complaints.append(str(refused.value))
    with pytest.raises(SecretMissing):
        await hands.act_on(TypeText("{{secret:none}}"), element("e1"))
    out, err = capfd.readouterr()
    assert SECRET not in " ".join([*complaints, caplog.text, out, err])


async def test_a_page_that_moves_the_keyboard_gets_no_secret(
    browser: Browsing, pages: Site
) -> None:
    await show(
        browser, pages,
        "<input type=password data-agent-id=e1 id=f><input id=other>"
        "<script>f.oninput = f.onkeydown = () => other.focus()</script>",
    )  # fmt: skip
    await browser.surface.hands.act_on(TypeText("{{secret:shop}}"), element("e1"))
    assert await browser.ask("f.value") == SECRET
    assert await browser.ask("other.value") == ""


@pytest.mark.parametrize(
    "body", ["<select data-agent-id=e1><option>1", "<label data-agent-id=e1>Pin<input>"]
)
async def test_a_secret_goes_into_no_other_thing_and_into_no_complaint(
    browser: Browsing, pages: Site, body: str
) -> None:
    await show(browser, pages, body)
    with pytest.raises(ActionImpossible) as refused:
        await browser.surface.hands.act_on(TypeText("{{secret:shop}}"), element("e1", tag="select"))
    assert SECRET not in f"{refused.value}{refused.value.remedy}"
    assert SECRET not in str(await browser.ask("document.body.innerText"))


@pytest.mark.parametrize("how", TOUCHES)
async def test_another_sites_frame_is_never_meant(
    browser: Browsing, pages: Site, how: Touch
) -> None:
    pages.put("/ad", "<input data-agent-id=e1 aria-label=Name autofocus>")
    await show(browser, pages, f"<iframe src='{pages.at('/ad', host='localhost')}'></iframe>")
    page = browser.surface.tabs.page
    assert page is not None
    frame = page.frames[1]
    await frame.wait_for_selector("input")
    name = element("e1", tag="input", text="Name", role="textbox")
    with pytest.raises(TargetLost):
        await browser.surface.hands.act_on(TypeText("{{secret:shop}}", replace=True), name, how)
    assert await frame.input_value("input") == ""


async def test_points_keys_wheel_and_drags(browser: Browsing, pages: Site) -> None:
    await show(
        browser, pages,
        "<style>body {margin: 0}</style><input id=f style='position:fixed;left:100px;top:100px'>"
        "<div id=pad style='position:fixed;left:300px;top:300px;width:200px;height:200px'"
        " onmousedown='tell(\"down\")'"
        " onmouseup='tell(event.clientX + \",\" + event.clientY)'></div>"
        "<div style='height:5000px'></div>",
    )  # fmt: skip
    hands = browser.surface.hands
    await hands.perform(Click(), Point(110, 110))
    await hands.perform(TypeText("abc"), None)
    await hands.perform(PressKeys(("shift", "Home")), None)
    await hands.perform(PressKeys(("backspace",)), None)
    await hands.perform(TypeText("xyz"), Point(110, 110))
    assert await browser.ask("f.value") == "xyz"
    await hands.perform(Drag(), None, [[Point(320, 320), Point(380, 360)]])
    assert await told(browser) == "down;380,360;"
    await hands.perform(Scroll(down=3), None)
    await until_so(lambda: browser.ask("scrollY === 300"))
    await hands.perform(ScrollTo(0, 1234), None)
    assert await browser.ask("scrollY") == 1234
    with pytest.raises(ActionImpossible, match="no key called “blorb”"):
        await hands.perform(PressKeys(("blorb",)), None)
    with pytest.raises(ActionImpossible, match="needs a place"):
        await hands.perform(Click(), None)


async def test_keys_that_are_held_are_let_go_of_and_named(
    browser: Browsing, pages: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    await show(
        browser, pages,
        "<script>let down = new Set(); onkeydown = (e) => down.add(e.key);"
        "onkeyup = (e) => down.delete(e.key)</script>",
    )  # fmt: skip
    page = browser.surface.tabs.page
    assert page is not None
    press, at_enter = page.keyboard.down, asyncio.Event()

    async def press_all_but_enter(key: str) -> None:
        if key == "Enter":
            at_enter.set()
            await asyncio.Event().wait()
        await press(key)

    monkeypatch.setattr(page.keyboard, "down", press_all_but_enter)
    hands = PageInput(page, browser.surface.lease.between_pieces)
    holding = asyncio.ensure_future(hands.chord(("Control", "Shift", "Enter")))
    await at_enter.wait()
    holding.cancel()
    assert hands.held == ("key Control", "key Shift", "key Enter")
    assert await browser.ask("[...down].join() === 'Control,Shift'")
    await hands.release()
    assert hands.held == ()
    await until_so(lambda: browser.ask("[...down].join() === ''"))


async def test_handing_back_lets_go_of_every_button_and_lets_a_page_come(
    browser: Browsing, pages: Site
) -> None:
    await show(
        browser, pages,
        "<style>body { margin: 0 } a { display: block; height: 300px }</style>"
        "<script>let down = 0; onmousemove = (e) => down = e.buttons;"
        "oncontextmenu = (e) => e.preventDefault()</script><a href='/slow'>Go</a>",
    )  # fmt: skip
    hands, at = browser.surface.hands, Point(100, 400)

    async def do(button: Literal["left", "right"], half: Half, at: Point = at) -> None:
        await hands.direct(DirectInput(at, Click(button=button, half=half)))

    await do("left", "down")
    await do("right", "down")
    await do("left", "up")
    await hands.let_go()
    await hands.direct(DirectInput(Point(90, 390)))
    await until_so(lambda: browser.ask("down === 0"))
    await do("left", "down", Point(100, 100))
    await do("left", "up", Point(100, 100))
    await until(lambda: "/slow" in pages.hits)
    await hands.let_go()
    pages.let_go.set()
    page = browser.surface.tabs.page
    assert page is not None
    await until(lambda: page.url.endswith("/slow"))


async def test_on_a_page_that_is_left_nothing_stays_pressed(browser: Browsing, pages: Site) -> None:
    other = pages.put("/other", "Other", title="Other")
    await show(
        browser, pages,
        f"<script>let down = 0; onmousemove = (e) => down = e.buttons;"
        f"onmousedown = () => open('{other}')</script>",
    )  # fmt: skip
    tabs, hands, at = browser.surface.tabs, browser.surface.hands, Point(100, 400)
    first = tabs.tab_id
    await hands.direct(DirectInput(at, Click(half="down")))
    await until(lambda: tabs.tab_id != first)
    await hands.direct(DirectInput(at, Click(half="up")))
    await tabs.close_tab(tabs.tab_id)
    await until(lambda: tabs.tab_id == first)
    await hands.direct(DirectInput(Point(90, 390)))
    await until_so(lambda: browser.ask("down === 0"))


async def test_what_is_no_business_of_a_browser(browser: Browsing) -> None:
    hands = browser.surface.hands
    await hands.perform(Wait(), None)
    await hands.perform(TakeScreenshot(), None)
    for action in (Launch("Mousepad"), FocusWindow("Mousepad")):
        with pytest.raises(ActionImpossible):
            await hands.perform(action, None)


async def test_a_link_to_a_new_tab_is_shown_and_closing_it_leads_back(
    browser: Browsing, pages: Site
) -> None:
    other = pages.put("/other", "<h1>Other</h1>", title="Other")
    await show(browser, pages, f"<a data-agent-id=e1 href='{other}' target=_blank>Go</a>")
    tabs = browser.surface.tabs
    first = tabs.tab_id
    shown: list[str] = []
    tabs.on_shown(lambda: shown.append(tabs.tab_id))
    await browser.surface.hands.act_on(Click(), element("e1", tag="a", text="Go"))
    await until(lambda: tabs.tab_id != first)
    second = tabs.tab_id
    await until(lambda: {each.title for each in tabs.tabs() if each.is_active} == {"Other"})

    await browser.surface.hands.perform(SwitchTab(first), None)
    assert await browser.ask("location.pathname") == "/now"
    await browser.surface.hands.perform(SwitchTab(second), None)
    await browser.surface.hands.perform(CloseTab(second), None)
    assert tabs.tab_id == first
    assert shown == [second, first, second, first]
    with pytest.raises(ActionImpossible, match="no tab"):
        await browser.surface.hands.perform(SwitchTab(second), None)
    with pytest.raises(ActionImpossible, match="only tab"):
        await browser.surface.hands.perform(CloseTab(first), None)


async def test_a_middle_click_opens_in_the_background(browser: Browsing, pages: Site) -> None:
    other = pages.put("/other", "<h1>Other</h1>", title="Other")
    await show(browser, pages, f"<a data-agent-id=e1 href='{other}'>Go</a>")
    tabs = browser.surface.tabs
    first = tabs.tab_id
    await browser.surface.hands.act_on(Click(button="middle"), element("e1", tag="a"))
    await until(lambda: len(tabs.tabs()) == 2)
    assert tabs.tab_id == first
    await browser.surface.hands.perform(CloseTab(tabs.tabs()[-1].tab_id), None)


async def test_a_page_that_closes_itself_under_a_click_is_no_failure(
    browser: Browsing, pages: Site
) -> None:
    other = pages.put("/other", "<button data-agent-id=e9 onclick='window.close()'>Close</button>")
    await show(browser, pages, f"<a data-agent-id=e1 href='{other}' target=_blank>Go</a>")
    tabs = browser.surface.tabs
    first = tabs.tab_id
    await browser.surface.hands.act_on(Click(), element("e1", tag="a"))
    await until(lambda: tabs.tab_id != first)
    await until_so(lambda: browser.ask("document.querySelector('button') !== null"))
    await browser.surface.hands.act_on(Click(), element("e9"))
    await until(lambda: tabs.tab_id == first)


async def test_what_was_pressed_before_the_browser_dropped_it_is_not_lost(
    browser: Browsing, pages: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dropped(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    await show(browser, pages, "<button data-agent-id=e1 onmousedown='tell(\"down\")'>Buy</button>")
    page = browser.surface.tabs.page
    assert page is not None
    with monkeypatch.context() as broken:
        broken.setattr(page.mouse, "up", dropped)
        with pytest.raises(MayHaveLanded):
            await browser.surface.hands.act_on(Click(), element("e1"))
    await page.mouse.up()
    assert await told(browser) == "down;"
    with monkeypatch.context() as broken:
        broken.setattr(page.mouse, "move", dropped)
        with pytest.raises(TargetLost):
            await browser.surface.hands.act_on(Click(), element("e1"))
    assert await told(browser) == "down;"


@pytest.mark.parametrize("action", [GoBack(), GoForward()])
async def test_going_back_in_a_tab_that_is_closed_does_not_move_another(
    browser: Browsing, pages: Site, monkeypatch: pytest.MonkeyPatch, action: Action
) -> None:
    asked: list[str] = []

    async def closed(tab: OpenTab, _by: int, _notes: object, _dialogs: object) -> None:
        asked.append(tab.tab_id)
        raise Error("Target page, context or browser has been closed")

    await show(browser, pages, "Here")
    monkeypatch.setattr(navigation, "go_in_history", closed)
    with pytest.raises(ActionImpossible, match="closed meanwhile"):
        await browser.surface.hands.perform(action, None)
    assert len(asked) == 1


async def test_who_has_taken_over_drives_the_page_and_the_agent_is_refused(
    browser: Browsing, pages: Site
) -> None:
    await show(
        browser, pages,
        "<input id=name style='position:fixed;left:0;top:0;width:200px;height:40px'"
        " ondblclick='tell(2)'>",
    )  # fmt: skip
    hands, lease = browser.surface.hands, browser.surface.lease
    there, down = Point(20, 20), Click(half="down")
    lease.take_over()
    try:
        for press in (down, Click(half="up"), replace(down, count=2), Click(count=2, half="up")):
            await hands.direct(DirectInput(there, press))
        await hands.direct(DirectInput(None, TypeText("né好")))
        await hands.direct(DirectInput(None, PressKeys(("backspace",))))
        with pytest.raises(TakenOver):
            await hands.perform(TypeText("never"), None)
        assert await browser.ask("[document.querySelector('#name').value, told.textContent]") == [
            "né",
            "2;",
        ]
        await hands.direct(DirectInput(there, down))
        assert (await hands.stop())[0] == ("left button",)
    finally:
        lease.hand_back()
        await browser.surface.renew_hands()
