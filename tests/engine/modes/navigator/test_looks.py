"""The mapping: what comes first in it, what keeps its place, and how much there is room for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.web.events import PageSeen
from engine.domain.web.limits import WebLimits
from engine.domain.web.pages import Page, WebElement, WebGoal
from engine.domain.web.proposals import UP, ActionName
from engine.domain.zones import Role, State, Zone
from engine.modes.navigator.looks import MAX_CANDIDATES, look_at
from engine.modes.navigator.navigator import Navigator
from tests.support.small_web import HEIGHT, Part, SmallPage, SmallWeb
from tests.support.stand_in_run import StandInRun
from tests.support.web_choosers import always, proposed

GOAL = WebGoal("Find the red kettle")
WIDTH, VIEW_HEIGHT = 300, 900


def link(name: str, y_px: int = 0, **facts: Any) -> WebElement:
    bounds_px = Rect(0, y_px, WIDTH, 10)
    return WebElement(name, "a", name, "link", "top", bounds_px, **facts)


def mapping_of(
    *elements: WebElement, room: int = 60, avoid: tuple[str, ...] = (), goal: WebGoal = GOAL
) -> list[str]:
    """The agent ids, which are the names."""
    frame = Frame(1, 0.0, WIDTH, VIEW_HEIGHT, bytes(4 * WIDTH * VIEW_HEIGHT))
    page = Page("http://shop/", "Shop", elements=elements)
    look = look_at(Situation(frame, (), (), page=page), page, goal, room=room, avoid=avoid)
    return [each.agent_id for each in look.mapping]


def test_a_page_is_another_once_a_box_on_it_is_ticked_or_holds_something() -> None:
    """Else a few ticks in a row would be so many actions in vain."""
    frame = Frame(1, 0.0, WIDTH, VIEW_HEIGHT, bytes(4 * WIDTH * VIEW_HEIGHT))

    def mapping_hash(*state: State, value: str = "") -> str:
        page = Page("http://shop/", "Shop", elements=(replace(link("Bell"), value=value),))
        zone = Zone("bell", "Bell", Role.CHECK_BOX, Rect(0, 0, 9, 9), frozenset(state))
        seen = Situation(frame, (replace(zone, source_key="Bell"),), (), page=page)
        return look_at(seen, page, GOAL, room=60).mapping_hash

    assert mapping_hash() == mapping_hash(State.FOCUSED)
    assert len({mapping_hash(), mapping_hash(State.CHECKED), mapping_hash(value="on")}) == 3


@pytest.mark.parametrize("drawback", ["is_navigation", "is_fixed", "is_covered", "is_disabled"])
def test_bars_and_what_is_fixed_covered_or_disabled_come_later(drawback: str) -> None:
    marked = replace(link("marked"), **{drawback: True})
    assert mapping_of(marked, link("plain")) == ["plain", "marked"]
    fitting = replace(marked, text="Red kettle")
    assert mapping_of(link("plain"), fitting) == ["marked", "plain"], "what fits comes first"


def test_a_bar_comes_after_what_is_only_fixed() -> None:
    bar, fixed = link("bar", is_navigation=True), link("fixed", is_fixed=True)
    assert mapping_of(bar, fixed) == ["fixed", "bar"]


def test_what_failed_too_often_comes_last_however_well_it_fits() -> None:
    assert mapping_of(link("red kettle"), link("plain"), avoid=("red kettle",))[-1] == "red kettle"


def test_a_long_menu_at_the_top_leaves_room_for_the_middle_and_the_bottom() -> None:
    menu = [link(f"red kettle {number}", 10 * number) for number in range(29)]
    middle, bottom = link("in the middle", 450), link("at the bottom", 850)
    kept = mapping_of(*menu, middle, bottom, room=10)
    assert len(kept) == 10
    assert {"in the middle", "at the bottom"} <= set(kept)
    assert kept[0].startswith("red kettle"), "the order is still that of the ranks"


def test_what_is_out_of_view_has_no_share() -> None:
    menu = [link(f"red kettle {number}", 10 * number) for number in range(29)]
    kept = mapping_of(*menu, link("below", 850, in_view=False), room=10)
    assert "below" not in kept


def test_no_more_than_there_is_room_for_and_no_more_candidates_than_twelve() -> None:
    many = [link(f"red kettle {number}", 10 * number) for number in range(40)]
    assert len(mapping_of(*many, room=25)) == 25
    frame = Frame(1, 0.0, WIDTH, VIEW_HEIGHT, bytes(4 * WIDTH * VIEW_HEIGHT))
    page = Page("http://shop/", "Shop", elements=tuple(many))
    look = look_at(Situation(frame, (), (), page=page), page, GOAL, room=25)
    assert len(look.candidates) == MAX_CANDIDATES == 12


async def test_more_is_told_while_the_page_is_scanned() -> None:
    walls = tuple(Part(f"Wall {number}") for number in range(30))
    web = SmallWeb({"/": SmallPage("Walls", "Walls.", walls, height=9 * HEIGHT)}, "/")

    at_a_loss = always(proposed(ActionName.SCROLL, acts=UP))
    run = StandInRun("Find the red kettle", web, at_a_loss)
    await Navigator(WebLimits(max_mapping=8, mapping_boost=5))(run)
    sizes = [(each.auto_scrolls_used > 0, each.mapping_count) for each in run.of(PageSeen)]
    at = next(number for number, (is_scanned, _) in enumerate(sizes) if is_scanned)
    assert {count for _, count in sizes[:at]} == {8}, "the cap"
    assert sizes[at] == (True, 13), "the cap and the boost"
