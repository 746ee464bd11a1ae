"""Where not all zones fit, no part of the view is lost."""

from __future__ import annotations

import pytest

from engine.domain.spaces import Rect
from engine.domain.zones import Role, Zone
from engine.geometry.balancing import balanced

VIEW = Rect(0, 0, 600, 900)
TOP, MIDDLE, BOTTOM = 0, 300, 600


def zone(name: str, y: int, *, window: str = "w", shown: bool = True) -> Zone:
    return Zone(name, name, Role.BUTTON, Rect(10, y, 80, 10), window_id=window, on_screen=shown)


def column(name: str, y: int, count: int) -> list[Zone]:
    return [zone(f"{name} {at}", y + at % 25 * 11) for at in range(count)]


def names(zones: tuple[Zone, ...]) -> list[str]:
    return [one.zone_id for one in zones]


def test_all_are_kept_where_there_is_room() -> None:
    zones = column("menu", TOP, 20)
    assert balanced(zones, VIEW, 20) == tuple(zones)


def test_a_long_menu_at_the_top_does_not_crowd_out_what_is_below() -> None:
    zones = [*column("menu", TOP, 200), *column("field", MIDDLE, 9), *column("send", BOTTOM, 2)]
    kept = names(balanced(zones, VIEW, 20))
    assert len(kept) == 20
    assert [one for one in kept if one.startswith("field")] == [f"field {at}" for at in range(4)]
    assert [one for one in kept if one.startswith("send")] == ["send 0", "send 1"]
    assert kept[:14] == [f"menu {at}" for at in range(14)], "what a band does not use is the best's"


def test_the_order_stays_that_of_importance() -> None:
    zones = [zone("low", BOTTOM), *column("menu", TOP, 50), zone("mid", MIDDLE)]
    assert names(balanced(zones, VIEW, 10)) == ["low", *[f"menu {at}" for at in range(8)], "mid"]


def test_what_the_goal_means_is_kept_before_any_share() -> None:
    zones = [*column("menu", TOP, 50), *column("field", MIDDLE, 50), *column("row", BOTTOM, 50)]
    kept = names(balanced(zones, VIEW, 10, is_meant=lambda one: one.zone_id == "row 49"))
    assert "row 49" in kept and "menu 0" in kept and "field 0" in kept


def test_a_goal_that_means_everything_leaves_room_for_the_other_bands() -> None:
    zones = [*column("row", TOP, 100), *column("field", MIDDLE, 5), *column("send", BOTTOM, 5)]
    kept = names(balanced(zones, VIEW, 10, is_meant=lambda one: "row" in one.zone_id))
    assert "field 0" in kept and "send 0" in kept


def test_other_windows_and_hidden_zones_have_no_share() -> None:
    front = column("menu", TOP, 50)
    behind = [zone("behind", BOTTOM, window="other"), zone("closed", BOTTOM, shown=False)]
    assert names(balanced([*front, *behind], VIEW, 10, window_id="w")) == names(tuple(front[:10]))
    assert "behind" in names(balanced([*front, *behind], VIEW, 10)), "where no window is given"


def test_costs_are_kept_within_the_budget() -> None:
    zones = [*column("menu", TOP, 40), *column("send", BOTTOM, 40)]
    kept = balanced(zones, VIEW, 100, cost=lambda one: 7 if "menu" in one.zone_id else 13)
    total = sum(7 if "menu" in one.zone_id else 13 for one in kept)
    assert 80 < total <= 100 and any("send" in one.zone_id for one in kept)


@pytest.mark.parametrize("view", [Rect(0, 0, 0, 0), Rect(0, 0, 1, 1), Rect(-50, 800, 99, 3)])
@pytest.mark.parametrize("budget", [0, 1, 5])
def test_no_view_is_too_small_and_no_budget(view: Rect, budget: int) -> None:
    zones = [*column("menu", TOP, 30), *column("send", BOTTOM, 30)]
    assert len(balanced(zones, view, budget)) == budget
