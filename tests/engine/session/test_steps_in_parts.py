"""A step in three parts: weighed without asking, confirmed by the one gate, done once."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from engine.domain.approvals import (
    ApprovalRequest,
    Asking,
    Decision,
    Edit,
    OperatorAnswer,
    PolicyAnswer,
    Reject,
    Skip,
)
from engine.domain.errors import PlanFailed
from engine.domain.events import (
    ActionStarted,
    ApprovalAsked,
    ApprovalDecided,
    SegmentPlanned,
    SessionStarted,
    StepEnded,
    StepStarted,
    ThinkerAsked,
)
from engine.domain.local_planning import ForceRetain
from engine.domain.performing import (
    Passed,
    StepDone,
    StepFailed,
    StepOverruled,
    StepRejected,
    StepSkipped,
    Weighed,
)
from engine.domain.plans import PlanSegment, PlanStep, ReplanKind
from engine.domain.recoveries import FailureClass
from engine.domain.web.pages import GoalKind, PageType, Stage, TaskMode, WebGoal
from engine.domain.web.proposals import ActionName, WebRequest
from engine.modes.navigator.run import page_of
from engine.modes.navigator.steps import step_of
from tests.support.memory_log import ForgetfulBlobs, MemoryLog
from tests.support.small_web import Part, SmallPage, SmallWeb, shop
from tests.support.stage import ScriptedApprover
from tests.support.waiting import until
from tests.support.web_choosers import always, proposed
from tests.support.web_play import WebPlay

GOAL = "Add the red kettle to the cart"


class Undecided(ScriptedApprover):
    """Waits for ever."""

    async def decide(self, request: ApprovalRequest) -> Decision:
        await asyncio.Event().wait()
        return await super().decide(request)


class Scene(WebPlay):
    def __init__(self, web: SmallWeb | None = None, **changes: object) -> None:
        self.log = MemoryLog()
        web = web or replace(shop(), url="/kettles/red")
        chooser = always(proposed(ActionName.SCROLL))
        super().__init__(GOAL, web, chooser, log=self.log, blobs=ForgetfulBlobs(), **changes)  # type: ignore[arg-type]

    async def adopt(self, text: str) -> PlanStep:
        """A click on what is called so, as a plan of one step."""
        situation = await self.session.looks.observe("test")
        page = page_of(situation)
        agent_id = next(each.agent_id for each in page.elements if each.text == text)
        step = step_of(proposed(ActionName.CLICK, agent_id), situation)
        assert step is not None
        segment = PlanSegment((step,), finishes=False, reason="it leads there")
        await self.session.steps.adopt(segment, ReplanKind.INITIAL)
        return step

    async def weighed(self, text: str) -> Weighed:
        weighed = await self.session.steps.weigh(await self.adopt(text))
        assert isinstance(weighed, Weighed)
        return weighed

    async def passed(self, text: str) -> Passed:
        passed = await self.session.steps.confirm(await self.weighed(text))
        assert isinstance(passed, Passed)
        return passed

    @property
    def ended(self) -> StepEnded:
        return self.log.of(StepEnded)[-1]


async def test_weighing_rates_and_rules_and_asks_nobody() -> None:
    scene = Scene()
    weighed = await scene.weighed("Add to cart")
    assert weighed.ruling.answer is PolicyAnswer.ASK
    assert "submits" in weighed.ruling.why
    assert weighed.target is not None and weighed.target.zone.label == "Add to cart"
    assert not scene.log.of(ApprovalAsked) and not scene.web.done


async def test_confirming_asks_and_executing_acts_once_and_can_be_taken_back() -> None:
    scene = Scene()
    passed = await scene.passed("Add to cart")
    assert len(scene.log.of(ApprovalAsked)) == 1 and not scene.web.done
    result = await scene.session.steps.execute(passed)
    assert isinstance(result, StepDone) and scene.web.url == "/cart"
    kinds = (SegmentPlanned, StepStarted, ApprovalAsked, ApprovalDecided, ActionStarted, StepEnded)
    order = [type(event) for event in scene.log.events if isinstance(event, kinds)]
    assert order == list(kinds)
    node = scene.session.history.peek_last()
    assert node is not None and node.is_done and str(node.place) == "1.1"
    assert scene.session.steps.completed == (result.step,)
    assert (
        scene.session.looks.seen.page is not None and scene.session.looks.seen.page.url == "/cart"
    )


async def test_what_the_policy_allows_is_not_asked() -> None:
    scene = Scene()
    await scene.session.steps.execute(await scene.passed("Back to all"))
    assert not scene.log.of(ApprovalAsked) and scene.web.url == "/kettles"


@pytest.mark.parametrize(
    ("verdict", "kind", "state"),
    [(Reject("no"), StepRejected, "rejected"), (Skip(), StepSkipped, "skipped")],
)
async def test_a_no_ends_the_step_and_moves_nothing(
    verdict: OperatorAnswer, kind: type[object], state: str
) -> None:
    scene = Scene(approver=ScriptedApprover([verdict]))
    result = await scene.session.steps.confirm(await scene.weighed("Add to cart"))
    assert isinstance(result, kind) and scene.ended.state == state and not scene.web.done


async def test_where_the_target_moved_while_it_was_asked_the_gate_is_passed_again() -> None:
    scene = Scene(approver=(approver := ScriptedApprover()))

    def moved(request: ApprovalRequest) -> None:
        scene.web.first_row = 2

    approver.while_asked = moved
    result = await scene.session.steps.confirm(await scene.weighed("Add to cart"))
    assert isinstance(result, Passed)
    assert [bool(each.asked_again_because) for each in approver.asked] == [False, True]
    zone = result.situation.zone(result.step.zone_id)
    assert zone is not None and approver.asked[1].target_px == zone.bounds_px


async def test_the_operators_own_step_is_performed_without_a_second_question() -> None:
    scene = Scene(approver=(approver := ScriptedApprover()))
    weighed = await scene.weighed("Add to cart")
    page = page_of(weighed.situation)
    back = next(each for each in page.elements if each.text == "Back to all")
    instead = step_of(proposed(ActionName.CLICK, back.agent_id), weighed.situation)
    assert instead is not None
    approver.verdicts = [Edit(instead)]
    passed = await scene.session.steps.confirm(weighed)
    assert isinstance(passed, Passed)
    await scene.session.steps.execute(passed)
    assert scene.web.url == "/kettles" and len(approver.asked) == 1


async def test_an_element_that_is_gone_fails_while_it_is_weighed() -> None:
    scene = Scene()
    step = await scene.adopt("Add to cart")
    scene.web.pages["/kettles/red"] = SmallPage("Red kettle", "Sold out.")
    await scene.session.looks.observe("again")
    failed = await scene.session.steps.weigh(step)
    assert isinstance(failed, StepFailed) and failed.failure is FailureClass.ZONE_MISSING
    assert scene.ended.state == "failed" and not scene.web.done


async def test_what_can_not_be_performed_is_a_failed_step() -> None:
    page = SmallPage("Dead", "Nothing here works.", (Part("Dead", "/x", is_dead=True),))
    scene = Scene(SmallWeb({"/": page}, "/"))
    failed = await scene.session.steps.execute(await scene.passed("Dead"))
    assert isinstance(failed, StepFailed) and "covered" in failed.why
    assert scene.ended.state == "failed"


async def test_a_forced_command_comes_before_the_step() -> None:
    scene = Scene()
    step = await scene.adopt("Back to all")
    await scene.session.force(ForceRetain())
    assert await scene.session.steps.weigh(step) == StepOverruled(step)
    assert await scene.session.thinker.choose(request(scene)) is None
    assert not scene.log.of(StepStarted)


async def test_a_command_forced_while_the_operator_is_asked_ends_the_question() -> None:
    scene = Scene(approver=Undecided())
    weighed = await scene.weighed("Add to cart")
    confirming = asyncio.ensure_future(scene.session.steps.confirm(weighed))
    await until(lambda: bool(scene.log.of(ApprovalAsked)))
    await scene.session.force(ForceRetain())
    assert await confirming == StepOverruled(weighed.step)
    assert scene.ended.state == "abandoned"


async def test_in_step_mode_the_run_pauses_after_the_step() -> None:
    scene = Scene()
    await scene.session.step()
    await scene.session.steps.execute(await scene.passed("Back to all"))
    step = asyncio.ensure_future(scene.session.steps.weigh(await scene.adopt("Red kettle")))
    await asyncio.sleep(0)
    assert not step.done()
    await scene.session.resume()
    assert isinstance(await step, Weighed)


def request(scene: Scene) -> WebRequest:
    goal = WebGoal(GOAL, GoalKind.ACTION, TaskMode.FIND)
    situation = scene.session.looks.seen
    return WebRequest(goal, situation, Stage.ORIENT, PageType.OTHER, ())


async def test_choosing_costs_a_call_that_is_charged_as_a_plan() -> None:
    scene = Scene()
    await scene.session.looks.observe("test")
    proposal = await scene.session.thinker.choose(request(scene))
    assert proposal == proposed(ActionName.SCROLL)
    asked = scene.log.of(ThinkerAsked)
    assert [(each.cause, each.thinker, each.calls) for each in asked] == [("plan", "chooser", 1)]


async def test_the_record_says_that_a_navigator_ran() -> None:
    scene = Scene(asking=Asking.NEVER)

    async def nothing_to_do(session: object) -> object:
        raise PlanFailed("Nothing.")

    await scene.session.run(nothing_to_do)  # type: ignore[arg-type]
    assert [each.mode for each in scene.log.of(SessionStarted)] == ["navigator"]


async def test_what_was_weighed_and_is_not_done_is_ended_where_the_operator_comes_first() -> None:
    scene = Scene()
    await scene.session.step()
    await scene.weighed("Add to cart")
    await scene.session.force(ForceRetain())
    heeding = asyncio.create_task(scene.session.way_back.heed())
    await until(lambda: scene.log.of(StepEnded) != [])
    assert scene.ended.state == "abandoned" and scene.web.done == []
    assert not heeding.done(), "in step mode it waits after the step that was left"
    await scene.session.resume()
    await heeding
    await scene.session.way_back.heed()
    assert len(scene.log.of(StepEnded)) == 1
