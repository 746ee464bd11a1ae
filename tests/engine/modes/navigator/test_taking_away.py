"""What was to go and is gone, in any language: a yes was said to a question that names it, its row
is gone, and the rest of the page stands as it stood."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from engine.domain.actions import Click
from engine.modes.navigator.confirming import confirmation
from tests.engine.acting.web.real import Web, real_web, step_for
from tests.support.browser_site import Site, site

pytestmark = pytest.mark.asyncio(loop_scope="module")

CREW = """<h1>Besatzung</h1><table id=t><tr><th>Name<th>Koje<tr><td>Ada<td>1<tr id=r><td>Bo<td>2
<tr><td>Cleo<td>3</table><p id=p>Drei an Bord</p><div id=q>Soll Bo von Bord gehen?
<button>Nein</button><button onclick="q.remove(); {}">Ja</button></div>
<div id=s style='position:fixed;bottom:0'></div>"""
GOES = "r.remove(); "


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def web(pages: Site) -> AsyncIterator[Web]:
    async with real_web(pages, (400, 300)) as started:
        yield started


@pytest.mark.parametrize(
    ("then", "who", "is_gone"),
    [
        (GOES, "Bo", True),
        (GOES + "s.textContent = `Bo ging von Bord`", "Bo", True),
        (GOES, "Cleo", False),
        ("s.textContent = `Bo wird gebraucht`", "Bo", False),
        ("p.textContent = `Bo wird gebraucht`", "Bo", False),
        (GOES + "p.textContent = `Bo wartet`", "Bo", False),
        (GOES + "fetch(`/status/500`, {method: `DELETE`})", "Bo", False),
        (GOES + "fetch(`/broken/off`, {method: `DELETE`}).catch(() => 0)", "Bo", False),
        ("const one = r; one.remove(); setTimeout(() => t.rows[1].after(one), 100)", "Bo", False),
        ("t.remove()", "Bo", False),
        (GOES + "p.textContent = `Zwei von vier`", "Bo", False),
        (GOES + "t.rows[1].cells[1].textContent = 2", "Bo", False),
        ("r.cells[0].textContent = `Bob`", "Bo", False),
        ("r.cells[0].innerHTML = `<input value=Bo>`", "Bo", False),
        (GOES + "p.insertAdjacentHTML(`afterend`, `<p>Sicher? <button>Ja!</button>`)", "Bo", False),
    ],
    ids=[
        *("its row", "and a note of it", "another was meant", "only a note", "only a line"),
        *("and another line of it", "an optimistic page", "broken off", "it comes back"),
        *("the list", "another part", "another row", "renamed", "being edited", "asked again"),
    ],
)
async def test_who_was_named_by_the_question_and_stands_there_no_more_is_gone(
    web: Web, then: str, who: str, *, is_gone: bool
) -> None:
    await web.show(CREW.format(then))
    before = await web.look()
    step = step_for(Click(), "Ja", before)
    zone = before.zone(step.zone_id)
    assert zone is not None
    await web.executor.perform(step, before)
    await web.ask("new Promise((go) => setTimeout(go, 300))")
    goal = f"click Entfernen in the row of '{who}', click Ja"
    told = confirmation(before, await web.look(), zone.source_key, goal)
    assert told == ("“Bo” is on the page no more" if is_gone else "")
