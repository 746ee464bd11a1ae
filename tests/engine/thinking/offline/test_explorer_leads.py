"""Where the offline explorer goes: back to what is rich, on behind dialogs, not to what is worn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.domain.actions import Click
from engine.domain.exploring.groups import (
    ActionGroup,
    Complete,
    ExploreRequest,
    Shown,
    SuccessfulActionGroup,
    by_confidence,
)
from engine.domain.plans import Situation
from engine.domain.scripts import TracedStep, locator_of, zone_key
from engine.domain.spaces import Rect
from engine.domain.zones import Role, State, Window, Zone
from engine.thinking.offline.exploring.thinker import OfflineExplorer
from tests.support.stage import situation, zone

ENABLED, SELECTED = frozenset({State.ENABLED}), frozenset({State.ENABLED, State.SELECTED})
SEEDS = range(12)


def asked(
    groups: tuple[ActionGroup, ...], iteration: int, now: Situation, **changes: object
) -> ExploreRequest:
    """After these groups were all successful."""
    done = tuple(
        SuccessfulActionGroup(number, each.reasoning, each.confidence, (), now, now)
        for number, each in enumerate(groups, start=1)
    )
    request = ExploreRequest("Explore it", now, iteration, done)
    return replace(request, **changes)  # type: ignore[arg-type]


def targets(group: ActionGroup) -> list[str]:
    return [each.zone_id for each in group.actions]


def page(opened: str, *zones: Zone) -> Situation:
    """Two tabs, a menu of dialogs, and what is on the page that is open."""
    tabs = [
        zone(each, Role.TAB, at=at, state=SELECTED if each == opened else ENABLED)
        for at, each in enumerate(("Poor", "Rich"))
    ]
    entries = [
        zone(f"{each}…", Role.MENU_ITEM, on_screen=False, parent_id="Menu") for each in "ABCDEFGH"
    ]
    return situation(*tabs, zone("Menu", Role.MENU, at=2), *entries, *zones)


POOR = page("Poor", zone("Nothing", at=3))
RICH = page(
    "Rich",
    *(zone(f"Option {at}", Role.CHECK_BOX, at=3 + at) for at in range(4)),
    *(zone(f"Do {at}", at=8 + at) for at in range(4)),
)


async def leads(seed: int, **changes: object) -> str:
    """What the explorer leaves the poor page by, once it has seen the rich one."""
    explorer = OfflineExplorer(seed)
    first = await explorer.propose(ExploreRequest("Explore it", POOR, 1))
    key = zone_key(POOR.zones[1], POOR)
    tried: Mapping[str, int] = {key: 1}
    second = asked(first[:1], 2, POOR, tried=tried, shown=(Shown(key, RICH),))
    groups = await explorer.propose(second)
    for iteration in range(3, 7):
        groups = await explorer.propose(asked(groups, iteration, POOR, tried=tried, **changes))
    return targets(by_confidence(groups)[-1])[-1]


async def test_a_rich_page_is_come_back_to_though_much_else_is_untried() -> None:
    led_by = [await leads(seed) for seed in SEEDS]
    assert led_by.count("Rich") >= len(SEEDS) / 3


async def test_a_page_that_was_not_reached_is_not_taken_for_where_one_is() -> None:
    """Something else came up before the click on its tab, or swallowed it."""
    led_by = [await leads(seed) for seed in SEEDS]
    for step in (POOR.zones[-1], POOR.zones[1]):
        trace = (TracedStep(Click(), "", locator_of(step, POOR)),)
        assert [await leads(seed, trace=trace) for seed in SEEDS] == led_by


def in_dialog(*inside: Zone) -> Situation:
    dialog = Window("d", "About", "Window", Rect(0, 0, 30, 30), True, 0, is_dialog=True)
    behind = replace(RICH.windows[0], order=1, is_active=False)
    return replace(RICH, windows=(dialog, behind), zones=(*RICH.zones, *inside))


async def test_groups_for_which_a_dialog_has_nothing_go_on_behind_it_once_it_is_closed() -> None:
    explorer = OfflineExplorer()
    first = await explorer.propose(ExploreRequest("Explore it", RICH, 1))
    now = in_dialog(zone("OK", window_id="d"))
    groups = by_confidence(await explorer.propose(asked(first[:2], 2, now)))
    assert "OK" in targets(groups[0])
    assert {each.zone_id for each in now.zones if each.window_id != "d"} >= {*targets(groups[1])}
    assert not any(isinstance(each.action, Complete) for each in groups[1].actions)


async def test_a_window_in_front_of_a_dialog_is_left_as_dialogs_are() -> None:
    seen = in_dialog(zone("OK", window_id="d"))
    dialog, main = seen.windows
    chooser = Window("c", "Choose", "Window", Rect(0, 0, 30, 30), True, 0)
    behind = (replace(dialog, order=1, is_active=False), replace(main, order=2))
    inside = zone("Cancel", window_id="c")
    now = replace(seen, windows=(chooser, *behind), zones=(*seen.zones, inside))
    first = await OfflineExplorer().propose(ExploreRequest("Explore it", RICH, 1))
    [group] = await OfflineExplorer().propose(asked(first[:1], 2, now))
    assert "press escape" in group.actions[-1].reasoning


async def test_what_can_only_be_read_is_left_alone() -> None:
    now = situation(zone("Total", Role.TEXT_FIELD, value="7.00"), zone("Add", at=1))
    explorer = OfflineExplorer()
    groups = await explorer.propose(ExploreRequest("Explore it", now, 1))
    groups += await explorer.propose(asked(groups, 2, now))
    assert "Total" not in {each for group in groups for each in targets(group)}


async def test_entries_with_other_words_are_not_new_where_many_like_them_were_tried() -> None:
    cells = [zone(f"Cell {at}", Role.CELL, at=at) for at in range(6)]
    now = situation(*cells, zone("Add", at=7))
    others = [zone(f"Other {at}", Role.CELL, at=at) for at in range(6)]
    tried = {zone_key(each, situation(*others)): 1 for each in others}
    fresh = ExploreRequest("Explore it", now, 1)
    worn = replace(fresh, tried=tried)
    [was] = [g for g in await OfflineExplorer().propose(fresh) if "Cell 0" in targets(g)] or [None]
    [now_is] = [g for g in await OfflineExplorer().propose(worn) if "Cell 0" in targets(g)] or [
        None
    ]
    assert was is not None and "1 not tried" in was.reasoning
    assert now_is is None or "0 not tried" in now_is.reasoning
