"""What a page asks in a dialog of the browser's waits until somebody was asked that very question:
a yes has the page go on where it stood, and nothing is pressed once more for it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

import pytest
import pytest_asyncio
from playwright.async_api import ElementHandle, Page

from engine.acting.web.page_executor import WebExecutor
from engine.domain.actions import Action, Click, PressKeys, TypeText
from engine.domain.errors import HeldBack
from engine.domain.limits import Limits
from engine.domain.plans import PlanStep, Situation
from engine.domain.web.pages import WebElement
from engine.modes.navigator.saying import new_lines
from engine.safety.web.page_risks import WebRiskRater
from engine.safety.web.setting_off import SettingOff
from engine.surfaces.browser import found_element
from tests.engine.acting.web.real import Web, real_web, step_for
from tests.support.browser_site import Site, site
from tests.support.shared_browser import IN_A_LIGHT_BROWSER

pytestmark = [*IN_A_LIGHT_BROWSER]

CREW = """<h1>Crew</h1><p id=o>Nobody was asked</p><details open><summary>Ida</summary>
<button onclick="ask()">Strike off</button></details>
<form onsubmit="ask(); return false"><label>Name <input></label></form><script>let n = 0;
const ask = () => { n++; document.querySelector('details').open = false;
o.textContent = confirm('Really  strike off Ida?') ? 'Ida is off' : 'Ida stays' }</script>"""
ASKS = "asks “Really strike off Ida?”"


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def web(pages: Site) -> AsyncIterator[Web]:
    async with real_web(pages, (400, 300)) as started:
        yield started


def executor_of(web: Web) -> WebExecutor:
    rater = WebRiskRater(start_url=web.site.at("/"))
    against = SettingOff(rater, "").against
    limits = Limits(settle_secs=3.0)
    return WebExecutor(web.surface, web.perceiver, limits, rater, against=against)


async def asked(web: Web, action: Action, label: str) -> tuple[WebExecutor, PlanStep, Situation]:
    before = await web.show(CREW)
    executor = executor_of(web)
    step = step_for(action, label, before)
    with pytest.raises(HeldBack) as held:
        await executor.perform(step, before)
    assert held.value.waits and held.value.message == ASKS
    return executor, step, before


@pytest.mark.parametrize(
    ("action", "label"), [(Click(), "Strike off"), (TypeText("Ida\n", replace=True), "Name")]
)
async def test_a_yes_has_the_page_go_on_without_another_press(
    web: Web, action: Action, label: str
) -> None:
    executor, step, before = await asked(web, action, label)
    done = await executor.perform(replace(step, has_risk_of=ASKS), before)
    assert await web.ask("[o.textContent, n].join()") == "Ida is off,1"
    assert not any("answered" in each for each in done.judged.evidence)
    assert not any("Really" in each.text for each in new_lines(before, await web.look()))


async def test_without_a_yes_it_is_answered_with_no(web: Web) -> None:
    executor, _, before = await asked(web, Click(), "Strike off")
    executor.forget_held()
    now = await web.look()
    assert await web.ask("[o.textContent, n].join()") == "Ida stays,1"
    assert [each.text for each in new_lines(before, now) if each.is_dismissed]


async def test_a_yes_to_one_question_is_none_to_another(web: Web) -> None:
    executor, step, before = await asked(web, Click(), "Strike off")
    await executor.perform(replace(step, has_risk_of=ASKS), before)
    now = await web.show(CREW.replace("strike off Ida?", "strike off all?"))
    step = step_for(Click(), "Strike off", now)
    with pytest.raises(HeldBack, match="strike off all"):
        await executor.perform(replace(step, has_risk_of=ASKS), now)
    executor.forget_held()


MIDST = """<p id=o>Guest</p><label>Name <input id=i oninput="once('Use the old form?')"></label>
<button onmouseover="once('Stay signed in?')" onclick="n++">Save</button>
<button onclick="o.textContent = [confirm(w + 'keep?'), confirm(w + 'ERASE ALL?')].join()">
Strike off</button><script>let n = 0, was = false, w = 'word '.repeat(60);
const once = (q) => { if (was) return; was = true; if (confirm(q)) o.textContent = 'Yes' }
</script>"""


@pytest.mark.parametrize(
    ("action", "label", "left"),
    [
        (Click(), "Save", "Guest|1|"),
        (TypeText("Endeavour", replace=True), "Name", "Guest|0|Endeavour"),
        (TypeText("Endeavour\n"), "Name", "Guest|0|Endeavour"),
        (Click(), "Strike off", "false,false|0|"),
    ],
    ids=["before the press", "at the first key", "before Return", "too long to be told whole"],
)
async def test_what_comes_before_all_was_done_or_is_not_told_whole_is_dismissed(
    web: Web, action: Action, label: str, left: str
) -> None:
    before = await web.show(MIDST)
    done = await executor_of(web).perform(step_for(action, label, before), before)
    assert await web.ask("[o.textContent, n, i.value].join('|')") == left
    assert done.situation.page and "; dismissed." in "".join(done.situation.page.notices)


async def test_what_asks_by_itself_before_anything_was_done_is_dismissed(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await web.show(MIDST)
    find = found_element.find

    async def asked_first(page: Page, element: WebElement) -> ElementHandle:
        await page.evaluate("once('Still there?')")
        return await find(page, element)

    monkeypatch.setattr(found_element, "find", asked_first)
    await executor_of(web).perform(step_for(Click(), "Save", before), before)
    assert await web.ask("[o.textContent, n].join()") == "Guest,1"


async def test_the_key_that_set_a_question_off_is_let_go_of_with_the_answer(web: Web) -> None:
    executor, step, before = await asked(web, TypeText("Ida\n", replace=True), "Name")
    await web.surface.hands.let_go()  # nothing that would wait for the page
    await executor.perform(replace(step, has_risk_of=ASKS), before)
    await web.ask("addEventListener('keydown', (e) => again = e.repeat)")
    await web.surface.hands.perform(PressKeys(("enter",)), None)
    assert await web.ask("again") is False
