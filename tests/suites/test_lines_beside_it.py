"""Sentences of success that come up beside a press: what a timer or a poll of the page brings bears
no press that did nothing, whatever its words; what the press itself brought does, or the answer to
what it sent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.suites.web_trial import ON_SMALL_PAGES, run_on_a_small_page
from tests.support.browser_site import Site, site
from tests.support.lanes import varies

pytestmark = [*ON_SMALL_PAGES]


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


SAVING = """<h1>Boats</h1><form id=f><label>Name <input id=n></label><button id=b>Save</button>
</form><p id=p></p><p id=q hidden>{said}</p><script>
let at = 0; b.onpointerup = () => {{ at = performance.now() }};
const tell = () => {{ {tells} }};
setInterval(() => {{ if (at && performance.now() - at > 1500) {{ at = 0; {then} }} }}, 30);
f.onsubmit = async (e) => {{ e.preventDefault(); {does} }}</script>"""
TELLS = "p.textContent = q.textContent"
SHOWS = "q.hidden = false"
PASSES = f"{TELLS}; setTimeout(() => p.textContent = '', 900)"
SENDS = "await fetch('/keep/b', { method: 'POST', body: n.value }); tell()"
LATER = "await fetch('/keep/b', { method: 'POST', body: n.value }); setTimeout(tell, 50)"
PINGS = "fetch('/forget/x', { method: 'POST', body: 'seen' })"


@pytest.mark.parametrize(
    ("said", "told", "end"),
    [
        ("Orders received", {}, "done_not_seen"),
        varies("3 saved", {}, "done_not_seen"),
        ("Backup completed.", {"tells": SHOWS}, "done_not_seen"),
        ("A new order was received.", {"tells": PASSES}, "done_not_seen"),
        ("Orders received", {"does": PINGS}, "done_not_seen"),
        ("Orders received", {"then": "fetch('/forget/x').then(tell)"}, "done_not_seen"),
        ("It was saved.", {"does": "tell()", "then": ""}, "artifact"),
        varies("It was saved.", {"does": "tell()", "then": "", "tells": SHOWS}, "artifact"),
        varies("It was saved.", {"does": "requestAnimationFrame(tell)", "then": ""}, "artifact"),
        ("It was saved.", {"does": "tell()", "then": "p.innerHTML = q.innerHTML"}, "artifact"),
        ("It was saved.", {"does": SENDS, "then": ""}, "artifact"),
        ("It was saved.", {"does": LATER, "then": ""}, "artifact"),
        ("It was saved.", {"does": SENDS, "then": "", "tells": PASSES}, "artifact"),
    ],
    ids=[
        *("a timer's", "a count", "shown by a timer", "it passes", "beside a ping", "a poll's"),
        *("by the press", "shown by it", "drawn by it", "made anew"),
        *("by the answer", "a moment after it", "by the answer, and it passes"),
    ],
)
async def test_what_comes_beside_a_press_bears_none(
    pages: Site, tmp_path: Path, said: str, told: dict[str, str], end: str
) -> None:
    given = {"tells": TELLS, "does": "", "then": "tell()", **told}
    address = pages.put("/now", SAVING.format(said=said, **given))
    run = await run_on_a_small_page("type 'Endeavour' into Name, click Save", address, tmp_path)
    assert run.outcome.reason == end, run.outcome.message
