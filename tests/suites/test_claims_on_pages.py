"""What comes in the way of a claim after all seemed done: no run says that its goal is reached past
it. One browser for all; each page does just what its case says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.domain.terminals import Terminal
from tests.suites.web_trial import run_on_a_small_page
from tests.support.browser_site import Site, site
from tests.support.shared_browser import IN_ONE_BROWSER

pytestmark = [pytest.mark.end_to_end, *IN_ONE_BROWSER]

SIGN_IN = """<h1>Members only</h1><form><label>Name <input></label><label>Password
<input type=password></label><button>Log in</button></form>"""
SENDING = """<form id=f><label>Name <input></label><button>Save</button></form><p id=p></p><script>
f.onsubmit = (e) => { e.preventDefault(); p.textContent = 'It was saved.';
 setTimeout(() => location = '/expired', 900) }</script>"""
LATE = """<div id=root></div><script>setTimeout(() => root.innerHTML = '<button>Create</button>' +
 '<p id=p></p>', 7000); root.onclick = () => p.textContent = 'The boat was created.'</script>"""
BRINGS = """<button onclick='p.innerHTML = t.innerHTML'>{}</button><p id=p></p>
<template id=t>{}</template>"""
COOKIES = BRINGS.format("Relay", "May we use cookies? <button>Accept</button>")
OFFERING = COOKIES.replace("<button>Accept", '<button onclick="p.remove()">Fine')
SURE = (
    BRINGS.format("Archive", "Are you sure? <button id=y>Yes</button>")
    + """<script>
document.onclick = (e) => { if (e.target.id == 'y') p.textContent = 'The boat was archived.' }
</script>"""
)
EXPIRED = "<h1>Sign in</h1><p>Your session has expired, and nothing was saved.</p>"


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        served.put("/members", SIGN_IN)
        served.put("/expired", EXPIRED)
        served.put("/", "<h1>Club</h1><a href=/members>Reports</a>")
        served.put("/save", SENDING)
        served.put("/late", LATE)
        served.put("/cookies", COOKIES)
        served.put("/offering", OFFERING)
        served.put("/sure", SURE)
        yield served


@pytest.mark.parametrize(
    ("start", "goal", "said"),
    [
        ("/", "open Reports", "asks to sign in"),
        ("/save", "type 'Endeavour' into Name, click Save", "Done, not seen"),
        ("/cookies", "click Relay", "Done, not seen: Click “Relay”"),
        ("/offering", "click Relay, click Fine", "Done, not seen: Click “Relay”"),
    ],
    ids=[
        *("a page to sign in on", "a page that goes on late", "a question of something else"),
        "an answer to it",
    ],
)
async def test_no_goal_is_reached_past_it(
    pages: Site, tmp_path: Path, start: str, goal: str, said: str
) -> None:
    run = await run_on_a_small_page(goal, pages.at(start), tmp_path)
    assert run.outcome.reason != "artifact" and said in run.outcome.message


async def test_a_page_that_its_scripts_make_late_is_waited_for(pages: Site, tmp_path: Path) -> None:
    run = await run_on_a_small_page("click Create", pages.at("/late"), tmp_path)
    assert run.outcome.terminal is Terminal.GOAL_SATISFIED, run.outcome.message


async def test_a_press_whose_question_was_answered_is_borne(pages: Site, tmp_path: Path) -> None:
    goal = "click Archive, click Yes"
    run = await run_on_a_small_page(goal, pages.at("/sure"), tmp_path)
    assert run.outcome.reason == "artifact", run.outcome.message


def asking(
    head: str, said: str, after: str = "", *, yes: str = "Yes", no: str = "<button>No</button>"
) -> str:
    """A page with a button, its question, and what the yes does but close it: nothing."""
    return f"""<button onclick='q.showModal()'>Discard all</button><dialog id=q><h4>{head}</h4>
<p>{said}</p><button id=y>{yes}</button> {no}</dialog><p id=r>boats.txt</p><p id=p></p><script>
q.onclick = (e) => e.target.localName == 'button' && q.close(); y.onclick = () => {{ {after} }}
</script>"""


LAST = "This operation cannot be undone."
SURE_OF_ALL = "Are you sure you want to discard all changes?"
BESIDE = """<table><tr><td>Tern<td><button onclick='q.hidden = false'>Delete</button></table>
<div id=q hidden style='border:1px solid'><p>Delete the boat?</p><p>Its logs go with it.</p>
<button>Cancel</button> <button onclick='q.remove()'>OK</button></div>"""
REFUSED = asking("Error", "Nothing was discarded: the disk is full.", yes="OK", no="")


@pytest.mark.parametrize(
    ("page", "goal"),
    [
        (asking(SURE_OF_ALL, LAST), "click Discard all, click Yes in the dialog"),
        (asking("", f"{SURE_OF_ALL} They are lost."), "click Discard all, click Yes in the dialog"),
        (
            asking("Discard changes", "Two files go.", yes="Discard"),
            "click Discard all, click Discard in the dialog",
        ),
        (BESIDE, "click Delete in the row of 'Tern', click OK"),
        (REFUSED, "click Discard all, click OK in the dialog"),
        (
            asking("Pack it?", "It goes to the attic.", yes="Pack").replace("Discard all", "Tidy"),
            "click Tidy, click Pack in the dialog",
        ),
    ],
    ids=["a warning", "one sentence", "its own word", "beside it", "a report", "no grave deed"],
)
async def test_a_question_that_goes_with_its_answer_is_no_sign_that_the_deed_was_done(
    pages: Site, tmp_path: Path, page: str, goal: str
) -> None:
    run = await run_on_a_small_page(goal, pages.put("/now", page), tmp_path)
    assert run.outcome.reason == "done_not_seen", run.outcome.message


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        (asking("Discard boats.txt?", LAST, "r.remove()"), "“boats.txt” is on the page no more"),
        (asking("Discard it?", "boats.txt", "r.remove()"), "“boats.txt” is on the page no more"),
        (
            asking("Discard boats.txt?", LAST, "r.remove()") + "<label>Name <input></label>",
            "“boats.txt” is on the page no more",
        ),
        (
            asking("Discard changes", LAST, "p.textContent = 'Both were deleted.'"),
            "the page says “Both were deleted.”",
        ),
    ],
    ids=["what it names", "a line of its own", "beside a field", "no question"],
)
async def test_a_warning_in_a_dialog_is_answered_and_what_goes_then_is_seen(
    pages: Site, tmp_path: Path, page: str, shown: str
) -> None:
    goal = "click Discard all, click Yes in the dialog"
    run = await run_on_a_small_page(goal, pages.put("/now", page), tmp_path)
    assert run.outcome.reason == "artifact" and shown in run.outcome.message, run.outcome.message
