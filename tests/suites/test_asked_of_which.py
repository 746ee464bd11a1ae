"""A question before a deletion says which thing is meant, by its row or by what is chosen: on real
pages, by the approval that is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.domain.events import ApprovalAsked
from tests.suites.web_trial import ON_SMALL_PAGES, run_on_a_small_page
from tests.support.browser_site import Site, site
from tests.support.lanes import varies

pytestmark = [*ON_SMALL_PAGES]

LIST = """<h1>Wares</h1><p id=p></p><button id=b>Delete</button><table>{}</table>
<dialog id=d><p>Delete?</p><button id=y>OK</button> <button>Cancel</button></dialog><script>
document.body.onclick = (e) => {{ const is = e.target.textContent;
 if (is == 'Delete') {}; if (e.target == y) {{ d.close(); p.textContent = 'It was deleted.' }} }}
</script>"""
ROW = "<tr {1}><td>{2}<td>{0}<td>6<td>{3}</tr>"
OWN, TICK = "<button>Delete</button>", "<input type=checkbox {}>"
CHOSEN = "role=row aria-selected=true tabindex=0"
IN_ROW = "click Delete in the row of 'Tar', click OK"


def wares(row: tuple[str, str, str], *, then: str = "d.show()") -> str:
    """Tar as it is told, and two wares more."""
    others = (ROW.format(each, "", row[1].format(""), row[2]) for each in ("Oars", "Rope"))
    its = ROW.format("Tar", row[0], row[1].format("checked"), row[2])
    page = LIST.format("".join((*others, its)), then)
    return page.replace("<button id=b>Delete</button>", "") if row[2] else page


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        served.put(
            "/sure", "<h1>Sure?</h1><form action=/gone method=post><button>OK</button></form>"
        )
        served.put("/gone", "<p>It was deleted.</p>")
        yield served


@pytest.mark.parametrize(
    ("page", "goal"),
    [
        (wares(("", "", OWN)), IN_ROW),
        (wares(("", "", OWN), then="d.showModal()"), IN_ROW),
        (wares(("", "", OWN), then="location = '/sure'"), IN_ROW),
        (wares((CHOSEN, "", "")), "click Delete, click OK"),
        varies(wares((CHOSEN, "", ""), then="d.showModal()"), "click Delete, click OK"),
        (wares(("", TICK, "")), "click Delete, click OK"),
    ],
    ids=[
        *("its row", "a modal question", "a page that asks"),
        *("a chosen row", "chosen, and modal", "a tick in its row"),
    ],
)
async def test_every_question_says_of_which(
    pages: Site, tmp_path: Path, page: str, goal: str
) -> None:
    run = await run_on_a_small_page(goal, pages.put("/now", page), tmp_path)
    asked = [each.request.about for each in run.events if isinstance(each, ApprovalAsked)]
    assert asked and all("Tar" in each and "Rope" not in each for each in asked), asked


async def test_nothing_is_made_up_where_nothing_tells(pages: Site, tmp_path: Path) -> None:
    address = pages.put("/now", wares(("", "", "")))
    run = await run_on_a_small_page("click Delete, click OK", address, tmp_path)
    asked = [each.request.about for each in run.events if isinstance(each, ApprovalAsked)]
    assert asked and not any(asked), asked
