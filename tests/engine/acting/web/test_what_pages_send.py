"""What a page sends behind a button that only goes on, wherever in it the deed is said: it is held
back before it has reached the server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from engine.acting.web.page_executor import WebExecutor
from engine.domain.actions import Click
from engine.domain.errors import HeldBack
from engine.domain.limits import Limits
from engine.safety.web.page_risks import WebRiskRater
from engine.safety.web.setting_off import SettingOff
from tests.engine.acting.web.real import Web, real_web, step_for
from tests.support.browser_site import Site, site
from tests.support.shared_browser import IN_ONE_BROWSER
from tests.support.waiting import until

pytestmark = [*IN_ONE_BROWSER]

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
HARMLESS = ("post(new URLSearchParams({name: 'Ida'}))", "post(part('Ida'))", "post(GOOD)")
GOOD = '{"name":"Ida","text":"Delete the old files"}'


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def web(pages: Site) -> AsyncIterator[Web]:
    async with real_web(pages, (400, 300)) as started:
        yield started


async def pressed(web: Web, script: str) -> tuple[WebExecutor, str]:
    """The executor, and why it was held back; empty where it was not."""
    rater = WebRiskRater(start_url=web.site.at("/"))
    against = SettingOff(rater, "").against
    limits = Limits(settle_secs=1.0)
    executor = WebExecutor(web.surface, web.perceiver, limits, rater, against=against)
    before = await web.show(PAGE % script.replace("GOOD", f"'{GOOD}'"))
    page = web.surface.tabs.page
    assert page is not None
    await page.set_input_files("[name=photo]", __file__)
    web.site.hits.clear()
    try:
        await executor.perform(step_for(Click(), "Continue", before), before)
    except HeldBack as held:
        return executor, held.message
    return executor, ""


@pytest.mark.parametrize("deed", DEEDS)
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
