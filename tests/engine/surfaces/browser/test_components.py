"""Web components: a host and what lies in its own shadow tree are one thing, the one that is
clicked, set and read back; what scripts draw in the place of a native field bears its label."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from engine.domain.actions import Click, TypeText
from engine.domain.plans import PlanStep
from engine.domain.zones import Role
from tests.engine.acting.web.real import Web, real_web
from tests.support.browser_site import Site, site
from tests.support.shared_browser import IN_A_LIGHT_BROWSER

pytestmark = [*IN_A_LIGHT_BROWSER]

DEFINED = """<script>const made = (name, inner, then = () => {}) => customElements.define(name,
class extends HTMLElement { static formAssociated = true; connectedCallback() {
 this.attachShadow({mode: 'open', delegatesFocus: true}).innerHTML = inner
  .replace('LABEL', this.getAttribute('label') || '');
 this.style.cursor = 'pointer'; this.addEventListener('click', () => this.pressed = true);
 then(this.shadowRoot, this) } });
made('x-button', `<style>button{width:100%} slot{display:inline-block}</style>
 <button><slot></slot></button>`);
made('x-wrapped', `<x-button style='display:block'><slot></slot></x-button>`);
made('x-tick', `<label style='position:relative'><input type=checkbox
 style='position:absolute;opacity:0'>
 <b style='border:1px solid'>&nbsp;&nbsp;</b> <slot></slot></label>`);
made('x-bare-tick', `<div style='position:relative;width:20px;height:20px'><input type=checkbox
 style='opacity:0'><span style='position:absolute;inset:0'></span></div>`);
made('x-input', `<div><label for=i>LABEL</label><div><input id=i></div></div>`,
 (r) => r.querySelector('div div').onclick = () => {});
made('x-list', `<label id=l>LABEL</label><div><input role=combobox readonly aria-labelledby=l
 aria-expanded=false></div>`, (r) => { for (const one of r.children) one.onclick = () => {} });
made('x-tab', `<div><slot></slot></div>`, (r, host) => { host.setAttribute('role', 'tab');
 host.tabIndex = 0; r.firstChild.onclick = () => {} });
</script>"""
PARTS = """<form onsubmit='return false'><x-button>Lend</x-button><x-wrapped>Return</x-wrapped>
<x-tick>Key</x-tick><label><x-bare-tick></x-bare-tick>Loud</label>
<x-bare-tick id=n></x-bare-tick><label for=n>Night</label><x-bare-tick aria-label=Wet></x-bare-tick>
<x-input label=Borrower></x-input><x-list label=Tool></x-list><x-tab>Members</x-tab></form>"""
OF_EACH = {
    (Role.BUTTON, "Lend"): 1,
    (Role.BUTTON, "Return"): 1,
    (Role.CHECK_BOX, "Key"): 1,
    (Role.CHECK_BOX, "Loud"): 1,
    (Role.CHECK_BOX, "Night"): 1,
    (Role.CHECK_BOX, "Wet"): 1,
    (Role.TEXT_FIELD, "Borrower"): 1,
    (Role.COMBO_BOX, "Tool"): 1,
    (Role.TAB, "Members"): 1,
}


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def web(pages: Site) -> AsyncIterator[Web]:
    async with real_web(pages) as started:
        yield started


async def test_a_component_is_told_once(web: Web) -> None:
    seen = await web.show(DEFINED + PARTS)
    acting = (one for one in seen.zones if one.role is not Role.LABEL)
    assert Counter((one.role, one.label) for one in acting) == OF_EACH


@pytest.mark.parametrize("label", ["Lend", "Return", "Members"])
async def test_it_takes_the_click_in_the_middle_of_its_own_text(web: Web, label: str) -> None:
    await web.show(DEFINED + PARTS)
    await web.act(Click(), label)
    told = "[...document.querySelectorAll('form *')].filter((one) => one.pressed)"
    assert await web.ask(f"{told}.map((one) => one.textContent)") == [label]


async def test_a_part_of_a_component_that_is_called_otherwise_stays(web: Web) -> None:
    card = """<x-card>Peas</x-card><script>made('x-card', '<slot></slot> <button>Remove</button>')
</script>"""
    seen = await web.show(DEFINED + card)
    assert [one.label for one in seen.zones if one.role is Role.BUTTON] == ["Peas Remove", "Remove"]


NATIVE = (
    "<label for=s>Boat</label> <select id=s hidden><option>Heron<option>Swift<option>Otter</select>"
)
DRAWING = """<script>b.onmousedown = () => { if (b.l) return;
 const l = b.l = document.createElement('ul'); for (const o of s.options) {
 const i = document.createElement('li'); i.textContent = o.text; i.onmousedown = (e) => {
 s.value = t.textContent = o.text; l.remove(); b.l = null; e.stopPropagation();
 i.id = 'e'; document.body.append(i); b.setAttribute('aria-labelledby', 'e') }; l.append(i) }
 document.body.append(l) }</script>"""
TAKEN_LABEL = (
    NATIVE.replace("for=s", "for=b onclick=b.focus()")
    + "<span id=b role=combobox tabindex=0 aria-expanded=false><i></i><b id=t>Heron</b></span>"
    + DRAWING
)
PLAIN_BOX = (
    NATIVE
    + """<div id=b style='width:200px'><a><span id=t>Heron</span></a>
<p style='position:absolute;clip:rect(0,0,0,0)'><input></p></div>"""
    + DRAWING
)


@pytest.mark.parametrize("body", [TAKEN_LABEL, PLAIN_BOX], ids=["its label", "a plain box"])
async def test_what_is_drawn_for_a_hidden_list_bears_its_label_and_chooses(
    web: Web, body: str
) -> None:
    seen = await web.show(body)
    acting = [one for one in seen.zones if one.role is not Role.LABEL]
    told = [(one.role, one.label, one.value) for one in acting]
    assert told == [(Role.COMBO_BOX, "Boat", "Heron")]
    choose = TypeText("Otter", replace=True, chooses=True)
    await web.executor.perform(PlanStep(1, acting[0].zone_id, "Boat", choose, "choose"), seen)
    assert await web.ask("s.value + t.textContent") == "OtterOtter"
    after = [one for one in (await web.look()).zones if one.role is Role.COMBO_BOX]
    assert [(one.label, one.value) for one in after] == [("Boat", "Otter")]


HOVERED = """<style>.sub {display: none; position: absolute} .bar:hover > .sub {display: block}
@media all {.row:hover .more {visibility: visible}} .more {visibility: hidden}
.tip:hover .help {display: block} .help {display: none}</style>
<div class=bar><span>Books</span><ul class=sub><li><a href='#made'>New book</a></ul></div>
<table><tr><td>Peas<td class=row><span>…</span><p class=more><a href='#kept'>Keep</a></table>
<p class=tip><span>Beans</span><i class=help>They are green.</i></p>"""


@pytest.mark.parametrize(
    ("opener", "entry", "came"), [("Books", "New book", "#made"), ("…", "Keep", "#kept")]
)
async def test_what_opens_under_the_pointer_is_pressed_and_leads_on(
    web: Web, opener: str, entry: str, came: str
) -> None:
    seen = await web.show(HOVERED)
    assert [one.label for one in seen.zones if one.role is Role.BUTTON] == ["Books", "…"]
    await web.act(Click(), opener)
    await web.act(Click(), entry)
    assert await web.ask("location.hash") == came
