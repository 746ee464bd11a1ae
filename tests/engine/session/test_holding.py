"""A pause in the middle of a text holds the rest of it."""

from __future__ import annotations

import asyncio

from engine.domain.actions import Click
from engine.domain.events import StepEnded
from engine.domain.local_planning import DoStep
from engine.domain.plans import PlanSegment, PlanStep, ReplanKind
from engine.modes.director import Director
from engine.record.views.fold import fold_all
from tests.support.stage import Play, ScriptedThinker, Stage, play, situation, zone
from tests.support.waiting import until

SAVE = PlanStep(1, "Save", "Save", Click(), "Click Save")


class Typing(Stage):
    """Its hands type piece after piece, and are never done."""

    pieces = 0

    async def perform(self, *what: object, **more: object) -> None:
        self.lease.begin_action()
        while True:
            await self.lease.between_pieces()
            self.pieces += 1
            await asyncio.sleep(0.001)


async def typing() -> tuple[Typing, Play, asyncio.Task[object]]:
    stage = Typing(situation(zone("Save")))
    scene = play(stage, ScriptedThinker(PlanSegment((SAVE,), finishes=True)))
    running = asyncio.ensure_future(scene.session.run(Director()))
    await until(lambda: stage.pieces)
    return stage, scene, running


async def test_a_pause_holds_what_is_typed_and_resuming_types_on() -> None:
    stage, scene, running = await typing()
    await scene.session.pause()
    most = stage.pieces + 1
    await asyncio.sleep(0.02)  # in which nothing may come
    assert stage.pieces <= most
    await scene.session.resume()
    await until(lambda: stage.pieces > most)
    await scene.session.stop()
    await running


async def test_a_step_of_ones_own_takes_the_place_of_the_rest_that_was_held() -> None:
    _, scene, running = await typing()
    await scene.session.pause()
    await scene.session.force(DoStep(SAVE))
    ended = [each.event for each in scene.log.recorded]
    await until(lambda: fold_all(scene.log.recorded).segments[-1].replan_kind is ReplanKind.BY_HAND)
    ended = [each.event for each in scene.log.recorded if isinstance(each.event, StepEnded)]
    assert [each.state for each in ended] == ["abandoned"]
    await scene.session.stop()
    await running


async def test_taking_over_gives_up_the_rest_of_what_is_typed() -> None:
    stage, scene, running = await typing()
    await scene.session.take_over_or_hand_back()
    await until(lambda: any(isinstance(each.event, StepEnded) for each in scene.log.recorded))
    done = stage.pieces
    await scene.session.stop()
    await running
    assert stage.pieces == done
