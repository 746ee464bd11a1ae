"""Pages that name what was written and say nothing of its being kept: none of it is claimed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from engine.domain.actions import Click
from engine.modes.navigator.confirming import confirmation
from engine.modes.navigator.reading_back import lines_of
from engine.modes.navigator.run import page_of
from tests.engine.acting.web.real import Web, real_web, step_for
from tests.support.browser_site import Site, site
from tests.support.browsing import no_live_picture
from tests.support.lanes import varies
from tests.support.page_work import note_work, until_through
from tests.support.shared_browser import IN_A_LIGHT_BROWSER
from tests.support.waiting import until_so

pytestmark = [*IN_A_LIGHT_BROWSER]

FORM = """<h1>Boats</h1>{above}<form id=f><label>Name <input name=name></label>
<label>Port <input name=port></label><button>Add</button></form>
<div id=s role=status style='margin-top:70px'></div><ul id=l></ul><script>
const post = (to) => fetch(to, {{ method: 'POST', body: f.name.value }});
const note = (text, tone = '') => {{ s.className = tone; s.textContent = text; }};
const entry = (text) => l.insertAdjacentHTML('beforeend', '<li>' + text);
f.onsubmit = async (e) => {{ e.preventDefault(); {then} }}</script>"""
TICKING = """<p id=c></p><script>let n = 0;
const tick = () => c.textContent = '{}'.replace('#', n++); tick(); setInterval(tick, {})</script>"""
SAVED = "Endeavour was saved # before."
CHECKED = "await post('/status/200'); note('Endeavour is available', 'alert-success'); "


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def web(pages: Site) -> AsyncIterator[Web]:
    with no_live_picture():
        async with real_web(pages, (400, 300)) as started:
            await note_work(started.surface)
            yield started


async def confirmed(web: Web, then: str, above: str = "", *, once: str = "true") -> str:
    """What is taken for a confirmation of two fields that were filled in and sent, looked for once
    the page is through with it and says that it is so far."""
    await web.open(FORM.format(then=then, above=above))
    await web.fill_in("Name", "Endeavour")
    await web.fill_in("Port", "Kiel")
    before = await web.look()
    step = step_for(Click(), "Add", before)
    zone = before.zone(step.zone_id)
    assert zone is not None
    with web.waiting_less():
        await web.executor.perform(step, before)
    await until_through(web.surface)
    await until_so(lambda: web.ask(once))
    sent = (before, await web.look(), zone.source_key, "add the boat Endeavour")
    known = lines_of([page_of(before).text])
    return confirmation(*sent, typed=("Endeavour", "Kiel"), known=known)


@pytest.mark.parametrize(
    "then",
    [
        f"{CHECKED}await post('/status/500')",
        varies(f"{CHECKED}await post('/status/422'); f.reset()"),
        CHECKED,
        "await post('/status/200'); note('Endeavour gibt es schon'); entry('Endeavour: Kiel')",
        varies(
            "await post('/status/200'); note('Price of Endeavour'); entry('Endeavour, Kiel: 9 EUR')"
        ),
        "await post('/status/200'); note('Sending Endeavour'); entry('Endeavour, Kiel')",
    ],
    ids=["then 500", "then 422", "only checked", "a twin", "a price", "at work"],
)
async def test_what_only_names_what_was_written_confirms_nothing(web: Web, then: str) -> None:
    assert await confirmed(web, then) == ""


@pytest.mark.parametrize(
    ("said", "every_ms"),
    [("Endeavour (Kiel) was saved # seconds before.", 300), ("Endeavour is held: # s left", 200)],
)
async def test_what_ticks_and_names_what_was_written_is_no_effect(
    web: Web, said: str, every_ms: int
) -> None:
    ticked = "n > (window.until ??= n + 1)"
    assert await confirmed(web, "", TICKING.format(said, every_ms), once=ticked) == ""


@pytest.mark.parametrize(
    ("then", "said", "was", "now"),
    [
        ("{}", SAVED, "7 seconds", "8 seconds"),
        ("{}", SAVED, "a few seconds", "a minute"),
        ("{}; f.reset()", SAVED, "59 seconds", "1 minute"),
        ("await post('/status/500'); {}", "Saved: # entries.", "7", "8"),
        varies("{}; f.reset()", SAVED, "7 seconds", "8 seconds"),
        varies("{}; f.reset()", "Saved: # entries.", "7", "8"),
        varies("await post('/status/500'); {}", SAVED, "7 seconds", "8 seconds"),
        varies("await post('/status/500'); {}", SAVED, "a few seconds", "a minute"),
    ],
)
async def test_what_counts_on_just_when_something_is_pressed_is_no_effect(
    web: Web, then: str, said: str, was: str, now: str
) -> None:
    stood = f"<p id=c>{said.replace('#', was)}</p>"
    counts_on = f"c.textContent = '{said.replace('#', now)}'"
    assert await confirmed(web, then.format(counts_on), stood) == ""


async def test_a_row_is_not_gone_where_the_whole_list_is(web: Web) -> None:
    rows = "".join(
        f"<div><a href=#>{e}</a> <button>Strike off</button></div>" for e in ("Ida", "Bo")
    )
    await web.open(f"<h1>Crew</h1><div id=l onclick='l.innerHTML = String()'>{rows}</div>")
    before = await web.look()
    buttons = [zone for zone in before.zones if zone.label == "Strike off"]
    step = step_for(Click(), buttons[0].label, before)
    with web.waiting_less():
        await web.executor.perform(step, before)
    now = await web.look()
    assert confirmation(before, now, buttons[0].source_key, "click Strike off in Ida's row") == ""
