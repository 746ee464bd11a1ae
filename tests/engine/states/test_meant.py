"""Which thing an action is done to: in windows, by rows and what is chosen in them."""

from __future__ import annotations

import pytest

from engine.domain.actions import Action, Click, PressKeys, TypeText
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.spaces import Rect
from engine.domain.zones import Role, State, Zone
from engine.states.meant import thing_meant
from tests.support.drawn import drawn, window, zone

ENABLED, CHOSEN = State.ENABLED, State.SELECTED
DELETE = zone("Delete", Role.BUTTON, Rect(30, 10, 60, 24), ENABLED)
TAB = zone("General", Role.TAB, Rect(120, 10, 60, 24), CHOSEN)
ROW = zone("Tar", Role.LIST_ITEM, Rect(30, 60, 300, 24))
IN_ROW = zone("Remove", Role.BUTTON, Rect(260, 62, 50, 20), ENABLED)


def cells(at_y: int, *texts: str) -> list[Zone]:
    places = (Rect(30 + 90 * at, at_y, 80, 20) for at in range(len(texts)))
    return [zone(text, Role.CELL, place, CHOSEN) for text, place in zip(texts, places, strict=True)]


def step(pressed: Zone | None, action: Action | None = None) -> PlanStep:
    zone_id, label = (pressed.zone_id, pressed.label) if pressed else (GLOBAL_ZONE_ID, "")
    return PlanStep(1, zone_id, label, action or Click(), "a step")


@pytest.mark.parametrize(
    ("pressed", "others", "said"),
    [
        (IN_ROW, [ROW, *cells(100, "Oars")], "the row “Tar”"),
        (DELETE, [ROW, *cells(100, "Oars", "12")], "what is chosen: “Oars | 12”"),
        (DELETE, cells(100, "Oars") + cells(130, "Rope"), "what is chosen: “Oars”, “Rope”"),
        (DELETE, [], ""),
        (ROW, cells(100, "Oars"), ""),
    ],
    ids=["a row", "chosen", "two chosen", "nothing is", "what is chosen by it"],
)
def test_a_press_is_told_by_its_row_or_by_what_is_chosen(
    pressed: Zone, others: list[Zone], said: str
) -> None:
    seen = drawn(
        [window()], [DELETE, TAB, IN_ROW, *({z.zone_id: z for z in others}.values()), pressed]
    )
    assert thing_meant(step(pressed), seen) == said


def test_keys_mean_what_is_chosen_and_typing_does_not() -> None:
    many = [each for at in range(5) for each in cells(60 + 30 * at, f"Ware {at}")]
    seen = drawn([window()], many)
    told = "what is chosen: “Ware 0”, “Ware 1”, “Ware 2” and 2 more"
    assert thing_meant(step(None, PressKeys(("Delete",))), seen) == told
    assert thing_meant(step(None, TypeText("x")), seen) == ""


def test_what_a_press_brought_is_asked_of_what_that_was_done_to() -> None:
    seen = drawn([window()], [DELETE, *cells(100, "Oars")])
    assert thing_meant(step(DELETE), seen, "the row “Tar”") == "the row “Tar”"
