"""What comes in the way of a claim after all seemed done: no run says that its goal is reached past
it. One browser for all; each page does just what its case says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.domain.terminals import Terminal
from tests.suites.web_trial import ON_SMALL_PAGES, run_on_a_small_page
from tests.support.browser_site import Site, site
from tests.support.lanes import varies

pytestmark = [*ON_SMALL_PAGES]

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
        varies(
            asking("", f"{SURE_OF_ALL} They are lost."),
            "click Discard all, click Yes in the dialog",
        ),
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
        varies(
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


def bringing(button: str, said: str, after: str = "", *, has_veil: bool = False) -> str:
    """A page whose button brings a dialog, or what lies over the page, and does nothing else; of
    that the first button does what comes ``after``."""
    over = "div style='position:fixed;inset:0;background:#0008'" if has_veil else "dialog"
    return f"""<h1>Boats</h1><button id=b>{button}</button><p id=r>Tern</p><p id=p></p>
<div id=h></div>
<template id=t><{over}>{said}</{over.split()[0]}></template><script>b.onclick = () => {{
 h.innerHTML = t.innerHTML; const d = h.querySelector('dialog'); d && d.showModal();
 const all = [...h.querySelectorAll('button')], shut = () => h.innerHTML = '';
 all.forEach((e) => e.onclick = shut); all[0].onclick = () => {{ shut(); {after} }} }}</script>"""


COOKIE_WALL = "<h2>We value your privacy</h2><p>Cookies help.</p><button>Accept all</button>"
NEWS = """<h2>Stay up to date</h2><label>E-mail <input></label><button>Subscribe</button>
<button>No thanks</button>"""
SURVEY = (
    "<h2>How are we doing?</h2><p>Two minutes.</p><button>Start</button> <button>Later</button>"
)
UPDATE = "<h2>Version 3.2 is here</h2><p>It brings charts.</p><button>OK</button>"
HELP, NAG = (
    "<p>Need help?</p><button>Yes</button>",
    "<h2>Sign in to {} boats</h2><button>Cancel</button>",
)
SPELLING = "<h2>Spelling</h2><p>Harbur</p><button>Harbour</button> <button>Ignore</button>"
FIRST = "<h2>Before you archive</h2><p>A short survey.</p><button>Got it</button>"
LIKED = """<form id=f><label>Name <input></label><button>Save</button></form><p id=p></p>
<dialog id=q><h2>Do you like boats?</h2><button id=y>Yes</button> <button>No</button></dialog>
<script>f.onsubmit = (e) => { e.preventDefault(); q.showModal(); p.textContent = 'Draft 4' }
y.onclick = () => { q.close(); p.textContent = 'Thank you!' }</script>"""
MORE = "<h2>Pack 20 % more</h2><button>Try it</button> <button>Not now</button>"
OFFER = "<h2>Save 20 % on sails</h2><button>Show sails</button> <button>Not now</button>"
SUBSCRIBED = "p.textContent = 'You are subscribed.'"


@pytest.mark.parametrize(
    ("page", "goal"),
    [
        (bringing("Relay", COOKIE_WALL), "click Relay"),
        (bringing("Relay", NEWS), "click Relay, click 'No thanks'"),
        varies(bringing("Save", NEWS), "click Save, click 'No thanks'"),
        (bringing("Relay", SURVEY, has_veil=True), "click Relay, click Later"),
        varies(bringing("Relay", UPDATE), "click Relay, click OK"),
        varies(bringing("Relay", SPELLING), "click Relay, click Ignore"),
        varies(
            bringing("Relay", HELP, "p.textContent = 'Ask Ann'", has_veil=True),
            "click Relay, click Yes",
        ),
        (
            bringing("Save", COOKIE_WALL, "p.textContent = 'Your choices were saved.'"),
            "click Save, click 'Accept all'",
        ),
        (
            bringing("Save", NEWS, SUBSCRIBED),
            "click Save, type 'ann@boats.example' into E-mail, click Subscribe",
        ),
        (bringing("Relay", NAG.format("relay")), "click Relay, click Cancel"),
        varies(bringing("Save", NAG.format("save")), "click Save, click Cancel"),
        (bringing("Archive", FIRST), "click Archive, click 'Got it'"),
        (bringing("Pack", MORE, "p.textContent = 'Dacron'"), "click Pack, click 'Try it'"),
        (LIKED, "click Save, click Yes"),
        varies(
            bringing("Save", OFFER, "p.textContent = 'Dacron'"), "click Save, click 'Show sails'"
        ),
        varies(
            bringing("Relay", NEWS, SUBSCRIBED),
            "click Relay, type 'ann@boats.example' into E-mail, click Subscribe",
        ),
    ],
)
async def test_a_dialog_of_something_else_bears_no_press_also_when_it_is_answered(
    pages: Site, tmp_path: Path, page: str, goal: str
) -> None:
    run = await run_on_a_small_page(goal, pages.put("/now", page), tmp_path)
    assert run.outcome.reason == "done_not_seen", run.outcome.message
    assert goal.split(",")[0].split()[1] in run.outcome.message


SURE_IN_ONE = "<p>Are you sure?</p><button>Yes</button> <button>No</button>"
AGAIN = "<h2>Restart now?</h2><button>Restart</button> <button>Later</button>"
NEW = "<h2>New boat</h2><label>Name <input></label><button>Add</button> <button>Skip</button>"
AS = "<h2>Export as</h2><button>PDF</button> <button>CSV</button>"
MAIL = "<h2>New message</h2><label>To <input></label><button>Send</button>"
SALE = "<h2>Spring sale</h2><button>No thanks</button>"


@pytest.mark.parametrize(
    ("page", "goal"),
    [
        (
            bringing("Archive", SURE_IN_ONE, "p.textContent = 'The boat was archived.'"),
            "click Archive, click Yes",
        ),
        varies(
            bringing("Delete", SURE_IN_ONE, "p.textContent = 'Tern was deleted.'"),
            "click Delete, click Yes",
        ),
        varies(
            bringing("Löschen", SURE_IN_ONE.replace("Yes", "Ja"), "r.remove()"),
            "click Löschen, click Ja, check that 'Tern' is gone",
        ),
        (
            bringing("Compose", MAIL, "p.textContent = 'Your message was sent.'"),
            "click Compose, type 'ann@boats.example' into To, click Send",
        ),
        (
            bringing("Share", MAIL, "p.textContent = 'Your invitation was sent.'"),
            "click Share, type 'ann@boats.example' into To, click Send",
        ),
        (
            bringing("Add boat", NEW, "p.textContent = 'The boat was added.'"),
            "click 'Add boat', type 'Gull' into Name, click Add",
        ),
        (bringing("Export", AS, "p.textContent = 'Exported.'"), "click Export, click PDF"),
        (
            bringing("Pack", "<h2>Packed</h2><button>OK</button>", "p.textContent = 'Ready'"),
            "click Pack, click OK",
        ),
        (bringing("Archive", SURE_IN_ONE, "r.remove()"), "click Archive, click Yes"),
        (
            bringing("Copy link", "<h2>Link copied</h2><button>Close</button>"),
            "click 'Copy link', click Close",
        ),
        (
            bringing("Preview", "<h2>Preview of Tern</h2><p>Ink.</p><button>Close</button>"),
            "click Preview, click Close",
        ),
        (
            bringing("Send", "<h2>Success</h2><p>Your message was sent.</p><button>OK</button>"),
            "click Send",
        ),
        (
            bringing("Restart", AGAIN, "p.textContent = 'Restarted.'"),
            "click Restart, click Restart in the dialog",
        ),
    ],
)
async def test_a_press_that_was_asked_back_is_borne_by_what_the_page_says_at_last(
    pages: Site, tmp_path: Path, page: str, goal: str
) -> None:
    run = await run_on_a_small_page(goal, pages.put("/now", page), tmp_path)
    assert run.outcome.reason == "artifact", run.outcome.message


LISTED = """<p id=p></p><table><tr><td>Tern<td><button>{0} Tern</button></tr><tr><td>Gull<td>
<button onclick="p.textContent='{1}'">{0} Gull</button></tr></table>"""
LOGGED = """<button>Archive</button> <button id=b>Show log</button><p id=p></p><script>
b.onclick = () => p.innerHTML = '<ul><li>Mon: Gull archived.</li><li>Tue: Gull opened.</li></ul>'
</script>"""
POSTED = """<button>Archive</button><label>Note <input id=n></label><button id=b>Post</button>
<p id=p></p><script>b.onclick = () => { p.textContent = n.value; n.value = '' }</script>"""
ASKS_FOR = "<h2>How are we doing?</h2><button>Start</button> <button>Later</button>"
VERSION = "<h2>Version 3.2 is here</h2><button>OK</button>"


@pytest.mark.parametrize(
    ("page", "goal"),
    [
        (
            LISTED.format("Archive", "Gull was archived."),
            "click 'Archive Tern', click 'Archive Gull'",
        ),
        (LOGGED, "click Archive, click 'Show log'"),
        (POSTED, "click Archive, type 'Archived.' into Note, click Post"),
        (
            bringing("Archive", SALE, "p.textContent = 'Gull was archived.'"),
            "click Archive, click 'No thanks'",
        ),
        varies(
            bringing("Relay", VERSION, "p.textContent = 'Gull relayed.'"), "click Relay, click OK"
        ),
        (bringing("Next", ASKS_FOR), "click Next, click Later"),
        (
            bringing("Save", SALE, "p.textContent = 'Your notes were saved.'"),
            "click Save, click 'No thanks'",
        ),
        varies(bringing("Save", SALE), "click Save, click 'No thanks'"),
        (
            bringing("Publish", "<h2>Publish Tern?</h2><button>Yes</button><button>Cancel</button>")
            + "<script>b.addEventListener('click', () => p.append('Draft was saved.'))</script>",
            "click Publish, click Cancel",
        ),
    ],
)
async def test_a_press_is_not_borne_by_what_is_said_of_something_else(
    pages: Site, tmp_path: Path, page: str, goal: str
) -> None:
    run = await run_on_a_small_page(goal, pages.put("/now", page), tmp_path)
    assert run.outcome.reason == "done_not_seen", run.outcome.message
