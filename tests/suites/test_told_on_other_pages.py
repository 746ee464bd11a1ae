"""What was made or changed, and that only another page tells of than the one that came: the list or
the form from which it was done, asked for once more. Beside each stand pages of the same look on
which it was not done, and that is not claimed."""

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


LIST = """<h1>Boats</h1><ul id=l><li>Ridge of Kiel</ul><div id=d></div><a href=/new>New boat</a>
<script>onload = async () => {{ const name = {source}; if (!name) return;
 d.innerHTML = '{over}'; {at}.innerHTML += '<li>' + name + '{beside}' }}</script>"""
KEPT = "await (await fetch('/keep/b')).text()"
NEW = """<h1>A boat</h1><form id=f><label>Name <input id=n></label><button>{button}</button></form>
<script>const send = (to) => fetch(to, {{ method: 'POST', body: n.value }});
f.onsubmit = async (e) => {{ e.preventDefault(); {then} await send('{way}'); location = '/made' }};
n.oninput = () => {{ {typed} }}</script>"""
MADE = "<h1>Set it up</h1><p>Read how a mast is stepped.</p><a href=/now>Boats</a>"


@pytest.mark.parametrize(
    ("way", "told", "end"),
    [
        ("/keep/b", {}, "artifact"),
        ("/forget/b", {}, "done_not_seen"),
        ("/keep/b", {"beside": ": abgelehnt"}, "done_not_seen"),
        varies("/keep/b", {"beside": " (as a draft)"}, "done_not_seen"),
        ("/keep/b", {"over": "<h2>Drafts</h2>", "at": "d"}, "done_not_seen"),
        varies("/keep/b", {"over": "<h2>Rejected</h2>", "at": "d"}, "done_not_seen"),
        ("/keep/b", {"button": "Publish"}, "done_not_seen"),
        (
            "/forget/b",
            {"source": "localStorage.b", "then": "localStorage.b = n.value;"},
            "done_not_seen",
        ),
        ("/forget/b", {"typed": "send('/keep/b')"}, "done_not_seen"),
    ],
    ids=[
        *("kept", "not kept", "refused in other words", "a draft", "among drafts"),
        *("among what was rejected", "it may be a draft"),
        *("the page's own", "kept while it was typed"),
    ],
)
async def test_a_list_bears_what_was_made_from_it_though_another_page_came(
    pages: Site, tmp_path: Path, way: str, told: dict[str, str], end: str
) -> None:
    told = {"source": KEPT, "beside": "", "button": "Save", "then": "", "typed": "", **told}
    told = {"over": "", "at": "l", **told}
    pages.kept.clear()
    pages.put("/now", LIST.format(**told))
    pages.put("/new", NEW.format(way=way, **told))
    pages.put("/made", MADE)
    goal = f"click New boat, type 'Endeavour' into Name, click {told['button']}"
    await ends(end, pages, goal, tmp_path)


SETTING = """<h1>Harbour</h1><form id=f><label>Harbour master <input id=n></label>
<button>Save</button></form><script>
onload = async () => {{ n.value = {source} || 'nobody' }};
f.onsubmit = async (e) => {{ e.preventDefault(); {then}
 await fetch('{way}', {{ method: 'POST', body: n.value }}); location = '/made' }}</script>"""


@pytest.mark.parametrize(
    ("way", "told", "end"),
    [
        ("/keep/b", {}, "artifact"),
        ("/forget/b", {}, "done_not_seen"),
        (
            "/forget/b",
            {"source": "localStorage.b", "then": "localStorage.b = n.value;"},
            "done_not_seen",
        ),
        ("/keep/b", {"more": "<form><input name=k><button>Next</button></form>"}, "done_not_seen"),
        varies("/keep/b", {"more": "<form><button>Confirm</button></form>"}, "done_not_seen"),
    ],
    ids=["kept", "not kept", "the page's own", "another form", "to be confirmed"],
)
async def test_a_form_bears_what_it_holds_though_another_page_came(
    pages: Site, tmp_path: Path, way: str, told: dict[str, str], end: str
) -> None:
    pages.kept.clear()
    pages.put("/now", SETTING.format(way=way, **{"source": KEPT, "then": "", **told}))
    pages.put("/made", MADE + told.get("more", ""))
    await ends(end, pages, "type 'Ada' into Harbour master, click Save", tmp_path)


STORE = """<h1>Store</h1><table><tr><th>Item<th>Stock<th>Place<th></tr><tbody id=l></table>
<script>onload = async () => {{ const left = 40 - {source};
 l.innerHTML = `<tr><td>Rope<td>{cells}<td>Cellar<td><a href=/out>Hand out</a></tr>
<tr><td>Anchor<td>3<td>{other}<td><a href=/out>Hand out</a></tr>` }}</script>"""
OUT = """<h1>Hand out</h1><form id=f method=post action=/redirect/here/now>
<label>How many <input id=n name=n type=number></label><button>Hand out</button></form><script>
f.onsubmit = async (e) => {{ e.preventDefault();
 await fetch('{way}', {{ method: 'POST', body: n.value }}); {then} }}</script>"""


@pytest.mark.parametrize(
    ("way", "told", "end"),
    [
        ("/keep/b", {}, "artifact"),
        ("/forget/b", {}, "done_not_seen"),
        ("/keep/b", {"then": "location = '/now'"}, "artifact"),
        varies("/forget/b", {"then": "location = '/now'"}, "done_not_seen"),
        ("/keep/b", {"cells": "${left == 40 ? 40 : 36}"}, "done_not_seen"),
        ("/keep/b", {"cells": "${left == 40 ? 40 : '40 (5 refused)'}"}, "done_not_seen"),
        ("/keep/b", {"other": "${left == 40 ? 'Loft' : 'Shed'}"}, "done_not_seen"),
        ("/keep/b", {"cells": "40", "other": "${left}"}, "done_not_seen"),
    ],
    ids=[
        *("kept", "not kept", "kept by a script", "not kept by it", "another number", "in words"),
        *("another's too", "of another alone"),
    ],
)
async def test_a_number_of_a_row_bears_it_where_it_is_less_by_what_was_typed(
    pages: Site, tmp_path: Path, way: str, told: dict[str, str], end: str
) -> None:
    pages.kept.clear()
    given = {"source": KEPT, "cells": "${left}", "other": "Loft", "then": "f.submit()", **told}
    pages.put("/now", STORE.format(**given))
    pages.put("/out", OUT.format(way=way, **given))
    goal = "click Hand out in the row of 'Rope', type '5' into How many, click the button Hand out"
    await ends(end, pages, goal, tmp_path)


STEPS = """<h1>Machines</h1><ul id=l><li>Heron</ul><button id=b>{button}</button>
<dialog id=q></dialog><p id=p></p><script>
const show = (html) => q.innerHTML = html;
const on = (name, then) => [...q.querySelectorAll('button, li')]
 .find((one) => one.textContent == name).onclick = then;
const keep = (name) => fetch('{way}', {{ method: 'POST', body: name }});
onload = async () => {{ const name = {source}; if (name) l.innerHTML += '<li>' + name }};
b.onclick = () => {{ {at_once}; q.showModal(); show(`<h2>{head}</h2><p>{asks}</p>{ways}`);
 on('By hand', () => {{ show(`<h2>Its name</h2><label>Name <input id=n></label>
<button>Cancel</button><button>Next</button>`); on('Next', {then}) }}) }}
const leads = () => {{ const name = n.value; show(`<h2>On it goes</h2><p>Plug it in,
 or leave that.</p><button>Cancel</button><button>Skip this step</button>`);
 on('Skip this step', () => {{ show('<h2>Its kind</h2>{kinds}');
 on('Small', async () => {{ await keep(name); show('{said}<button>Skip</button><button>Watch it'
 + '</button>') }}) }}) }};
const sends = async () => {{ await keep(n.value); l.innerHTML += '<li>' + n.value; q.close() }};
</script>"""
LISTED = "<ul role=listbox><li role=option tabindex=0>Small</li><li role=option>Large</li></ul>"
WAYS = "<button>By rules</button><button>By hand</button>"
SHORT = "click 'New machine', click 'By hand', type 'Endeavour' into Name, click Next"
LONG = f"{SHORT}, click 'Skip this step', click Small"


@pytest.mark.parametrize(
    ("goal", "told", "end"),
    [
        (SHORT, {}, "artifact"),
        (SHORT, {"way": "/forget/b"}, "done_not_seen"),
        (SHORT, {"ways": f"{WAYS}<button>Not now</button>"}, "done_not_seen"),
        (SHORT.replace("New machine", "Retire"), {"button": "Retire"}, "done_not_seen"),
        (SHORT, {"at_once": "fetch('/forget/x', { method: 'POST' })"}, "done_not_seen"),
        (LONG, {"then": "leads"}, "artifact"),
        (LONG, {"then": "leads", "kinds": LISTED}, "artifact"),
        varies(
            LONG,
            {"then": "leads", "kinds": LISTED, "said": "<h2>Do watch it!</h2>"},
            "done_not_seen",
        ),
        (LONG, {"then": "leads", "said": "<h2>Do watch it!</h2>"}, "done_not_seen"),
    ],
    ids=[
        *("honest", "not kept", "an offer", "a deed of its own", "sent at once"),
        *("honest, in many steps", "honest, an entry", "nothing is said of an entry"),
        "nothing is said",
    ],
)
async def test_a_dialog_in_steps_is_of_what_opened_it_where_that_did_nothing_else(
    pages: Site, tmp_path: Path, goal: str, told: dict[str, str], end: str
) -> None:
    given = {"button": "New machine", "way": "/keep/b", "source": KEPT, "at_once": "", **told}
    given = {"head": "How it is set up", "asks": "Which way would you like?", "ways": WAYS, **given}
    given = {"then": "sends", "said": "<h2>Machine created!</h2><p>Watch it run.</p>", **given}
    pages.kept.clear()
    given = {"kinds": "<button>Small</button><button>Large</button>", **given}
    pages.put("/now", STEPS.format(**given))
    await ends(end, pages, goal, tmp_path)


ASKED = """<h1>Bookings</h1><ul id=l></ul><dialog id=q><p>Shall the berth be free again?</p>
<button id=y>Cancel it</button><button id=k>Keep it</button></dialog><script>
const draw = (gone) => {{ l.innerHTML = ['Tern of Kiel', 'Gull of Harwich'].filter((e) => e != gone)
 .map((e) => `<li>${{e}} <button>Cancel booking</button>`).join('') }};
onload = async () => draw(await (await fetch('/keep/b')).text());
l.onclick = () => {{ {at_once}; q.showModal() }}; k.onclick = () => q.close();
y.onclick = async () => {{ q.close(); await fetch('{way}', {{ method: 'POST',
 body: '{gone}' }}); draw('Tern of Kiel') }}</script>"""


@pytest.mark.parametrize(
    ("told", "end"),
    [
        ({}, "artifact"),
        ({"way": "/forget/b"}, "done_not_seen"),
        ({"gone": "Gull of Harwich"}, "done_not_seen"),
        ({"at_once": "fetch('/forget/x', { method: 'POST' })"}, "done_not_seen"),
    ],
    ids=["gone", "not gone", "another is gone", "sent at once"],
)
async def test_a_press_that_only_asks_is_of_the_answer_in_whatever_word(
    pages: Site, tmp_path: Path, told: dict[str, str], end: str
) -> None:
    pages.kept.clear()
    given = {"way": "/keep/b", "gone": "Tern of Kiel", "at_once": "", **told}
    pages.put("/now", ASKED.format(**given))
    goal = "click Cancel booking in the row of 'Tern of Kiel', click Cancel it"
    await ends(end, pages, goal, tmp_path)


BERTHS = """<h1>Berths</h1><p id=p></p><table><thead><tr><th>Boat<th>Berth<th>Nights<th></thead>
<tbody id=l><tr><td>Gull<td>North<td>3<td><button>Leave</button></table>
<a href=/boat>Book a berth</a><script>onload = async () => {{ const told = {source};
 p.textContent = sessionStorage.said || ''; if (told) l.innerHTML +=
 `<tr><td>${{told.replaceAll('|', '<td>')}}<td><button>Leave</button></tr>` }}</script>"""
PAGE_OF_IT = """<h1>Book a berth</h1><form id=f method=post action=/redirect/here/{to}>{fields}
<button>{button}</button></form><script>const keep = (way) => fetch(way, {{ method: 'POST',
 body: '{row}' }}); f.onsubmit = async (e) => {{ e.preventDefault(); {then}; f.submit() }}</script>
"""
BOAT = "<label>Name of the boat: <input name=b></label><label>Length: <input name=n></label>"
STAY = """<label><input type=radio name=s value=1> North</label><label><input type=radio name=s
 value=2> South</label><label>Nights: <input name=t type=number></label>"""
RULES = "<label><input type=checkbox name=r> I have read the rules</label>"
SAYS = "Plover has a berth."


@pytest.mark.parametrize(
    ("told", "end"),
    [
        ({}, "artifact"),
        ({"way": "/forget/b"}, "done_not_seen"),
        ({"way": "/forget/b", "source": "sessionStorage.row"}, "done_not_seen"),
        (
            {"way": "/forget/b", "source": "JSON.parse(localStorage.row || '[]').join('|')"},
            "done_not_seen",
        ),
        ({"row": "Plover|North|5"}, "done_not_seen"),
        varies({"row": "Plover|South|8"}, "done_not_seen"),
        ({"row": "Plover|South|5 (to be paid)"}, "done_not_seen"),
        ({"way": "/forget/b", "before": "await keep('/keep/b')", "said": ""}, "done_not_seen"),
        varies({"said": "Plover is kept as a draft."}, "done_not_seen"),
        ({"said": "Shall Plover have a berth?"}, "done_not_seen"),
        ({"way": "/status/422"}, "done_not_seen"),
    ],
    ids=[
        *("kept", "not kept", "drawn", "the page's own", "another's", "another number"),
        *("says more", "a draft of before", "a draft", "asks", "refused"),
    ],
)
async def test_a_row_bears_what_was_written_on_all_pages_of_a_form(
    pages: Site, tmp_path: Path, told: dict[str, str], end: str
) -> None:
    pages.kept.clear()
    given = {"way": "/keep/b", "row": "Plover|South|5", "source": KEPT, "before": "", **told}
    given = {"said": SAYS, **given}
    pages.put("/now", BERTHS.format(**given))
    book = f"sessionStorage.said = '{given['said']}'; sessionStorage.row = '{given['row']}'; "
    book += "localStorage.row = JSON.stringify(sessionStorage.row.split('|')); " * (
        "localStorage" in given["source"]
    )
    book += f"await keep('{given['way']}')"
    for at, to, fields, button, then in (
        ("/boat", "stay", BOAT, "Next", ""),
        ("/stay", "rules", STAY, "Next", given["before"]),
        ("/rules", "now", RULES, "Book", book),
    ):
        told = {"to": to, "fields": fields, "button": button, "row": given["row"], "then": then}
        pages.put(at, PAGE_OF_IT.format(**told))
    goal = "click Book a berth, type 'Plover' into Name of the boat, type 8 into Length, click Next"
    goal += ", choose South, type 5 into Nights, click Next, tick I have read the rules, click Book"
    await ends(end, pages, goal, tmp_path)


WEEK = """<h1>Week</h1><table><tbody id=l></table><script>
const row = (day, task, hours) => `<tr><td>${{day}}<td>${{task}}<td>${{hours}}
<td><button>Edit</button></tr>`;
const draw = (kept) => {{ l.innerHTML = row('Monday', 'Watch', `{other}`) +
 row('Wednesday', 'Repairs', `{cell}`) }};
onload = async () => draw(Number({source}) || 3);
l.onclick = (e) => {{ if (e.target.textContent != 'Edit') return;
 e.target.closest('tr').innerHTML = `<td colspan=4><form id=f><label>Hours <input id=n value=3>
</label><button>Keep line</button></form>`; f.onsubmit = async (e) => {{ e.preventDefault(); {then};
 await fetch('{way}', {{ method: 'POST', body: n.value }}); draw(n.value) }} }}</script>"""


@pytest.mark.parametrize(
    ("told", "end"),
    [
        ({}, "artifact"),
        ({"way": "/forget/b"}, "done_not_seen"),
        ({"way": "/forget/b", "source": "localStorage.b"}, "done_not_seen"),
        ({"cell": "${{3: 3, 8: 6}[kept]} h"}, "done_not_seen"),
        varies({"cell": "${kept} ${kept == 3 ? 'h' : 'h refused'}"}, "done_not_seen"),
        ({"cell": "3 h", "other": "${kept} h"}, "done_not_seen"),
    ],
    ids=["kept", "not kept", "the page's own", "another number", "in words", "another's"],
)
async def test_a_row_that_became_a_form_bears_what_was_typed_in_place_of_its_number(
    pages: Site, tmp_path: Path, told: dict[str, str], end: str
) -> None:
    pages.kept.clear()
    given = {"way": "/keep/b", "source": KEPT, "cell": "${kept} h", "other": "4 h", **told}
    given["then"] = "localStorage.b = n.value" * ("localStorage" in given["source"])
    pages.put("/now", WEEK.format(**given))
    goal = "click Edit in the row of 'Wednesday', type '8' into Hours, click Keep line"
    await ends(end, pages, goal, tmp_path)
