"""Controls that a page makes itself: what they are called, what they hold, and that a step can set
them and read them back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from engine.domain.actions import Click, TypeText
from engine.domain.conditions import ZoneValue
from engine.domain.errors import ActionImpossible
from engine.domain.verdicts import Judgement, Verdict
from engine.domain.zones import Role, Zone
from tests.engine.acting.web.real import Web, real_web, step_for
from tests.support.browser_site import Site, site
from tests.support.shared_browser import IN_A_LIGHT_BROWSER
from tests.support.waiting import until_so

pytestmark = [*IN_A_LIGHT_BROWSER]

SLIDER = """<script>const LATE = 10; let due = 0</script>
<div style='margin:60px'><span id=s>Speed</span><div role=slider tabindex=0
 aria-labelledby=s aria-valuemin=0 aria-valuemax=50 aria-valuenow=20 style='width:90px;height:20px'>
20</div></div><script>document.querySelector('[role=slider]').addEventListener('keydown', (e) => {
 const at = e.target, by = { ArrowRight: 5, ArrowLeft: -5 }[e.key] || 0;
 due = Math.max(due, performance.now()) + LATE;
 setTimeout(() => {
 const now = Math.max(0, Math.min(50, +at.getAttribute('aria-valuenow') + by));
 at.setAttribute('aria-valuenow', now); at.textContent = now
 }, due - performance.now()) })</script>"""
GRID = """<div role=grid aria-label=Stock><div role=row><b role=columnheader>Item</b>
<b role=columnheader>Count</b></div>
<div role=row><i role=gridcell tabindex=-1>Bolts</i><i role=gridcell tabindex=-1>40</i></div>
<div role=row><i role=gridcell tabindex=-1>Nuts</i><i role=gridcell tabindex=-1>12</i></div></div>
<script>for (const cell of document.querySelectorAll('[role=gridcell]')) cell.ondblclick = () => {
 const held = cell.textContent; cell.innerHTML = '<input size=5>';
 cell.firstChild.value = held; cell.firstChild.focus();
 cell.firstChild.onblur = (e) => { cell.textContent = e.target.value } }</script>"""
CALENDAR = """<label>Day <input id=f readonly></label><div id=c class=cal hidden>
<i class=cal-prev-year>&lt;&lt;</i><i class=cal-prev-month>&lt;</i><b id=h></b>
<i class=cal-next-month>&gt;</i><i class=cal-next-year>&gt;&gt;</i><div id=d></div></div><script>
let at = new Date(2026, 10, 1); const long = {{ dateStyle: 'long' }};
const draw = () => {{ d.replaceChildren(); for (let n = 1; n < 32; n++) {{
 const day = new Date(at.getFullYear(), at.getMonth(), n), one = document.createElement('span');
 if (day.getMonth() !== at.getMonth()) break;
 one.textContent = n; one.style.padding = '4px';
 if ({tells}) one.setAttribute('aria-label', day.toLocaleDateString('en-US', long));
 one.onclick = () => {{ f.value = [at.getFullYear(), at.getMonth() + 1, n].map((e) =>
  String(e).padStart(2, '0')).join('-'); c.hidden = true }}; d.append(one) }} }};
f.onclick = () => {{ c.hidden = false; draw() }};
const turn = (name, by) => {{ document.querySelector('.cal-' + name).onclick = () => {{
 at = new Date(at.getFullYear(), at.getMonth() + by, 1); draw() }} }};
turn('next-month', 1); turn('prev-month', -1); turn('next-year', 12); turn('prev-year', -12)
</script>"""
# a copy of its heads stays in sight, and they are hidden
HEADS = """<b role=columnheader aria-colindex=1 {0}>Item</b>
<b role=columnheader aria-colindex=2 {0}>Count</b></div>"""
OWN = GRID[GRID.index("<b") : GRID.index("</div>") + 6]
TWICE = (
    GRID.replace(OWN, HEADS.format("style='visibility:hidden'"))
    + f"<script>const stays = `<div role=row>{HEADS.format('')}`;"
    + """document.querySelector('[role=row]').outerHTML += stays;
document.querySelectorAll('[role=gridcell]').forEach((cell, n) =>
 cell.setAttribute('aria-colindex', n % 2 + 1))</script>"""
)
# the keyboard is a field's that nobody sees; what it takes is drawn beside it
EDITOR = """<form><label for=m>Message</label><textarea id=m hidden></textarea>
<section><p><button type=button>Bold</button></p>{editor}</section></form>
<script>const key = document.querySelector('#e textarea'), lines = document.querySelector('#e pre');
let all = false; e.onmousedown = (it) => {{ it.preventDefault(); key.focus() }};
key.onkeydown = (it) => {{ if (it.ctrlKey && it.key === 'a') {{ all = true; it.preventDefault() }}
 else if (all && it.key === 'Delete') lines.textContent = '' }};
key.oninput = () => {{ lines.textContent = (all ? '' : lines.textContent) + key.value;
 all = false; key.value = '' }}</script>"""
CUT_AWAY = """<div id=e style='border:1px solid;height:90px'><div style='overflow:hidden;
position:relative;width:3px;height:0'><textarea style='position:absolute;width:900px'></textarea>
</div><pre style='height:60px'>Dear all</pre></div>"""
CLEAR = """<div id=e style='border:1px solid;height:90px;position:relative'><textarea
style='opacity:0;position:absolute;width:9px;height:14px'></textarea>
<pre style='position:absolute;inset:0;margin:0'>Dear all</pre></div>"""
FIELDS = """<form><label>Day <input type=date></label><label>At <input type=time></label>
<label>Rate <input type=range min=0 max=10 value=2></label>
<label>Pieces <input type=number></label></form>
<div contenteditable aria-label=Note style='height:40px'></div>"""


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def web(pages: Site) -> AsyncIterator[Web]:
    async with real_web(pages) as started:
        yield started


async def filled(web: Web, label: str, text: str, *, held: str = "") -> Judgement:
    """What came of typing into the zone that is called so, and holds ``held`` where two are."""
    before = await web.look()
    called = [z for z in before.zones if z.label == label and held in (z.value, "")]
    step = step_for(TypeText(text, replace=True), label, before)
    zone = called[0]
    expected = ZoneValue(zone.zone_id, label, text)
    wanted = type(step)(1, zone.zone_id, label, step.action, "type", expected_change=expected)
    return (await web.executor.perform(wanted, before)).judged


async def zone_called(web: Web, label: str) -> Zone:
    return next(each for each in (await web.look()).zones if each.label == label)


@pytest.mark.parametrize(
    ("label", "text"),
    [("Day", "2026-05-04"), ("At", "13:45"), ("Rate", "7"), ("Pieces", "12"), ("Note", "Oil it")],
)
async def test_a_field_of_its_own_kind_is_set_and_read_back(
    web: Web, label: str, text: str
) -> None:
    await web.show(FIELDS)
    judged = await filled(web, label, text)
    assert judged.is_seen and f"“{text}”" in judged.words


@pytest.mark.parametrize("late_ms", [10, 90])
async def test_a_slider_of_the_page_is_called_by_its_label_and_moved_by_its_keys(
    web: Web, late_ms: int
) -> None:
    await web.show(SLIDER.replace("LATE = 10", f"LATE = {late_ms}"))
    assert (await zone_called(web, "Speed")).value == "20"
    assert (await filled(web, "Speed", "45")).is_seen
    assert await web.ask("document.querySelector('[role=slider]').textContent") == "45"


@pytest.mark.parametrize("editor", [CUT_AWAY, CLEAR], ids=["cut away", "clear"])
async def test_an_editor_over_a_field_for_the_keyboard_goes_by_the_hidden_field_s_label(
    web: Web, editor: str
) -> None:
    await web.show(EDITOR.format(editor=editor))
    judged = await filled(web, "Message", "It lies by the pier.", held="Dear all")
    assert judged.is_seen and await web.ask("lines.textContent") == "It lies by the pier."


async def test_what_an_editor_takes_and_does_not_draw_is_not_said_to_be_there(web: Web) -> None:
    body = EDITOR.format(editor=CUT_AWAY).replace("lines.textContent) + key.value", "'') + 'x'")
    await web.show(body)
    judged = await filled(web, "Message", "It lies by the pier.", held="Dear all")
    assert not judged.is_seen


async def test_a_field_that_can_only_be_read_is_not_typed_into(web: Web) -> None:
    await web.show("<label>Weeks <input readonly value=2></label>")
    with pytest.raises(ActionImpossible, match="can only be read"):
        await filled(web, "Weeks", "4", held="2")


@pytest.mark.parametrize("field", ["type=number", "role=spinbutton"])
async def test_a_number_is_left_so_that_its_page_takes_it(web: Web, field: str) -> None:
    await web.show(f"<label>Depth <input {field} value=30></label><p id=p></p><script>"
                   "document.querySelector('input').onchange = (e) => {"
                   " p.textContent = e.target.value }</script>")  # fmt: skip
    assert (await filled(web, "Depth", "45", held="30")).is_seen
    assert await web.ask("p.textContent") == "45"


@pytest.mark.parametrize("day", ["2026-11-17", "2027-02-14", "2026-09-01"])
async def test_the_day_of_a_field_that_can_only_be_read_is_clicked_in_its_calendar(
    web: Web, day: str
) -> None:
    await web.show(CALENDAR.format(tells="true"))
    assert (await filled(web, "Day", day)).is_seen
    assert await web.ask("f.value") == day


async def test_a_day_that_tells_no_whole_date_is_not_clicked(web: Web) -> None:
    await web.show(CALENDAR.format(tells="false"))
    with pytest.raises(ActionImpossible, match="can only be read"):
        await filled(web, "Day", "2026-11-17")
    assert await web.ask("f.value") == ""


@pytest.mark.parametrize("grid", [GRID, TWICE], ids=["a grid", "heads that stay in sight"])
async def test_a_cell_of_a_grid_is_set_and_read_back(web: Web, grid: str) -> None:
    await web.show(grid)
    assert (await filled(web, "Count", "55", held="12")).is_seen
    cells = "[...document.querySelectorAll('[role=gridcell]')].map(e => e.textContent).join()"
    assert await web.ask(cells) == "Bolts,40,Nuts,55"


async def test_an_icon_is_called_by_its_own_picture_and_not_by_its_row(web: Web) -> None:
    await web.show(
        """<table><tr><td>Harbour lamp<td>
        <button id=a><svg class='icon-trash' width=9></svg></button>
        <button id=b><svg><use href='/s.svg#pencil'></use></svg></button>
        <button id=c><img src='/img/zoom_in.png' width=9 height=9></button>
        <button id=d><i class='fa fa-star'>&nbsp;</i></button>
        <button id=e>&nbsp;</button>
        <button id=f><i class='q-icon' aria-hidden=true>delete_forever</i></button>
        <a id=g href=/n title='New book'>➕</a></table>"""
    )
    page = (await web.look()).page
    assert page is not None
    told = {each.attr_id: (each.text, each.context) for each in page.elements}
    assert {key: text for key, (text, _) in told.items()} == {
        "a": "trash",
        "b": "pencil",
        "c": "zoom in",
        "d": "star",
        "e": "",
        "f": "delete forever",
        "g": "New book",
    }
    assert all("Harbour lamp" in context for _, context in told.values())
    labels = [each.label for each in (await web.look()).zones if each.source_key]
    assert not any("Harbour lamp" in label for label in labels if label != "Harbour lamp")


async def test_a_control_for_the_keyboard_only_stands_where_it_is_drawn(web: Web) -> None:
    await web.show(
        """<label style='display:block;width:120px;height:40px;position:relative'>Person
        <input role=combobox readonly aria-label=Person
          style='width:1px;height:1px;border:0;padding:0;position:absolute;left:0'></label>"""
    )
    zones = [z for z in (await web.look()).zones if z.role is Role.COMBO_BOX]
    assert zones[0].on_screen and zones[0].bounds_px.width > 100
    assert await web.surface.eyes.bounds_of(zones[0]) == zones[0].bounds_px


async def test_rows_out_of_a_scroll_area_and_entries_of_a_closed_list_are_not_in_sight(
    web: Web,
) -> None:
    await web.show(
        """<div style='height:60px;overflow:auto'>
        <a href=/1>First</a><div style='height:300px'></div><a href=/2>Last</a></div>
        <details><summary>More</summary><a href=/3>Hidden</a></details>
        <ul style='max-height:0;overflow:hidden'><li><a href=/4>Folded</a></li></ul>"""
    )
    now = await web.look()
    in_sight = {each.label for each in now.zones_in_sight}
    assert {"First", "More"} <= in_sight
    assert not {"Last", "Hidden", "Folded"} & in_sight


async def test_a_text_in_a_frame_that_can_be_written_in_is_a_zone(web: Web) -> None:
    await web.show(
        """<iframe title=Letter srcdoc="<body contenteditable=true>Dear</body>"></iframe>"""
    )
    assert (await filled(web, "Letter", "Dear Ann")).is_seen


async def test_a_note_that_stands_for_a_moment_is_told_after_it_went(web: Web) -> None:
    await web.show(
        """<button onclick="const d = document.createElement('div'); d.textContent = 'Topic posted';
        document.body.append(d); setTimeout(() => { d.remove(); hasGone = true }, 120)">Post
        </button><script>let hasGone = false</script>"""
    )
    done, _ = await web.act(Click(), "Post")
    assert done.judged.verdict in (Verdict.SEEN, Verdict.CANT_TELL)
    await until_so(lambda: web.ask("hasGone"))
    page = (await web.look()).page
    assert page is not None and page.said[:1] == ("Topic posted",)


async def test_a_page_is_busy_where_a_sign_of_it_is_in_sight(web: Web) -> None:
    told = []
    for sign in ("role=progressbar", "role=progressbar aria-valuenow=40", "aria-busy=true hidden"):
        await web.show(f"<p {sign}>Books</p>")
        page = (await web.look()).page
        told.append(page is not None and page.is_busy)
    assert told == [True, False, False]
