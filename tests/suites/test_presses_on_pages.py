"""What bears a press on a page, and what does not: pages of many makers' habits, half of which lie.

No run says that its goal is reached on one that lies. On one that does not it does, unless nothing
but words, or a dialog about something else, tells of it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.suites.web_trial import ON_SMALL_PAGES, run_on_a_small_page
from tests.support.browser_site import Site, site
from tests.support.lanes import varies

pytestmark = [*ON_SMALL_PAGES]

CASES = tomllib.loads((Path(__file__).parent / "presses.toml").read_text("utf-8"))
BOATS = "<h1>Boats</h1><table><tr><th>Name<tr><td>Tern<tr><td>Gull</table>"

PROFILE = """<nav>Club: {}</nav><h1>Profile</h1><form method=post action=/redirect/here/kept>
<label>Place <input name=place value='{}'></label><button>Save</button></form>"""

STEP = """<h1>Step 2</h1><form><label>Street <input name=s></label>
<button>Save and continue</button></form>"""


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        served.put("/list", BOATS)
        served.put("/fault-cy", "<h1>Clwb</h1><p>Ni chafodd dim ei gadw.</p>")
        served.put("/kept", PROFILE.format("Your profile was updated!", "Quay 3"))
        served.put("/lost", PROFILE.format("Your profile was updated!", "Quay 1"))
        extended = "<p class=alert-success role=alert>Your session was extended successfully.</p>"
        served.put("/extended", f"<h1>Village hall</h1>{extended}<a href=/list>Boats</a>")
        served.put("/p/Lighthouse", "<h1>Lighthouse</h1><p>Sidan har ännu inte skrivits.</p>")
        served.put("/step2", STEP)
        served.put("/p/8", "<h1>Spring fair</h1><i>Draft, to be seen</i><p>Bring chairs</p>")
        yield served


@pytest.mark.parametrize(
    "name", [varies(name) if case.get("varies") else name for name, case in CASES.items()]
)
async def test_a_press_is_borne_where_it_is_so_and_the_page_shows_it(
    pages: Site, tmp_path: Path, name: str
) -> None:
    case = CASES[name]
    run = await run_on_a_small_page(case["goal"], pages.put("/now", case["page"]), tmp_path)
    assert (run.outcome.reason == "artifact") is (case["truth"] == "done"), run.outcome.message
