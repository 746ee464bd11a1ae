"""What is kept and not told, or told in words that only its page knows: ticks, a row that a page
asked about, a page that is gone from its address. Beside each stand pages of the same look on which
it was not done, and that is not claimed."""

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


async def ends(end: str, pages: Site, goal: str, folder: Path) -> None:
    run = await run_on_a_small_page(goal, pages.at("/now"), folder)
    assert run.outcome.reason == end, run.outcome.message


SETTINGS = """<h1>Settings</h1><form id=f><label>Name <input id=n value=Nora></label>
<label><input type={kind} id=a name=k value=up> Round up</label>
<label><input type={kind} id=b name=k value=mail> Send mails</label>
<button>Keep settings</button></form><p id=p></p><script>
const had = {source};
const send = (to) => fetch(to, {{ method: 'POST', body: `${{a.checked}} {other}` }});
onload = async () => {{ const [one, two] = (await had()).split(' ');
 a.checked = one == 'true'; b.checked = two == 'true' }};
f.onchange = () => {{ {chosen} }};
f.onsubmit = async (e) => {{ e.preventDefault(); {then} await send('{way}') }}</script>"""
KEPT = "async () => (await fetch('/keep/t')).text()"
OWN = "async () => localStorage.t || ''"


@pytest.mark.parametrize(
    ("told", "end"),
    [
        ({}, "artifact"),
        ({"kind": "radio"}, "artifact"),
        ({"goal": "untick Round up", "was": "true true", "other": "true"}, "artifact"),
        ({"way": "/forget/t"}, "done_not_seen"),
        ({"other": "${a.checked}", "goal": "tick Send mails"}, "done_not_seen"),
        ({"goal": "tick Round up, tick Send mails"}, "done_not_seen"),
        ({"way": "/forget/t", "chosen": "send('/keep/t')"}, "done_not_seen"),
        (
            {"way": "/forget/t", "source": OWN, "then": "localStorage.t = `${a.checked} false`;"},
            "done_not_seen",
        ),
        ({"way": "/status/422"}, "done_not_seen"),
    ],
    ids=[
        *("ticked", "chosen", "unticked", "not kept", "another is kept", "one of two"),
        *("kept as it was ticked", "the page's own", "refused"),
    ],
)
async def test_a_tick_bears_it_where_the_server_has_it_since(
    pages: Site, tmp_path: Path, told: dict[str, str], end: str
) -> None:
    given = {"kind": "checkbox", "source": KEPT, "way": "/keep/t", "other": "false", **told}
    given = {"chosen": "", "then": "", "goal": "tick Round up", "was": "", **given}
    given["goal"] = given["goal"].replace("tick", "choose") if "kind" in told else given["goal"]
    pages.kept["t"] = given["was"]
    pages.put("/now", SETTINGS.format(**given))
    await ends(end, pages, f"{given['goal']}, click Keep settings", tmp_path)


BERTHS = """<h1>Berths</h1><p id=p class={tone}></p><table><tr><th>Boat<th>Nights<th></tr>
<tbody id=l></table><script>onload = async () => {{
 const told = await (await fetch('/keep/g')).text();
 p.textContent = sessionStorage.said || ''; const row = (boat, n) => `<tr><td>${{boat}}<td>${{n}}
<td><form action='/ask'><button>Leave</button></form></tr>`;
 l.innerHTML = (told == 'Gull' ? '' : row('Gull', {nights})) + (told == 'Heron' ? '' :
 row('Heron', 7)) }}</script>"""
ASKS = """<h1>Leave</h1><p>Shall Gull leave its berth?</p>
<form id=f method=post action=/redirect/here/now><button>Yes, leave</button></form><script>
f.onsubmit = async (e) => {{ e.preventDefault(); sessionStorage.said = '{said}';
 await fetch('{way}', {{ method: 'POST', body: '{gone}' }}); f.submit() }}</script>"""


@pytest.mark.parametrize(
    ("told", "end"),
    [
        ({}, "artifact"),
        ({"way": "/forget/g"}, "done_not_seen"),
        varies({"way": "/forget/g", "said": "Gull stays."}, "done_not_seen"),
        ({"gone": "Heron", "said": "Heron has left."}, "done_not_seen"),
        ({"way": "/forget/g", "tone": "error", "said": "Gull stays here."}, "planner_failed"),
        ({"tone": "error", "said": "Gull stays here."}, "done_not_seen"),
    ],
    ids=["gone", "not gone", "it stays", "another is gone", "a fault", "a fault, and gone"],
)
async def test_a_row_that_a_page_asked_about_is_borne_by_what_the_list_says_then(
    pages: Site, tmp_path: Path, told: dict[str, str], end: str
) -> None:
    pages.kept.clear()
    given = {"way": "/keep/g", "gone": "Gull", "said": "Gull has left.", **told}
    given = {"tone": "success", "nights": "3", **given}
    pages.put("/now", BERTHS.format(**given))
    pages.put("/ask", ASKS.format(**given))
    await ends(end, pages, "click Leave in the row of 'Gull', click 'Yes, leave'", tmp_path)


WIKI = "<h1>Quay</h1><p>The quay has <a href=/tides>tides</a> and <a href=/rules>rules</a>.</p>"
PAGE = "<h1>{0}</h1><p>Twice a day.</p><a href=/edit>Edit</a>"
EDIT = """<h1>Editing tides</h1><form id=f method=post action=/redirect/here/now>
<button>Remove</button></form><script>f.onsubmit = async (e) => { e.preventDefault();
 await fetch('/api/remove', { method: 'POST' }); f.submit() }</script>"""


@pytest.mark.parametrize(
    ("gone", "end"),
    [("/tides", "artifact"), ("", "done_not_seen"), ("/rules", "done_not_seen")],
    ids=["gone", "not gone", "another is gone"],
)
async def test_a_page_is_removed_where_its_server_has_none_at_its_address(
    pages: Site, tmp_path: Path, gone: str, end: str
) -> None:
    def answer(method: str, path: str, sent: str) -> tuple[int, object]:
        pages.pages.pop(gone, None)
        pages.put("/now", WIKI.replace("<a href=/tides>tides</a>", "?tides"))
        return 200, {}

    pages.answer = answer
    pages.put("/now", WIKI)
    pages.put("/tides", PAGE.format("Tides"))
    pages.put("/rules", PAGE.format("Rules"))
    pages.put("/edit", EDIT)
    await ends(end, pages, "click tides, click Edit, click Remove", tmp_path)
