"""Opening what an entry of an open menu holds, whatever its toolkit opens it by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.acting.executor import Executor
from engine.acting.settling import Settler
from engine.domain.actions import Action, Click, PressKeys, Scroll
from engine.domain.conditions import ZoneShown
from engine.domain.plans import PlanStep
from engine.domain.zones import Role
from tests.support.stage import QUICK, Stage, situation, zone

FILE = zone("File", Role.MENU)
EXPORT = zone("Export", Role.MENU, at=1, parent_id="File")
PLAIN = zone("Plain", Role.MENU_ITEM, at=2, parent_id="Export", on_screen=False)
SHUT = situation(FILE, EXPORT, PLAIN)
OPEN = situation(FILE, EXPORT, replace(PLAIN, on_screen=True))
STEP = PlanStep(1, "Export", "Export", Click(), "Open “Export”", ZoneShown("Plain"))
RIGHT = PressKeys(("right",))


async def opened_by(opens: Callable[[Action, bool], bool], step: PlanStep = STEP) -> list[Action]:
    """What was done to a menu that says, of each action, whether it stands open after it."""
    stage = Stage(SHUT)
    stage.on_action = lambda action: setattr(
        stage, "now", OPEN if opens(action, stage.now is OPEN) else SHUT
    )
    performed = await Executor(stage, Settler(stage, stage), QUICK).perform(step, SHUT)
    assert performed.judged.is_seen is (stage.now is OPEN)
    return [action for action, _ in stage.done]


@pytest.mark.parametrize(
    ("opens", "done"),
    [
        pytest.param(lambda action, _: True, [Scroll()], id="it opens by resting on it"),
        pytest.param(
            lambda action, is_open: is_open is not (action == Click()),
            [Scroll(), Click()],
            id="a click opens and shuts it",
        ),
        pytest.param(
            lambda action, _: action == RIGHT, [Scroll(), Click(), RIGHT], id="only its key does"
        ),
        pytest.param(lambda action, _: False, [Scroll(), Click(), RIGHT], id="nothing does"),
    ],
)
async def test_a_submenu_is_opened_by_the_first_that_opens_it(
    opens: Callable[[Action, bool], bool], done: list[Action]
) -> None:
    assert await opened_by(opens) == done


async def test_a_menu_of_the_bar_and_an_entry_that_holds_nothing_are_clicked() -> None:
    for label in ("File", "Plain"):
        click = replace(STEP, zone_id=label, zone_label=label)
        known = situation(FILE, EXPORT, replace(PLAIN, on_screen=True))
        stage = Stage(known)
        await Executor(stage, Settler(stage, stage), QUICK).perform(click, known)
        assert [action for action, _ in stage.done] == [Click()]
