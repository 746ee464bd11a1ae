"""A planner that asks to see: when the picture is taken, how often, and where there is none."""

from __future__ import annotations

from engine.domain.actions import Click
from engine.domain.errors import ModelRefusesRequest
from engine.domain.events import ThinkerAsked, WarningRaised
from engine.domain.plans import Look, PlanRequest, PlanSegment, PlanStep, look_again
from engine.modes.director import Director
from tests.support.camera import Camera
from tests.support.stage import Play, ScriptedThinker, Stage, play, situation, zone

ONE = PlanStep(1, "One", "One", Click(), "Click “One”")
LOOK = PlanSegment((), False, look=Look())


async def run(thinker: ScriptedThinker, camera: Camera | None) -> Play:
    stage = Stage(situation(zone("One")))
    stage.on_action = lambda action: setattr(stage, "now", situation(zone("One"), shade=90))
    its = play(stage, thinker, pictures=camera)
    await its.session.run(Director())
    return its


async def test_what_is_looked_at_is_shown_before_the_next_plan_and_charged_to_looking() -> None:
    thinker = ScriptedThinker(LOOK, PlanSegment((ONE, look_again(2)), False), LOOK)
    camera = Camera()
    its = await run(thinker, camera)
    first, second, third, fourth = thinker.requests
    assert [each.is_shown_now for each in (first, second, third, fourth)] == [0, 1, 0, 1]
    assert second.looked == (Look(),) and third.looked == ()  # something was done in between
    assert third.shown is second.shown and camera.seen == [second.situation, fourth.situation]
    causes = [each.cause for each in its.log.of(ThinkerAsked)]
    assert causes == ["plan", "look", "replan", "look"]


async def test_what_is_shown_and_told_is_what_is_there_once_the_planner_has_thought() -> None:
    stage, camera = Stage(situation(zone("One"))), Camera()

    class Slow(ScriptedThinker):
        async def plan(self, request: PlanRequest) -> PlanSegment:
            stage.now = situation(zone("Two"), shade=90)  # while it thinks
            return await super().plan(request)

    thinker = Slow(LOOK)
    await play(stage, thinker, pictures=camera).session.run(Director())
    assert [each.label for each in thinker.requests[1].situation.zones] == ["Two"]
    assert camera.seen == [thinker.requests[1].situation]


async def test_looks_between_plans_add_up_while_nothing_is_done() -> None:
    idle = [PlanSegment((look_again(1),), False, why, look=Look()) for why in ("once", "again")]
    thinker = ScriptedThinker(LOOK, *idle)
    await run(thinker, Camera())
    assert [len(each.looked) for each in thinker.requests] == [0, 1, 2, 3]


async def test_without_pictures_the_planner_is_told_why() -> None:
    thinker = ScriptedThinker(LOOK)
    await run(thinker, None)
    assert [each.no_pictures for each in thinker.requests] == ["the test shows none"] * 2
    assert not thinker.requests[1].is_shown_now


async def test_a_model_that_refuses_the_picture_is_asked_without_it_from_then_on() -> None:
    refused = ModelRefusesRequest("no images here")
    thinker = ScriptedThinker(LOOK, refused, PlanSegment((ONE, look_again(2)), False), LOOK)
    its = await run(thinker, Camera())
    assert [each.is_shown_now for each in thinker.requests] == [0, 1, 0, 0, 0]
    assert thinker.requests[2].no_pictures == "the model takes no pictures"
    assert any("no images here" in each.message for each in its.log.of(WarningRaised))
