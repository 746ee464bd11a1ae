"""What is kept and not told, or told in words that only its page knows: ticks, a row that a page
asked about, a page that is gone from its address. Beside each stand pages of the same look on which
it was not done, and that is not claimed."""

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


async def ends(end: str, pages: Site, goal: str, folder: Path, start: str = "/now") -> None:
    run = await run_on_a_small_page(goal, pages.at(start), folder)
    assert run.outcome.reason == end, run.outcome.message


SETTINGS = """<h1>Settings</h1><form id=f><label>Name <input id=n value=Nora></label>
<label><input type={kind} id=a name=k value=up> Round up</label>
<label><input type={kind} id=b name=k value=mail> Send mails</label>
<button>Keep settings</button></form><p id=p></p><script>
const had = {source};
const send = (to) => fetch(to, {{ method: 'POST', body: `${{a.checked}} {other}` }});
onload = async () => {{ const [one, two] = (await had()).split(' ');
 a.checked = one == 'true'; b.checked = two == 'true' }};
f.onchange = () => {{ {chosen} }};
f.onsubmit = async (e) => {{ e.preventDefault(); {then} await send('{way}') }}</script>"""
KEPT = "async () => (await fetch('/keep/t')).text()"
OWN = "async () => localStorage.t || ''"


@pytest.mark.parametrize(
    ("told", "end"),
    [
        ({}, "artifact"),
        ({"kind": "radio"}, "artifact"),
        ({"goal": "untick Round up", "was": "true true", "other": "true"}, "artifact"),
        ({"way": "/forget/t"}, "done_not_seen"),
        ({"other": "${a.checked}", "goal": "tick Send mails"}, "done_not_seen"),
        ({"goal": "tick Round up, tick Send mails"}, "done_not_seen"),
        ({"way": "/forget/t", "chosen": "send('/keep/t')"}, "done_not_seen"),
        (
            {"way": "/forget/t", "source": OWN, "then": "localStorage.t = `${a.checked} false`;"},
            "done_not_seen",
        ),
        ({"way": "/status/422"}, "done_not_seen"),
    ],
    ids=[
        *("ticked", "chosen", "unticked", "not kept", "another is kept", "one of two"),
        *("kept as it was ticked", "the page's own", "refused"),
    ],
)
async def test_a_tick_bears_it_where_the_server_has_it_since(
    pages: Site, tmp_path: Path, told: dict[str, str], end: str
) -> None:
    given = {"kind": "checkbox", "source": KEPT, "way": "/keep/t", "other": "false", **told}
    given = {"chosen": "", "then": "", "goal": "tick Round up", "was": "", **given}
    given["goal"] = given["goal"].replace("tick", "choose") if "kind" in told else given["goal"]
    pages.kept["t"] = given["was"]
    pages.put("/now", SETTINGS.format(**given))
    await ends(end, pages, f"{given['goal']}, click Keep settings", tmp_path)


BERTHS = """<h1>Berths</h1><p id=p class={tone}></p><table><tr><th>Boat<th>Nights<th></tr>
<tbody id=l></table><script>onload = async () => {{
 const told = await (await fetch('/keep/g')).text();
 p.textContent = sessionStorage.said || ''; const row = (boat, n) => `<tr><td>${{boat}}<td>${{n}}
<td><form action='/ask'><button>Leave</button></form></tr>`;
 l.innerHTML = [['Gull', {nights}], ['Heron', 7]{behind}].filter((e) => e[0] != told)
 .slice(0, 2).map((e) => row(...e)).join('') }}</script>"""
BEHIND = ", ['Ibis', 2]"
ASKS = """<h1>Leave</h1><p>Shall Gull leave its berth?</p>
<form id=f method=post action=/redirect/here/now><button>Yes, {deed}</button></form><script>
f.onsubmit = async (e) => {{ e.preventDefault(); sessionStorage.said = '{said}';
 await fetch('{way}', {{ method: 'POST', body: '{gone}' }}); f.submit() }}</script>"""


@pytest.mark.parametrize(
    ("told", "end"),
    [
        ({}, "artifact"),
        ({"way": "/forget/g"}, "done_not_seen"),
        varies({"way": "/forget/g", "said": "Gull stays."}, "done_not_seen"),
        ({"gone": "Heron", "said": "Heron has left."}, "done_not_seen"),
        ({"way": "/forget/g", "tone": "error", "said": "Gull stays here."}, "planner_failed"),
        ({"tone": "error", "said": "Gull stays here."}, "done_not_seen"),
        ({"behind": BEHIND, "said": "", "deed": "delete"}, "artifact"),
        ({"behind": BEHIND, "said": "", "deed": "delete", "gone": "Heron"}, "done_not_seen"),
    ],
    ids=[
        *("gone", "not gone", "it stays", "another is gone", "a fault", "a fault, and gone"),
        *("of a longer list", "another of it"),
    ],
)
async def test_a_row_that_a_page_asked_about_is_borne_by_what_the_list_says_then(
    pages: Site, tmp_path: Path, told: dict[str, str], end: str
) -> None:
    pages.kept.clear()
    given = {"way": "/keep/g", "gone": "Gull", "said": "Gull has left.", **told}
    given = {"tone": "success", "nights": "3", "behind": "", "deed": "leave", **given}
    pages.put("/now", BERTHS.format(**given))
    pages.put("/ask", ASKS.format(**given))
    await ends(
        end, pages, f"click Leave in the row of 'Gull', click 'Yes, {given['deed']}'", tmp_path
    )


LIST = """<h1>Boats</h1><label>Search <input id=q></label><table><tr><th>Boat<th>Nights<th></tr>
<tbody id=l></table><p id=s></p><script>let told = '';
const all = [['Avocet', 4], ['Gull', 5], ['Heron', 7], ['Ibis', 2]];
const draw = () => {{ const some = all.filter((e) => e[0] != told && e[0].includes(q.value));
 l.innerHTML = some.map(([b, n]) => `<tr><td>${{b}}<td>${{n}}<td>
<button onclick='ask("${{b}}")'>Delete</button></tr>`).join('');
 s.textContent = `${{some.length}} found` }};
const ask = async (boat) => {{
 await fetch('{way}', {{ method: 'POST', body: '{gone}' }});
 await read(); note('Gone.') }};
const note = (t) => {{ document.body.insertAdjacentHTML('beforeend', `<p id=o>${{t}}</p>`);
 setTimeout(() => o.remove(), 600) }};
const read = async () => {{ told = await (await fetch('/keep/l')).text(); draw() }};
q.oninput = draw; onload = read</script>"""


@pytest.mark.parametrize(
    ("told", "end"),
    [
        ({}, "artifact"),
        ({"way": "/forget/l"}, "done_not_seen"),
        ({"gone": "Heron"}, "done_not_seen"),
    ],
    ids=["gone", "kept", "another is gone"],
)
async def test_a_row_that_was_searched_for_is_gone_where_the_whole_list_has_it_no_more(
    pages: Site, tmp_path: Path, told: dict[str, str], end: str
) -> None:
    pages.kept.clear()
    pages.put("/now", LIST.format(**{"way": "/keep/l", "gone": "Gull", **told}))
    goal = "type 'Gu' into Search, click Delete in the row of 'Gull'"
    await ends(end, pages, goal, tmp_path)


WIKI = "<h1>Quay</h1><p>The quay has <a href=/tides>tides</a> and <a href=/rules>rules</a>.</p>"
PAGE = "<h1>{0}</h1><p>Twice a day.</p><a href=/edit>Edit</a>"
EDIT = """<h1>Editing tides</h1><form id=f method=post action=/redirect/here/now>
<button>Remove</button></form><script>f.onsubmit = async (e) => { e.preventDefault();
 await fetch('/api/remove', { method: 'POST' }); f.submit() }</script>"""


@pytest.mark.parametrize(
    ("gone", "end"),
    [("/tides", "artifact"), ("", "done_not_seen"), ("/rules", "done_not_seen")],
    ids=["gone", "not gone", "another is gone"],
)
async def test_a_page_is_removed_where_its_server_has_none_at_its_address(
    pages: Site, tmp_path: Path, gone: str, end: str
) -> None:
    def answer(method: str, path: str, sent: str) -> tuple[int, object]:
        pages.pages.pop(gone, None)
        pages.put("/now", WIKI.replace("<a href=/tides>tides</a>", "?tides"))
        return 200, {}

    pages.answer = answer
    pages.put("/now", WIKI)
    pages.put("/tides", PAGE.format("Tides"))
    pages.put("/rules", PAGE.format("Rules"))
    pages.put("/edit", EDIT)
    await ends(end, pages, "click tides, click Edit, click Remove", tmp_path)


SHIPS = "<h1>Ships</h1><p>{}</p><a href=/ask/3>{}</a> <a href=/new>Enter a ship</a>"
STRIKES = """<h1>{}</h1><form id=f method=post action=/redirect/here/now><button>Yes, {}</button>
</form><script>f.onsubmit = async (e) => {{ e.preventDefault();
 await fetch('/api/strike', {{ method: '{}' }}); {} }}</script>"""
BY_FORM, BY_SCRIPT = ("POST", "f.submit()"), ("DELETE", "location = '/now'")


@pytest.mark.parametrize(
    ("asks", "deed", "way", "gone", "end"),
    [
        ("Strike Gull from the list?", "strike", BY_FORM, "/ask/3", "artifact"),
        ("Are you sure?", "delete", BY_FORM, "/ask/3", "artifact"),
        ("Are you sure?", "delete", BY_SCRIPT, "/ask/3", "artifact"),
        ("Are you sure?", "strike", BY_FORM, "/ask/3", "done_not_seen"),  # who knows what it does
        ("Strike Gull from the list?", "strike", BY_FORM, "", "done_not_seen"),
    ],
    ids=["it is named", "it is to go", "by a script", "neither", "the page is there still"],
)
async def test_what_was_asked_about_is_gone_where_the_page_that_asked_is(
    pages: Site, tmp_path: Path, asks: str, deed: str, way: tuple[str, str], gone: str, end: str
) -> None:
    def answer(method: str, path: str, sent: str) -> tuple[int, object]:
        pages.pages.pop(gone, None)
        pages.put("/now", SHIPS.format("Another page of them", "Heron"))
        return 200, {}

    pages.answer = answer
    pages.put("/now", SHIPS.format("", "Gull"))
    pages.put("/ask/3", STRIKES.format(asks, deed, *way))
    await ends(end, pages, f"click Gull, click 'Yes, {deed}'", tmp_path)


ENTERS = """<h1>A ship comes in</h1><form id=f method=post action=/redirect/here/now>
<label>Ship <input name=ship></label><button>Enter</button></form><script>
f.onsubmit = () => sessionStorage.said = 'Entered.'</script>"""
SAYS = "<p id=s></p><script>s.textContent = sessionStorage.said || '{}'</script>"


@pytest.mark.parametrize(
    ("start", "stood", "end"),
    [
        ("/now", "", "artifact"),
        ("/now", "Entered.", "done_not_seen"),
        ("/new", "", "done_not_seen"),  # it may stand there always
    ],
)
async def test_a_word_on_another_page_tells_of_it_where_that_was_seen_without(
    pages: Site, tmp_path: Path, start: str, stood: str, end: str
) -> None:
    pages.put("/now", SHIPS.format("", "Gull") + SAYS.format(stood))
    pages.put("/new", ENTERS)
    leads = "click Enter a ship, " if start == "/now" else ""
    await ends(end, pages, f"{leads}type 'Kestrel' into Ship, click Enter", tmp_path, start)


FILTER = """<h1>Flows</h1><div id=g class=group><input id=n placeholder=Intercept>
<div id=p></div></div><p id=l></p><script>
n.oninput = () => { const is_wrong = n.value.startsWith('~');
 g.className = is_wrong ? 'group WRONG' : 'group'; p.textContent = is_wrong ? 'No flow' : '' };
n.onkeydown = (e) => { if (e.key == 'Enter') l.textContent += ' .' }</script>"""


@pytest.mark.parametrize(
    ("typed", "mark", "end"),
    [
        ("tides", "has-error", "artifact"),
        ("~tides", "has-error", "done_not_seen"),
        varies("~tides", "is_invalid", "done_not_seen"),
    ],
)
async def test_what_stands_in_a_field_that_its_page_marks_as_wrong_is_not_taken(
    pages: Site, tmp_path: Path, typed: str, mark: str, end: str
) -> None:
    pages.put("/now", FILTER.replace("WRONG", mark))
    await ends(end, pages, f"type '{typed}' into Intercept, press Return", tmp_path)
