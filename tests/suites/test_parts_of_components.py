"""Goals in steps on the parts that components of pages are made of: lists that stand there whole,
dialogs that hide the rest, and what a page draws while its server is still asked. One browser for
all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.domain.events import StepEnded
from engine.domain.terminals import Terminal
from engine.domain.verdicts import Verdict
from tests.suites.web_trial import ON_SMALL_PAGES, run_on_a_small_page
from tests.support.browser_site import Site, site

pytestmark = [*ON_SMALL_PAGES]

SAYS = "<p id=p></p><script>const say = (text) => p.textContent = text;</script>"
SENDS = """const send = (body, then) => fetch('/api/keep', { method: 'POST',
body: JSON.stringify(body) }).then(then);"""


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


WHOLE = """<h2 id=h>Duties</h2><div role=listbox aria-multiselectable=true aria-labelledby=h>
<div role=option tabindex=0 aria-selected=true>Meals</div><div role=option tabindex=0
aria-selected=false>Records</div></div><button id=k>Keep duties</button><script>
for (const o of document.querySelectorAll('[role=option]')) o.onclick = () =>
o.setAttribute('aria-selected', o.getAttribute('aria-selected') === 'false');
let n = 0; k.onclick = () => say(`${++n}: ` + [...document.querySelectorAll(
'[aria-selected=true]')].map((o) => o.textContent.trim()).join(' and ')
+ ' were saved.')</script>"""


@pytest.mark.parametrize(
    ("body", "goal", "said"),
    [(WHOLE, "choose Records in Duties, click Keep duties", "1: Meals and Records were saved.")],
    ids=["a list that stands there whole"],
)
async def test_the_goal_is_reached(
    pages: Site, tmp_path: Path, body: str, goal: str, said: str
) -> None:
    address = pages.put("/now", SAYS + body)
    run = await run_on_a_small_page(goal, address, tmp_path)
    assert run.outcome.reason == "artifact" and said in run.outcome.message, run.outcome.message


SLIDES = f"""<button id=b>Details</button><p>All</p><div role=dialog aria-label=Details id=d hidden>
<label>Article <input></label></div><script>{SENDS} b.onclick = () => {{ d.hidden = false;
send({{ seen: 1 }}, () => 0) }}</script>"""


async def test_what_a_page_draws_while_its_request_is_asked_about_is_seen(
    pages: Site, tmp_path: Path
) -> None:
    pages.answer = lambda *_: (200, {})
    run = await run_on_a_small_page("click Details", pages.put("/now", SLIDES), tmp_path)
    [step] = (each for each in run.events if isinstance(each, StepEnded))
    assert step.verdict is Verdict.SEEN, step


SILENT = f"""<div role=listbox aria-label=Duties>{{}}</div><button id=k>Keep</button><script>
{SENDS.replace("{", "{{").replace("}", "}}")}
const all = document.querySelectorAll('[role=option]');
for (const o of all) o.onclick = () => o.setAttribute('aria-selected', true);
k.onclick = () => send('all', () => 0)</script>"""


@pytest.mark.parametrize(
    "goal", ["click A1, click A2, click A3, click A4, click Keep", "click A5, click Keep"]
)
async def test_choices_and_looks_are_no_actions_in_vain(
    pages: Site, tmp_path: Path, goal: str
) -> None:
    pages.answer = lambda *_: (200, json.loads("[]"))
    option = "<div role=option tabindex=0 aria-selected={}>A{}</div>"
    options = "".join(option.format("true" if n == 5 else "false", n) for n in range(1, 6))
    run = await run_on_a_small_page(goal, pages.put("/now", SILENT.format(options)), tmp_path)
    assert run.outcome.reason == "done_not_seen", run.outcome.message


HIDES = """<div id=m><h1>Pets</h1><table><tr><td>Biscuit<td>Dog<td><button>More</button><tr>
<td>Hopper<td>Rabbit<td><button>More</button></table></div><div id=u role=menu hidden><div id=x
role=menuitem tabindex=0>Delete</div></div><div id=d role=alertdialog hidden style='position:fixed;
top:50px;background:#eee'><h2>Are you absolutely sure?</h2><button>Cancel</button> <button
id=y>Continue</button></div><script>let row;
const hide = (one, off) => { one.hidden = !off; m.setAttribute('aria-hidden', off) };
for (const b of m.querySelectorAll('button')) b.onclick = () => { row = b.closest('tr');
hide(u, true) };
x.onclick = () => { hide(u, false); hide(d, true) };
y.onclick = async () => { const r = await fetch('/api/pets/3', { method: 'DELETE' });
hide(d, false); if (r.ok) row.remove() }</script>"""


@pytest.mark.parametrize(("code", "is_refused"), [(403, True), (200, False)])
async def test_a_row_that_a_dialog_hid_stands_as_it_did_where_its_server_refused(
    pages: Site, tmp_path: Path, code: int, *, is_refused: bool
) -> None:
    pages.answer = lambda *_: (code, {})
    goal = "click More in the row of 'Hopper', click Delete, click Continue"
    run = await run_on_a_small_page(goal, pages.put("/now", HIDES), tmp_path)
    assert (run.outcome.terminal is Terminal.GOAL_FAILED) is is_refused, run.outcome.message


BULK = """<table id=t></table><button id=k>Chip selected</button><script>
const load = async () => { const all = await (await fetch('/api/pets')).json();
t.innerHTML = '<tr><th>Pick<th>Pet<th>Chip' + all.map((e) => `<tr><td><input type=checkbox
aria-label='Select ${e.name}' value=${e.id}><td>${e.name}<td>${e.chip ? 'yes' : 'no'}`).join('') };
k.onclick = async () => { for (const one of t.querySelectorAll(':checked'))
await fetch(`/api/pets/${%s}`, { method: 'PATCH', body: JSON.stringify({ chip: true }) });
load() }; load()</script>"""


@pytest.mark.parametrize(("whose", "reason"), [("one.value", "artifact"), ("1", "done_not_seen")])
async def test_what_stands_beside_a_button_over_a_list_names_none_of_it(
    pages: Site, tmp_path: Path, whose: str, reason: str
) -> None:
    pets = {each: {"id": each, "name": f"Pet {'ABC'[each]}lan", "chip": False} for each in range(3)}

    def kept(method: str, path: str, body: str) -> tuple[int, object]:
        if method == "PATCH":
            pets[int(path.rpartition("/")[2])].update(json.loads(body))
        return 200, list(pets.values())

    pages.answer = kept
    goal = "tick 'Select Pet Clan', click Chip selected"
    run = await run_on_a_small_page(goal, pages.put("/now", BULK % whose), tmp_path)
    assert run.outcome.reason == reason, run.outcome.message
