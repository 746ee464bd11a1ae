"""A step at a place: what it is rated, what the operator is shown, and when it is not done."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from engine.domain.actions import Click, Drag
from engine.domain.approvals import ApprovalRequest, Approve, Asking, Grant
from engine.domain.events import ActionStarted
from engine.domain.performing import StepDone, StepFailed
from engine.domain.plans import GLOBAL_ZONE_ID, PlanSegment, PlanStep, ReplanKind, Situation
from engine.domain.recoveries import FailureClass
from engine.domain.risks import RiskClass
from engine.domain.spaces import Point, Rect, Spot
from engine.domain.verdicts import Verdict
from engine.domain.zones import Role
from tests.support.drawn import drawn, window, zone
from tests.support.stage import Play, ScriptedApprover, Stage, play

APP = window(bounds=Rect(20, 20, 320, 240))
CANVAS = zone("Canvas", Role.CANVAS, Rect(30, 60, 300, 190))
DELETE = zone("Delete", Role.BUTTON, Rect(200, 200, 60, 20))
DRAWN = Rect(100, 100, 60, 60)
AT = Click(at=Spot(0.5, 0.5))  # 180, 155
STROKE = Drag(strokes=((Spot(0.1, 0.5), Spot(0.9, 0.5)),))


def screen(*marks: tuple[Rect, int], dialog: Rect | None = None) -> Situation:
    if dialog is None:
        return drawn((APP,), (CANVAS, DELETE), *marks)
    asks = window("Ask", dialog, application="other")
    below = replace(APP, order=1, is_active=False)
    return drawn((asks, below), (CANVAS, DELETE), (dialog, 200), *marks)


def step(action: Click | Drag, zone_id: str = "Canvas", number: int = 1) -> PlanStep:
    return PlanStep(number, zone_id, "Canvas", action, "Draw there")


async def ready(asking: Asking = Asking.RISKY, approver: ScriptedApprover | None = None) -> Play:
    stage = Stage(screen())
    stage.on_action = lambda action: setattr(stage, "now", screen((DRAWN, 0)))
    scene = play(stage, asking=asking, approver=approver)
    await scene.session.looks.observe("first look")
    await scene.session.steps.adopt(PlanSegment((), False), ReplanKind.INITIAL)
    return scene


@pytest.mark.parametrize("zone_id", ["Canvas", GLOBAL_ZONE_ID])
async def test_the_operator_is_asked_with_the_place_marked(zone_id: str) -> None:
    approver = ScriptedApprover()
    scene = await ready(approver=approver)
    result = await scene.session.steps.perform(step(AT, zone_id))
    [asked] = approver.asked
    assert asked.risk.risk_class is RiskClass.UNKNOWN and asked.crop_hash
    assert asked.window == f"“{APP.title}” of {APP.application}"
    place = Point(180, 155) if zone_id == "Canvas" else scene.stage.now.frame.bounds_px.center
    assert asked.target_px == Rect(place.x, place.y, 1, 1).grown(12)
    assert asked.crop_px is not None and asked.crop_px.contains(place)
    assert asked.crop_px.area < CANVAS.bounds_px.area
    assert scene.stage.done == [(step(AT).action, place)]
    assert scene.log.of(ActionStarted)[0].at_px == (place.x, place.y)
    assert isinstance(result, StepDone) and result.judged.verdict is Verdict.CANT_TELL
    assert "picture changed" in result.judged.words


async def test_a_place_is_rated_by_what_lies_there() -> None:
    approver = ScriptedApprover()
    scene = await ready(approver=approver)
    await scene.session.steps.perform(step(Click(at=Spot(0.65, 0.8))))
    assert approver.asked[0].risk.risk_class is RiskClass.IRREVERSIBLE  # a button “Delete” is there


_OTHER = window("Other", Rect(350, 20, 40, 240), order=1, active=False, application="other")
_NAME = zone("Name", Role.TEXT_FIELD, Rect(30, 30, 100, 20))
_THERE = zone("There", Role.TEXT_FIELD, Rect(352, 30, 30, 20), at="id Other")


@pytest.mark.parametrize(
    "felt",
    [
        PlanStep(1, GLOBAL_ZONE_ID, "", Click(at=Spot(0.92, 0.12)), "Click there"),
        PlanStep(1, "There", "There", Click(), "Click there"),
    ],
)
async def test_a_yes_beforehand_holds_in_the_windows_of_its_program_only(felt: PlanStep) -> None:
    approver = ScriptedApprover([Approve(grant=Grant("g", "click", "app"))])
    stage = Stage(drawn((APP, _OTHER), (_NAME, _THERE)))
    scene = play(stage, asking=Asking.EACH, approver=approver)
    await scene.session.looks.observe("first look")
    await scene.session.steps.adopt(PlanSegment((), False), ReplanKind.INITIAL)
    name = PlanStep(1, "Name", "Name", Click(), "Click Name")
    for each, asked in ((name, 1), (name, 1), (felt, 2)):
        await scene.session.steps.perform(each)
        assert (len(approver.asked), approver.asked[0].where) == (asked, "app")
    assert approver.asked[1].where == "other"


async def test_a_yes_beforehand_that_ends_in_mid_action_lets_that_one_finish_and_no_other() -> None:
    approver = ScriptedApprover([Approve(grant=Grant("g", "click", "app"))])
    stage = Stage(drawn((APP,), (_NAME,)))
    scene = play(stage, asking=Asking.EACH, approver=approver)
    await scene.session.looks.observe("first look")
    await scene.session.steps.adopt(PlanSegment((), False), ReplanKind.INITIAL)
    revoked: list[asyncio.Future[None]] = []

    def revoke(action: object) -> None:
        revoked.append(asyncio.ensure_future(scene.session.control.revoke("g")))

    for number, asked in enumerate((1, 1, 2)):
        stage.on_action = revoke if number else stage.on_action
        result = await scene.session.steps.perform(PlanStep(1, "Name", "Name", Click(), "Click"))
        await asyncio.gather(*revoked)
        assert isinstance(result, StepDone) and len(revoked) == number
        assert len(approver.asked) == asked


async def test_a_stroke_is_told_to_the_hands_point_by_point_and_not_tried_again() -> None:
    scene = await ready()
    scene.stage.on_action = lambda action: None  # nothing comes of it
    result = await scene.session.steps.perform(step(STROKE))
    assert scene.stage.strokes == ((Point(60, 155), Point(300, 155)),)
    assert isinstance(result, StepDone) and len(scene.stage.done) == 1
    assert "not the picture" in result.judged.words


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (screen((Rect(160, 140, 40, 40), 0)), "it looks different"),
        (screen(dialog=Rect(150, 130, 60, 60)), "is the window “Ask”"),
    ],
)
@pytest.mark.parametrize("action", [AT, STROKE])
async def test_what_was_planned_on_another_picture_is_not_done(
    now: Situation, words: str, action: Click | Drag
) -> None:
    scene = await ready(Asking.NEVER)
    scene.stage.now = now
    await scene.session.looks.look()
    result = await scene.session.steps.perform(step(action))
    assert isinstance(result, StepFailed) and words in result.why
    assert result.failure is FailureClass.PLACE_CHANGED and not scene.stage.done


async def test_what_its_own_strokes_have_drawn_is_no_other_picture() -> None:
    scene = await ready()
    await scene.session.steps.perform(step(STROKE))
    over = Drag(strokes=((Spot(0.3, 0.2), Spot(0.3, 0.6)),))  # across what was drawn
    assert isinstance(await scene.session.steps.perform(step(over, number=2)), StepDone)
    assert len(scene.stage.done) == 2


async def test_it_is_asked_again_where_the_place_changed_while_the_operator_thought() -> None:
    approver = ScriptedApprover()
    scene = await ready(approver=approver)
    changed = screen((Rect(290, 150, 20, 10), 0))

    def change(request: ApprovalRequest) -> None:
        if len(approver.asked) == 1:
            scene.stage.now = screen((Rect(100, 150, 40, 12), 0))

    approver.while_asked = change
    result = await scene.session.steps.perform(step(STROKE))
    assert isinstance(result, StepFailed) and "looks different" in result.why
    assert not scene.stage.done and changed


async def test_a_place_outside_of_the_screen_is_refused() -> None:
    beyond = replace(CANVAS, bounds_px=Rect(30, 60, 5_000, 190))
    scene = await ready()
    scene.stage.now = drawn((APP,), (beyond,))
    await scene.session.looks.look()
    result = await scene.session.steps.perform(step(Click(at=Spot(0.9, 0.5))))
    assert isinstance(result, StepFailed) and "outside of the screen" in result.why
