"""Choosing an entry of a list that takes no text: it is opened, and the entry clicked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.acting.executor import Executor
from engine.acting.settling import Settler
from engine.domain.actions import Action, Click, TypeText
from engine.domain.errors import ActionImpossible
from engine.domain.plans import PlanStep, Situation
from engine.domain.zones import Role, Source, State
from tests.support.stage import QUICK, Stage, situation, zone

KIND = zone("Empty", Role.COMBO_BOX)
OVAL, STAR = (
    zone(each, Role.LIST_ITEM, at=at, parent_id="Empty")
    for at, each in enumerate(("Oval", "Star"), 2)
)
CHOOSE = TypeText("star", replace=True)


async def chosen(shut: Situation, opened: Situation) -> list[tuple[Action, object]]:
    stage = Stage(shut)
    stage.on_action = lambda action: setattr(stage, "now", opened)
    step = PlanStep(1, "Empty", "Empty", CHOOSE, "Choose Star")
    await Executor(stage, Settler(stage, stage), QUICK).perform(step, shut)
    return list(stage.done)


async def test_an_entry_of_the_list_is_clicked_once_it_is_in_sight() -> None:
    done = await chosen(situation(KIND), situation(KIND, OVAL, STAR))
    assert [action for action, _ in done] == [Click(), Click()]
    assert done[-1][1] == STAR.bounds_px.center


async def test_what_the_list_does_not_show_is_typed() -> None:
    label = zone("Star", Role.LABEL, at=3)
    done = await chosen(situation(KIND), situation(KIND, OVAL, label))
    assert [action for action, _ in done] == [Click(), TypeText("star")]


@pytest.mark.parametrize(
    ("application", "is_dialog", "is_active", "is_typed"),
    [
        ("Window", False, False, True),
        ("Other", False, False, False),
        ("Window", True, False, False),
        ("Window", False, True, False),
    ],
)
async def test_what_pops_up_may_be_a_list_that_does_not_tell_its_entries(
    application: str, is_dialog: bool, is_active: bool, is_typed: bool
) -> None:
    shut = situation(KIND)
    window = replace(shut.windows[0], application="Window", is_active=True)
    popup = replace(window, window_id="popup", title="", application=application)
    popup = replace(popup, is_dialog=is_dialog, is_active=is_active)
    shut = replace(shut, windows=(window,))
    opened = replace(shut, windows=(popup, window))
    if is_typed:
        assert [done for done, _ in await chosen(shut, opened)] == [Click(), TypeText("star")]
    else:
        with pytest.raises(ActionImpossible, match="No list opened"):
            await chosen(shut, opened)


@pytest.mark.parametrize("is_twice", [False, True])
async def test_an_entry_that_is_only_read_in_what_popped_up_is_clicked(*, is_twice: bool) -> None:
    shut = situation(KIND)
    window = replace(shut.windows[0], application="Window", is_active=True)
    popup = replace(window, window_id="popup", title="", is_active=False)
    lines = [
        replace(zone(label, Role.LABEL, at=at, window_id="popup"), source=Source.TEXT)
        for at, label in enumerate(("Pole star", "Star", "Star")[: 3 if is_twice else 2], 2)
    ]
    shut = replace(shut, windows=(window,))
    opened = replace(shut, zones=(KIND, *lines), windows=(popup, window))
    done = await chosen(shut, opened)
    if is_twice:
        assert [action for action, _ in done] == [Click(), TypeText("star")]
    else:
        assert done == [(Click(), KIND.bounds_px.center), (Click(), lines[1].bounds_px.center)]


async def test_nothing_is_typed_where_no_list_opened() -> None:
    with pytest.raises(ActionImpossible, match="No list opened"):
        await chosen(situation(KIND), situation(KIND, zone("Oval", Role.LIST_ITEM, at=2)))


async def test_what_takes_a_text_is_typed_into() -> None:
    inside = zone(
        "Name", Role.TEXT_FIELD, at=1, parent_id="Empty", state=frozenset({State.EDITABLE})
    )
    done = await chosen(situation(KIND, inside), situation(KIND, inside, STAR))
    assert [action for action, _ in done] == [CHOOSE]
