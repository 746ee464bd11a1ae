"""What a yes rests on: the card of a step that can't be taken back names those before it of which
nobody could tell what came."""

from __future__ import annotations

from engine.domain.actions import Click
from engine.domain.approvals import Asking
from engine.domain.plans import PlanSegment, PlanStep
from engine.modes.director import Director
from tests.support.stage import ScriptedApprover, ScriptedThinker, Stage, play, situation, zone

LOOKS = situation(zone("Crossing"), zone("Delete all", at=1), zone("Show", at=2))


def click(number: int, label: str) -> PlanStep:
    return PlanStep(number, label, label, Click(), f"Click {label}", asked_by="goal")


async def whys(*labels: str, is_seen: bool = False) -> list[str]:
    stage, approver = Stage(LOOKS), ScriptedApprover()
    if is_seen:
        later = situation(zone("Delete all", at=1), zone("Chosen", at=3), shade=90)
        stage.on_action = lambda action: setattr(stage, "now", later)
    steps = tuple(click(number, label) for number, label in enumerate(labels, 1))
    thinker = ScriptedThinker(PlanSegment(steps, finishes=True))
    await play(stage, thinker, asking=Asking.EACH, approver=approver).session.run(Director())
    return [request.risk.why for request in approver.asked]


async def test_the_card_of_a_grave_step_names_the_untold_ones_before_it() -> None:
    first, grave = await whys("Crossing", "Delete all")
    assert grave.startswith("nobody could tell what came of “Click Crossing” before it; ")
    assert "nobody" not in first


async def test_nothing_is_said_where_nothing_is_untold_or_grave() -> None:
    asked = [*await whys("Delete all"), *await whys("Crossing", "Show")]
    assert len(asked) == 3 and not [each for each in asked if "nobody" in each]


async def test_nothing_is_said_of_a_step_whose_effect_was_seen() -> None:
    asked = await whys("Crossing", "Delete all", is_seen=True)
    assert len(asked) == 2 and not [each for each in asked if "nobody" in each]
