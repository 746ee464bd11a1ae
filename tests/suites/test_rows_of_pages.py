"""Steps in one row of a table whose cells hold lists of choices: the row that was said is the one
that is changed, and of two that fit the question tells the rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.domain.events import QuestionAsked
from tests.suites.web_trial import ON_SMALL_PAGES, run_on_a_small_page
from tests.support.browser_site import Site, site
from tests.support.lanes import varies

pytestmark = [*ON_SMALL_PAGES]

POSTS = ("Regatta on Sunday", "New winch", "New winch drum")
PAGE = """<h1>Posts</h1><form id=f><table><tr><th>Title<th>Status</tr>{}</table></form><p id=p>
</p><script>f.onchange = (e) => p.textContent = `${{e.target.name}} is ${{e.target.value}} now.`
</script>"""


def rows(cell: str, posts: tuple[str, ...] = POSTS) -> str:
    row = "<tr><td><a href=#{at}>{post}</a><td>" + cell
    return PAGE.format("".join(row.format(at=at, post=post) for at, post in enumerate(posts)))


def radios(holder: str, item: str, before: str = "") -> str:
    labels = "".join(
        f"<{item}><label><input type=radio name='post {{at}}' value={each}{checked}> {each}</label>"
        f"</{item}>"
        for each, checked in (("Published", " checked"), ("Draft", ""))
    )
    return f"{before}<{holder}>{labels}</{holder.split()[0]}>"


NAMES = ("Radar", "Sonar", "Plotter")
LIST = radios("ul", "li")
GROUP = radios("div role=radiogroup aria-label=Status", "span")
LEGEND = radios("fieldset", "p").replace("<fieldset>", "<fieldset><legend>Status</legend>")
NESTED = "<table><tr><td>" + radios("div", "span") + "</table>"
TITLED = radios("ul", "li", "<b>Status</b>")
SELECT = "<select name='post {at}'><option>Published<option>Draft</select>"


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


CELLS = [LIST, GROUP, LEGEND, NESTED, TITLED, SELECT]
STEP, FIRST = "choose Draft in the row of 'New winch'", "in the row of 'New winch', choose Draft"


@pytest.mark.parametrize(
    ("cell", "step"),
    [
        *((cell, STEP) for cell in CELLS),
        (LIST, FIRST),
        *(varies(cell, FIRST) for cell in CELLS[1:]),
    ],
)
async def test_the_row_that_was_said_is_changed(
    pages: Site, tmp_path: Path, cell: str, step: str
) -> None:
    page = pages.put("/now", rows(cell))
    goal = f"{step}. Check that 'post 1 is Draft now.' is shown"
    run = await run_on_a_small_page(goal, page, tmp_path)
    assert run.outcome.reason == "artifact", run.outcome.message


async def test_the_only_row_goes_by_its_words_too(pages: Site, tmp_path: Path) -> None:
    page = pages.put("/now", rows(LIST, ("New winch",)))
    goal = "choose Draft in the row of 'New winch', check that 'is Draft' is shown"
    run = await run_on_a_small_page(goal, page, tmp_path)
    assert run.outcome.reason == "artifact", run.outcome.message


@pytest.mark.parametrize("cell", [LIST, varies(LEGEND), SELECT])
async def test_where_no_row_is_called_so_none_is_changed(
    pages: Site, tmp_path: Path, cell: str
) -> None:
    page = pages.put("/now", rows(cell, POSTS[:1]))
    run = await run_on_a_small_page("choose Draft in the row of 'Old winch'", page, tmp_path)
    assert run.outcome.reason == "planner_failed", run.outcome.message


@pytest.mark.parametrize("cell", [LIST, GROUP, varies(LEGEND), varies(TITLED)])
async def test_a_question_tells_the_rows_apart(pages: Site, tmp_path: Path, cell: str) -> None:
    run = await run_on_a_small_page("click Draft", pages.put("/now", rows(cell)), tmp_path)
    asked = next(each for each in run.events if isinstance(each, QuestionAsked))
    assert [post in each for post, each in zip(POSTS, asked.choices, strict=True)] == [True] * 3


def asks(name: str, at: int) -> str:
    """Two choices that go by a name of their own, which is said in one of three ways."""
    labels = "".join(
        f"<label><input type=radio name={at} value='{name} {each}'> {each}</label>"
        for each in ("Yes", "No")
    )
    return (
        f"<fieldset><legend>{name}</legend>{labels}</fieldset>",
        f"<div role=radiogroup aria-label={name}>{labels}</div>",
        f"<div role=radiogroup aria-labelledby=n{at}>{labels}</div><i id=n{at}>{name}</i>",
    )[at % 3]


@pytest.mark.parametrize("parted", ["<td>", "<tr><td>Told to the crew<td>"])
async def test_choices_with_a_name_of_their_own_go_by_it_in_a_table_too(
    pages: Site, tmp_path: Path, parted: str
) -> None:
    groups = [asks(each, at) for at, each in enumerate(NAMES)]
    page = PAGE.format(f"<tr><td>Told to all<td>{parted.join(groups)}").replace(" is ${", " ${")
    steps = (f"choose No in {each}, check that '{each} No now.' is shown" for each in NAMES)
    goal = ", ".join(steps)
    run = await run_on_a_small_page(goal, pages.put("/now", page), tmp_path)
    assert run.outcome.reason == "artifact", run.outcome.message
