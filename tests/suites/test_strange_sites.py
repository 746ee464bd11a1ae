"""Goals on sites that nothing was made for: whether they end well, and with what answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.domain.terminals import Terminal
from engine.safety.gate import NobodyThere
from tests.support.shared_browser import IN_ONE_BROWSER
from tests.support.strange_sites import kitchen, library
from tests.support.strange_sites.serving import ServedSite, served
from tests.support.web_task_run import run_on_the_web

pytestmark = [pytest.mark.end_to_end, pytest.mark.suite, *IN_ONE_BROWSER]


@dataclass(frozen=True, slots=True)
class Case:
    """``says`` stand in the last message. One of the last pages is ``at``."""

    goal: str
    says: tuple[str, ...] = ()
    at: str = ""
    is_reached: bool = True
    most_steps: int = 15


LIBRARY = (
    Case("search for saw", at="/look?q=saw"),
    Case("search for unicorn", ("found nothing",), is_reached=False),
    Case("open Chainsaw", ("“Chainsaw” is not on this page",), is_reached=False),
)
KITCHEN = (Case("open Pizza", ("“Pizza” is not on this page",), is_reached=False),)


def cases(table: tuple[Case, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [pytest.param(each, id=each.goal) for each in table])


@pytest.fixture(scope="module")
def tool_library() -> Iterator[ServedSite]:
    with served(library.page) as site:
        yield site


@pytest.fixture(scope="module")
def notebook() -> Iterator[ServedSite]:
    with served(kitchen.page) as site:
        yield site


@cases(LIBRARY)
async def test_in_a_library_of_tools(tool_library: ServedSite, case: Case, tmp_path: Path) -> None:
    await judge(tool_library, case, tmp_path)


@cases(KITCHEN)
async def test_in_a_notebook_of_recipes(notebook: ServedSite, case: Case, tmp_path: Path) -> None:
    await judge(notebook, case, tmp_path)


async def judge(site: ServedSite, case: Case, folder: Path) -> None:
    site.seen.clear()
    run = await run_on_the_web(case.goal, site.origin + "/", folder, approver=NobodyThere())
    expected = Terminal.GOAL_SATISFIED if case.is_reached else Terminal.GOAL_FAILED
    message = run.outcome.message
    assert run.outcome.terminal is expected, run.outcome
    assert [each for each in case.says if each not in message] == [], message
    assert site.last == case.at or not case.at
    assert run.steps <= case.most_steps
