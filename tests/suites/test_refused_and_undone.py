"""A row that was to go, or to be changed, and that its server refused: where it stands there as it
did, the run fails by what the page says of it, or the server; where anything else may be so, nobody
can tell."""

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


ROWS = """<h1>Jobs</h1><table><tr><th>Boat<th>Work<th></tr><tbody id=l></table><dialog id=q>
<p>Delete job 2?</p><button>Cancel</button><button id=y>Confirm</button></dialog>
<p id=p {note}></p><script>
const draw = (boats) => {{ l.innerHTML = boats.map(([boat, work]) => `<tr><td>${{boat}}<td>${{work}}
<td><button>{verb}</button></tr>`).join('') }};
const all = [['Gull of Kiel', 'Paint'], ['Heron of Harwich', 'Sails']];
const send = async () => {{ draw(all.slice(0, 1)); {first}
 const told = await fetch('/status/{code}', {{ method: 'DELETE' }}); {then} }};
const back = (said) => {{ draw(all); p.textContent = said }};
draw(all); l.onclick = () => {{ {press} }}; y.onclick = () => {{ q.close(); send() }}</script>"""
NOTE = "style='position:fixed;bottom:0'"
WORDS = "Lines of the office are closed."
UNDONE = f"back('{WORDS}')"
ELSEWHERE = "draw([all[0], ['Heron of Harwich', 'Sails (struck)']])"


@pytest.mark.parametrize(
    ("told", "end", "said"),
    [
        ({}, "planner_failed", WORDS),
        ({"code": "409", "verb": "Strike out", "press": "send()"}, "planner_failed", WORDS),
        varies({"note": "role=alert"}, "planner_failed", WORDS),
        ({"then": "back('')"}, "planner_failed", "the server answered with 403"),
        ({"then": ""}, "done_not_seen", ""),
        ({"then": ELSEWHERE}, "done_not_seen", ""),
        ({"first": "await fetch('/status/200', { method: 'POST' });"}, "done_not_seen", ""),
        ({"code": "500"}, "done_not_seen", ""),
    ],
    ids=[
        *("rolled back", "at once", "aloud", "in no words"),
        *("drawn as gone", "it reads otherwise", "something was taken", "an error"),
    ],
)
async def test_what_was_refused_and_stands_there_as_before_fails(
    pages: Site, tmp_path: Path, told: dict[str, str], end: str, said: str
) -> None:
    given = {"code": "403", "verb": "Delete", "press": "q.showModal()", "then": UNDONE, **told}
    given = {"note": NOTE, "first": "", **given}
    goal = f"click {given['verb']} in the row of 'Heron of Harwich'"
    goal += ", click Confirm" if "showModal" in given["press"] else ""
    run = await run_on_a_small_page(goal, pages.put("/now", ROWS.format(**given)), tmp_path)
    assert run.outcome.reason == end and said in run.outcome.message, run.outcome.message


@pytest.mark.parametrize(
    ("told", "end", "said"),
    [
        ({}, "planner_failed", WORDS),
        ({"then": "back('')"}, "planner_failed", "the server answered with 409"),
        ({"then": ELSEWHERE}, "done_not_seen", ""),
        ({"then": "draw([])"}, "done_not_seen", ""),
    ],
    ids=["rolled back", "in no words", "it reads otherwise", "all is gone"],
)
async def test_the_row_in_which_it_was_pressed_may_have_a_short_name(
    pages: Site, tmp_path: Path, told: dict[str, str], end: str, said: str
) -> None:
    given = {"code": "409", "verb": "Call off", "press": "send()", "then": UNDONE, **told}
    page = ROWS.format(**{"note": NOTE, "first": "", **given}).replace("Heron of Harwich", "Tar")
    run = await run_on_a_small_page(
        "click Call off in the row of 'Tar'", pages.put("/now", page), tmp_path
    )
    assert run.outcome.reason == end and said in run.outcome.message, run.outcome.message


@pytest.mark.parametrize("role", ["dialog", "alertdialog"])
@pytest.mark.parametrize(
    ("told", "end", "said"),
    [
        ({"code": "200", "then": ""}, "artifact", "is gone"),
        ({}, "not_accepted", WORDS),
        ({"code": "200", "then": "draw(all)"}, "done_not_seen", ""),
    ],
    ids=["done", "refused", "nothing of it is seen"],
)
async def test_a_question_that_only_asks_back_may_ask_so_in_more_words(
    pages: Site, tmp_path: Path, told: dict[str, str], end: str, said: str, role: str
) -> None:
    given = {"code": "409", "verb": "Call off", "press": "q.showModal()", "then": UNDONE, **told}
    page = ROWS.format(**{"note": NOTE, "first": "", **given})
    page = page.replace("<dialog id=q>", f"<dialog id=q role={role}>")
    page = page.replace("Delete job 2?", "Are you absolutely sure?").replace("Confirm", "Continue")
    goal = "click Call off in the row of 'Heron of Harwich', click Continue"
    run = await run_on_a_small_page(goal, pages.put("/now", page), tmp_path)
    assert run.outcome.reason == end and said in run.outcome.message, run.outcome.message


HOUSE = """<h1>House</h1><p id=h>Three things in the bin</p>
<button onclick='m.hidden = false'>Kitchen</button><div id=m role=menu hidden>
<div role=menuitem tabindex=0 id=b>Lock up</div></div><p id=p></p><script>
b.onclick = async () => {{ m.hidden = true; p.textContent = '';
 await fetch('{way}', {{ method: '{method}', body: '{{"locked": true}}' }}); {then} }}</script>"""


@pytest.mark.parametrize(
    ("told", "end", "said"),
    [
        ({}, "not_accepted", WORDS),
        ({"then": ""}, "not_accepted", "the server answered with 423"),
        ({"then": "h.textContent = 'Shut for the night'"}, "done_not_seen", ""),
        ({"method": "POST"}, "done_not_seen", ""),
        ({"way": "/status/500"}, "done_not_seen", ""),
    ],
    ids=["in words", "in none", "it reads otherwise", "may be a ping", "an error"],
)
async def test_what_was_refused_of_what_is_no_row_fails_where_all_stands_as_it_did(
    pages: Site, tmp_path: Path, told: dict[str, str], end: str, said: str
) -> None:
    given = {"way": "/status/423", "method": "PUT", "then": f"p.textContent = '{WORDS}'", **told}
    run = await run_on_a_small_page(
        "click Kitchen, click Lock up", pages.put("/now", HOUSE.format(**given)), tmp_path
    )
    assert run.outcome.reason == end and said in run.outcome.message, run.outcome.message


BOXED = """<h1>Lunches</h1><div role=dialog hidden></div><div id=x role=dialog></div>
<section id=l></section><div id=q role=dialog hidden style='position:fixed;top:40px'>
<h3>Cancel lunch</h3><p id=w></p><button>No</button><button id=y>Yes</button></div><script>
const draw = (names) => {{ l.innerHTML = names.map((n) =>
 `<div><b>${{n}}</b> <i>Soup</i> <button>Cancel</button></div>`).join('') }};
const of = (b) => b.parentElement.querySelector('b').textContent;
draw(['Ann', 'Tom']); l.onclick = (e) => {{ q.hidden = false;
 w.textContent = `Cancel the lunch of ${{of(e.target)}}?` }};
y.onclick = async () => {{ q.hidden = true;
 await fetch('/status/{code}', {{ method: 'DELETE' }}); {then} }}</script>"""


@pytest.mark.parametrize(
    ("code", "then", "end"), [("200", "draw(['Tom'])", "artifact"), ("409", "", "not_accepted")]
)
async def test_an_empty_box_beside_a_question_makes_it_no_other_s(
    pages: Site, tmp_path: Path, code: str, then: str, end: str
) -> None:
    address = pages.put("/now", BOXED.format(code=code, then=then))
    goal = "click Cancel in the row of 'Ann', click Yes"
    run = await run_on_a_small_page(goal, address, tmp_path)
    assert run.outcome.reason == end, run.outcome.message
