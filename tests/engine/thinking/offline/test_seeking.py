"""What is not in sight is looked for where it may be hidden, and nowhere else."""

from __future__ import annotations

import contextlib
from dataclasses import replace

import pytest

from engine.domain.actions import Click, FocusWindow, Wait
from engine.domain.conditions import TextShown, ZoneShown
from engine.domain.errors import PlanFailed
from engine.domain.plans import GLOBAL_ZONE_ID, SOUGHT_ZONE_ID, FailedStep, PlanStep, Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Role, Source, State
from tests.engine.thinking.offline import screens
from tests.engine.thinking.offline.playing import Play, planned
from tests.support.situations import Screen


def window(*menus: str) -> Situation:
    here = screens.screen()
    here.window("Practice", "practice")
    here.zone("Notes", Role.TAB, State.SELECTED)
    for label in menus:
        here.zone(label, Role.MENU)
    return here.situation()


@pytest.mark.parametrize(
    "goal", ["turn on Autosave", "click Autosave", "set Autosave to 5", "open Autosave"]
)
async def test_it_is_looked_for_where_a_menu_may_hide_it(goal: str) -> None:
    segment = await planned(goal, window("Extras"))
    sought, again = segment.steps
    assert sought.zone_id == SOUGHT_ZONE_ID and again.is_replan
    assert sought.expected_change == ZoneShown("Autosave")
    assert not segment.finishes and not sought.completes_intent


async def test_it_is_looked_for_where_the_row_that_was_marked_opened_nothing() -> None:
    here = screens.screen()
    here.window("Passes", "passes")
    here.zone("Menu", Role.MENU)
    here.zone("Heron cruise", Role.LIST_ITEM, State.SELECTED)
    play = Play("click Heron cruise, click Rename pass")
    await play.do(here.situation())
    play.answers["Nothing tells whether “Heron cruise” opened by the click. Double-click it?"] = (
        "Double-click it"
    )
    failed = await play.fail(here.situation())
    assert failed.step.action == Click(count=2)
    (sought, _) = (await play.look(here.situation(), failed=failed)).steps
    assert sought.zone_id == SOUGHT_ZONE_ID
    assert sought.expected_change == ZoneShown("Rename pass")


async def test_a_window_that_tells_nothing_yet_is_given_time_once() -> None:
    here = screens.screen()
    here.window("Slow", "slow")
    play = Play("click Help")
    waits = (await play.look(here.situation())).steps[0]
    assert (waits.zone_id, waits.action) == (GLOBAL_ZONE_ID, Wait(10.0))
    assert waits.expected_change == TextShown("Help")
    with pytest.raises(PlanFailed, match="“Help” is not in sight"):
        await play.look(here.situation(), failed=FailedStep(waits, "It did not come."))
    play.completed.append(waits)
    here.zone("Help", Role.MENU)
    assert (await play.look(here.situation())).steps[0].zone_label == "Help"


async def test_what_may_stand_in_what_is_being_read_is_waited_for_before_it_is_missed() -> None:
    here = screens.screen()
    here.window("Drawn", "drawn")
    here.zone("Tools", Role.LABEL, source=Source.TEXT)
    reading = replace(here.situation(), is_being_read=True)
    unread = replace(reading, zones=())
    play = Play("click Tools > Sharpen")
    waits = (await play.do(unread)).steps[0]
    assert (waits.action, waits.expected_change) == (Wait(10.0), TextShown("Tools"))
    opens = (await play.do(reading)).steps[0]
    assert (opens.zone_label, opens.action) == ("Tools", Click())
    waits = (await play.do(unread)).steps[0]
    assert (waits.action, waits.expected_change) == (Wait(10.0), TextShown("Sharpen"))
    waits = (await play.do(reading)).steps[0]  # it was read, in what another thing says
    assert (waits.action, waits.expected_change) == (Wait(10.0), ZoneShown("Sharpen"))
    with pytest.raises(PlanFailed, match="“Sharpen” is not in sight"):
        await play.look(reading)
    here.zone("Sharpen", Role.LABEL, source=Source.TEXT)
    assert (await play.look(here.situation())).steps[0].zone_label == "Sharpen"


async def test_words_that_stand_in_another_things_are_waited_for_as_a_thing_of_their_own() -> None:
    here = screens.screen()
    here.window("Drawn", "drawn")
    here.zone("", Role.TEXT_FIELD, value="Tools: 3", source=Source.SHAPE)
    reading = replace(here.situation(), is_being_read=True)
    waits = (await Play("click Tools > Sharpen").do(reading)).steps[0]
    assert (waits.action, waits.expected_change) == (Wait(10.0), ZoneShown("Tools"))


async def test_with_nothing_to_look_into_it_fails_at_once() -> None:
    with pytest.raises(PlanFailed, match="“Autosave” is not in sight"):
        await planned("turn on Autosave", window())


@pytest.mark.parametrize("goal", ["click the fifth item", "check that 'Autosave' is shown"])
async def test_what_has_no_name_and_what_is_only_checked_is_not_looked_for(goal: str) -> None:
    steps: tuple[PlanStep, ...] = ()
    with contextlib.suppress(PlanFailed):
        steps = (await planned(goal, window("Extras"))).steps
    assert all(step.zone_id != SOUGHT_ZONE_ID for step in steps)


async def test_what_a_programs_own_smaller_window_may_cover_is_looked_for_beneath_it() -> None:
    here = Screen()
    here.window("Palette", "painter")
    here.zone("Brush")
    here.window("drawing.png", "painter", active=False)
    there = here.situation()
    palette, drawing = there.windows
    small = replace(palette, bounds_px=Rect(0, 0, 200, 100))
    play = Play("click View > Status Bar")
    covered = replace(there, windows=(small, drawing))
    segment = await play.do(covered)
    assert [step.action for step in segment.steps[:-1]] == [FocusWindow("drawing.png")]
    with pytest.raises(PlanFailed, match="“View” is not in sight"):
        await play.look(covered)
