"""Acting and going back in a real browser on real pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Page

from engine.acting.web import page_settling
from engine.domain.actions import (
    Click,
    CloseTab,
    GoBack,
    Navigate,
    PressKeys,
    Scroll,
    ScrollTo,
    Search,
    SwitchTab,
    TypeText,
)
from engine.domain.errors import TargetLost
from engine.domain.risks import Degree, Returned
from engine.domain.verdicts import Verdict
from engine.states.web.changes import is_brought
from engine.surfaces.browser import followed_page, unasked
from tests.engine.acting.web.real import Web, real_web, step_for
from tests.support.browser_site import Site, site
from tests.support.lanes import varies
from tests.support.shared_browser import IN_A_LIGHT_BROWSER
from tests.support.waiting import until, until_so

pytestmark = [*IN_A_LIGHT_BROWSER]

FORM = """<form name=f onsubmit="return false"><label>Name <input name=n value=Bob></label>
<label><input type=checkbox name=news> News</label>
<label>Size <select name=s><option>S<option selected>M<option>L</select></label>
<label><input type=radio name=c value=r checked> Red</label>
<label><input type=radio name=c value=b> Blue</label>
<label>Password <input type=password name=p></label></form>"""
TALL = "<div style='height:1500px'>tall</div>"
F8 = PressKeys(("f8",))


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def browser(pages: Site) -> AsyncIterator[Web]:
    async with real_web(pages, (480, 360)) as started:
        yield started


@pytest.fixture
def web(browser: Web) -> Web:
    return browser


# performing


async def test_a_link_is_followed_and_its_address_told(web: Web) -> None:
    web.site.put("/there", "<h1>There</h1>")
    await web.show("<a href=/there>Go there</a>")
    done, _ = await web.act(Click(), "Go there")
    assert done.judged.verdict is Verdict.SEEN
    assert f"The address changed to {web.site.at('/there')}" in done.judged.words
    assert done.situation.page is not None
    assert done.situation.page.url == web.site.at("/there")


async def test_a_link_that_is_covered_is_clicked_by_the_page_itself(web: Web) -> None:
    web.site.put("/there", "<h1>There</h1>")
    before = await web.show(
        "<a href=/there>Go there</a><div id=over style='display:none;position:fixed;inset:0;"
        "background:#eee'>Wait</div>"
    )
    await web.ask("over.style.display = 'block'")
    done = await web.executor.perform(step_for(Click(), "Go there", before), before)
    assert done.judged.verdict is Verdict.SEEN
    assert "is covered" in done.judged.words
    assert done.judged.words.endswith("by the page's own click.")


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("<a href=/there>Go</a>", Verdict.CONTRADICTED),
        ("<button>Go</button>", Verdict.CANT_TELL),
        ("<p id=draft>Draft</p><button onclick='draft.remove()'>Go</button>", Verdict.CANT_TELL),
    ],
)
async def test_that_a_page_crashed_and_was_opened_again_is_no_effect_of_a_click(
    web: Web, monkeypatch: pytest.MonkeyPatch, body: str, verdict: Verdict
) -> None:
    before = await web.show(f"<div id=here></div>{body}")
    await web.ask("here.textContent = 'Only in the page of before'")

    async def crash(*_: object) -> None:
        page = web.surface.tabs.page
        assert page is not None
        session = await page.context.new_cdp_session(page)
        crashing = asyncio.ensure_future(session.send("Page.crash"))
        crashing.add_done_callback(lambda ended: ended.exception())
        await until(lambda: web.surface.tabs.has_notices)

    monkeypatch.setattr(web.surface.hands, "act_on", crash)
    done = await web.executor.perform(step_for(Click(), "Go", before), before)
    assert "The page crashed" in done.judged.words
    assert done.judged.verdict is verdict


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            "<a href=/there style='pointer-events:none' onclick='document.title=1'>Pass on</a>",
            "“Pass on” takes no clicks",
        ),
        (
            "<button onclick='document.title=1'>Pass on</button>"
            "<div id=over style='display:none;position:fixed;inset:0;background:red'>Saving</div>",
            "“Saving” lies over it",
        ),
    ],
)
async def test_what_takes_no_clicks_is_not_clicked_by_the_page_itself(
    web: Web, body: str, words: str
) -> None:
    before = await web.show(body)
    await web.ask("void (window.over && (over.style.display = 'block'))")
    with pytest.raises(TargetLost, match=words):
        await web.executor.perform(step_for(Click(), "Pass on", before), before)
    assert await web.ask("document.title") == "A page"


OPEN = """<a href="#/mails/1">Minutes</a><a href="#/mails/1/del">Delete</a><a href="#/mails/1/del">
Again</a><div role=tablist><button role=tab aria-selected=true>Text</button></div>
<a href="">Like</a><button aria-expanded=true>Crew</button><p id=top_><a href="/now">Home</a></p>"""


@pytest.mark.parametrize(
    ("label", "place", "verdict"),
    [
        ("Minutes", "#/mails/1", Verdict.SEEN),
        ("Text", "", Verdict.SEEN),
        ("Delete", "#/mails/1/del", Verdict.CANT_TELL),  # of two that are called so
        ("Like", "#/mails/1", Verdict.CANT_TELL),  # it only looks like a link
        ("Crew", "", Verdict.CANT_TELL),  # it would fold
        ("Home", "", Verdict.CANT_TELL),  # made anew, on the page of before
    ],
)
async def test_what_is_open_already_is_seen_to_be_so(
    web: Web, label: str, place: str, verdict: Verdict
) -> None:
    stays = "onclick = (e) => { e.preventDefault(); top_.innerHTML = top_.innerHTML }"
    await web.show(f"{OPEN}<script>{stays}</script>")
    await web.ask(f"void (location.hash = '{place}')")
    done, _ = await web.act(Click(), label)
    assert done.judged.verdict is verdict
    assert ("was open already" in done.judged.words) is (verdict is Verdict.SEEN)


@pytest.mark.parametrize(
    ("then", "words"),
    [
        ("this.dataset.pressed = 1; k.hidden = !k.hidden", ""),
        ("c.textContent = '12:01:07'", ""),
        ("m.hidden = true; k.hidden = false", ""),
        ("this.textContent = 'Relaying…'; this.disabled = true; c.remove()", ""),
        ("this.textContent = 'Relayed'", "“Relay” reads “Relayed” now"),
        ("m.hidden = false", "“Paste” stands there now"),
        ("c.remove()", "“12:00:00” is gone"),
    ],
    ids=["nothing to be read", "a clock", "hidden", "at it", "its label", "a menu", "a line"],
)
async def test_that_a_page_changed_is_no_effect_but_what_can_be_read_of_it(
    web: Web, then: str, words: str
) -> None:
    await web.show(
        f'<button onclick="{then}">Relay</button><i id=k></i><p id=c>12:00:00</p>'
        "<p id=m hidden><button>Paste</button></p>"
    )
    done, _ = await web.act(Click(), "Relay")
    assert done.judged.verdict is (Verdict.SEEN if words else Verdict.CANT_TELL)
    assert words in done.judged.words


@pytest.mark.parametrize(
    ("action", "then", "is_seen"),
    [
        (Click(), "document.title = '(' + n + ') Chat'", False),
        (Click(), "c.textContent = '12:01:' + (10 + n % 50)", False),
        (Click(), "this.k = n; k.title = n", False),
        (Click(), "if (!m.hidden) return; m.hidden = false", True),
        varies(F8, "document.title = '(' + n + ') Chat'", False),
        varies(F8, "c.textContent = '12:01:' + (10 + n % 50)", False),
        (F8, "this.k = n; k.title = n", False),
        (F8, "if (!m.hidden) return; m.hidden = false", True),
    ],
    ids=[
        f"{what}-{how}"
        for how in ("a click", "a key")
        for what in ("title", "clock", "hint", "menu")
    ],
)
async def test_that_a_page_is_another_by_its_title_or_a_clock_bears_no_effect(
    web: Web, action: Click | PressKeys, then: str, *, is_seen: bool
) -> None:
    await web.show(
        "<button>Relay</button><i id=k></i><p id=c>12:00:00</p>"
        "<p id=m hidden><button>Paste</button></p><script>let n = 0;"
        f"const act = () => {{ n++; {then} }}; onclick = onkeydown = act</script>"
    )
    done, _ = await web.act(action, "Relay" if isinstance(action, Click) else "")
    assert (done.judged.verdict is Verdict.SEEN) is is_seen, done.judged.words


BAR = "<div style=position:fixed;bottom:0;left:0>{}</div>"


@pytest.mark.parametrize(
    ("button", "came", "is_seen"),
    [
        ("Save", "May we use cookies?", False),
        varies("Save", "May we use cookies? <button>Accept</button>", False),
        varies("Save", BAR.format("<p>We use cookies.</p><button>Accept all</button>"), False),
        varies("Save", BAR.format("<p>Hello, I am Ann.</p><button>Write to me</button>"), False),
        ("Save", BAR.format("<p>Boots, half the price</p><a href=#x>To the shop</a>"), False),
        varies("Save", BAR.format("<p>Enjoying the boats</p><button>★★★</button>"), False),
        ("Save", BAR.format("<p>All is kept.</p><button>Dismiss</button>"), True),
        varies("Save", BAR.format("Settings updated"), True),
        varies("Save", BAR.format("<p>Where to save it</p><button>Here</button>"), True),
        ("Delete", "<p>Are you sure?</p><button>Delete</button>", True),
        varies("Delete", "<p>Delete all boats?</p><button>OK</button>", True),
        varies("Chat", BAR.format("<p>Chat with Ann</p><button>Send</button>"), True),
        ("More", BAR.format("<button>Rename</button><button>Move</button>"), True),
        ("Write", "<dialog open><h2>New mail</h2><input autofocus></dialog>", False),
        ("Relay", "<dialog open><h2>News</h2><button>Subscribe</button></dialog>", False),
        ("Relay", "<dialog open><p>We relay your data.</p><button>OK</button></dialog>", True),
        ("Relay", "<dialog open><h2>Data</h2><p>We relay it.</p><b>OK</b></dialog>", False),
        varies("Relay", "<dialog open>Version 3.2 brings charts.</dialog>", False),
        ("Relay…", "<dialog open><h2>News</h2><button>Subscribe</button></dialog>", True),
        ("Löschen", "<dialog open><p>Sicher?</p><button>Löschen</button></dialog>", True),
    ],
)
async def test_a_question_of_something_else_is_no_effect_of_a_press(
    web: Web, button: str, came: str, *, is_seen: bool
) -> None:
    await web.show(
        f"<button onclick='p.innerHTML=t.innerHTML'>{button}</button><p id=p></p>"
        f"<template id=t>{came}</template>"
    )
    done, _ = await web.act(Click(), button)
    assert done.judged.verdict is (Verdict.SEEN if is_seen else Verdict.CANT_TELL), done.judged


@pytest.mark.parametrize(
    ("says", "is_seen"),
    [
        ("commandfor=q command=show-modal", True),
        ("data-target=#q onclick=q.showModal()", True),
        ("aria-haspopup=dialog onclick=q.showModal()", True),
        ("aria-haspopup=false data-in=p onclick=q.showModal()", False),
    ],
)
async def test_a_dialog_is_of_a_press_upon_what_says_that_it_opens_one(
    web: Web, says: str, *, is_seen: bool
) -> None:
    await web.show(
        f"<button {says}>Edit</button><p id=p>Tern</p><dialog id=q><h2>Berths</h2>"
        "<button>Close</button></dialog>"
    )
    done, _ = await web.act(Click(), "Edit")
    assert done.judged.verdict is (Verdict.SEEN if is_seen else Verdict.CANT_TELL), done.judged


async def test_a_dialog_that_names_the_row_is_of_a_press_in_it(web: Web) -> None:
    for head, verdict in (("Tern at berth 4", Verdict.SEEN), ("Gull", Verdict.CANT_TELL)):
        await web.show(
            "<table><tr><td>Tern<td><button onclick=q.showModal()>Open</button></table>"
            f"<dialog id=q><h2>{head}</h2><button>Close</button></dialog>"
        )
        done, _ = await web.act(Click(), "Open")
        assert done.judged.verdict is verdict, (head, done.judged)


async def test_what_changes_in_a_dialog_that_was_there_is_an_effect(web: Web) -> None:
    await web.show(
        "<dialog open><h2 id=p>Berth 4</h2><button>Close</button></dialog>"
        "<p style=margin-top:200px><button onclick='p.textContent=`Berth 5`'>Further</button>"
    )
    done, _ = await web.act(Click(), "Further")
    assert done.judged.verdict is Verdict.SEEN, done.judged


FAR = "<p style=margin-top:200px>{}</p>"
VEIL = "<div style='position:fixed;inset:0;background:#0008'><p>{}</p></div>"


@pytest.mark.parametrize(
    ("button", "came", "answer", "is_its"),
    [
        ("Archive", "Are you sure? <button>Yes</button>", "Yes", True),
        ("Archive", VEIL.format("Are you sure? <button>Yes</button>"), "Yes", False),
        ("Archive", VEIL.format("Archive it? <button>Yes</button>"), "Yes", True),
        ("Relay", "<dialog open><h2>News</h2><button>Start</button></dialog>", "Start", False),
        ("Ablegen", "Wirklich? <button>Ja</button>", "Ja", True),
        varies("Archive", BAR.format("Archive it? <button>Go</button>"), "Go", True),
        ("More", BAR.format("<button>Rename</button><button>Move</button>"), "Move", True),
        ("Write", "<dialog open><h2>New mail</h2><input aria-label=To></dialog>", "To", True),
        varies("Relay", "May we use cookies? <button>Accept</button>", "Accept", False),
        varies("Relay", BAR.format("May we use cookies? <button>OK</button>"), "OK", False),
        ("Relay", FAR.format("クッキーを使いますか？ <button>はい</button>"), "はい", False),
        varies("Relay", BAR.format("<p>We use cookies.</p><button>OK</button>"), "OK", False),
        varies("Relay", BAR.format("Need help? <button>Yes</button>"), "Yes", False),
        varies("Relay", "Enjoying it? <button>★★★</button>", "★★★", False),
        varies("Relay", VEIL.format("Half the price? <button>Buy</button>"), "Buy", False),
        ("Relay", BAR.format("<p>Boots, half the price</p><button>More</button>"), "More", False),
    ],
)
async def test_what_asks_of_something_else_was_not_brought_by_a_press(
    web: Web, button: str, came: str, answer: str, *, is_its: bool
) -> None:
    before = await web.show(
        f"<button onclick='p.innerHTML=t.innerHTML'>{button}</button><p id=p></p>"
        f"<template id=t>{came}</template>"
    )
    await web.act(Click(), button)
    now = await web.look()
    assert before.page is not None and now.page is not None
    pressed = next(each for each in before.page.elements if each.name == button)
    it = next(each for each in now.page.elements if each.name == answer)
    assert is_brought(it, pressed, before.page, now) is is_its


async def test_what_lies_over_a_button_before_it_was_aimed_at_is_named(web: Web) -> None:
    veil = "<div style='position:fixed;inset:0;background:#eee'>Closed until noon.</div>"
    before = await web.show(f"<button>Pass on</button>{veil}")
    with web.waiting_less(), pytest.raises(TargetLost, match=r"until noon\.” lies over it"):
        await web.executor.wait_for_zone(step_for(Click(), "Pass on", before), before)


async def test_a_veil_that_goes_is_waited_for(web: Web) -> None:
    before = await web.show(
        "<button onclick='document.title=event.isTrusted'>Pass on</button><div id=over "
        "style='position:fixed;inset:0;background:#eee'></div>"
    )
    await web.ask("void setTimeout(() => over.remove(), 400)")
    await web.executor.perform(step_for(Click(), "Pass on", before), before)
    assert await web.ask("document.title") == "true"


@pytest.mark.parametrize("look", ["clip:rect(0,0,0,0);pointer-events:none", "width:1px;height:1px"])
async def test_a_tick_that_its_label_draws_is_clicked_there(web: Web, look: str) -> None:
    await web.show(
        f"<input type=checkbox id=tick style='position:absolute;appearance:none;{look}'>"
        "<p><label for=tick>Pass on</label></p>"
    )
    done, _ = await web.act(Click(), "Pass on")
    assert done.judged.verdict is Verdict.SEEN
    assert await web.ask("tick.checked") is True


async def test_an_order_that_is_covered_is_left_alone(web: Web) -> None:
    before = await web.show(
        "<form name=o onsubmit='document.title=1;return false'><input name=a>"
        "<button>Place order</button></form><div id=over style='display:none;position:fixed;"
        "inset:0;background:#eee'>The price has changed</div>"
    )
    await web.ask("over.style.display = 'block'")
    with pytest.raises(TargetLost, match="The price has changed"):
        await web.executor.perform(step_for(Click(), "Place order", before), before)
    assert await web.ask("document.title") == "A page"


async def test_a_link_that_was_made_anew_is_found_by_its_text(web: Web) -> None:
    web.site.put("/there", "<h1>There</h1>")
    before = await web.show("<div id=d><a href=/there>Go there</a></div>")
    await web.ask("d.innerHTML = '<p>moved</p><a href=/there>Go there</a>'")
    done = await web.executor.perform(step_for(Click(), "Go there", before), before)
    assert done.judged.verdict is Verdict.SEEN
    assert done.judged.words.endswith("by its role and text.")


async def test_what_a_page_shows_only_further_down_is_found_there_again(web: Web) -> None:
    """The list keeps only what is in view, as long lists do."""
    web.site.put("/there", "<h1>There</h1>")
    body = """<div style='height:3000px;position:relative' id=d></div><script>
      const draw = () => { d.innerHTML = scrollY > 200 ?
        `<a href=/there style='position:absolute;top:${scrollY + 300}px'>Go there</a>` : '' }
      addEventListener('scroll', draw); draw()</script>"""
    await web.show(body)
    await web.ask("scrollTo(0, 400)")
    before = await web.look()
    await web.ask("scrollTo(0, 100)")
    done = await web.executor.perform(step_for(Click(), "Go there", before), before)
    assert done.judged.verdict is Verdict.SEEN
    assert "The address changed" in done.judged.words


async def test_a_button_that_counts_without_showing_it_is_touched_once(web: Web) -> None:
    await web.show("<script>let n = 0</script><button onclick='n++'>Add to cart</button>")
    done, _ = await web.act(Click(), "Add to cart")
    assert done.judged.verdict is Verdict.CANT_TELL
    assert await web.ask("n") == 1


async def test_a_tick_that_the_server_refuses_is_touched_once(web: Web) -> None:
    await web.show(
        "<script>let n = 0; const ask = async () => { n++;"
        " tick.checked = (await fetch('/kept', {method: 'PUT'})).ok }</script>"
        "<label><input type=checkbox id=tick onclick='ask()'> Newsletter</label>"
    )
    await web.act(Click(), "Newsletter")
    assert await web.ask("n") == 1 and await web.ask("tick.checked") is False


async def test_a_tick_is_touched_once_however_late_its_server_answers_and_often_it_was_asked(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(followed_page, "_PATIENCE_SECS", 0.3)
    ticks = "".join(
        f"<p><label><input type=checkbox onclick='ask(event)'> {each}</label>"
        for each in ("Ida", "Bo", "Cy")
    )
    await web.show(
        "<script>let n = 0; const ask = async (e) => { n++; e.preventDefault();"
        f" e.target.checked = (await fetch('/slow', {{method: 'PUT'}})).ok }}</script>{ticks}"
    )
    web.site.let_go.set()
    for each in ("Ida", "Bo"):
        await web.act(Click(), each)
    web.site.let_go.clear()
    with web.waiting_less():
        await web.act(Click(), "Cy")
    web.site.let_go.set()
    await until_so(lambda: web.ask("document.querySelectorAll(':checked').length == 3"))
    web.site.let_go.clear()
    assert await web.ask("n") == 3


async def test_a_field_is_typed_into_and_a_secret_arrives(web: Web) -> None:
    await web.show(FORM)
    done, _ = await web.act(TypeText("Ada", replace=True), "Name")
    assert done.judged.verdict is Verdict.SEEN
    assert await web.ask("f.n.value") == "Ada"
    done, _ = await web.act(TypeText("{{secret:shop}}", replace=True), "Password")
    assert done.succeeded
    assert await web.ask("f.p.value") == "hunter2"
    assert "hunter2" not in repr(done.situation)


async def test_a_search_field_is_searched_with(web: Web) -> None:
    web.site.put("/found", "<h1>Found</h1>")
    await web.show("<form action=/found><input type=search name=q aria-label=Search></form>")
    done, _ = await web.act(Search("teapot"), "Search")
    assert done.judged.verdict is Verdict.SEEN
    assert done.situation.page is not None
    assert done.situation.page.url == web.site.at("/found?q=teapot")


async def test_a_target_further_down_is_brought_into_sight_first(web: Web) -> None:
    web.site.put("/there", "<h1>There</h1>")
    await web.show(f"{TALL}<a href=/there>Imprint</a>{TALL}")
    done, _ = await web.act(Click(), "Imprint")
    assert done.judged.verdict is Verdict.SEEN


async def test_an_address_that_is_not_there_is_said_so(web: Web) -> None:
    await web.show("<p>here</p>")
    done, _ = await web.act(Navigate("http://127.0.0.1:1/"))
    assert done.judged.verdict is Verdict.CONTRADICTED
    assert done.judged.words.startswith("The page did not load: ")


async def test_a_page_that_moves_by_itself_does_not_hide_that_nothing_happened(web: Web) -> None:
    await web.show(
        "<style>@keyframes k {to {background:red}} i {display:block;width:90px;height:90px;"
        "animation:k 1s infinite alternate}</style><i></i><a href='#' onclick='return false'>A</a>"
    )
    done, _ = await web.act(Click(), "A")
    assert done.judged.verdict is Verdict.CANT_TELL


# the guard


async def test_the_guard_sees_a_target_that_moved_changed_or_went(web: Web) -> None:
    for script, words in (
        ("0", None),
        ("b.style.marginLeft = '50px'", "has moved"),
        ("b.textContent = 'Delete all'; b.style.background = '#c00'", "looks different"),
        ("b.remove()", "is gone"),
    ):
        seen = await web.show("<button id=b style='width:120px;height:40px'>Save</button>")
        target = web.guard.target_of(step_for(Click(), "Save", seen), seen)
        assert target is not None
        await web.ask(script)
        await web.look()
        change = await web.guard.change_of(target)
        assert (change is None) if words is None else (change is not None and words in change)


async def test_the_guard_lets_a_page_move_elsewhere(web: Web) -> None:
    seen = await web.show(
        "<style>@keyframes k {to {background:red}} i {display:block;width:90px;height:90px;"
        "animation:k .2s infinite alternate}</style><button>Save</button><i></i>"
    )
    target = web.guard.target_of(step_for(Click(), "Save", seen), seen)
    assert target is not None
    assert await web.guard.change_of(target) is None


# going back


async def test_a_followed_link_is_gone_back_from_with_what_was_entered_and_where(web: Web) -> None:
    web.site.put("/there", "<h1>There</h1>")
    await web.show(f"{TALL}<a href=/there>Go there</a>{TALL}")
    _, node = await web.act(Click(), "Go there")
    compared, walked = await web.take_back(node)
    assert walked[0] == "go back a page"
    assert compared.returned is Returned.RESTORED, (walked, compared.differences)


async def test_an_opened_address_and_a_step_back_are_taken_back(web: Web) -> None:
    there = web.site.put("/there", "<h1>There</h1>")
    await web.show("<h1>Here</h1>")
    _, opened = await web.act(Navigate(there))
    compared, walked = await web.take_back(opened)
    assert (compared.returned, walked) == (Returned.RESTORED, ["go back a page"])
    await web.act(Navigate(there))
    _, back = await web.act(GoBack())
    compared, walked = await web.take_back(back)
    assert (compared.returned, walked) == (Returned.RESTORED, ["go forward a page"])


@pytest.mark.parametrize(
    ("action", "label", "was"),
    [
        (TypeText("Ada", replace=True), "Name", "f.n.value == 'Bob'"),
        (Click(), "News", "!f.news.checked"),
        (TypeText("L", replace=True), "Size", "f.s.value == 'M'"),
        (Click(), "Blue", "f.c.value == 'r'"),
    ],
)
async def test_fields_get_back_what_they_held(
    web: Web, action: TypeText | Click, label: str, was: str
) -> None:
    await web.show(FORM)
    done, node = await web.act(action, label)
    assert done.judged.verdict is Verdict.SEEN
    assert not await web.ask(was)
    compared, walked = await web.take_back(node)
    assert await web.ask(was), walked
    assert compared.returned is Returned.RESTORED, (walked, compared.differences)
    assert len(walked) == 1


async def test_a_long_text_is_told_whole_and_put_back_whole(web: Web) -> None:
    """One that is longer than is told is not typed again cut, and is said to be cut."""
    long = "\n".join(f"Clause {at} of the charter. " + "So it is. " * 10 for at in range(40))
    now = await web.show(f"<textarea aria-label=Rules rows=5>{long}</textarea>")
    [rules] = [zone for zone in now.zones if zone.label == "Rules"]
    assert rules.value == long and not rules.is_cut
    _, node = await web.act(TypeText("Nothing", replace=True), "Rules")
    assert await web.ask("document.querySelector('textarea').value") == "Nothing"
    compared, _ = await web.take_back(node)
    assert compared.returned is Returned.RESTORED
    assert await web.ask("document.querySelector('textarea').value") == long

    now = await web.show(f"<textarea aria-label=Rules rows=5>{long * 6}</textarea>")
    [rules] = [zone for zone in now.zones if zone.label == "Rules"]
    assert rules.is_cut and len(rules.value) <= 20_000
    whole = (await web.perceiver.read_whole(now, {rules.zone_id})).zone(rules.zone_id)
    assert whole is not None and whole.value == long * 6 and not whole.is_cut


async def test_a_field_out_of_sight_is_put_back_and_scrolled_back_to(web: Web) -> None:
    await web.show(f"{FORM}{TALL}{TALL}")
    _, node = await web.act(TypeText("Ada", replace=True), "Name")
    await web.surface.hands.perform(ScrollTo(0, 2000), None)
    compared, walked = await web.take_back(node)
    assert await web.ask("f.n.value") == "Bob"
    assert compared.returned is Returned.RESTORED, (walked, compared.differences)


async def test_a_tab_that_was_opened_is_closed_and_one_that_was_left_is_shown(web: Web) -> None:
    web.site.put("/there", "<h1>There</h1>")
    await web.show("<a href=/there target=_blank>Open a tab</a>")
    done, node = await web.act(Click(), "Open a tab")
    assert "A new tab opened" in done.judged.words or "new tab" in done.judged.words
    page = done.situation.page
    assert page is not None
    first = next(tab for tab in page.tabs if not tab.is_active)
    _, switched = await web.act(SwitchTab(first.tab_id))
    compared, walked = await web.take_back(switched)
    assert compared.returned is Returned.RESTORED, (walked, compared.differences)
    compared, walked = await web.take_back(node)
    assert compared.returned is Returned.RESTORED, (walked, compared.differences)
    now = (await web.look()).page
    assert now is not None
    assert len(now.tabs) == 1


async def test_a_tab_that_comes_late_is_waited_for_and_opened_once(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, arrivals = asyncio.get_running_loop(), web.surface.tabs.arrivals
    arrive = arrivals._on_popup
    late_secs = 3 * page_settling._LATE_SECS
    monkeypatch.setattr(
        arrivals, "_on_popup", lambda page: loop.call_later(late_secs, arrive, page)
    )
    web.site.put("/there", "<h1>There</h1>")
    before = web.site.hits.count("/there")
    await web.show("<a href=/there target=_blank>Open a tab</a>")
    done, node = await web.act(Click(), "Open a tab")
    assert done.judged.verdict is Verdict.SEEN and "new tab" in done.judged.words
    assert web.site.hits.count("/there") == before + 1
    compared, walked = await web.take_back(node)
    assert compared.returned is Returned.RESTORED, (walked, compared.differences)


async def test_a_tab_that_comes_after_the_end_of_its_click_is_turned_to(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrivals, come = web.surface.tabs.arrivals, list[Page]()
    arrive = arrivals._on_popup
    monkeypatch.setattr(arrivals, "_on_popup", come.append)
    monkeypatch.setattr(unasked, "_WANTED_SECS", 600.0)
    web.site.put("/there", "<h1>There</h1>")
    await web.show("<a href=/there target=_blank>Open a tab</a>")
    first = web.surface.tabs.tab_id
    with web.waiting_less():
        await web.act(Click(), "Open a tab")
    assert web.surface.tabs.tab_id == first, "it has not come yet"
    await until(lambda: bool(come))
    for each in come:
        arrive(each)
    await until(lambda: web.surface.tabs.tab_id != first)
    page = (await web.look()).page
    assert page is not None and page.url == web.site.at("/there")
    await web.surface.hands.perform(CloseTab(web.surface.tabs.tab_id), None)


async def test_what_unfolds_by_a_link_in_its_page_is_clicked_once(web: Web) -> None:
    await web.show(
        "<style>ul{height:0;overflow:hidden;transition:height 0s 2s}.open ul{height:90px}</style>"
        "<nav id=side><a href='#/crew' onclick='side.classList.toggle(`open`);"
        "window.clicks=(window.clicks||0)+1;return false'>Crew</a><ul><li>"
        "<a href='#/crew/watches'>Watches</a></ul></nav>"
    )
    await web.act(Click(), "Crew")
    assert await web.ask("window.clicks") == 1
    await until_so(lambda: web.ask("side.querySelector('ul').offsetHeight > 80"))


async def test_scrolling_is_taken_back_to_the_pixel(web: Web) -> None:
    await web.show(f"{TALL}{TALL}")
    await web.surface.hands.perform(ScrollTo(0, 300), None)
    done, node = await web.act(Scroll(down=5))
    assert done.judged.verdict is Verdict.SEEN
    compared, walked = await web.take_back(node)
    assert await web.ask("scrollY") == 300
    assert (compared.returned, walked) == (Returned.RESTORED, ["scroll to 300"])


async def test_a_dialog_of_the_page_is_left_by_its_own_way_out(web: Web) -> None:
    await web.show(
        "<button onclick='d.showModal()'>Settings</button>"
        "<dialog id=d><p>Loud?</p><button onclick='d.close()'>Cancel</button></dialog>"
    )
    _, node = await web.act(Click(), "Settings")
    assert await web.ask("d.open")
    compared, walked = await web.take_back(node)
    assert not await web.ask("d.open"), walked
    assert compared.returned is Returned.RESTORED, (walked, compared.differences)


async def test_a_section_that_was_opened_is_closed_again(web: Web) -> None:
    await web.show("<details><summary>More</summary><p>Inside</p></details>")
    _, node = await web.act(Click(), "More")
    compared, walked = await web.take_back(node)
    assert compared.returned is Returned.RESTORED, (walked, compared.differences)
    assert len(walked) == 1


async def test_a_page_that_says_something_else_each_time_is_close(web: Web) -> None:
    web.site.put("/there", "<h1>There</h1>")
    await web.show(
        "<a href=/there>Go there</a><p>Offer <b id=o></b></p>"
        "<script>o.textContent = Math.random(); addEventListener('unload', () => 0)</script>"
    )
    _, node = await web.act(Click(), "Go there")
    compared, _ = await web.take_back(node)
    assert compared.returned is Returned.CLOSE
    assert any("is gone" in words for words in compared.differences)


async def test_a_form_that_was_handed_in_is_declared_and_stays_so(web: Web) -> None:
    web.site.put("/sent", "<h1>Thank you</h1>")
    await web.show(
        "<form method=post action=/sent name=o><input name=a aria-label=Name>"
        "<button>Place order</button></form>"
    )
    done, node = await web.act(Click(), "Place order")
    assert done.judged.verdict is Verdict.SEEN
    assert node.reversibility.degree is Degree.IRREVERSIBLE
    _, walked = await web.take_back(node)
    assert walked == []


async def test_keys_of_which_a_page_shows_nothing_are_pressed_once_and_not_called_failed(
    web: Web,
) -> None:
    await web.show(FORM + "<script>n = 0; onkeydown = e => n += e.key == 'a'</script>")
    await web.act(Click(), "Name")
    done, _ = await web.act(PressKeys(("ctrl", "a")))
    assert done.judged.verdict is Verdict.CANT_TELL, done.judged.words
    assert await web.ask("window.n") == 1


CELL = (
    "<canvas id=c tabindex=0></canvas><textarea id=e aria-label=Cell hidden></textarea><script>"
    "c.onkeydown = v => { e.hidden = false; e.value = v.key; setTimeout(() => {"
    "const t = Date.now() + 200; while (Date.now() < t); }); setTimeout(() => {KEEPS}) };"
    "c.focus()</script>"
)


@pytest.mark.parametrize("keeps", [True, False])
async def test_what_is_typed_upon_a_cell_goes_into_the_field_that_its_first_key_opens(
    web: Web, keeps: bool
) -> None:
    await web.show(CELL.replace("KEEPS", "e.focus()" if keeps else "e.focus(); e.value = ''"))
    done, _ = await web.act(TypeText("42"))
    assert await web.ask("e.value") == ("42" if keeps else "2")
    assert (done.judged.verdict is Verdict.SEEN) is keeps, done.judged.words


async def test_a_key_that_typed_is_taken_back(web: Web) -> None:
    await web.show(FORM)
    await web.act(Click(), "Name")
    done, node = await web.act(PressKeys(("x",)))
    assert done.judged.verdict is Verdict.SEEN
    compared, walked = await web.take_back(node)
    assert await web.ask("f.n.value") == "Bob", walked
    assert compared.returned is Returned.RESTORED, (walked, compared.differences)
