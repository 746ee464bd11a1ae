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
    pages: Site, tmp_path: Path, told: dict[str, str], end: str, said: str
) -> None:
    given = {"code": "409", "verb": "Call off", "press": "q.showModal()", "then": UNDONE, **told}
    page = ROWS.format(**{"note": NOTE, "first": "", **given})
    page = page.replace("Delete job 2?", "Are you absolutely sure?").replace("Confirm", "Continue")
    goal = "click Call off in the row of 'Heron of Harwich', click Continue"
    run = await run_on_a_small_page(goal, pages.put("/now", page), tmp_path)
    assert run.outcome.reason == end and said in run.outcome.message, run.outcome.message
