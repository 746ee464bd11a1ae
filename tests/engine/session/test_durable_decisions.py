"""What is grave is done only once its decision outlasts a power cut."""

from __future__ import annotations

import pytest

from engine.domain.actions import Click
from engine.domain.errors import RecordUnavailable
from engine.domain.events import ActionStarted, ApprovalDecided
from engine.domain.plans import PlanStep
from tests.support.stage import Play, Stage, play, situation, zone

DELETE = PlanStep(1, "Delete", "Delete", Click(), "Click Delete")
OPEN = PlanStep(1, "Open", "Open", Click(), "Click Open")


def scene_with(told: list[str], refusal: RecordUnavailable | None = None) -> Play:
    """``told``: what was recorded when it was synced, and when the hands moved."""
    stage = Stage(situation(zone("Delete"), zone("Open", at=1)))
    scene = play(stage)
    stage.on_action = lambda action: told.append("the hands")

    async def sync() -> None:
        kinds = [type(each) for each in scene.log.events]
        assert ApprovalDecided in kinds and kinds[-1] is ActionStarted
        told.append("the disk")
        if refusal is not None:
            raise refusal

    scene.log.sync = sync  # type: ignore[method-assign]
    return scene


@pytest.mark.parametrize(
    ("step", "order"), [(DELETE, ["the disk", "the hands"]), (OPEN, ["the hands"])]
)
async def test_a_grave_action_waits_for_its_decision_to_be_there_to_stay(
    step: PlanStep, order: list[str]
) -> None:
    scene = scene_with(told := [])
    await scene.session.looks.observe("first look")
    await scene.session.steps.perform(step)
    assert told[: len(order)] == order


async def test_nothing_grave_is_done_where_the_disk_does_not_take_its_decision() -> None:
    scene = scene_with(told := [], RecordUnavailable("The disk failed."))
    await scene.session.looks.observe("first look")
    with pytest.raises(RecordUnavailable):
        await scene.session.steps.perform(DELETE)
    assert told == ["the disk"]
