"""Where the hands go: mostly into a thing's middle."""

from __future__ import annotations

from engine.acting.executor import point_of
from engine.domain.actions import Click, TypeText
from engine.domain.plans import PlanStep
from engine.domain.spaces import Point, Rect
from engine.domain.zones import Role, State
from tests.support.drawn import drawn, window, zone


def test_a_combo_box_is_opened_beside_the_entry_field_in_it() -> None:
    box = zone("Sort", Role.COMBO_BOX, Rect(40, 40, 200, 30))
    entry = zone("", Role.TEXT_FIELD, Rect(41, 41, 168, 28), State.EDITABLE, parent="Sort")
    click = PlanStep(1, "Sort", "Sort", Click(), "Open “Sort”")
    typing = PlanStep(1, "Sort", "Sort", TypeText("Plum"), "Type “Plum”")
    now = drawn([window()], [box, entry])
    assert point_of(click, now) == Point(224, 55)
    assert point_of(typing, now) == Point(140, 55)
    assert point_of(click, drawn([window()], [box])) == Point(140, 55)
