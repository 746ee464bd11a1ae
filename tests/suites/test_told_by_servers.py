"""Pages that tell in words of their own what was done, or in none, and servers that keep it, or say
that they do: only what a server tells its page once more, and did not tell before, bears it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.suites.web_trial import run_on_a_small_page
from tests.support.browser_site import Site, site
from tests.support.lanes import varies
from tests.support.shared_browser import IN_A_LIGHT_BROWSER

pytestmark = [pytest.mark.end_to_end, *IN_A_LIGHT_BROWSER]

Keeps = Callable[[dict[str, Any], dict[str, Any]], object]
"""What a server makes of what it has and of what it is sent."""


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


def serve(pages: Site, has: dict[str, Any], keeps: Keeps) -> None:
    """All that it has is told at ``/api/all``; what ``keeps`` returns is its answer."""
    kept = deepcopy(has)

    def answer(method: str, path: str, sent: str) -> tuple[int, object]:
        if method == "GET":
            return 200, kept
        return 200, keeps(kept, json.loads(sent)) or {}

    pages.answer = answer


async def ends(end: str, pages: Site, page: str, goal: str, folder: Path) -> None:
    run = await run_on_a_small_page(goal, pages.put("/now", page), folder)
    assert run.outcome.reason == end, run.outcome.message


SCRIPT = """<script>const ask = async () => (await fetch('/api/all')).json();
const send = (what) => fetch('/api/deed', { method: 'POST', body: JSON.stringify(what) });
"""
FORM = (
    """<h1>Walks</h1><form id=f><label>Name <input id=n></label><label>Way
<select id=w><option>Ridge<option value=shore>By the shore</select></label><button>Reserve</button>
</form><p id=p></p>"""
    + SCRIPT
    + """ask();
f.onsubmit = async (e) => { e.preventDefault(); const said = { name: n.value, way: w.value };
 await send(said); f.reset(); p.textContent = said.name + ' walks with us.'; ask() }</script>"""
)
WALKS = {"walkers": [{"id": 1, "name": "Nora", "way": "Ridge", "place": 4}], "hour": "08:00"}
WALKS |= {"failed": [], "others": []}
INES = "type 'Ines' into Name, choose 'By the shore' in Way, click Reserve"


def added(kept: dict[str, Any], sent: dict[str, Any], **more: object) -> None:
    kept["walkers"].append({"id": 2, **sent, "place": 5, **more})
    kept["hour"] = "08:01"


@pytest.mark.parametrize(
    ("keeps", "end"),
    [
        (added, "artifact"),
        (lambda kept, sent: sent, "done_not_seen"),
        (lambda kept, sent: kept.update(hour="08:01"), "done_not_seen"),
        (lambda kept, sent: added(kept, {**sent, "name": "Ines Two"}), "done_not_seen"),
        varies(lambda kept, sent: added(kept, {**sent, "way": "Ridge"}), "done_not_seen"),
        (lambda kept, sent: added(kept, sent, state="asked for"), "done_not_seen"),
        (lambda kept, sent: kept["failed"].append(sent), "done_not_seen"),
        varies(lambda kept, sent: kept["others"].append(sent), "done_not_seen"),
        (lambda kept, sent: kept.update(last=sent), "done_not_seen"),
        (lambda kept, sent: kept["walkers"][0].update(sent), "done_not_seen"),
    ],
    ids=[
        *("kept", "given back alone", "a clock", "another's name", "another way", "a word more"),
        *("among what failed", "a list beside it", "an echo", "in place of another"),
    ],
)
async def test_a_new_record_bears_what_its_page_tells_in_words_of_its_own(
    pages: Site, tmp_path: Path, keeps: Keeps, end: str
) -> None:
    serve(pages, WALKS, keeps)
    await ends(end, pages, FORM, INES, tmp_path)


async def test_a_record_that_was_there_bears_nothing(pages: Site, tmp_path: Path) -> None:
    has = {"walkers": [{"id": 1, "name": "Ines", "way": "shore"}]}
    serve(pages, has, lambda kept, sent: kept.update(count=1))
    await ends("done_not_seen", pages, FORM, INES, tmp_path)


WORKER = """let made; self.onfetch = (e) => { const { method, url } = e.request;
 if (url.endsWith('/api/deed')) e.respondWith(e.request.clone().json().then((sent) => {
  made = sent; return fetch(e.request) }));
 if (made && url.endsWith('/api/all')) e.respondWith(fetch(e.request).then(async (came) => {
  const all = await came.json(); all.walkers.push(made);
  return new Response(JSON.stringify(all), { headers: { 'Content-Type': 'application/json' } }) }))
}; self.onactivate = (e) => e.waitUntil(clients.claim())"""


async def test_what_a_page_s_own_worker_makes_up_is_no_server_s_word(
    pages: Site, tmp_path: Path
) -> None:
    serve(pages, WALKS, lambda kept, sent: None)
    pages.pages["/worker.js"] = WORKER
    taken = "navigator.serviceWorker.oncontrollerchange = ask; "
    taken += "navigator.serviceWorker.register('/worker.js'); ask();"
    await ends("done_not_seen", pages, FORM.replace("ask();", taken, 1), INES, tmp_path)


async def test_what_passed_in_a_second_is_no_less_a_refusal(pages: Site, tmp_path: Path) -> None:
    serve(pages, WALKS, lambda kept, sent: {"told": "The ridge is full."})
    page = FORM.replace("' walks with us.'", "''; setTimeout(() => p.textContent = '', 900)")
    await ends("done_not_seen", pages, page, INES, tmp_path)


RULES = (
    """<h1>Rules</h1><form id=f><fieldset><legend>At night</legend>
<label><input type=radio name=night value=open> The gate is open</label>
<label><input type=radio name=night value=closed checked> The gate is closed</label></fieldset>
<label><input type=checkbox id=b> Ring the bell at fog</label><button>Save rules</button></form>
<p id=p></p>"""
    + SCRIPT
    + """ask();
f.onsubmit = async (e) => { e.preventDefault(); const said = { night: f.night.value };
 said.bell = b.checked ? 'yes' : 'no'; await send(said); p.textContent = 'So be it.' }</script>"""
)
HAS_RULES: dict[str, Any] = {
    "rules": {"night": "closed", "bell": "no"},
    "boats": [{"name": "Tern"}],
}
OPENS = "click 'The gate is open', tick Ring the bell at fog, click Save rules"


@pytest.mark.parametrize(
    ("keeps", "end"),
    [
        (lambda kept, sent: kept["rules"].update(sent), "artifact"),
        (lambda kept, sent: None, "done_not_seen"),
        (lambda kept, sent: kept["rules"].update(night="open"), "done_not_seen"),
        (lambda kept, sent: kept["boats"][0].update(name="Gull"), "done_not_seen"),
    ],
    ids=["kept", "not kept", "one of two", "of something else"],
)
async def test_settings_that_were_only_chosen_are_borne_by_the_server_alone(
    pages: Site, tmp_path: Path, keeps: Keeps, end: str
) -> None:
    serve(pages, HAS_RULES, keeps)
    await ends(end, pages, RULES, OPENS, tmp_path)


async def test_what_was_tried_last_is_no_setting(pages: Site, tmp_path: Path) -> None:
    has = {**HAS_RULES, "last": {"night": "closed", "bell": "no"}}
    serve(pages, has, lambda kept, sent: kept["last"].update(sent))
    await ends("done_not_seen", pages, RULES, OPENS, tmp_path)


ROWS = (
    """<h1>Watch</h1><div id=l></div><p id=p></p>"""
    + SCRIPT
    + """const draw = async () => { const all = await ask();
 l.innerHTML = '<table>' + all.watch.map((one) => `<tr><td>${one.name}<td>deck
<td><button data-n='${one.name}'>Sign off</button>`).join('') + '</table>' };
l.onclick = async (e) => { const name = e.target.dataset.n; if (!name) return;
 await send({ name, on: false }); p.textContent = name + ' may sleep.'; ask() }; draw()</script>"""
)
WATCH = {"watch": [{"name": "Bo", "on": True, "hours": 3}, {"name": "Silas", "on": True}]}
SLEEPS = "click Sign off in the row of 'Silas'"


@pytest.mark.parametrize(
    ("keeps", "end"),
    [
        (lambda kept, sent: kept["watch"][1].update(sent), "artifact"),
        (lambda kept, sent: kept["watch"][1].update(sent, note="asked"), "done_not_seen"),
        varies(lambda kept, sent: kept["watch"][1].update(hours=1), "done_not_seen"),
        (lambda kept, sent: kept["watch"][0].update(on=False), "done_not_seen"),
        (lambda kept, sent: [e.update(on=False) for e in kept["watch"]] and None, "done_not_seen"),
    ],
    ids=["its state", "a word more", "a number", "another's state", "all states"],
)
async def test_a_press_in_a_row_is_borne_by_the_record_that_the_row_names(
    pages: Site, tmp_path: Path, keeps: Keeps, end: str
) -> None:
    serve(pages, WATCH, keeps)
    await ends(end, pages, ROWS, SLEEPS, tmp_path)


HUTS = (
    """<h1>Huts</h1><button id=a aria-pressed=false>Upper hut</button>
<button id=b aria-pressed=false>Shepherds</button><label>Sleepers <input id=n type=number></label>
<button id=r>Reserve</button><p id=p></p>"""
    + SCRIPT
    + """ask(); let hut = '';
a.onclick = b.onclick = (e) => { hut = e.target.textContent; e.target.ariaPressed = 'true' };
r.onclick = async () => { await send({ hut, sleepers: Number(n.value) }); n.value = '';
 p.textContent = 'Sleep well.'; ask() }</script>"""
)
NIGHTS = {"nights": [["Upper hut", 8]], "lost": []}
SLEEP = "click Shepherds, set Sleepers to 3, click Reserve"


@pytest.mark.parametrize(
    ("row", "end"),
    [(["Shepherds", 3], "artifact"), (["Upper hut", 3], "done_not_seen")],
    ids=["kept", "another hut"],
)
async def test_rows_without_names_bear_it_where_all_that_was_sent_stands_there(
    pages: Site, tmp_path: Path, row: list[object], end: str
) -> None:
    serve(pages, NIGHTS, lambda kept, sent: kept["nights"].append(row))
    await ends(end, pages, HUTS, SLEEP, tmp_path)


ASKS = (
    """<h1>Bookings</h1><div id=t><button id=o>Booked</button></div><div id=l></div>
<dialog id=q><p id=s></p><button id=y>Cancel it</button><button>Keep it</button></dialog>"""
    + SCRIPT
    + """let all, one; const load = async () => { all = await ask() }; load();
const draw = () => { l.innerHTML = all.booked.map((e, at) => `<p>${e.name}: ${e.boat}
<button data-at=${at}>Cancel booking</button></p>`).join('') };
o.onclick = draw; l.onclick = (e) => { one = all.booked[e.target.dataset.at]; if (!one) return;
 s.textContent = `Shall ${one.name}'s booking of the ${one.boat} be cancelled?`; q.showModal() };
y.onclick = async () => { await send({ id: one.id }); q.close(); l.innerHTML = ''; load() }
</script>"""
)
BOOKED = {"booked": [{"id": 1, "name": "Tom", "boat": "Heron"}], "others": [{"name": "Ann"}]}
CANCELS = "click Booked, click Cancel booking, click Cancel it"


@pytest.mark.parametrize(
    ("keeps", "end"),
    [
        (lambda kept, sent: kept["booked"].clear(), "artifact"),
        (lambda kept, sent: kept["others"].clear(), "done_not_seen"),
    ],
    ids=["gone", "another is gone"],
)
async def test_what_was_asked_first_is_borne_with_its_answer(
    pages: Site, tmp_path: Path, keeps: Keeps, end: str
) -> None:
    serve(pages, BOOKED, keeps)
    await ends(end, pages, ASKS, CANCELS, tmp_path)
