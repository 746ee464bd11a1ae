"""Lists, ticks and groups that a page draws itself, by the patterns of the ARIA authoring practices
and without any: one entry is chosen, read back, and nothing else is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

import pytest
import pytest_asyncio

from engine.domain.actions import Click, TypeText
from engine.domain.conditions import ZoneState, ZoneValue
from engine.domain.errors import ActionImpossible
from engine.domain.plans import PlanStep
from engine.domain.verdicts import Judgement, Verdict
from engine.domain.zones import State
from engine.modes.navigator.run import page_of
from tests.engine.acting.web.real import Web, real_web, step_for
from tests.support.browser_site import Site, site
from tests.support.shared_browser import IN_A_LIGHT_BROWSER

pytestmark = [*IN_A_LIGHT_BROWSER]

SCRIPT = """<script>
const names = ['Apple', 'Apple pie', 'Banana', 'Cherry', 'Damson', 'Elder', 'Fig', 'Grape'];
const get = (id) => document.getElementById(id);
const list = (role, all, pick) => { const l = document.createElement('div'); l.id = 'list';
  if (role) l.setAttribute('role', 'listbox');
  l.style = 'height:60px;overflow:auto;width:120px;background:#eee';
  for (const n of all) { const o = document.createElement('div'); o.textContent = n;
    if (role) o.setAttribute('role', 'option');
    o.style = 'height:24px;cursor:pointer'; o.onclick = () => pick(n); l.append(o) }
  return l };
const shut = () => { get('list')?.remove(); c.setAttribute('aria-expanded', 'false') };
</script>"""
OWN = (
    """<span id=n>Fruit</span> <div id=c role=combobox tabindex=0 aria-labelledby="n c"
 aria-controls=list aria-expanded=false style='width:120px'>Fig</div><i role=option>Cherry</i>"""
    + SCRIPT
)
PLAIN = """<script>c.onclick = () => { if (get('list')) return shut();
  setTimeout(() => { document.body.append(list(ROLE, names, (n) => { c.textContent = n; shut() }));
  c.setAttribute('aria-expanded', 'true') }, 400) }</script>"""
SEEKING = (
    """<label>Fruit <input id=c role=combobox aria-controls=list aria-expanded=false></label>
<p id=p></p>"""
    + SCRIPT
    + """<script>const show = () => { shut(); const all = names.filter((n) =>
  n.toLowerCase().includes(c.value.toLowerCase())).slice(0, 3);
  document.body.append(list(true, all, (n) => { c.value = n; p.textContent = n; shut() }));
  c.setAttribute('aria-expanded', 'true') };
c.onclick = c.oninput = show;
c.onkeydown = (e) => { if (e.key === 'Escape') shut() }
</script>"""
)
VIRTUAL = """<script>c.onclick = () => {
  const l = list(true, [], 0), o = document.createElement('div');
  o.style = 'height:2400px;position:relative'; l.append(o); document.body.append(l);
  const draw = () => { o.replaceChildren(); const at = Math.floor(l.scrollTop / 24);
    for (let i = at; i < at + 4 && i < 100; i++) { const one = document.createElement('div');
    one.setAttribute('role', 'option'); one.textContent = 'Lot ' + i;
    one.style = `position:absolute;height:24px;top:${i * 24}px`;
    one.onclick = () => { c.textContent = 'Lot ' + i; shut() }; o.append(one) } };
  l.onscroll = draw; draw(); c.setAttribute('aria-expanded', 'true') }</script>"""
BOXED = """<div id=b role=button aria-haspopup=menu aria-expanded=false aria-owns=m tabindex=0
style='width:300px;height:40px;border:1px solid'><label aria-hidden=true for=i>Fruit</label>
<label for=i style='visibility:hidden'>Fruit</label><span id=c>Fig</span>
<input id=i size=1 inputmode=none aria-label=Open title=Open style='opacity:0'></div>
<script>b.onclick = () => { const m = document.createElement('div'); m.id = 'm';
b.setAttribute('aria-expanded', 'true'); for (const n of ['Fig', 'Apple', 'Grape']) {
const o = document.createElement('div'); o.setAttribute('role', 'option'); o.textContent = n;
o.onclick = () => { c.textContent = n; m.remove(); b.setAttribute('aria-expanded', 'false') };
m.append(o) } document.body.append(m) }</script>"""
LET_THROUGH = """<div id=f role=combobox aria-haspopup=menu aria-expanded=false style='width:200px;
height:40px;border:1px solid'><label for=c>Fruit</label> <input id=c role=combobox
value=Fig style='pointer-events:none'></div><script>f.onmousedown = () => {
const m = document.createElement('div');
f.setAttribute('aria-expanded', 'true'); for (const n of ['Fig', 'Apple', 'Grape']) {
const o = document.createElement('div'); o.setAttribute('role', 'option'); o.textContent = n;
o.onclick = () => { c.value = n; m.remove(); f.setAttribute('aria-expanded', 'false') };
m.append(o) } document.body.append(m) }</script>"""
WRAPPED = """<label for=i><div id=b tabindex=-1 style='width:300px;height:40px'><div>Fruit</div>
<span id=c>Fig</span><input id=i role=combobox readonly value=Fig aria-expanded=false
style='opacity:0;width:1px;height:1px'></div></label><script>b.onclick = () => {
if (document.getElementById('m')) return; const m = document.createElement('div'); m.id = 'm';
for (const n of ['Fig', 'Apple', 'Grape']) { const o = document.createElement('div');
o.setAttribute('role', 'option'); o.textContent = n;
o.onclick = () => { c.textContent = i.value = n; m.remove() }; m.append(o) }
document.body.append(m) }</script>"""
READ_ONLY = """<nav><b onclick='0'><i onclick='0'>Fruit</i></b></nav>
<p><span><label>Fruit</label></span><s><s><s><s><s><s>
<input id=c readonly placeholder='Which one?'></s></s></s></s></s></s></p><script>
c.onclick = () => { const u = document.createElement('ul');
for (const n of ['Fig', 'Apple', 'Grape']) {
const o = document.createElement('li'); o.textContent = n;
o.onclick = () => { c.value = n; u.remove() }; u.append(o) }
document.body.append(u) }</script>"""
COMPONENTS = """<x-list label=Fruit><x-entry>Fig</x-entry><x-entry>Apple</x-entry>
<x-entry>Grape</x-entry></x-list><script>
customElements.define('x-entry', class extends HTMLElement { connectedCallback() {
  this.attachShadow({mode: 'open'}).innerHTML = '<div role=option><slot></slot></div>' } });
customElements.define('x-list', class extends HTMLElement { connectedCallback() {
  const root = this.attachShadow({mode: 'open'});
  root.innerHTML = `<input role=combobox aria-label=Fruit aria-expanded=false aria-controls=l
    aria-owns=m value=Fig><div id=l hidden><div id=m><slot></slot></div></div>`;
  const [field, list] = [root.querySelector('input'), root.querySelector('#l')];
  const open = (is) => { list.hidden = !is; field.setAttribute('aria-expanded', String(is)) };
  window.c = field; field.onclick = () => open(true);
  this.onclick = (e) => { if (e.target.localName !== 'x-entry') return;
    field.value = e.target.textContent; open(false) } } });</script>"""
TWIN = """<label for=s>Fruit</label><select id=s hidden><option>Fig</select>""" + OWN.replace(
    "<span id=n>Fruit</span>", ""
).replace('aria-labelledby="n c"', "aria-labelledby=t").replace(">Fig<", "><span id=t>Fig</span><")


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def web(pages: Site) -> AsyncIterator[Web]:
    async with real_web(pages) as started:
        yield started


async def test_a_field_that_lets_clicks_through_to_its_list_is_clicked_there(web: Web) -> None:
    before = await web.show(LET_THROUGH)
    [field] = [each for each in before.zones if each.source_key and each.value == "Fig"][-1:]
    action = TypeText("Grape", replace=True, chooses=True)
    expected = ZoneValue(field.zone_id, "Fruit", "Grape")
    step = PlanStep(1, field.zone_id, "Fruit", action, "choose", expected_change=expected)
    done = await web.executor.perform(step, before)
    assert await web.ask("c.value") == "Grape", done.judged


async def chosen(web: Web, text: str, label: str = "Fruit") -> Judgement:
    before = await web.look()
    action = TypeText(text, replace=True, chooses=True)
    zones = [z for z in before.zones if z.label == label and z.role.value == "combo box"]
    step = step_for(action, label, before)
    expected = ZoneValue(zones[0].zone_id, label, text)
    wanted = type(step)(1, zones[0].zone_id, label, action, "choose", expected_change=expected)
    return (await web.executor.perform(wanted, before)).judged


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (OWN + PLAIN.replace("ROLE", "true"), "Grape"),
        (OWN.replace("aria-controls=list", "") + PLAIN.replace("ROLE", "true"), "Cherry"),
        (OWN.replace("aria-controls=list", "") + PLAIN.replace("ROLE", "false"), "Apple"),
        (TWIN + PLAIN.replace("ROLE", "true"), "Apple"),
        (SEEKING, "Damson"),
        (OWN + VIRTUAL, "Lot 42"),
        (BOXED, "Grape"),
        (WRAPPED, "Grape"),
        (COMPONENTS, "Grape"),
    ],
    ids=[
        *("named list", "by what came", "plain boxes", "for a hidden list", "to seek in"),
        *("virtual", "in a box with its label", "in its label", "components"),
    ],
)
async def test_an_entry_is_chosen_and_read_back(web: Web, body: str, text: str) -> None:
    await web.show(body)
    judged = await chosen(web, text)
    assert judged.is_seen and f"“{text}”" in judged.words
    assert await web.ask("c.value || c.textContent") == text


async def test_a_field_that_can_only_be_read_is_chosen_from_by_its_far_label(web: Web) -> None:
    before = await web.show(READ_ONLY)
    [field] = [
        each for each in before.zones if each.label == "Fruit" and "field" in each.role.value
    ]
    told = [each.name for each in page_of(before).elements]
    assert told == ["Fruit", "Fruit"]  # a box in a box is one
    action = TypeText("Grape", replace=True, chooses=True)
    expected = ZoneValue(field.zone_id, "Fruit", "Grape")
    step = PlanStep(1, field.zone_id, "Fruit", action, "choose", expected_change=expected)
    assert (await web.executor.perform(step, before)).judged.is_seen
    with pytest.raises(ActionImpossible, match="no choice “Plum”"):
        await web.executor.perform(replace(step, action=replace(action, text="Plum")), before)


async def test_what_is_merely_alike_or_only_typed_is_no_choice(web: Web) -> None:
    await web.show(SEEKING)
    with pytest.raises(ActionImpossible, match="no choice “Appl”") as told:
        await chosen(web, "Appl")
    assert "“Apple”, “Apple pie”" in told.value.remedy
    assert await web.ask("p.textContent + c.value") == ""


FORGETS = (
    SEEKING.replace("c.value = n; p", "c.value = ''; p")
    + "<script>c.onblur = () => { c.value = ''; setTimeout(shut, 300) }</script>"
)


@pytest.mark.parametrize(
    ("body", "text", "chosen", "held"),
    [
        pytest.param(SEEKING, "Damson", "Damson", "Damson", id="the entry called so"),
        pytest.param(SEEKING, "Apple", "Apple", "Apple", id="of two that begin so, too"),
        pytest.param(SEEKING, "Appl", "", "Appl", id="a field may hold what no entry is called"),
        pytest.param(
            SEEKING.replace("<input", "<input type=search"), "Damson", "", "Damson", id="a search"
        ),
        pytest.param(FORGETS, "Cherry", "Cherry", "", id="it takes nothing but its entries"),
    ],
)
async def test_what_is_typed_into_a_list_s_field_is_chosen_in_it(
    web: Web, body: str, text: str, chosen: str, held: str
) -> None:
    before = await web.show(body.replace("'Cherry'", "'Cherry (sour)'"))
    step = step_for(TypeText(text, replace=True), "Fruit", before)
    with web.waiting_less():
        await web.executor.perform(step, before)
    assert await web.ask("p.textContent.replace(' (sour)', '')") == chosen
    assert await web.ask("c.value") == held


async def test_what_a_field_with_nothing_but_entries_has_not_is_refused(web: Web) -> None:
    before = await web.show(FORGETS)
    step = step_for(TypeText("Appl", replace=True), "Fruit", before)
    with pytest.raises(ActionImpossible, match="no choice “Appl”"):
        await web.executor.perform(step, before)
    assert await web.ask("p.textContent + c.value") == ""


async def test_what_it_shows_instead_contradicts(web: Web) -> None:
    await web.show((OWN + PLAIN.replace("ROLE", "true")).replace("c.textContent = n", ""))
    with web.waiting_less():
        assert (await chosen(web, "Grape")).verdict is Verdict.CONTRADICTED


CUT_AWAY = """<label><span style='position:absolute;width:1px;height:1px;margin:-1px;
overflow:hidden;clip-path:inset(50%)'><input type=checkbox></span>
<b style='display:inline-block;width:16px;height:16px;background:#ccc'></b>Sliced</label>"""


async def test_a_tick_that_is_hidden_behind_its_label_is_pressed_and_read_back(web: Web) -> None:
    await web.show(CUT_AWAY)
    before = await web.look()
    zone = next(z for z in before.zones if z.label == "Sliced" and z.role.value == "check box")
    assert zone.on_screen
    expected = ZoneState(zone.zone_id, "Sliced", State.CHECKED, present=True)
    step = step_for(Click(), "Sliced", before)
    wanted = type(step)(1, zone.zone_id, "Sliced", Click(), "tick", expected_change=expected)
    assert (await web.executor.perform(wanted, before)).judged.is_seen
    assert await web.ask("document.querySelector('input').checked") is True


BUTTONS = """<div><label><input type=radio name=x><b>Small</b></label>
<label><input type=radio name=x><b>Large</b></label></div>"""


BESIDE = "".join(
    f"<div><i role=radio aria-checked=false aria-labelledby={each} style='display:inline-block;"
    f"width:16px;height:16px'></i><span id={each}>{each}</span></div>"
    for each in ("Small", "Large")
)


PLAIN_ONES = "<div role=radio tabindex=0>Small</div><div role=radio tabindex=0>Large</div>"


@pytest.mark.parametrize(
    "body",
    [
        f"<p id=g>Size</p><div role=radiogroup aria-labelledby=g>{BUTTONS}</div>",
        f"<fieldset><span>Size</span>{BUTTONS}</fieldset>",
        f"<div><div>Size</div><div><div role=radiogroup>{BESIDE}</div></div></div>",
        f"<div><p><label>Size</label></p><div><div role=radiogroup>{PLAIN_ONES}</div></div></div>"
        "<script>document.querySelector('label').onclick = () => {}</script>",
    ],
)
async def test_choices_of_a_group_are_told_by_what_names_it(web: Web, body: str) -> None:
    await web.show(body)
    page = (await web.look()).page
    assert page is not None
    assert {each.context for each in page.elements if each.role == "radio"} == {"Size Small Large"}


STEPPER = """<div><div><label>Portions</label></div><div><div><button></button>
<input role=spinbutton value=1><button></button></div></div></div>
<script>document.querySelector('label').onclick = () => {}</script>"""
EDITED = """<label>Note</label><input type=hidden><p role=toolbar><button>Bold</button>
<button>Undo</button><span hidden><input></span></p><div role=textbox contenteditable
style='height:40px'></div>"""
SEEKER = """<label id=t>Town</label><div><input role=combobox aria-labelledby=t aria-expanded=false>
<button id=o tabindex=-1 aria-haspopup=listbox aria-labelledby='o t'>▼</button></div>"""


SIGNED = """<label id=t>Room</label><button aria-haspopup=listbox aria-labelledby=t
aria-expanded=false><span>Sea view</span> ▼</button>"""
CHIPS = """<label for=i>Tags</label><div><div>sail <b onclick='0'>×</b></div><div>row
<b onclick='0'>×</b></div><input id=i role=combobox aria-expanded=false></div>"""


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (STEPPER, [("spinbutton", "Portions", "1")]),
        (SEEKER, [("combobox", "Town", "")]),
        (EDITED, [("textbox", "Note", "")]),
        (SIGNED, [("combobox", "Room", "Sea view")]),
        (CHIPS, [("combobox", "Tags", "sail row")]),
    ],
    ids=["between signs", "beside its opener", "behind its bar", "with its sign", "with several"],
)
async def test_a_field_is_told_once_by_its_label_and_what_it_holds(
    web: Web, body: str, told: list[tuple[str, str, str]]
) -> None:
    page = page_of(await web.show(body))
    fields = [e for e in page.elements if e.role in ("combobox", "spinbutton", "textbox")]
    assert [(each.role, each.name, each.value) for each in fields] == told
