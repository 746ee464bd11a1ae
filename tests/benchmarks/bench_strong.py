"""A strong model: what its recorded tasks take, and one goal on the desktop beside one on the web.

The tasks are played from their cassettes on real programs. The two prompts are of one form with the
same fields and the same goal: as a program's window tells it, and as a page does."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from engine.domain.models import ModelQuestion
from engine.domain.plans import PlanRequest, ReplanKind, Situation
from engine.domain.web.pages import Page
from engine.domain.zones import Role, Zone
from engine.thinking.model.fencing import estimated_tokens
from engine.thinking.model.thinker import ModelThinker
from engine.thinking.model.web.thinker import ModelWebPlanner, ModelWebThinker
from tests.benchmarks import report
from tests.benchmarks.report import goal
from tests.benchmarks.workplace import practice_bench
from tests.suites import strong_web
from tests.suites.strong_case import Played, figures, single_steps, tape
from tests.suites.strong_desktop import CASES, played
from tests.support.cassettes import Differs
from tests.support.scripted_model import replies
from tests.support.stage import situation, zone
from tests.support.web_requests import element, page, request

GOAL = "Order 12 ropes for Harbour Supplies: fill in the form and press Order"
FIELDS = ("Name", "Street", "Town", "Goods", "Number", "Price each", "Delivery", "Remarks")
BUTTONS = ("Order", "Save as draft", "Reset", "Back")
_WIDE = 100_000


def window() -> Situation:
    fields = [zone(name, Role.TEXT_FIELD, at=row) for row, name in enumerate(FIELDS)]
    buttons = [zone(name, at=len(FIELDS) + row) for row, name in enumerate(BUTTONS)]
    zones: list[Zone] = [*fields, *buttons]
    return situation(*zones)


async def desktop_question() -> ModelQuestion:
    model = replies({"steps": [{"action": "click", "zone_id": "Order"}]})
    thinker = ModelThinker(model, context_tokens=_WIDE)
    await thinker.plan(PlanRequest(GOAL, window(), ReplanKind.INITIAL))
    return model.asked[0]


def form() -> Page:
    fields = [element(str(row), name, "textbox", attr_name=name) for row, name in enumerate(FIELDS)]
    first = len(fields)
    buttons = [element(str(first + row), name, "button") for row, name in enumerate(BUTTONS)]
    return page(*fields, *buttons, title="Order")


async def page_question() -> ModelQuestion:
    model = replies({"steps": [{"action": "click", "zone_id": str(len(FIELDS))}]})
    thinker = ModelWebPlanner(model, context_tokens=_WIDE)
    seen = request(GOAL, form()).situation
    await thinker.plan(PlanRequest(GOAL, seen, ReplanKind.INITIAL))
    return model.asked[0]


async def step_question() -> ModelQuestion:
    model = replies({"action": "click", "zone_id": str(len(FIELDS))})
    await ModelWebThinker(model, context_tokens=_WIDE).choose(request(GOAL, form()))
    return model.asked[0]


def told(question: ModelQuestion) -> tuple[int, int]:
    """Tokens of what never changes, and of the prompt."""
    return round(estimated_tokens(question.system)), round(estimated_tokens(question.prompt))


async def measure() -> None:
    report.title("One goal, one family of prompts: tokens on the desktop and on the web")
    rows = (
        ("director on a desktop", await desktop_question()),
        ("director on the web", await page_question()),
        ("navigator", await step_question()),
    )
    for name, question in rows:
        system, prompt = told(question)
        report.note(f"{name:22} system {system:5}  prompt {prompt:5}  together {system + prompt:5}")
    with tempfile.TemporaryDirectory() as folder:
        await _play_again("on the desktop", _on_desktops())
        with strong_web.opened_sites(Path(folder)) as sites:
            await _play_again("on the web", _on_the_web(sites, Path(folder)))


@contextlib.contextmanager
def told_where_it_differs(name: str) -> Iterator[None]:
    """The others are played nevertheless."""
    try:
        yield
    except Differs as differs:
        report.note(f"{name:16} DIFFERS  {differs}")


async def _on_desktops() -> AsyncIterator[tuple[str, Played]]:
    for case in (each for each in CASES if each.cassette.exists() and each.is_possible_here):
        with told_where_it_differs(case.name):
            async with practice_bench() as bench, tape(case) as endpoint:
                run = await played(bench, case, endpoint)
            yield case.name, run


async def _on_the_web(sites: strong_web.Sites, folder: Path) -> AsyncIterator[tuple[str, Played]]:
    for case in (each for each in strong_web.CASES if each.cassette.exists()):
        (own := folder / case.name).mkdir()
        with told_where_it_differs(case.name):
            async with tape(case) as endpoint:
                run = await strong_web.played(sites, case, endpoint, own)
            yield case.name, run


async def _play_again(where: str, runs: AsyncIterator[tuple[str, Played]]) -> None:
    report.title(f"Recorded tasks, played again {where}")
    outside: list[float] = []
    starting: list[float] = []
    others: list[float] = []
    async for name, run in runs:
        facts = figures(run.state)
        outside.append(facts["secs_a_step"])
        for told, steps in zip((starting, others), single_steps(run.state), strict=True):
            told += steps
        words = "  ".join(f"{fact} {value:.2f}" for fact, value in facts.items())
        report.note(f"{name:16} {'as asked' if run.is_so else 'NOT SO':8} {words}")
    report.figure("outside the model, by task, for each step", outside, "s")
    report.figure("a step by itself, none that starts a program", others, "s", goal("< 0.4 s"))
    if starting:
        report.figure("a step by itself that starts a program", starting, "s")


if __name__ == "__main__":
    asyncio.run(measure())
