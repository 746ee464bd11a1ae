"""The rule by which a vision model is asked, row by row."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.plans import Situation
from engine.domain.spaces import Rect
from engine.domain.web.pages import Page
from engine.domain.zones import Role, Source, Zone
from engine.perception.vision.zones import shortfall_of
from tests.support.drawn import drawn, window, zone

APP, BIG, BUTTON = window(), Rect(30, 60, 300, 180), Rect(30, 30, 60, 20)
PALETTE = window("Colours", Rect(350, 20, 40, 40), order=1, active=False)
CANVAS = zone("Canvas", Role.CANVAS, BIG)
OK = zone("OK", Role.BUTTON, BUTTON)
ELSEWHERE = zone("Red", Role.BUTTON, Rect(352, 22, 20, 20), at="id Colours")
LABEL = zone("Please wait", Role.LABEL, BUTTON)


def shape(label: str) -> Zone:
    """What is merely drawn there."""
    return replace(zone(label, Role.ICON, Rect(60, 80, 20, 20)), source=Source.SHAPE)


@pytest.mark.parametrize(
    ("situation", "why"),
    [
        (drawn([], []), ""),
        (drawn([APP], [OK]), ""),
        (drawn([APP], []), "nothing on the screen can be recognised"),
        (replace(drawn([APP], [OK]), is_stale=True), "nothing on the screen can be recognised"),
        (drawn([APP, PALETTE], [ELSEWHERE]), "nothing in the window “App” can be acted upon"),
        (drawn([APP], [LABEL]), "nothing in the window “App” can be acted upon"),
        (drawn([APP], [OK, CANVAS]), "most of the window “App” is one canvas"),
        (drawn([APP], [OK, replace(CANVAS, role=Role.IMAGE)]), "is one image that tells nothing"),
        (drawn([APP], [OK, CANVAS, zone("a", Role.ICON, Rect(60, 80, 20, 20))]), ""),
        (drawn([APP], [OK, CANVAS, shape("")]), "most of the window “App” is one canvas"),
        (drawn([APP], [OK, CANVAS, shape("Red circle")]), ""),
        (drawn([APP], [OK, zone("Small", Role.CANVAS, Rect(30, 60, 300, 100))]), ""),
        (drawn([APP], [OK, zone("Closed", Role.CANVAS, BIG, shown=False)]), ""),
    ],
)
def test_it_falls_short_where_there_is_nothing_to_act_upon(situation: Situation, why: str) -> None:
    assert why in shortfall_of(situation) and bool(shortfall_of(situation)) == bool(why)


def test_a_page_that_says_something_needs_nothing_to_be_clicked() -> None:
    """A text file, a word of thanks: what it says is known."""
    told = replace(drawn([APP], [LABEL]), page=Page("http://a/b.txt", "", text="High water 06:40"))
    assert shortfall_of(told) == ""
    assert shortfall_of(replace(told, page=Page("http://a/b.txt", "")))


def test_it_falls_short_where_what_a_model_saw_is_no_more() -> None:
    assert shortfall_of(drawn([APP], [OK]), changed=2) == (
        "the window “App” has changed at 2 places where a vision model saw something"
    )
