"""What a page sends behind a button that only goes on, wherever in it the deed is said: it is held
back before it has reached the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

import pytest
import pytest_asyncio

from engine.acting.web.page_executor import WebExecutor
from engine.domain.actions import Action, Click, TypeText
from engine.domain.errors import HeldBack
from engine.domain.limits import Limits
from engine.domain.plans import PlanStep, Situation
from engine.safety.web.page_risks import WebRiskRater
from engine.safety.web.setting_off import SettingOff
from engine.surfaces.browser import held_back
from tests.engine.acting.web.real import Web, real_web, step_for
from tests.support.browser_site import Site, site
from tests.support.lanes import varies
from tests.support.shared_browser import IN_A_LIGHT_BROWSER
from tests.support.waiting import BOUND_SECS, until, until_so

pytestmark = [*IN_A_LIGHT_BROWSER]

PAGE = """<h1>Wizard</h1><form id=f><input type=file name=photo hidden></form>
<button onclick="go()">Continue</button><script>
const post = (body, path, headers) => fetch(path || '/deed', {method: 'POST', body, headers});
const part = (value, type) => { const form = new FormData();
  form.append('op', new Blob([value], {type: type || 'text/plain'})); return form };
const go = () => { %s }</script>"""
GRAPH = '{"query":"mutation { seen(id: 7) { ok } deleteAccount { ok } }"}'
DEEDS = {
    "a part of its own type": "post(part('delete'))",
    "escapes of JSON": r"""post('{"\\u0061ct": "\\u0064elete"}')""",
    "the second of a mutation": f"post('{GRAPH}')",
    "a cart in the address": "post('', '/cart/deed/delete-account')",
    "a header": "post('n=1', '/deed', {'X-HTTP-Method-Override': 'DELETE'})",
    "a header that says that it only asks": "post('op=delete', '/deed', {'X-HTTP-Method': 'GET'})",
    "the query of its address": "post('n=1', '/deed?delete')",
    "no text": "post(new Uint8Array([0, 255, 1]))",
    "no text but for letters": "post(new Uint8Array([200, 201, 100]))",
    "more than is read": "post('n=' + '1'.repeat(200000) + '&op=delete')",
    "a method of its own": "fetch('/deed', {method: 'PURGE'})",
    "a file of the disk": "post(new FormData(f))",
}
HARMLESS = (varies("post(new URLSearchParams({name: 'Ida'}))"), "post(part('Ida'))", "post(GOOD)")
CLICK = Click()
GOOD = '{"name":"Ida","text":"Delete the old files"}'


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def web(pages: Site) -> AsyncIterator[Web]:
    async with real_web(pages, (400, 300)) as started:
        yield started


def prepared(
    web: Web, before: Situation, action: Action = CLICK, label: str = "Continue"
) -> tuple[WebExecutor, PlanStep, Situation]:
    rater = WebRiskRater(start_url=web.site.at("/"))
    against = SettingOff(rater, "").against
    limits = Limits(settle_secs=1.0)
    executor = WebExecutor(web.surface, web.perceiver, limits, rater, against=against)
    web.site.hits.clear()
    return executor, step_for(action, label, before), before


async def pressed(web: Web, script: str) -> tuple[WebExecutor, str]:
    """The executor, and why it was held back; empty where it was not."""
    executor, step, before = prepared(
        web, await web.show(PAGE % script.replace("GOOD", f"'{GOOD}'"))
    )
    page = web.surface.tabs.page
    assert page is not None
    await page.set_input_files("[name=photo]", __file__)
    try:
        await executor.perform(step, before)
    except HeldBack as held:
        return executor, held.message
    return executor, ""


ALIKE = ("escapes of JSON", "a cart in the address")
"""Read as others are, and by ``test_setting_off.py`` too."""


@pytest.mark.parametrize("deed", [varies(each) if each in ALIKE else each for each in DEEDS])
async def test_a_deed_is_held_wherever_it_is_said_and_so_is_what_nobody_can_read(
    web: Web, deed: str
) -> None:
    executor, why = await pressed(web, DEEDS[deed])
    assert why and not any("deed" in hit for hit in web.site.hits)
    executor.forget_held()


@pytest.mark.parametrize("script", HARMLESS)
async def test_what_says_no_deed_goes_unasked(web: Web, script: str) -> None:
    _, why = await pressed(web, script)
    assert not why
    await until(lambda: "/deed" in web.site.hits)


STILL = """<p id=o>Nobody</p><button>Continue</button><script>let clicks = 0;
const button = document.querySelector('button'); button.addEventListener('click', () => clicks++);
button.addEventListener(%s, () => { const x = new XMLHttpRequest();
  x.open('DELETE', '/deed', false);
  try { x.send('n=1'); o.textContent = 'Gone' } catch { o.textContent = 'Stays' } })</script>"""
TOLD = "[o.textContent, clicks].join()"


@pytest.mark.parametrize(
    ("event", "says_yes"),
    [
        ("'click'", True),
        ("'mousedown'", False),
        varies("'click'", False),
        varies("'mousedown'", True),
    ],
)
async def test_a_page_that_stands_still_for_a_yes_holds_up_nobody_and_goes_on_with_the_answer(
    web: Web, event: str, *, says_yes: bool
) -> None:
    """As it does for the answer to a request that is not sent aside; pressed once in all."""
    executor, step, before = prepared(web, await web.show(STILL % event))
    async with asyncio.timeout(BOUND_SECS):
        with pytest.raises(HeldBack) as held:
            await executor.perform(step, before)
        page = (await web.look()).page
    assert held.value.waits and not any("deed" in hit for hit in web.site.hits)
    assert page is not None and page.is_silent and "Nobody" in page.text
    if says_yes:
        done = await executor.perform(replace(step, has_risk_of=held.value.message), before)
        assert "Gone" in "".join(done.judged.evidence)
    else:
        executor.forget_held()
        await until_so(lambda: web.ask("clicks"))
    assert await web.ask(TOLD) == ("Gone,1" if says_yes else "Stays,1")
    assert web.site.hits.count("/deed") == says_yes
    page = (await web.look()).page
    assert page is not None and not page.is_silent


LEAVES = """<p>Nobody</p><form id=f method=post action=/deed></form>
<button onclick="%s">Continue</button>"""


@pytest.mark.parametrize(
    ("way", "says_yes"),
    [
        ("f.submit()", True),
        ("location = '/deed/delete'", False),
        varies("f.submit()", False),
        varies("location = '/deed/delete'", True),
    ],
)
async def test_a_page_that_is_about_to_be_left_with_a_yes_holds_up_nobody(
    web: Web, way: str, *, says_yes: bool
) -> None:
    executor, step, before = prepared(web, await web.show(LEAVES % way))
    async with asyncio.timeout(BOUND_SECS):
        with pytest.raises(HeldBack) as held:
            await executor.perform(step, before)
        page = (await web.look()).page
    assert held.value.waits and page is not None and page.is_silent and "Nobody" in page.text
    if says_yes:
        await executor.perform(replace(step, has_risk_of=held.value.message), before)
    else:
        executor.forget_held()
    assert any("deed" in hit for hit in web.site.hits) is says_yes
    page = (await web.look()).page
    assert page is not None and not page.is_silent


async def test_a_look_that_had_begun_is_given_up_where_the_page_comes_to_stand_still(
    web: Web,
) -> None:
    later = STILL.replace("try {", "setTimeout(() => { try {").replace("} })<", "} }, 50) })<")
    executor, step, before = prepared(web, await web.show(later % "'click'"))
    async with asyncio.timeout(BOUND_SECS):
        with pytest.raises(HeldBack):
            await executor.perform(step, before)
    executor.forget_held()


async def test_hands_that_a_page_held_up_in_their_midst_begin_nothing_more(
    web: Web, caplog: pytest.LogCaptureFixture
) -> None:
    field = "<input aria-label=Name onfocus=\"button.dispatchEvent(new Event('focus'))\">"
    before = await web.show(field + STILL % "'focus'")
    executor, step, before = prepared(web, before, TypeText("Ida"), "Name")
    with pytest.raises(HeldBack):
        await executor.perform(step, before)
    executor.forget_held()
    await until_so(lambda: web.ask("o.textContent == 'Stays'"))
    await web.look()
    assert await web.ask("document.querySelector('input').value") == "" and not caplog.records


SENDS = """const told = (method, way) => { const x = new XMLHttpRequest();
  x.open(method, way, false);
  try { x.send('n=1'); return 'went' } catch { return 'stayed' } };"""
HELD_TYPING = f"""<label>Name <input id=f></label><button>Continue</button><p id=o></p>
<script>{SENDS}
let was = false; f.oninput = () => {{ if (f.value.length == 3 && !was) {{ was = true;
  o.textContent = told('DELETE', '/deed') }} }}</script>"""


@pytest.mark.parametrize(
    ("text", "says_yes", "left"),
    [
        ("Endeavour", True, "Endeavour,went"),
        ("Endeavour", False, "End,stayed"),
        varies("Ida", True, "Ida,went"),
    ],
)
async def test_what_was_typed_in_part_is_typed_to_its_end_with_the_yes_and_no_further_without(
    web: Web, text: str, left: str, *, says_yes: bool
) -> None:
    executor, step, before = prepared(web, await web.show(HELD_TYPING), TypeText(text), "Name")
    with pytest.raises(HeldBack) as held:
        await executor.perform(step, before)
    if says_yes:
        await executor.perform(replace(step, has_risk_of=held.value.message), before)
    else:
        executor.forget_held()
        await until_so(lambda: web.ask("o.textContent"))
        await executor.perform(step_for(CLICK, "Continue", before), before)  # the next touch
    assert await web.ask("[f.value, o.textContent].join()") == left


TWO_DEEDS = f"""<button>Continue</button><p id=o></p><script>{SENDS}
const later = async (method, way) => {{ try {{ await fetch(way, {{method, body: 'n=1'}});
  return 'went' }} catch {{ return 'stayed' }} }};
let n = 0; document.querySelector('button').onclick = async () => {{ n++; TOLD }}</script>"""
BOTH = "o.textContent = [{0}('DELETE', '/deed/draft'), {0}('DELETE', '/deed/account')].join()"
IN_TURN = BOTH.format("await later")
DOUBLE = "o.textContent += told('DELETE', `/deed/${n}`)"


STANDING = (BOTH.format("told"), 1, "/deed/draft", "/deed/account")
ONE_BY_ONE = (IN_TURN, 1, "/deed/draft", "/deed/account")
PRESSED_TWICE = (DOUBLE, 2, "/deed/1", "/deed/2")


@pytest.mark.parametrize(
    ("then", "count", "first", "second", "says_yes"),
    [
        (*STANDING, True),
        varies(*STANDING, False),
        varies(*ONE_BY_ONE, True),
        (*ONE_BY_ONE, False),
        (*PRESSED_TWICE, True),
        varies(*PRESSED_TWICE, False),
    ],
)
async def test_a_yes_to_what_is_asked_about_lets_nothing_else_go_that_the_same_press_sets_off(
    web: Web, then: str, count: int, first: str, second: str, *, says_yes: bool
) -> None:
    before = await web.show(TWO_DEEDS.replace("TOLD", then))
    executor, step, before = prepared(web, before, Click(count=count))
    with pytest.raises(HeldBack) as held:
        await executor.perform(step, before)
    step = replace(step, has_risk_of=held.value.message)
    with pytest.raises(HeldBack) as again:
        await executor.perform(step, before)
    assert web.site.hits.count(first) == 1 and second not in web.site.hits
    assert again.value.message != held.value.message  # it is another question
    if says_yes:
        await executor.perform(replace(step, has_risk_of=again.value.message), before)
    else:
        executor.forget_held()
    await until_so(lambda: web.ask("o.textContent"))
    assert web.site.hits.count(second) == says_yes and await web.ask("n") == count


async def test_a_no_to_what_the_first_press_set_off_spares_the_second(web: Web) -> None:
    before = await web.show(TWO_DEEDS.replace("TOLD", DOUBLE))
    executor, step, before = prepared(web, before, Click(count=2))
    with pytest.raises(HeldBack):
        await executor.perform(step, before)
    executor.forget_held()
    await until_so(lambda: web.ask("o.textContent"))
    assert await web.ask("n") == 1 and not any("deed" in hit for hit in web.site.hits)


async def test_the_same_work_once_more_goes_with_the_yes_to_it(web: Web) -> None:
    page = HELD_TYPING.replace("&& !was", "|| was")
    executor, step, before = prepared(web, await web.show(page), TypeText("Endeavour"), "Name")
    with pytest.raises(HeldBack) as held:
        await executor.perform(step, before)
    await executor.perform(replace(step, has_risk_of=held.value.message), before)
    assert web.site.hits.count("/deed") == 7 and await web.ask("f.value") == "Endeavour"


FIELD_CHECK = """<form onsubmit="sends(event)"><label>Name <input id=f></label>
<button>%s</button></form><script>
const sends = event => { event.preventDefault(); told('POST', '/deed') };
const told = (method, way) => void fetch(way, {method, body: 'n=1'})</script>"""


@pytest.mark.parametrize(
    ("label", "method", "goes"),
    [("Sign in", "POST", True), varies("Next", "POST", True), ("Show details", "DELETE", False)],
)
async def test_what_came_late_of_a_field_goes_before_the_form_or_waits_where_nothing_is_sent(
    web: Web, label: str, method: str, monkeypatch: pytest.MonkeyPatch, *, goes: bool
) -> None:
    monkeypatch.setattr(held_back, "_LATE_SECS", BOUND_SECS)
    page = FIELD_CHECK % label
    page = page if goes else page.replace("<button", "<button type=button")
    executor, step, before = prepared(web, await web.show(page), TypeText("Ida"), "Name")
    await executor.perform(step, before)
    await web.ask(f"told('{method}', '/login/check')")
    await until(lambda: web.surface.guard.waits)
    before = await web.look()
    await executor.perform(step_for(CLICK, label, before), before)
    if goes:
        await until(lambda: "/deed" in web.site.hits)
    assert [hit for hit in web.site.hits if "favicon" not in hit] == (
        ["/login/check", "/deed"] if goes else []
    )
    executor.forget_held()


async def test_what_a_page_sends_counts_as_set_off_while_it_may_still_keep_what_was_written(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the page's own clock, which stands still where the machine is busy."""
    monkeypatch.setattr(held_back, "_LATE_SECS", 0.0)
    guard = web.surface.guard
    executor, step, before = prepared(web, await web.show(FIELD_CHECK), TypeText("Ida"), "Name")
    await executor.perform(step, before)
    page = (await web.look()).page
    assert page is not None and page.may_keep is guard.late.may_keep()
    for may_keep in (True, False):
        monkeypatch.setattr(guard.late, "may_keep", lambda told=may_keep: told)
        await web.ask(f"told('DELETE', '/deed/{may_keep}')")
        await until(lambda: guard.waits or bool(web.site.hits))
        assert guard.waits is may_keep
        executor.forget_held()
    assert [hit for hit in web.site.hits if "deed" in hit] == ["/deed/False"]
