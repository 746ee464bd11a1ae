"""A guest that was granted one site, in a real browser."""

from __future__ import annotations

from collections.abc import AsyncIterator

import numpy as np
import pytest
import pytest_asyncio

from engine.domain.actions import Click, Navigate, TypeText
from engine.domain.guests import Granted
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.zones import COVERED
from engine.safety.scoped_risks import GrantedRater
from engine.safety.web.page_risks import WebRiskRater
from tests.engine.acting.web.real import Web, real_web, step_for
from tests.support.browser_site import site
from tests.support.processes import eventually

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def web() -> AsyncIterator[Web]:
    with site() as served:
        async with real_web(served) as started:
            yield started


async def test_a_page_of_another_site_is_covered_and_nothing_is_done_there(web: Web) -> None:
    granted = Granted(sites=("127.0.0.1",))
    web.perceiver.start_run("", None, lambda: granted)
    rater = GrantedRater(WebRiskRater(start_url=web.site.at("/")), lambda: granted)
    elsewhere = web.site.put("/private", "<h1>Payroll</h1><button>Fire them</button>")
    elsewhere = elsewhere.replace("127.0.0.1", "localhost")
    here = await web.show(f"<h1>Offers</h1><button>Fine</button><a href='{elsewhere}'>Away</a>")
    assert "Offers" in repr(here.page.text if here.page else "")
    assert not rater.rate(step_for(Click(), "Fine", here), here).leaves
    assert "localhost" in rater.rate(step_for(Click(), "Away", here), here).leaves
    assert granted.opens("blob:http://127.0.0.1:1/of-its-own")
    for address in (
        elsewhere,
        "blob:http://localhost/1",
        "file:///etc/passwd",
        "http://127.0.0.1.evil.example/",
    ):
        assert rater.rate(_opening(address), here).leaves, address
    await web.surface.hands.perform(Navigate(elsewhere), None)
    away = await web.look()
    assert "Payroll" not in _told(away) and "Fire" not in _told(away)
    pixels = np.frombuffer(away.frame.pixels, np.uint8).reshape(-1, 4)
    assert (pixels == np.array(COVERED, np.uint8)).all()
    button = next(each for each in away.zones if each.on_screen)
    assert rater.rate(PlanStep(1, button.zone_id, "", Click(), "click"), away).leaves
    assert not rater.rate(_opening(web.site.at("/now")), away).leaves, "the way back"


async def test_what_other_pages_said_and_handed_out_is_not_told_back_on_the_granted_one(
    web: Web,
) -> None:
    granted = Granted(sites=("127.0.0.1",))
    web.perceiver.start_run("", None, lambda: granted)
    sent = "fetch('/payroll', {method: 'POST', body: 'Fire them all'})"
    script = f"<script>{sent}.then(() => alert('Payroll is 4711'))</script>"
    attached = "<a id=file href='/file/payroll.txt'>File</a>"
    elsewhere = web.site.put("/private", f"{attached}{script}", title="Payroll")
    elsewhere = elsewhere.replace("127.0.0.1", "localhost")
    web.site.put("/own", "<a id=file href='/file/own.txt'>File</a><p>Mine</p>")
    tabs = web.surface.tabs
    await web.surface.hands.perform(TypeText("Fire them all"), None)
    await web.surface.hands.perform(Navigate(elsewhere), None)
    await web.ask("document.querySelector('#file').click()")
    await eventually(lambda: _ended(web) == 1 and tabs.has_notices and web.site.bodies)
    await web.surface.hands.perform(Navigate(web.site.at("/own")), None)
    await web.ask("document.querySelector('#file').click()")
    await eventually(lambda: _ended(web) == 2)
    told = await web.look()
    page = told.page
    assert page is not None and "Mine" in page.text
    assert [each.name for each in page.downloads] == ["own.txt"]
    assert "ayroll" not in repr(page) and "4711" not in repr(page)
    web.perceiver.start_run("")
    await web.surface.hands.perform(Navigate(web.site.at("/own")), None)
    whole = (await web.look()).page
    assert whole is not None and "4711" in repr(whole.said), "who is granted all is told"
    assert "/payroll" in repr(whole.answers) and len(whole.downloads) == 2


def _ended(web: Web) -> int:
    return sum(each.state != "running" for each in web.surface.tabs.handed_out.downloads)


def _opening(url: str) -> PlanStep:
    return PlanStep(1, GLOBAL_ZONE_ID, "", Navigate(url), "open")


def _told(seen: Situation) -> str:
    page = seen.page
    assert page is not None
    texts = (page.text, page.whole_text, page.title, page.elements, page.headings, page.tabs)
    return repr((seen.zones, seen.windows, texts))
