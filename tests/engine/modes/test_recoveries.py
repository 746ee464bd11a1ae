"""The table of recoveries, row by row: each failure is brought about, and what was done about it
is read from the record."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from engine.domain.actions import Action, Click, Launch, TypeText
from engine.domain.approvals import OperatorAnswer, Reject
from engine.domain.conditions import TextShown, WindowGone
from engine.domain.errors import (
    ActionImpossible,
    ApplicationNotFound,
    ContextExceeded,
    ModelBusy,
    ModelDeclined,
    ModelFailed,
    ModelRefusesRequest,
    ModelTimedOut,
    ModelUnreachable,
    PlaceChanged,
    ReplyInvalid,
)
from engine.domain.events import (
    QuestionAsked,
    ReplanStarted,
    SessionEnded,
    SituationObserved,
    StepStarted,
    ThinkerAsked,
)
from engine.domain.limits import Limits
from engine.domain.performing import LocalPlanningStarted
from engine.domain.plans import GLOBAL_ZONE_ID, PlanRequest, PlanSegment, PlanStep
from engine.domain.recoveries import RECOVERIES, FailureClass, Recovery, class_of
from engine.domain.spaces import Spot
from engine.domain.terminals import Terminal
from engine.domain.zones import Window
from engine.modes.director import Director
from tests.support.stage import (
    SIZE,
    Play,
    ScriptedApprover,
    ScriptedThinker,
    Stage,
    play,
    situation,
    zone,
)

NEVER = TextShown("what never comes")
ONE_OF_EACH = Limits(
    max_step_retries=1,
    max_replans=1,
    max_local_iterations=1,
    settle_secs=0.02,
    launch_settle_secs=0.02,
)


@dataclass(frozen=True)
class Trouble:
    """How a failure is brought about on the stage."""

    step: PlanStep
    verdict: OperatorAnswer | None = None
    prepare: Callable[[Stage], None] = lambda stage: None


def step(action: Action, zone_id: str = "One") -> PlanStep:
    return PlanStep(1, zone_id, zone_id, action, "Do it", NEVER)


def hands_fail(error: Exception) -> Callable[[Stage], None]:
    def fail(action: Action) -> None:
        raise error

    return lambda stage: setattr(stage, "on_action", fail)


def a_dialog_comes_up(stage: Stage) -> None:
    def show(action: Action) -> None:
        title = f"Sorry {len(stage.now.windows)}"
        dialog = Window(title, title, "stage", SIZE, True, 0, is_dialog=True)
        now = situation(*stage.now.zones, shade=90 * len(stage.now.windows))
        stage.now = replace(now, windows=(dialog, *stage.now.windows))

    stage.on_action = show


def the_picture_changes(stage: Stage) -> None:
    def show(action: Action) -> None:
        stage.now = situation(*stage.now.zones, shade=(stage.now.frame.pixels[0] + 90) % 256)

    stage.on_action = show


TROUBLES = {
    FailureClass.ZONE_MISSING: Trouble(step(Click(), "Nowhere")),
    FailureClass.PLACE_CHANGED: Trouble(
        step(Click(at=Spot(0.5, 0.5)), GLOBAL_ZONE_ID),
        prepare=hands_fail(PlaceChanged("A window came up across the way.")),
    ),
    FailureClass.NOT_PERFORMED: Trouble(
        step(Click()), prepare=hands_fail(ActionImpossible("The hands can't."))
    ),
    FailureClass.NO_EFFECT: Trouble(step(Click())),
    FailureClass.NOT_TYPED: Trouble(step(TypeText("hello"))),
    FailureClass.OBSTRUCTED: Trouble(step(Click()), prepare=a_dialog_comes_up),
    FailureClass.OTHER_EFFECT: Trouble(
        replace(step(Click()), expected_change=WindowGone("Window", "Window")),
        prepare=the_picture_changes,
    ),
    FailureClass.NOT_AGAIN: Trouble(step(Click(), "Send")),
    FailureClass.NOTHING_CAME: Trouble(step(Launch("Nothing"), GLOBAL_ZONE_ID)),
    FailureClass.NOT_THERE: Trouble(
        step(Launch("Nothing"), GLOBAL_ZONE_ID),
        prepare=hands_fail(ApplicationNotFound("No such application.")),
    ),
    FailureClass.REJECTED: Trouble(step(Click(), "Send"), verdict=Reject("no")),
}

MODEL_TROUBLES: dict[FailureClass, ModelFailed] = {
    FailureClass.UNREACHABLE: ModelUnreachable("The server is not there."),
    FailureClass.TIMED_OUT: ModelTimedOut("No answer came."),
    FailureClass.BUSY: ModelBusy("Too many requests."),
    FailureClass.REQUEST_REFUSED: ModelRefusesRequest("The key is wrong."),
    FailureClass.TOO_LONG: ContextExceeded("The prompt is too long."),
    FailureClass.DECLINED: ModelDeclined("It says that it won't."),
    FailureClass.REPLY_INVALID: ReplyInvalid("No JSON."),
}


def recoveries_of(scene: Play) -> tuple[Recovery, ...]:
    """What was done, in the order of the record; the same again at once counts once."""
    found = []
    for event in scene.log.events:
        match event:
            case StepStarted(attempt=attempt, local=0) if attempt > 1:
                found.append(Recovery.RETRY)
            case LocalPlanningStarted():
                found.append(Recovery.LOCAL_PLANNING)
            case ReplanStarted():
                found.append(Recovery.REPLAN)
            case QuestionAsked():
                found.append(Recovery.ASK_OPERATOR)
            case SessionEnded(outcome=outcome) if outcome.terminal is not Terminal.GOAL_SATISFIED:
                found.append(Recovery.ABORT)
    return tuple(each for each, _ in itertools.groupby(found))


def test_each_row_has_its_trouble() -> None:
    assert {*TROUBLES, *MODEL_TROUBLES, FailureClass.NOTHING_SEEN} == set(RECOVERIES)


@pytest.mark.parametrize("failure", TROUBLES, ids=lambda failure: failure.name.lower())
async def test_a_step_is_recovered_as_its_row_says(failure: FailureClass) -> None:
    trouble = TROUBLES[failure]
    stage = Stage(situation(zone("One"), zone("Send", at=1)))
    trouble.prepare(stage)
    otherwise = replace(trouble.step, description="Do it in another way")
    thinker = ScriptedThinker(
        PlanSegment((trouble.step,), finishes=True), PlanSegment((otherwise,), finishes=True)
    )
    verdicts = [trouble.verdict] * 2 if trouble.verdict else []
    scene = play(stage, thinker, approver=ScriptedApprover(verdicts), limits=ONE_OF_EACH)
    await scene.session.run(Director())
    row = RECOVERIES[failure]
    first_time = row[: row.index(Recovery.REPLAN) + 1]
    with_no_replan_left = tuple(each for each in row if each is not Recovery.REPLAN)
    assert recoveries_of(scene) == (*first_time, *with_no_replan_left)


@pytest.mark.parametrize("failure", MODEL_TROUBLES, ids=lambda failure: failure.name.lower())
async def test_a_model_is_recovered_as_its_row_says(failure: FailureClass) -> None:
    error = MODEL_TROUBLES[failure]
    assert class_of(error) is failure
    scene = play(Stage(situation(zone("One"))), ScriptedThinker(*[error] * 9), limits=ONE_OF_EACH)
    await scene.session.run(Director())
    calls = len(scene.log.of(ThinkerAsked))
    retried = (Recovery.RETRY,) * (calls - 1)
    assert (*retried, *recoveries_of(scene)) == RECOVERIES[failure]


async def test_after_asking_again_the_run_goes_on() -> None:
    thinker = ScriptedThinker(
        ModelUnreachable("The server is not there."), PlanSegment((), finishes=True, reason="done")
    )
    scene = play(
        Stage(situation(zone("One"))), thinker, approver=ScriptedApprover(choice="Ask again")
    )
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    [question] = scene.log.of(QuestionAsked)
    assert question.question == "The server is not there."


async def test_nothing_seen_is_looked_at_again_and_then_stale_zones_are_used() -> None:
    """The failure table of the recapture pipeline: stale is better than nothing."""
    stage = Stage(replace(situation(zone("One")), is_stale=True))
    looks: list[int] = []
    observe = stage.observe

    async def counted() -> object:
        looks.append(1)
        return await observe()

    stage.observe = counted  # type: ignore[method-assign,assignment]
    thinker = ScriptedThinker(PlanSegment((), finishes=True, reason="done"))
    plan, looks_at_plan = thinker.plan, list[int]()

    async def planned(request: PlanRequest) -> PlanSegment:
        looks_at_plan.append(len(looks))
        return await plan(request)

    thinker.plan = planned  # type: ignore[method-assign]
    scene = play(stage, thinker)
    await scene.session.run(Director())
    [seen] = scene.log.of(SituationObserved)
    assert looks_at_plan == [1 + len(RECOVERIES[FailureClass.NOTHING_SEEN])]
    assert seen.is_stale and thinker.requests[0].situation.zones
