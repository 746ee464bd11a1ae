"""What a page says of what its server refused, and of a deletion, on real pages: it is the reason
of a failure, or bears the deed, whatever sent it; what goes out beside it is neither."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.domain.terminals import Terminal
from tests.suites.web_trial import ON_SMALL_PAGES, run_on_a_small_page
from tests.support.browser_site import Site, site
from tests.support.lanes import varies

pytestmark = [*ON_SMALL_PAGES]

WORDS = "Nobody keeps watch for more than eight hours."
SENDS = """k.{on} = async (e) => {{ e.preventDefault(); const r = await fetch('/status/{code}',
 {{ method: 'POST', body: JSON.stringify({{ name: n.value }}) }});
 {then} }};"""
SAYS = f"w.textContent = r.ok ? '' : '{WORDS}'"
WATCH = """<h1>Watches</h1><button onclick="d.show()">New watch</button><p>Dog watch, 2 hours</p>
<dialog id=d style='position:fixed;top:20px'><h3>A new watch</h3><label>Name <input id=n></label>
<label>Hours <input id=h></label><p id=w {role}></p>{keep}
<button onclick='d.close()'>Close</button></dialog><p id=z></p><script>{script}</script>"""
GOAL = "click New watch, type 'Anchor watch' into Name, click Keep"
KEEPS = {
    "a button": "<button id=k>Keep</button>",
    "a part of its own": "<quay-button id=k>Keep</quay-button>",
    "a link to nowhere": "<a id=k href='#'>Keep</a>",
    "a box": "<div id=k style='cursor:pointer'>Keep</div>",
}


def watch(
    keep: str = KEEPS["a part of its own"],
    *,
    code: int = 400,
    role: str = "role=alert",
    then: str = SAYS,
    script: str = "",
) -> str:
    sends = SENDS.format(on="onclick", code=code, then=then) if code else ""
    return WATCH.format(keep=keep, role=role, script=f"{sends} {script}")


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


ALOUD = {"a button", "a link to nowhere"}
"""Each is tried in one of the two ways of telling it; with all cases in both."""


@pytest.mark.parametrize(
    ("keep", "role"),
    [
        (pytest.param if (name in ALOUD) == bool(role) else varies)(keep, role)
        for name, keep in KEEPS.items()
        for role in ("role=alert", "")
    ],
)
async def test_what_the_server_refused_fails_for_what_the_page_says_whatever_sent_it(
    pages: Site, tmp_path: Path, keep: str, role: str
) -> None:
    run = await run_on_a_small_page(GOAL, pages.put("/now", watch(keep, role=role)), tmp_path)
    assert run.outcome.terminal is Terminal.GOAL_FAILED, run.outcome.message
    assert f"the page says “{WORDS}”" in run.outcome.message


async def test_what_stands_in_the_address_of_what_was_sent_was_typed_as_well(
    pages: Site, tmp_path: Path
) -> None:
    asks = "'/status/422?name=' + encodeURIComponent(n.value), { method: 'POST' }"
    sends = f"k.onclick = async () => {{ const r = await fetch({asks}); {SAYS} }};"
    page = watch(KEEPS["a box"], code=0, role="", script=sends)
    run = await run_on_a_small_page(GOAL, pages.put("/now", page), tmp_path)
    assert run.outcome.terminal is Terminal.GOAL_FAILED, run.outcome.message
    assert f"the page says “{WORDS}”" in run.outcome.message


async def test_a_return_and_a_silent_page_fail_by_what_the_server_answered(
    pages: Site, tmp_path: Path
) -> None:
    said = "the server answered with 400 to POST /status/400"
    run = await run_on_a_small_page(GOAL, pages.put("/now", watch(then="")), tmp_path)
    assert (run.outcome.reason, said in run.outcome.message) == ("not_accepted", True)
    keys = SENDS.format(on="onkeydown", code=400, then="").replace(
        "(e) => {", "(e) => { if (e.key != 'Enter') return;"
    )
    page = f"<label>Name <input id=k></label><script>{keys.replace('n.value', 'k.value')}</script>"
    goal = "type 'Anchor watch' into Name, press Enter"
    run = await run_on_a_small_page(goal, pages.put("/now", page), tmp_path / "keys")
    assert (run.outcome.reason, said in run.outcome.message) == ("not_accepted", True)


ASIDE = (
    "k.addEventListener('click', () => fetch('/status/403', { method: 'POST', body: n.value }));"
)
CHECKS = "n.onchange = () => fetch('/status/422', { method: 'POST', body: n.value });"
HERE = "k.onclick = () => { z.textContent = n.value; d.close() };"
KEPT = "k.onclick = () => { z.textContent = 'The watch is in the book.'; d.close() };"


@pytest.mark.parametrize(
    "page",
    [
        watch(code=200, then="if (r.ok) d.close()", script=ASIDE),
        watch(code=0, script=KEPT + ASIDE),
        varies(watch(KEEPS["a button"], code=0, script=KEPT + ASIDE)),
        watch(code=0, script=HERE + CHECKS),
        watch(code=200, then="", script="n.oninput = () => fetch('/status/422',"
              " { method: 'POST', body: n.value });"),
        watch(then="await fetch('/status/200', { method: 'POST', body: n.value })"),
    ],
    ids=[
        *("figures beside it", "kept here", "kept here by a button", "checked and kept here"),
        *("checked while typing", "a second try"),
    ],
)  # fmt: skip
async def test_what_goes_out_beside_it_makes_no_failure(
    pages: Site, tmp_path: Path, page: str
) -> None:
    run = await run_on_a_small_page(GOAL, pages.put("/now", page), tmp_path)
    assert run.outcome.terminal is Terminal.GOAL_SATISFIED, run.outcome.message


SEATED = """r.ok && d.close(); z.textContent = n.value + ' {} registered.';
 const row = t.insertRow(); row.insertCell().textContent = n.value;
 row.insertCell().textContent = 4;"""
ROWS = "document.body.insertAdjacentHTML('beforeend', '<table id=t><tr><th>Watch<th>Hours</table>')"


@pytest.mark.parametrize("verb", ["is", varies("was")])
async def test_what_the_server_took_was_not_refused_by_words_that_may_tell_of_the_deed(
    pages: Site, tmp_path: Path, verb: str
) -> None:
    """“This name is registered” refuses; “Anchor watch is registered” need not."""
    page = watch(code=201, role="", then=SEATED.format(verb), script=f"{ROWS}; z.role = 'alert'")
    run = await run_on_a_small_page(GOAL, pages.put("/now", page), tmp_path)
    assert run.outcome.terminal is Terminal.GOAL_SATISFIED, run.outcome.message


@pytest.mark.parametrize("code", [200, 409])
async def test_the_same_words_refuse_while_what_was_written_stands_there(
    pages: Site, tmp_path: Path, code: int
) -> None:
    said = "w.textContent = n.value + ' is registered.'"
    page = watch(code=code, then=said)
    run = await run_on_a_small_page(GOAL, pages.put("/now", page), tmp_path)
    assert run.outcome.terminal is Terminal.GOAL_FAILED, run.outcome.message
    assert "Anchor watch is registered." in run.outcome.message


async def test_what_was_refused_is_not_reached_by_what_follows(pages: Site, tmp_path: Path) -> None:
    """The words of a refusal had come anew, and bore the press that they refuse."""
    goal = f"{GOAL}, click Close"
    run = await run_on_a_small_page(goal, pages.put("/now", watch()), tmp_path)
    assert run.outcome.reason == "done_not_seen", run.outcome.message


def kinds(pages: Site, after: str, *, stays: bool, verb: str = "Delete") -> str:
    """A list whose things are deleted on a page of their own, with what it says ``after``."""
    row = "<tr><td><a href=/kinds/{0}>{0}</a><td>30<td><a href=/kinds/{0}/off>{1}</a></tr>"
    page = "<h1>Kinds</h1>{}<table><tr><th>Kind<th>Minutes<th></tr>{}</table>"
    talk, race = row.format("Talk", verb), row.format("Regatta", verb)
    pages.put("/kinds/Regatta/off", f"""<h1>Kind: Regatta</h1><p>Sure?</p>
<form method=post action=/redirect/here/after><button>{verb}</button></form>""")  # fmt: skip
    pages.put("/after", page.format(after, talk + (race if stays else "")))
    return pages.put("/kinds", page.format("", talk + race))


GOOD, BAD = "<div class='alert alert-success'>{}</div>", "<div class='alert'>{}</div>"
DELETED, STILL = "The item has been deleted.", "This kind is in use and cannot be deleted."


@pytest.mark.parametrize(
    ("said", "verb", "stays", "reason"),
    [
        (f"<p>{DELETED}</p>", "Delete", False, "artifact"),
        varies(GOOD.format("Das Objekt wurde gelöscht."), "Löschen", False, "artifact"),
        varies(GOOD.format("L’élément a été supprimé."), "Supprimer", False, "artifact"),
        (GOOD.format("Объект удалён"), "Удалить", False, "artifact"),
        (f"<p>{DELETED}</p>", "Delete", True, "done_not_seen"),
        varies(GOOD.format(DELETED), "Delete", True, "done_not_seen"),
        varies(f"<p role=status>{DELETED}</p>", "Delete", True, "done_not_seen"),
        (BAD.format("Das Objekt kann nicht gelöscht werden."), "Löschen", False, "done_not_seen"),
        (GOOD.format("Das Schloss ist offen."), "Löschen", False, "done_not_seen"),
        ("", "Delete", False, "done_not_seen"),
        (f"<p>{STILL}</p>", "Delete", True, "planner_failed"),
        (f"<p>{STILL}</p>", "Delete", False, "done_not_seen"),
    ],
)
async def test_a_deletion_is_borne_by_its_sentence_once_the_row_is_gone(
    pages: Site, tmp_path: Path, said: str, verb: str, *, stays: bool, reason: str
) -> None:
    goal = f"click {verb} in the row of 'Regatta', click {verb}"
    address = kinds(pages, said, stays=stays, verb=verb)
    run = await run_on_a_small_page(goal, address, tmp_path)
    assert run.outcome.reason == reason, run.outcome.message


BESIDE = """<aside id=s {} style='position:fixed;right:0;top:0'>{}</aside><h1>Berths</h1>
<button onclick='d.showModal(); s.hidden = true'>New berth</button><dialog id=d><h3>A new berth</h3>
<label>Name <input id=n></label><button id=k>Save</button></dialog><p id=z></p><script>
d.onclose = () => {{ s.hidden = false; {} }};
k.onclick = async () => {{ await fetch('/json/%7B%22ok%22%3Atrue%7D', {{ method: 'POST',
 body: n.value }}); d.close() }}</script>"""
INVITES = "<div onclick=1 style='cursor:pointer'>Join the community</div>"


@pytest.mark.parametrize(
    ("role", "beside", "then", "is_reached"),
    [
        ("", INVITES, "", False),
        ("", "<p>3 berths saved</p>", "", False),
        varies("role=status", "Online", "", False),
        varies("role=status", "Refreshed 10:03:01", "", False),
        ("role=status", "Refreshed 10:03:01", "s.textContent = 'Refreshed 10:03:05'", False),
        ("role=status", "", "s.textContent = 'Refreshed 10:03'", False),
        varies("role=status", "", "s.textContent = 'Je to zapsáno.'", True),
        ("role=status", "", "s.textContent = 'Berth saved'", True),
    ],
)
async def test_what_a_dialog_had_hidden_and_what_tells_a_time_bears_nothing(
    pages: Site, tmp_path: Path, role: str, beside: str, then: str, *, is_reached: bool
) -> None:
    goal = "click New berth, type 'North berth' into Name, click Save"
    page = pages.put("/now", BESIDE.format(role, beside, then))
    run = await run_on_a_small_page(goal, page, tmp_path)
    assert (run.outcome.reason == "artifact") is is_reached, run.outcome.message


LEADS = """<button id=b>Archive</button><p id=p>{}</p><p>Tern</p><script>
b.onclick = () => {{ {} }}</script>"""
LINK = "<a href=/club>Join the community</a>"


@pytest.mark.parametrize(
    ("was", "then", "is_reached"),
    [
        ("", f"p.innerHTML = `{LINK}`", False),
        (LINK, "p.innerHTML = ''", False),
        ("", "p.innerHTML = '<a href=/old>Archive of 2026</a>'", True),
        ("", f"p.innerHTML = `Tern is archived. {LINK}`", True),
    ],
)
async def test_a_link_that_comes_or_goes_bears_no_press_of_something_else(
    pages: Site, tmp_path: Path, was: str, then: str, *, is_reached: bool
) -> None:
    page = pages.put("/now", LEADS.format(was, then))
    run = await run_on_a_small_page("click Archive", page, tmp_path)
    assert (run.outcome.reason == "artifact") is is_reached, run.outcome.message


GRID = """<h1>Wares</h1><button onclick='d.hidden = false'>New ware</button>
<table><tr><th>Ware<th>Pieces<th>Shelf</tr></table><table role=grid><tbody id=t>
<tr role=row><td role=gridcell>Oars<td role=gridcell>12<td role=gridcell>Left</tr></table>
<div id=d role=dialog aria-label='Add Record' hidden style='position:fixed;background:#fff'>
<label>Ware <input id=w></label><label>Pieces <input id=p></label><label>Shelf <select id=s>
<option>Left<option>Right</select></label><a id=k role=button tabindex=0>Submit</a></div><script>
k.onclick = async () => {{ {} t.insertAdjacentHTML('beforeend', `<tr role=row>` +
 [w, p, s].map((e) => `<td role=gridcell>${{e.value}}`).join('') + '</tr>'); }}</script>"""
TAKES = "await fetch('/status/{}', {{ method: 'POST', body: `${{w.value}}=${{p.value}}` }});"


@pytest.mark.parametrize(
    ("then", "reason"),
    [(TAKES.format(200), "artifact"), ("", "done_not_seen"), (TAKES.format(400), "done_not_seen")],
    ids=["taken", "drawn alone", "drawn though it was refused"],
)
async def test_a_row_that_a_script_draws_below_heads_of_their_own_is_read_beside_its_open_form(
    pages: Site, tmp_path: Path, then: str, reason: str
) -> None:
    goal = "type 'Lamps' into Ware, type '30' into Pieces, choose Right in Shelf, click Submit"
    page = pages.put("/now", GRID.format(then))
    run = await run_on_a_small_page(f"click New ware, {goal}", page, tmp_path)
    assert run.outcome.reason == reason, run.outcome.message
