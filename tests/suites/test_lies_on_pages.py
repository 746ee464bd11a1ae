"""Pages that show something like what was asked for, and have not done it: none of it is claimed.
Beside each stands a page of the same look on which it was done, and that is reached."""

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


async def ends(end: str, pages: Site, page: str, goal: str, folder: Path) -> None:
    pages.kept.clear()
    run = await run_on_a_small_page(goal, pages.put("/now", page), folder)
    assert run.outcome.reason == end, run.outcome.message


def opening(button: str, entry: str, said: str, *, name: str = "") -> str:
    """A button that only opens an entry or a field (beside a ``name`` to be filled in first), and
    what the page says once that was pressed."""
    asks = f"<label>{name} <input></label>" if name else ""
    return f"""<h1>Essay</h1>{asks}<button id=b>{button}</button><div id=d></div><p id=p></p>
<script>const tell = async () => {{ await fetch('/forget/x', {{ method: 'POST', body: 'x' }});
 d.innerHTML = ''; p.textContent = '{said}' }};
b.onclick = () => {{ d.innerHTML = '{entry}'; const n = d.querySelector('input');
 const t = d.querySelector('button'); if (t) t.onclick = tell;
 if (n) n.onkeydown = (e) => {{ if (e.key == 'Enter') tell() }} }}</script>"""


def entry(label: str) -> str:
    return f"<button>{label}</button>"


NOTE = "<label>Note <input></label>"
WRITES = "click Publish, type 'Sorry' into Note and press Enter"
SAVES = "type 'Endeavour' into Name, click Save, click 'Save as template'"


@pytest.mark.parametrize(
    ("page", "goal", "end"),
    [
        (opening("Publish", NOTE, "Your note was saved."), WRITES, "done_not_seen"),
        varies(
            opening("Publish", NOTE + entry("Save note"), "Your note was saved."),
            "click Publish, type 'Sorry' into Note, click 'Save note'",
            "done_not_seen",
        ),
        (
            opening("Save", entry("Save as template"), "The template was saved.", name="Name"),
            SAVES,
            "done_not_seen",
        ),
        (
            opening("Publish", entry("Publish rules"), "Essays are published on Mondays."),
            "click Publish, click 'Publish rules'",
            "done_not_seen",
        ),
        varies(
            opening("Publish", entry("Publish rules"), "The rules were published."),
            "click Publish, click 'Publish rules'",
            "done_not_seen",
        ),
        (opening("Publish", NOTE, "Your note was published."), WRITES, "done_not_seen"),
        (opening("Save", entry("Save as template"), "Saved.", name="Name"), SAVES, "done_not_seen"),
        (opening("Publish", NOTE, "Your essay was published."), WRITES, "artifact"),
        (
            opening("Publish", entry("Publish now"), "Your essay was published."),
            "click Publish, click 'Publish now'",
            "artifact",
        ),
        (
            opening("Save", entry("Save as template"), "Endeavour was saved.", name="Name"),
            SAVES,
            "artifact",
        ),
        varies(
            opening("Publish", entry("Publish now"), "Published."),
            "click Publish, click 'Publish now'",
            "artifact",
        ),
        varies(
            opening("Approve", entry("Approve for all"), "The essay was approved."),
            "click Approve, click 'Approve for all'",
            "artifact",
        ),
    ],
    ids=[
        *(
            "a field of its own",
            "with its button",
            "another thing",
            "a rule",
            "another's sentence",
            "of it",
            "a word",
        ),
        *("honest field", "honest entry", "honest other", "honest word", "honest for all"),
    ],
)
async def test_what_only_opened_something_else_is_not_borne_by_what_is_said_of_that(
    pages: Site, tmp_path: Path, page: str, goal: str, end: str
) -> None:
    await ends(end, pages, page, goal, tmp_path)


def listing(then: str, method: str = "POST", asks: str = "") -> str:
    """Two boats, and what the page does once Delete was pressed in the row of the first."""
    press = f"q.showModal(); y.onclick = () => {{ q.close(); {then} }}" if asks else then
    return f"""<h1>Boats</h1><div id=l><table><tr><td>Tern of Harwich<td>
<button id=b>Delete</button></tr>{{}}</table></div><p id=p></p><dialog id=q>
<p>{asks}</p><button id=y>OK</button></dialog>
<script>const send = () => fetch('/forget/x', {{ method: '{method}' }});
b.onclick = async () => {{ {press} }}</script>"""


NONE = "send().then(() => l.innerHTML = '<p>{}</p>')"
GULL = "<tr><td>Gull of Kiel<td><button>Delete</button></tr>"
DELETES = "click Delete in the row of 'Tern of Harwich'"


@pytest.mark.parametrize(
    ("page", "goal", "end"),
    [
        (listing(NONE.format("No boats found.")), DELETES, "done_not_seen"),
        varies(listing(NONE.format("Nothing here yet.")), DELETES, "done_not_seen"),
        varies(listing(NONE.format("Keine Boote.")), DELETES, "done_not_seen"),
        (listing(NONE.format("")), DELETES, "done_not_seen"),
        (
            listing(NONE.format("No boats found."), asks="Delete Tern of Harwich?"),
            f"{DELETES}, click OK",
            "done_not_seen",
        ),
        (listing(NONE.format("No boats found."), "DELETE"), DELETES, "artifact"),
        (
            listing("send().then(() => b.closest('tr').remove())").replace("{}", GULL),
            DELETES,
            "artifact",
        ),
        (listing(NONE.format("Tern of Harwich was deleted. No boats found.")), DELETES, "artifact"),
    ],
    ids=[
        *("a list of nobody", "in other words", "in other languages", "blank", "asked first"),
        *("honest, as asked", "honest, with others", "honest, said"),
    ],
)
async def test_an_entry_has_not_gone_where_the_list_itself_may_have(
    pages: Site, tmp_path: Path, page: str, goal: str, end: str
) -> None:
    await ends(end, pages, page, goal, tmp_path)


DRAFTED = """<h1>Huts</h1><div id=f><label>Owner <input id=o></label>
<label>Name <input id=n {typing}></label><button id=a>Save draft</button>
<button id=b>Submit</button></div><ul id=l></ul><p id=p></p>
<script>const send = (to, body) => fetch(to, {{ method: 'POST', body }});
a.onclick = async () => {{ await send('/keep/hut', n.value); p.textContent = 'Draft 1' }};
b.onclick = async () => {{ await send('/{way}/hut', n.value); const told = await fetch('/keep/hut');
 f.remove(); p.textContent = '{said}';
 l.innerHTML = `<li>Ridge<li>${{await told.text()}}` }}</script>"""
DRAFTS, SUBMITS = (
    "type 'Shepherds' into Name, click 'Save draft', click Submit",
    "type 'Shepherds' into Name, click Submit",
)
SAVES_ITSELF = 'oninput="send(`/keep/hut`, n.value)"'


@pytest.mark.parametrize(
    ("page", "goal", "end"),
    [
        (DRAFTED.format(way="forget", said="", typing=""), DRAFTS, "done_not_seen"),
        (DRAFTED.format(way="forget", said="", typing=SAVES_ITSELF), SUBMITS, "done_not_seen"),
        varies(
            DRAFTED.format(way="forget", said="", typing="").replace("'Draft 1'", "n.value + ' 1'"),
            DRAFTS,
            "done_not_seen",
        ),
        (DRAFTED.format(way="keep", said="", typing=""), SUBMITS, "artifact"),
        (DRAFTED.format(way="keep", said="It was submitted.", typing=""), DRAFTS, "artifact"),
        varies(
            DRAFTED.format(way="keep", said="It was submitted.", typing=SAVES_ITSELF),
            SUBMITS,
            "artifact",
        ),
    ],
    ids=[
        *("a draft", "saved while typing", "a draft with its name"),
        *("honest", "honest, said after a draft", "honest, said"),
    ],
)
async def test_an_entry_bears_no_sending_where_what_was_typed_had_gone_out_before(
    pages: Site, tmp_path: Path, page: str, goal: str, end: str
) -> None:
    await ends(end, pages, page, goal, tmp_path)


def archiving(asked: str, then: str = "") -> str:
    """A row that is archived at once, and a dialog that comes with it."""
    return f"""<h1>Boats</h1><table><tr><td>Tern<td id=c>waiting<td><button id=b>Archive</button>
</table><dialog id=q>{asked}</dialog><p id=p></p><script>
b.onclick = () => {{ c.textContent = 'archive'; q.showModal() }};
q.onclick = (e) => {{ if (e.target.localName == 'button') {{ q.close(); {then} }} }}</script>"""


@pytest.mark.parametrize(
    ("page", "end"),
    [
        (archiving("<p>Notify the owner?</p><button>OK</button>"), "done_not_seen"),
        varies(
            archiving(
                "<p>The owner will hear of it.</p><button>OK</button><button>Cancel</button>"
            ),
            "done_not_seen",
        ),
        (archiving("<p>Tern was archived.</p><button>OK</button>"), "artifact"),
        (
            archiving(
                "<p>Notify the owner?</p><button>OK</button>",
                "p.textContent = 'The owner was notified.'",
            ),
            "artifact",
        ),
        (
            archiving(
                "<p>Archive Tern?</p><button>OK</button><button>Cancel</button>",
                "p.textContent = 'Archived.'",
            ),
            "artifact",
        ),
    ],
    ids=["a question", "a choice", "honest report", "honest question", "honest question of it"],
)
async def test_an_ok_to_what_is_asked_is_not_borne_by_its_going(
    pages: Site, tmp_path: Path, page: str, end: str
) -> None:
    goal = "click Archive in the row of 'Tern', click OK"
    await ends(end, pages, page, goal, tmp_path)


def settings(
    sent_to: str, *, button: str = "Apply", more: str = "", was: str = "", typed: str = ""
) -> str:
    """A field that its page fills in with what the server has, and a button that says nothing."""
    return f"""<h1>Harbour</h1><form id=f><label>Harbour master <input id=n></label>
<button>{button}</button></form><script>const send = (to) => fetch(to, {{ method: 'POST',
 body: JSON.stringify({{ name: n.value }}) }});
onload = async () => {{ const told = await (await fetch('/keep/n')).text();
 n.value = told ? JSON.parse(told).name : '{was}'; {more} }};
n.oninput = () => {{ {typed} }};
f.onsubmit = (e) => {{ e.preventDefault(); send('{sent_to}') }}</script>"""


TAKES = "type 'Endeavour' into Harbour master, click Apply"
KEEPS_DRAFT = {
    "typed": "localStorage.draft = JSON.stringify({ text: n.value })",
    "more": "if (localStorage.draft) n.value = JSON.parse(localStorage.draft).text",
}


@pytest.mark.parametrize(
    ("page", "goal", "end"),
    [
        (settings("/keep/n"), TAKES, "artifact"),
        varies(settings("/keep/n", was="Shepherds"), TAKES, "artifact"),
        (settings("/forget/n"), TAKES, "done_not_seen"),
        (settings("/forget/n", **KEEPS_DRAFT), TAKES, "done_not_seen"),
        (settings("/forget/n", typed="send('/keep/n')"), TAKES, "done_not_seen"),
        (settings("/keep/n", button="Publish"), TAKES.replace("Apply", "Publish"), "done_not_seen"),
    ],
    ids=[
        *("kept", "kept instead", "not kept", "a draft of the page's own"),
        *("kept as it was typed", "it may be a draft"),
    ],
)
async def test_a_field_bears_it_where_the_server_has_it_since(
    pages: Site, tmp_path: Path, page: str, goal: str, end: str
) -> None:
    await ends(end, pages, page, goal, tmp_path)


@pytest.mark.parametrize(("sent_to", "end"), [("keep", "artifact"), ("forget", "done_not_seen")])
async def test_a_hint_of_a_field_that_is_for_reading_bears_it_as_its_value_does(
    pages: Site, tmp_path: Path, sent_to: str, end: str
) -> None:
    form = settings(f"/{sent_to}/n")
    pages.put("/change", form.replace(f"send('/{sent_to}/n')", LEADS_BACK.format(sent_to)))
    shows = """<h1>Harbour</h1><label>Harbour master <input id=n readonly></label>
<a href=/change>Change</a><script>onload = async () => { const told = await (await
 fetch('/keep/n')).text(); n.placeholder = told ? JSON.parse(told).name : 'none' }</script>"""
    await ends(end, pages, shows, f"click Change, {TAKES}", tmp_path)


LEADS_BACK = "send('/{}/n').then(() => location = '/now')"


CHOOSING = """<h1>Preferences</h1><form id=f method=post action=/redirect/here/now>
<label>Theme <select id=t name=t><option value=l>Light<option value=d>Dark</select></label>
<button>Save</button></form><script>
onload = async () => {{ t.value = await (await fetch('/keep/t')).text() || 'l' }};
f.onsubmit = async (e) => {{ e.preventDefault();
 await fetch('/{way}/t', {{ method: 'POST', body: t.value }}); f.submit() }}</script>"""


@pytest.mark.parametrize(("way", "end"), [("keep", "artifact"), ("forget", "done_not_seen")])
async def test_a_form_that_its_page_hands_in_is_taken_whatever_its_choices_are_called_there(
    pages: Site, tmp_path: Path, way: str, end: str
) -> None:
    await ends(end, pages, CHOOSING.format(way=way), "choose Dark in Theme, click Save", tmp_path)
