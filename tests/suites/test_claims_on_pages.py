"""What comes in the way of a claim after all seemed done: no run says that its goal is reached past
it. One browser for all; each page does just what its case says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.domain.terminals import Terminal
from tests.suites.conftest import IN_ONE_BROWSER
from tests.suites.web_trial import Operator
from tests.support.browser_site import Site, site
from tests.support.web_task_run import run_on_the_web

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
    run = await run_on_the_web(goal, pages.at(start), tmp_path, approver=Operator(""))
    assert run.outcome.reason != "artifact" and said in run.outcome.message


async def test_a_page_that_its_scripts_make_late_is_waited_for(pages: Site, tmp_path: Path) -> None:
    run = await run_on_the_web("click Create", pages.at("/late"), tmp_path, approver=Operator(""))
    assert run.outcome.terminal is Terminal.GOAL_SATISFIED, run.outcome.message


async def test_a_press_whose_question_was_answered_is_borne(pages: Site, tmp_path: Path) -> None:
    goal = "click Archive, click Yes"
    run = await run_on_the_web(goal, pages.at("/sure"), tmp_path, approver=Operator(""))
    assert run.outcome.reason == "artifact", run.outcome.message
