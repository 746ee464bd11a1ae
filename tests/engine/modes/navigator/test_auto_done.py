"""A run that nobody says is done: it ends where the page shows what the model told beforehand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.events import Event
from engine.domain.performing import StepFailed, StepResult, Weighed
from engine.domain.plans import PlanStep
from engine.domain.recoveries import FailureClass
from engine.domain.terminals import Outcome, Terminal
from engine.domain.web.events import GoalRead, ProgressJudged
from engine.domain.web.pages import GoalKind, Stage, TaskMode, WebGoal
from engine.domain.web.proposals import ActionName, WebProposal, WebRequest
from engine.domain.zones import MASK
from engine.modes.navigator.navigator import Navigator
from tests.support.small_web import Part, SmallPage, SmallWeb, shop
from tests.support.stand_in_run import Chooser, StandInRun
from tests.support.web_choosers import clicking, proposed

GOAL = WebGoal("Find the red kettle", is_told=False)
LAST = proposed(ActionName.ASK_USER, text="Is this it?")
"""Whoever has to choose once more does not claim that it is done."""


def telling(
    choose: Chooser, *proofs: str, kind: GoalKind = GoalKind.OBJECT, mode: TaskMode = TaskMode.FIND
) -> Chooser:
    """With its first reply, it tells what the goal is."""

    def told(request: WebRequest) -> WebProposal | Exception:
        chosen = choose(request)
        if request.goal.is_told or isinstance(chosen, Exception):
            return chosen
        return replace(chosen, goal_kind=kind, task_mode=mode, proofs=proofs)

    return told


async def ended(chooser: Chooser, web: SmallWeb | None = None) -> tuple[Outcome, StandInRun]:
    run = StandInRun(GOAL.text, web or shop(), chooser, wanted=GOAL)
    return await Navigator()(run), run


async def test_where_the_page_shows_what_was_told_nobody_need_say_that_it_is_done() -> None:
    way = clicking("Kettles", "Red kettle", then=LAST)
    outcome, run = await ended(telling(way, "Red kettle", "31 EUR"))
    assert (outcome.terminal, run.web.url) == (Terminal.GOAL_SATISFIED, "/kettles/red")
    assert outcome.message == "The page shows “Red kettle” and “31 EUR”."
    assert len(run.requests) == 2 and run.of(GoalRead)[-1].proofs == ("Red kettle", "31 EUR")


@pytest.mark.parametrize(
    "proofs",
    [(), ("Red kettle", "99 EUR"), ("31 EUR",), ("Blue kettle",), (f"Red {MASK}",)],
    ids=["none", "not all", "nothing heads it", "another", "hidden"],
)
async def test_without_proof_it_is_not_done(proofs: tuple[str, ...]) -> None:
    way = clicking("Kettles", "Red kettle", then=LAST)
    outcome, run = await ended(telling(way, *proofs))
    assert outcome.terminal is Terminal.GOAL_FAILED and run.questions


async def test_what_heads_the_first_page_already_proves_nothing() -> None:
    way = clicking("Back to all", "Red kettle", then=LAST)
    outcome, run = await ended(telling(way, "Red kettle"), replace(shop(), url="/kettles/red"))
    assert outcome.terminal is Terminal.GOAL_FAILED and run.questions


async def test_a_page_that_lists_what_was_told_is_not_its_page() -> None:
    way = clicking("Kettles", then=LAST)
    outcome, run = await ended(telling(way, "Kettles", "Red kettle"))
    assert outcome.terminal is Terminal.GOAL_FAILED and run.questions


@pytest.mark.parametrize(
    ("kind", "mode"),
    [
        (GoalKind.LIST, TaskMode.FIND),
        (GoalKind.ACTION, TaskMode.FIND),
        (GoalKind.OBJECT, TaskMode.BROWSE),
        (GoalKind.OBJECT, TaskMode.ANSWER),
        (GoalKind.OBJECT, TaskMode.DOWNLOAD),
    ],
)
async def test_only_one_thing_that_is_to_be_found_needs_no_claim(
    kind: GoalKind, mode: TaskMode
) -> None:
    way = clicking("Kettles", "Red kettle", then=LAST)
    outcome, run = await ended(telling(way, "Red kettle", kind=kind, mode=mode))
    assert outcome.terminal is Terminal.GOAL_FAILED and run.questions


class TakenOver(StandInRun):
    """The operator comes first once the second action was judged."""

    async def append(self, event: Event) -> None:
        await super().append(event)
        self.is_overruled |= isinstance(event, ProgressJudged) and len(self.requests) == 2


async def test_what_the_operator_did_since_is_not_what_the_last_action_led_to() -> None:
    way = telling(clicking("Kettles", "Red kettle", then=LAST), "Red kettle")
    run = TakenOver(GOAL.text, shop(), way, wanted=GOAL)
    outcome = await Navigator()(run)
    assert len(run.requests) == 3 and run.web.url == "/kettles/red"
    assert outcome.terminal is Terminal.GOAL_FAILED and run.questions


class OpenedByHand(StandInRun):
    """The operator leaves the page that the second action led to, and opens it again while the
    third waits for a paused run to go on: its target is not there any more."""

    async def append(self, event: Event) -> None:
        await super().append(event)
        if isinstance(event, ProgressJudged) and len(self.requests) == 2:
            self.web.url = "/"

    async def weigh(self, step: PlanStep) -> Weighed | StepResult:
        if len(self.requests) != 3:
            return await super().weigh(step)
        self.web.url = "/kettles/red"
        return StepFailed(step, "It is not there.", FailureClass.ZONE_MISSING)


async def test_a_page_opened_by_hand_is_judged_by_what_is_in_front_and_claimed() -> None:
    way = telling(clicking("Kettles", "Red kettle", "Kettles", then=LAST), "Red kettle")
    run = OpenedByHand(GOAL.text, shop(), way, wanted=GOAL)
    outcome = await Navigator()(run)
    assert len(run.requests) == 4 and run.web.url == "/kettles/red"
    assert outcome.terminal is Terminal.GOAL_FAILED and run.questions


async def test_on_an_early_stage_it_is_not_done() -> None:
    door = SmallPage("Harbour", "Nobody sells anything upon this page.", (Part("In", "/in"),))
    web = shop(**{"/": door, "/in": replace(shop().pages["/kettles/red"])})
    early, run = await ended(telling(clicking("In", then=LAST), "Red kettle"), web)
    assert run.performed[0][0] is Stage.CONTEXT
    assert early.terminal is Terminal.GOAL_FAILED and run.questions
