"""What a page asks in a dialog of the browser's waits until somebody was asked that very question:
a yes has the page go on where it stood, and nothing is pressed once more for it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

import pytest
import pytest_asyncio

from engine.acting.web.page_executor import WebExecutor
from engine.domain.actions import Action, Click, TypeText
from engine.domain.errors import HeldBack
from engine.domain.limits import Limits
from engine.domain.plans import PlanStep, Situation
from engine.modes.navigator.saying import new_lines
from engine.safety.web.page_risks import WebRiskRater
from engine.safety.web.setting_off import SettingOff
from tests.engine.acting.web.real import Web, real_web, step_for
from tests.support.browser_site import Site, site

pytestmark = pytest.mark.asyncio(loop_scope="module")

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


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def web(pages: Site) -> AsyncIterator[Web]:
    async with real_web(pages, (400, 300)) as started:
        yield started


async def asked(web: Web, action: Action, label: str) -> tuple[WebExecutor, PlanStep, Situation]:
    before = await web.show(CREW)
    rater = WebRiskRater(start_url=web.site.at("/"))
    against = SettingOff(rater, "").against
    limits = Limits(settle_secs=3.0)
    executor = WebExecutor(web.surface, web.perceiver, limits, rater, against=against)
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
