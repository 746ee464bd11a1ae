"""A strong model: what its recorded tasks take, and one goal on the desktop beside one on the web.

The tasks are played from their cassettes on real programs. The two prompts are of one form with the
same fields and the same goal: as a program's window tells it, and as a page does.
"""

from __future__ import annotations

import statistics

from engine.domain.models import ModelQuestion
from engine.domain.plans import PlanRequest, ReplanKind, Situation
from engine.domain.web.pages import Page
from engine.domain.zones import Role, Zone
from engine.thinking.model.fencing import estimated_tokens
from engine.thinking.model.thinker import ModelThinker
from engine.thinking.model.web.thinker import ModelWebPlanner, ModelWebThinker
from tests.benchmarks import report
from tests.benchmarks.workplace import practice_bench
from tests.suites.strong_case import figures, tape
from tests.suites.strong_desktop import CASES, played
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
    report.title("Recorded tasks, played again")
    outside: list[float] = []
    for case in (each for each in CASES if each.cassette.exists() and each.is_possible_here):
        async with practice_bench() as bench, tape(case) as endpoint:
            run = await played(bench, case, endpoint)
        facts = figures(run.state)
        outside.append(facts["secs_a_step"])
        words = "  ".join(f"{name} {value:.2f}" for name, value in facts.items())
        report.note(f"{case.name:12} {'as asked' if run.is_so else 'NOT SO':8} {words}")
    report.figure("seconds outside the model a step", [statistics.median(outside)], "s")
