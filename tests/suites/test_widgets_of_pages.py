"""Goals in steps on widgets that pages make themselves: each page behaves as a common library's
does, where a plain reading of it misses the thing. One browser for all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.domain.web.events import PageSeen
from tests.suites.web_trial import ON_SMALL_PAGES, run_on_a_small_page
from tests.support.browser_site import Site, site
from tests.support.lanes import varies
from tests.support.web_task_run import SECRET

pytestmark = [*ON_SMALL_PAGES]

SAYS = "<p id=p></p><script>const say = (text) => p.textContent = text;</script>"
MENU = (
    SAYS
    + """<div role=banner><button {}></button></div><nav id=n hidden><a href=#boats
 onclick="say('Boats are here.')">Boats</a></nav><script>
document.querySelector('button').onclick = () => n.hidden = false</script>"""
)
ROWS = (
    SAYS
    + "<table><tr><th>Name<th>Do"
    + "".join(
        f"<tr><td>{each}<td><button onclick=\"say('{each} was docked.')\">Dock</button> or more"
        for each in ("Heron", "Tern")
    )
    + "</table>"
)
CALENDAR = (
    SAYS
    + """<label>Arrival <input id=a></label><div id=c hidden style='position:absolute;
top:60px;left:0;width:400px;height:200px;background:#eee'>Mo Tu We</div><p style='margin-top:60px'>
<label><input type=checkbox id=i> Insured</label></p><script>a.onfocus = () => c.hidden = false;
a.onblur = () => setTimeout(() => c.hidden = true, 150)</script>"""
)
HEADED = "".join(
    f"<h3>{each}</h3><div contenteditable style='height:60px'></div>" for each in ("Log", "Note")
)
TWIN = """<label for=s>Berth</label><span style='position:absolute;clip-path:inset(50%);width:1px;
height:1px;overflow:hidden'><select id=s><option>North<option>South</select></span>
<div style='height:40px'><input id=i role=combobox aria-label=Berth aria-controls=l
aria-expanded=false><div id=l role=listbox hidden><div role=option>North</div>
<div role=option>South</div></div></div><script>i.onclick = () => l.hidden = false;
l.onclick = (e) => { i.value = s.value = e.target.textContent; l.hidden = true }</script>"""


PARTS = (
    "<p id=h>Arrival</p><div id=g role=group aria-labelledby=h style='width:200px'>"
    + " - ".join("<span role=spinbutton contenteditable tabindex=0>--</span>" for _ in range(3))
    + """</div><script>let at = 0; const parts = [...g.children]; g.onclick = () => at = 0;
g.onkeydown = (e) => { e.preventDefault(); if (!/^[0-9]$/.test(e.key)) return;
const one = parts[at]; one.textContent = one.textContent.replace('--', '') + e.key;
if (one.textContent.length === (at ? 2 : 4) && at < 2) parts[++at].focus() }</script>"""
)
POPOVER = """<table><tr id=t><td>Tern<td><button onclick='q.hidden = false'>Delete</button>
<tr><td>Heron<td>-</table><div id=q hidden style='border:1px solid'>Delete the boat?
<button>Cancel</button> <button id=ok>OK</button></div>
<script>ok.onclick = () => { q.remove(); t.remove() }</script>"""
ENTRIES = """<label>Place <input id=i readonly></label><ul id=l style='position:absolute;top:60px'>
<li role=menuitem>Port Ann<li role=menuitem>Port Bea</ul><script>l.onclick = (e) => {
i.value = e.target.textContent; l.remove() }</script>"""
TELEPORTED = (
    """<form onsubmit="return false"><label>Name <input></label><p><label for=i>Rig</label><div
tabindex=-1 id=b style='cursor:pointer;width:150px;border:1px solid'><div style='opacity:0;
position:absolute'><input id=i role=combobox readonly aria-haspopup=listbox
aria-expanded=false></div><span id=v>Select</span></div>
<button onclick="say(`${v.textContent} saved`)">Save</button></form>"""
    + SAYS
    + """<script>b.onclick = () => { const l = document.createElement('div');
i.setAttribute('aria-expanded', 'true');
l.style = 'position:absolute;z-index:2002;top:220px;background:#eee';
for (const each of ['Sloop', 'Yawl']) { const o = document.createElement('div');
o.textContent = each; o.style.cursor = 'pointer'; l.append(o);
o.onclick = () => { v.textContent = each; l.remove(); i.setAttribute('aria-expanded', 'false') } }
document.body.append(l) }</script>"""
)
VEILED = """<button onclick="q.hidden = false; q.style.display = 'grid'">Ask</button><p>Boats</p>
<div id=q hidden style='position:fixed;inset:0;background:rgba(0, 0, 0, 0.5);place-items:center'>
<div style='background:#fff'>All berths are let.<button onclick='q.remove()'>Close</button></div>
</div>"""
SHELL = VEILED.replace("rgba(0, 0, 0, 0.5)", "#eee").replace("#fff", "rgba(9, 9, 9, 0.1)")
SWITCH = """<label for=i>Shore power</label><div style='width:40px;height:20px;background:#ccc'>
<input type=checkbox id=i role=switch aria-checked=false style='width:0;height:0;opacity:0'></div>
<script>i.onchange = () => { i.setAttribute('aria-checked', 'true'); i.checked = false }</script>"""


POPUPS = (
    """<div role=menubar><span role=menuitem aria-haspopup=true tabindex=0 id=v>View</span></div>
<div id=m style='display:none;position:absolute;top:120px'><table role=menu><tr role=menuitem
aria-haspopup=true tabindex=-1 id=z><td>Zoom</table></div><div id=s style='display:none;
position:absolute;top:120px;left:200px'><table role=menu><tr role=menuitemradio aria-checked=false
tabindex=-1 id=o><td>150%</table></div>"""
    + SAYS
    + """<script>v.onmousedown = () => m.style.display = 'block';
z.onmouseenter = () => s.style.display = 'block'; o.onclick = () => {
m.style.display = s.style.display = 'none'; say('It was changed to 150%.') }</script>"""
)
KEEPS = (
    """<form onsubmit="event.preventDefault(); say(`${this.a.value} was saved.`)"><table>%s</table>
<button>Keep</button></form>"""
    + SAYS
)
HEADS = (
    """<table><tr><th onclick='1' style='cursor:pointer'>Crossing<th>Passenger<tr>
<td style='cursor:pointer' onclick='1'>Noon<td>Gesa</table><div><label>Crossing</label>
<div id=b {} style='width:150px;border:1px solid;cursor:pointer'>Choose</div></div>
<button onclick="say(`${{b.textContent}} was booked.`)">Book</button><div id=l role=listbox hidden>
<div role=option>Noon</div><div role=option>Night</div></div>"""
    + SAYS.replace("{", "{{").replace("}", "}}")
    + """<script>b.onclick = () => l.hidden = false;
l.onclick = (e) => {{ b.textContent = e.target.textContent; l.hidden = true }}</script>"""
)
DROPS = HEADS.format("tabindex=0 role=combobox aria-haspopup=listbox aria-label=Choose")
OPENS = HEADS.format("tabindex=0 role=button aria-label=Crossing")


QUAY = (
    """<h1>Quay</h1><button ondblclick="say('Heron was opened.')"
oncontextmenu="event.preventDefault();
say('Heron offers more.')">Heron</button>
<button onmouseup="held && say('Moored at Tern.')">Tern</button>
<div tabindex=0 aria-label=Log style='overflow:auto;height:60px'
onscroll="say('The log moved.')"><p style='height:900px'>One</div>"""
    + SAYS
    + """<button>Knot</button> <button>Sail</button><p style='height:2000px'>Sea</p>
<button onclick="say('The rope was removed.')">Cast off</button>
<script>let held = false; document.querySelector('button').onmousedown = () => held = true;
document.onkeydown = (e) => { if (e.ctrlKey && e.key === 's') { e.preventDefault();
say('It was written down.') } if (e.key === 'F2') say('It was renamed.') }</script>"""
)


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest.mark.parametrize(
    ("body", "goal", "said"),
    [
        (MENU.format("class=bar style='width:40px;height:40px'"), "click Menu, click Boats", ""),
        (MENU.format("><svg data-testid=MenuIcon /"), "click the menu button, click Boats", ""),
        (MENU.format("><i class=navbar-toggler-icon></i"), "click Menu, click Boats", ""),
        (ROWS, "click Dock in the row of 'Tern'", "Tern was docked."),
        (CALENDAR, "type '2027-03-04' into Arrival, tick Insured", "2027-03-04"),
        (HEADED, "type 'Fair wind' into Log, type 'Ask Ann' into Note", "Ask Ann"),
        (TWIN, "choose South in Berth", "South"),
        (PARTS, "type '2027-03-04' into Arrival", "2027-03-04"),
        (
            f"<div onclick=1><table><tr><td>a<tr><td>b</table>{PARTS}</div>",
            "type '2027-03-04' into Arrival",
            "2027-03-04",
        ),
        (POPOVER, "click Delete in the row of 'Tern', click OK", "“Tern” is on the page no more"),
        (
            TELEPORTED,
            "type 'Tern' into Name, click Rig, click Yawl, click Save",
            "“Rig” holds “Yawl” now",
        ),
        (TELEPORTED, "choose Yawl in Rig, click Save", "Yawl saved"),
        (ENTRIES, "click Port Bea", "“Place” holds “Port Bea” now"),
        (SWITCH, "turn on Shore power", "“Shore power” is checked"),
        (POPUPS, "click View > Zoom > 150%", "It was changed to 150%."),
        (DROPS, "choose Noon in Crossing, click Book", "Noon was booked."),
        (OPENS, "choose Noon in Crossing, click Book", "Noon was booked."),
    ],
    ids=[
        *("a nameless menu", "by its mark", "by its class", "a row of two things"),
        *("under a calendar", "fields by headings", "a list for a hidden one"),
        *("a date in parts", "a date in parts beside rows"),
        *("a question beside it", "a list at the body's end", "chosen there"),
        *("an entry of a list", "a switch's own mark", "a menu in a menu"),
        *("a list like a column", "a button like a column"),
    ],
)
async def test_the_goal_is_reached(
    pages: Site, tmp_path: Path, body: str, goal: str, said: str
) -> None:
    address = pages.put("/now", body)
    run = await run_on_a_small_page(goal, address, tmp_path)
    assert run.outcome.reason == "artifact" and said in run.outcome.message, run.outcome.message


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("double-click Heron", "Heron was opened."),
        ("right-click Heron", "Heron offers more."),
        ("drag Heron to Tern", "Moored at Tern."),
        ("scroll down in Log", "Scroll down in “Log”"),
        ("press Ctrl+S", "It was written down."),
        varies("press F2", "It was renamed."),
        ("scroll to the bottom, click Cast off", "The rope was removed."),
        ("wait 1 second, scroll to the top, press F2", "It was renamed."),
        ("press the Tab key 6 times, press Space", "The rope was removed."),
    ],
)
async def test_a_page_is_handled_as_a_desktop_is(
    pages: Site, tmp_path: Path, goal: str, said: str
) -> None:
    run = await run_on_a_small_page(goal, pages.put("/now", QUAY), tmp_path)
    assert run.outcome.reason == "artifact" and said in run.outcome.message, run.outcome.message


async def test_of_two_nameless_buttons_none_is_taken_for_the_menu(
    pages: Site, tmp_path: Path
) -> None:
    two = MENU.format("style='width:40px;height:40px'") + "<button style='width:40px'></button>"
    run = await run_on_a_small_page("click Menu, click Boats", pages.put("/now", two), tmp_path)
    assert run.outcome.reason != "artifact" and "Which “Menu” is meant?" in run.outcome.message


async def test_a_question_that_goes_is_not_what_it_asked_about(pages: Site, tmp_path: Path) -> None:
    shut = POPOVER.replace("t.remove()", "")
    goal = "click Delete in the row of 'Tern', click OK"
    run = await run_on_a_small_page(goal, pages.put("/now", shut), tmp_path)
    assert run.outcome.reason == "done_not_seen", run.outcome.message


@pytest.mark.parametrize(
    ("page", "is_in_the_way"),
    [
        (VEILED, True),
        (VEILED.replace("rgba(0, 0, 0, 0.5)", "#eee"), False),
        varies(VEILED.replace("inset:0", "inset:auto 0 0 0;height:60px"), False),
        (SHELL, False),
    ],
    ids=["under a veil", "another view", "a bar", "a view with a veiled part"],
)
async def test_what_lies_over_all_with_a_veil_is_a_dialog_though_nothing_says_so(
    pages: Site, tmp_path: Path, page: str, *, is_in_the_way: bool
) -> None:
    run = await run_on_a_small_page("click Ask", pages.put("/now", page), tmp_path)
    assert (run.outcome.reason == "dialog_in_the_way") is is_in_the_way, run.outcome.message


COOKIES = """<form id=f><label>Name <input></label><button>Save</button></form><p id=p></p>
<div id=q hidden style='border:1px solid'>May we use cookies? <button id=ok>OK</button></div>
<script>f.onsubmit = (e) => { e.preventDefault(); q.hidden = false }
ok.onclick = () => { q.remove(); p.textContent = 'Thank you, your choice was saved.' }
</script>"""


async def test_a_yes_to_another_question_says_nothing_of_what_was_sent(
    pages: Site, tmp_path: Path
) -> None:
    goal = "type 'Ann' into Name, click Save, click OK"
    run = await run_on_a_small_page(goal, pages.put("/now", COOKIES), tmp_path)
    assert run.outcome.reason == "done_not_seen", run.outcome.message


async def test_the_head_of_a_column_is_no_list_to_choose_from(pages: Site, tmp_path: Path) -> None:
    none = DROPS.replace("<label>Crossing</label>", "").replace("=Choose", "=Ferry")
    goal = "choose Noon in Crossing, click Book"
    page = pages.put("/now", none.replace(">Choose<", ">Ferry<"))
    run = await run_on_a_small_page(goal, page, tmp_path)
    assert run.outcome.reason == "planner_failed" and run.steps <= 4, run.outcome.message


async def test_a_secret_that_a_form_puts_into_the_address_stands_nowhere_in_the_record(
    pages: Site, tmp_path: Path
) -> None:
    pages.put("/in", "<p>You are logged in.</p>", title="In")
    form = """<form action=/in><label>Word <input type=password name=w></label>
<label>Key <input name=k></label><button>Log in</button></form>"""
    goal = "type {{secret:harbour}} into Word, type {{secret:harbour}} into Key, click Log in"
    run = await run_on_a_small_page(goal, pages.put("/now", form), tmp_path)
    assert f"/in?w={SECRET}&k={SECRET}" in pages.hits
    assert "/in?w=" in run.recorded, run.outcome.message
    assert SECRET not in run.recorded


async def test_pages_are_gone_back_to_forward_to_and_loaded_anew(
    pages: Site, tmp_path: Path
) -> None:
    pages.put("/pier", "<h1>Pier</h1><button>Moor</button>", title="Pier")
    first = pages.put("/now", "<h1>Harbour</h1><a href=/pier>Pier</a>", title="Harbour")
    for goal, end in (
        ("click Pier, go back, check that 'Harbour' is shown", "/now"),
        ("click Pier, go back, go forward, check that 'Moor' is shown", "/pier"),
        ("click Pier, reload the page, check that 'Moor' is shown", "/pier"),
    ):
        del pages.hits[:]
        run = await run_on_a_small_page(goal, first, tmp_path)
        assert run.outcome.reason == "artifact", run.outcome.message
        seen = [each.url for each in run.events if isinstance(each, PageSeen)]
        assert seen[-1].endswith(end), (goal, seen)


async def test_going_forward_from_the_last_page_is_said_to_be_impossible(
    pages: Site, tmp_path: Path
) -> None:
    page = pages.put("/now", "<h1>Harbour</h1>")
    run = await run_on_a_small_page("go forward", page, tmp_path)
    assert "can't go forward" in run.outcome.message, run.outcome.message


async def test_a_row_is_not_counted_as_a_page_tells_its_rows_in_part(
    pages: Site, tmp_path: Path
) -> None:
    page = pages.put("/now", ROWS)
    run = await run_on_a_small_page("click Dock in the second row", page, tmp_path)
    assert "is not on this page" in run.outcome.message, run.outcome.message


@pytest.mark.parametrize(
    "row",
    [
        "<td>Name: <b>Ann</b><td>Phone: <input name=a>",
        varies("<td colspan=2>Name: Ann <label>Phone <input name=a></label>"),
    ],
)
async def test_what_is_told_beside_a_field_of_another_name_is_not_its_own(
    pages: Site, tmp_path: Path, row: str
) -> None:
    goal = "type 'Bea' into Name, click Keep"
    page = pages.put("/now", KEEPS % f"<tr>{row}")
    run = await run_on_a_small_page(goal, page, tmp_path)
    assert run.outcome.reason != "artifact" and "Bea was saved" not in run.outcome.message
