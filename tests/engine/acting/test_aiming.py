"""Where the hands go: mostly into a thing's middle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.acting.executor import Executor, point_of
from engine.acting.settling import Settler
from engine.domain.actions import Click, TypeText
from engine.domain.plans import PlanStep
from engine.domain.spaces import Point, Rect
from engine.domain.zones import Role, State
from tests.support.drawn import drawn, window, zone
from tests.support.stage import QUICK, Stage


def test_a_combo_box_is_opened_beside_the_entry_field_in_it() -> None:
    box = zone("Sort", Role.COMBO_BOX, Rect(40, 40, 200, 30))
    entry = zone("", Role.TEXT_FIELD, Rect(41, 41, 168, 28), State.EDITABLE, parent="Sort")
    click = PlanStep(1, "Sort", "Sort", Click(), "Open “Sort”")
    typing = PlanStep(1, "Sort", "Sort", TypeText("Plum"), "Type “Plum”")
    now = drawn([window()], [box, entry])
    assert point_of(click, now) == Point(224, 55)
    assert point_of(typing, now) == Point(140, 55)
    assert point_of(click, drawn([window()], [box])) == Point(140, 55)


@pytest.mark.parametrize(
    ("height", "count", "done"),
    [
        pytest.param(14, 2, [(1, 107), (2, 90)], id="its rest is brought into sight before"),
        pytest.param(20, 2, [(2, 110)], id="a whole row is clicked twice at once"),
        pytest.param(14, 1, [(1, 107)], id="one click hits it as it stands"),
    ],
)
async def test_a_row_that_is_cut_is_not_scrolled_away_between_two_clicks(
    height: int, count: int, done: list[tuple[int, int]]
) -> None:
    first = zone("Notes", Role.TREE_ITEM, Rect(40, 80, 200, 20))
    last = zone("Plans", Role.TREE_ITEM, Rect(40, 100, 200, height))
    moved = [
        replace(each, bounds_px=Rect(40, y, 200, 20), zone_id=f"{each.zone_id} as told now")
        for each, y in ((first, 60), (last, 80))
    ]
    before = drawn([window()], [first, last])
    stage = Stage(before)
    stage.on_action = lambda _: setattr(stage, "now", drawn([window()], moved))
    step = PlanStep(1, "Plans", "Plans", Click(count=count), "Open “Plans”")
    await Executor(stage, Settler(stage, stage), QUICK).perform(step, before)
    assert [(e.count, at.y) for e, at in stage.done if isinstance(e, Click) and at] == done
