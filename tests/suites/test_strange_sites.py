"""Goals on sites that nothing was made for: whether they end well, and with what answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.domain.terminals import Terminal
from engine.safety.gate import NobodyThere
from tests.support.strange_sites import kitchen, library
from tests.support.strange_sites.serving import ServedSite, served
from tests.support.web_task_run import run_on_the_web

pytestmark = [pytest.mark.end_to_end, pytest.mark.suite]


@dataclass(frozen=True, slots=True)
class Case:
    """``says`` stand in the last message, ``not_said`` don't. One of the last pages is ``at``."""

    goal: str
    says: tuple[str, ...] = ()
    at: str = ""
    is_reached: bool = True
    not_said: tuple[str, ...] = ()
    most_steps: int = 15


LIBRARY = (
    Case("search for saw", ("Jigsaw", "Mitre saw"), "/look?q=saw"),
    Case("search for unicorn", ("found nothing",), is_reached=False),
    Case(
        "list tools under £5",
        ("Jigsaw, £4.00", "Post hole digger, £3.25", "Hand drill, £2.20"),
        not_said=("Extension ladder", "Hedge trimmer", "Next tools"),
    ),
    Case("find the cheapest tool", ("Hand drill, £2.20",), "/tools/hand-drill"),
    Case("open the most expensive tool", ("Cement mixer, £19.00",), "/tools/cement-mixer"),
    Case(
        "list all tools rated at least 4.5",
        ("Jigsaw, 4.6", "Tile cutter", "Mitre saw", "Cement mixer"),
        not_said=("Hedge trimmer", "Belt sander"),
    ),
    Case("which tool is best rated?", ("Cement mixer, 4.8",)),
    Case("what is the newest tool?", ("could not be compared",), is_reached=False),
    Case(
        "what are the opening hours?",
        ("Tuesday to Friday: 10:00 to 18:30; Saturday: 9:00 to 13:00",),
        not_said=("Call us", "Parking"),
    ),
    Case("what is the phone number?", ("020 7946 0018",), not_said=("Call us", "10:00")),
    Case("what is the address?", ("4 Larch Lane, Brindle BR2 6TH",)),
    Case("how heavy is the tile cutter?", ("9 kg",), not_said=("£",)),
    Case("open the page about late returns", at="/help/late-returns"),
    Case("find the chainsaw", ("No page shows “chainsaw”; looked at",), is_reached=False),
)
KITCHEN = (
    Case(
        "list recipes under 30 minutes",
        ("Sesame noodles, 15 min", "Courgette fritters, 25 min", "Herb omelette", "Flatbread"),
        not_said=("Miso aubergine", "Leek"),
    ),
    Case("find the newest recipe", ("Plum crumble, 14 September 2025",), "/r/plum-crumble/"),
    Case("open the best rated recipe", ("Braised short ribs",), "/r/braised-short-ribs/"),
    Case("which recipe is the quickest?", ("Herb omelette, 10 min",)),
    Case("find the cheapest recipe", ("could not be compared",), is_reached=False),
    Case("how many replies does the thread My sourdough is flat have?", ("31 (",)),
    Case("how long does the plum crumble take?", ("55 min (",)),
    Case("find a recipe for pizza", ("No page shows",), is_reached=False),
)


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
    assert [each for each in case.not_said if each in message] == [], message
    assert site.last == case.at or not case.at
    assert run.steps <= case.most_steps
