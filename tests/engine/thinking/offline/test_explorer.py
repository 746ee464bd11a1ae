"""What the offline explorer tries, in which order, and when it has enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.domain.actions import Click, Drag, PressKeys, TypeText
from engine.domain.errors import GoalUnreadable
from engine.domain.exploring.groups import (
    ActionGroup,
    Complete,
    ExploreRequest,
    SuccessfulActionGroup,
    TriedAction,
    by_confidence,
    max_actions,
    what_is_wrong,
)
from engine.domain.exploring.limits import Scope
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.scripts import TracedStep, locator_of, zone_key
from engine.domain.spaces import Rect
from engine.domain.zones import Role, State, Window, Zone
from engine.states.reaching import route_to
from engine.thinking.offline.exploring.thinker import OfflineExplorer
from tests.support.stage import situation, zone

EDITED = frozenset({State.ENABLED, State.EDITABLE})
APP = situation(
    zone("File", Role.MENU),
    zone("Add", at=1),
    zone("Name", Role.TEXT_FIELD, at=2, state=EDITED),
    zone("Loud", Role.CHECK_BOX, at=3),
    zone("First", Role.LIST_ITEM, at=4),
    zone("Quit", at=5),
    zone("New", Role.MENU_ITEM, on_screen=False, parent_id="File"),
)


def request(
    now: Situation = APP,
    *,
    tried: Mapping[str, int] | None = None,
    scope: Scope | None = None,
    goal: str = "Explore it",
) -> ExploreRequest:
    return ExploreRequest(goal, now, 1, tried=tried or {}, scope=scope or Scope())


def grown(
    groups: tuple[ActionGroup, ...], iteration: int, now: Situation = APP, **changes: object
) -> ExploreRequest:
    """The request after these groups were all successful."""
    done = tuple(
        SuccessfulActionGroup(number, each.reasoning, each.confidence, (), now, now)
        for number, each in enumerate(groups, start=1)
    )
    asked = ExploreRequest("Explore it", now, iteration, done)
    return replace(asked, **changes)  # type: ignore[arg-type]


def targets(group: ActionGroup) -> list[str]:
    return [each.zone_id for each in group.actions]


async def test_the_first_groups_are_of_different_kinds() -> None:
    groups = await OfflineExplorer().propose(request())
    assert what_is_wrong(groups, iteration=1, successful=0) == ""
    kinds = {next(z.role for z in APP.zones if z.zone_id == targets(g)[0]) for g in groups}
    assert len(groups) == len(kinds) == 3


async def test_what_was_tried_least_comes_first() -> None:
    tried = {zone_key(each, APP): 2 for each in APP.zones if each.label in ("Add", "Loud")}
    groups = await OfflineExplorer().propose(request(tried=tried))
    assert {targets(each)[0] for each in groups[:2]} == {"Name", "First"}


async def test_a_group_grows_from_its_strategy_and_takes_others_in() -> None:
    explorer = OfflineExplorer()
    first = await explorer.propose(request())
    second = await explorer.propose(grown(first, 2))
    assert what_is_wrong(second, iteration=2, successful=3) == ""
    for before, after in zip(first, second, strict=True):
        strategy = before.reasoning.partition(":")[0]
        assert after.reasoning.startswith(strategy)
    assert any(len({*targets(each)}) > 1 for each in second)


async def test_an_entry_of_a_closed_menu_is_reached_by_its_menu() -> None:
    explorer = OfflineExplorer()
    first = await explorer.propose(request())
    tried = {zone_key(each, APP): 5 for each in APP.zones if each.label != "New"}
    groups = await explorer.propose(grown(first, 2, tried=tried))
    [group] = [each for each in groups if "New" in targets(each)]
    at = targets(group).index("New")
    assert targets(group)[at - 1] == "File"


async def test_a_dialog_keeps_all_else_out_of_reach() -> None:
    dialog = Window("d", "Really?", "Window", Rect(0, 0, 30, 30), True, 0, is_dialog=True)
    behind = replace(APP.windows[0], order=1, is_active=False)
    now = replace(APP, windows=(dialog, behind), zones=(*APP.zones, zone("OK", window_id="d")))
    groups = await OfflineExplorer().propose(request(now))
    assert {*targets(groups[0])} == {"OK"}
    assert not {"Add", "Name", "Loud", "File"} & {each for g in groups for each in targets(g)}


async def test_only_what_the_scope_allows_is_proposed() -> None:
    other = Window("o", "Other", "other", Rect(0, 0, 64, 48), False, 1)
    now = replace(APP, windows=(*APP.windows, other), zones=(*APP.zones, zone("X", window_id="o")))
    groups = await OfflineExplorer().propose(request(now, scope=Scope(("other",))))
    assert {zone_id for group in groups for zone_id in targets(group)} <= {"X", "__global__"}
    assert "X" in targets(groups[0])
    groups = await OfflineExplorer().propose(request(scope=Scope(zones=("nam", "lou"))))
    assert {zone_id for group in groups for zone_id in targets(group)} == {"Name", "Loud"}


async def test_fields_get_another_value_at_each_turn() -> None:
    editable = frozenset({State.ENABLED, State.EDITABLE})
    field = situation(zone("Amount", Role.TEXT_FIELD, state=editable))
    typed = []
    for turn in range(4):
        tried = {zone_key(field.zones[0], field): turn}
        groups = await OfflineExplorer().propose(
            request(field, tried=tried, scope=Scope(zones=("Amount",)))
        )
        action = groups[0].actions[0].action
        assert isinstance(action, TypeText)
        assert action.replace
        typed.append(action.text)
    assert len({*typed}) == 4 and "7" in typed


async def test_a_window_of_which_nothing_is_told_is_tried_by_keys() -> None:
    groups = await OfflineExplorer().propose(request(situation()))
    assert groups
    assert all(isinstance(each.action, PressKeys) for group in groups for each in group.actions)


async def test_a_list_that_opens_is_chosen_from() -> None:
    combo = situation(zone("Size", Role.COMBO_BOX))
    explorer = OfflineExplorer()
    first = await explorer.propose(request(combo))
    groups = await explorer.propose(grown(first, 2, combo, scope=Scope(zones=("Size",))))
    actions = [each.action for each in groups[0].actions[:3]]
    assert actions == [Click(), PressKeys(("down",)), PressKeys(("return",))]


async def test_a_list_whose_entries_are_known_is_chosen_from_by_name() -> None:
    entries = [zone(each, Role.LIST_ITEM, on_screen=False, parent_id="Size") for each in "SML"]
    combo = situation(zone("Size", Role.COMBO_BOX), *entries)
    explorer = OfflineExplorer()
    first = await explorer.propose(request(combo))
    groups = await explorer.propose(grown(first, 2, combo, scope=Scope(zones=("S", "M", "L"))))
    pairs = {tuple(targets(groups[0])[at : at + 2]) for at in (0, 2)}
    assert pairs < {("Size", "S"), ("Size", "M"), ("Size", "L")}
    assert len(pairs) == 2


async def test_a_message_is_closed_and_closed_again_if_it_comes_back() -> None:
    explorer = OfflineExplorer()
    first = await explorer.propose(request())
    dialog = Window("d", "Check", "Window", Rect(0, 0, 30, 30), True, 0, is_dialog=True)
    behind = replace(APP.windows[0], order=1, is_active=False)
    now = replace(APP, windows=(dialog, behind), zones=(*APP.zones, zone("OK", window_id="d")))
    groups = await explorer.propose(grown(first[:1], 2, now))
    assert targets(groups[0]) == ["OK", "OK", "OK", GLOBAL_ZONE_ID]
    assert groups[0].actions[-1].action == PressKeys(("escape",))


async def test_what_was_refused_is_not_proposed_again_and_a_dialog_has_other_ways_out() -> None:
    dialog = Window("d", "Unsaved", "Window", Rect(0, 0, 30, 30), True, 0, is_dialog=True)
    ways = [zone(each, window_id="d", at=at) for at, each in enumerate(("Discard", "Cancel"))]
    behind = replace(APP.windows[0], order=1, is_active=False)
    now = replace(APP, windows=(dialog, behind), zones=(*APP.zones, *ways))
    first = await OfflineExplorer().propose(request())
    [group] = await OfflineExplorer().propose(grown(first[:1], 2, now))
    assert {*targets(group)} == {"Discard", "Cancel", GLOBAL_ZONE_ID}
    asked = grown(first[:1], 2, now, refused={"Click “Discard”": ""})
    [group] = await OfflineExplorer().propose(asked)
    assert {*targets(group)} == {"Cancel", GLOBAL_ZONE_ID}


async def test_what_was_refused_is_known_by_the_words_in_which_it_was_asked_about() -> None:
    """Also where its own label is long, or it is ticked and would be unticked."""
    long = "Send the report to everybody who has ever worked here"
    now = situation(
        zone(long),
        replace(zone("Sure", Role.CHECK_BOX, at=1), state=frozenset({State.CHECKED})),
        zone("Add", at=2),
    )
    asked = replace(request(now), refused={f"Click “{long}”": "", "Click “Sure”": ""})
    groups = await OfflineExplorer().propose(asked)
    assert {name for group in groups for name in targets(group)} <= {"Add", GLOBAL_ZONE_ID}


async def test_what_leads_away_comes_last_of_all() -> None:
    pages = situation(
        zone("One", Role.TAB, state=frozenset({State.ENABLED, State.SELECTED})),
        zone("Two", Role.TAB, at=1),
        zone("Options…", at=2),
        *(zone(f"B{at}", at=at) for at in range(3, 9)),
    )
    explorer = OfflineExplorer()
    first = by_confidence(await explorer.propose(request(pages)))
    assert targets(first[-1])[0] in ("Two", "Options…")
    groups = by_confidence(await explorer.propose(grown(first, 2, pages)))
    acted = [each for group in groups for each in targets(group)]
    assert acted[-1] in ("Two", "Options…")
    assert not {"One", "Two", "Options…"} & {*acted[:-1]}


async def test_what_its_group_stopped_at_comes_last_the_next_time() -> None:
    buttons = situation(*(zone(f"B{at}", at=at) for at in range(6)))
    explorer = OfflineExplorer()
    first = await explorer.propose(request(buttons))
    [done] = grown(first[:1], 2, buttons).successful
    steps = (
        TriedAction(PlanStep(1, "B0", "B0", Click(), "Click B0"), True),
        TriedAction(PlanStep(2, "B1", "B1", Click(), "Click B1"), False, "It is not there."),
        TriedAction(PlanStep(3, "B2", "B2", Click(), "Click B2"), False, "It is not there."),
    )
    asked = grown(first[:1], 3, buttons, successful=(replace(done, actions=steps),))
    [group] = await explorer.propose(asked)
    assert targets(group)[-1] == "B0"
    assert "B0" not in targets(group)[:-1]


async def test_a_canvas_is_pressed_at_many_places_and_drawn_upon() -> None:
    canvas = situation(zone("Board", Role.CANVAS, bounds_px=Rect(0, 0, 60, 40)))
    key, places = zone_key(canvas.zones[0], canvas), set()
    for turn in range(8):
        groups = await OfflineExplorer().propose(request(canvas, tried={key: turn}))
        [action] = [g.actions[0].action for g in groups if targets(g) == ["Board"]] or [None]
        if isinstance(action, Drag):
            assert action.from_offset_px is not None and action.offset_px is not None
            begin, by = action.from_offset_px, action.offset_px
            for x, y in ((begin.x, begin.y), (begin.x + by.x, begin.y + by.y)):
                assert abs(x) < 30 and abs(y) < 20
            places.add((begin, by))
    assert len(places) >= 4


async def test_quitting_is_tried_late_and_a_goals_words_early() -> None:
    groups = await OfflineExplorer().propose(request(goal="see what Loud does"))
    assert targets(groups[0]) == ["Loud"]
    buttons = situation(zone("Quit"), zone("Add", at=1))
    first = (await OfflineExplorer().propose(request(buttons)))[0]
    assert targets(first) == ["Add"]


async def test_the_same_seed_gives_the_same_groups_and_another_may_not() -> None:
    alike = situation(*(zone(f"B{n}", at=n) for n in range(20)))

    async def run(seed: int) -> list[tuple[ActionGroup, ...]]:
        explorer = OfflineExplorer(seed)
        first = await explorer.propose(request(alike))
        return [first, await explorer.propose(grown(first, 2, alike))]

    assert await run(1) == await run(1)
    assert len({repr(await run(seed)) for seed in range(4)}) > 1


async def test_once_all_was_tried_often_and_nothing_is_new_it_has_enough() -> None:
    explorer = OfflineExplorer()
    only = situation(zone("Add"))
    scope = Scope(zones=("Add",))
    first = await explorer.propose(request(only, scope=scope))
    tried = {zone_key(only.zones[0], only): 9}
    assert first
    assert await explorer.propose(grown(first, 2, only, tried=tried, scope=scope)) == ()
    more = situation(zone("Add"), zone("New button", at=1))
    wide = Scope(zones=("Add", "New"))
    assert await explorer.propose(grown(first, 2, more, tried=tried, scope=wide)) != ()


async def test_nothing_in_reach_ends_it() -> None:
    nothing = replace(situation(), windows=())
    assert await OfflineExplorer().propose(request(nothing)) == ()


def test_an_empty_goal_is_refused() -> None:
    with pytest.raises(GoalUnreadable):
        OfflineExplorer().read_goal("  ")


async def test_a_menu_is_opened_first_where_its_entries_are_to_be_had_by_it_only() -> None:
    editor = situation(
        zone("Text", Role.TEXT_AREA),
        zone("File", Role.MENU, at=1),
        zone("Open", Role.MENU_ITEM, on_screen=False, parent_id="File"),
    )
    groups = by_confidence(await OfflineExplorer(1).propose(request(editor)))
    assert what_is_wrong(groups, iteration=1, successful=0) == ""
    assert targets(groups[-1]) == ["File"], "an open menu is in the way of all else"


async def test_where_there_is_nothing_else_what_was_tried_is_tried_again_with_the_rest() -> None:
    """As in a game of cards: the two that are new are not all that a group is made of."""
    cards = [zone(f"card {at}", at=at) for at in range(8)]
    explorer = OfflineExplorer(1)
    tried = {zone_key(each, situation(*cards)): 3 for each in cards[2:]}
    now = situation(*cards)
    first = await explorer.propose(request(now, tried=tried))
    [again] = await explorer.propose(replace(grown(first[:1], 3, now), tried=tried))
    assert len({*targets(again)} & {each.zone_id for each in cards}) > 2


async def test_ways_through_many_menus_are_sought_once_for_each_thing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An editor's menus hold hundreds of entries; a plan must not wait for minutes."""
    sought = 0

    def counted(thing: Zone, now: Situation) -> tuple[Zone, ...] | None:
        nonlocal sought
        sought += 1
        return route_to(thing, now)

    monkeypatch.setattr("engine.thinking.offline.exploring.candidates.route_to", counted)
    menus = [zone(f"Menu {at}", Role.MENU, at=at) for at in range(10)]
    entries = [
        zone(f"Entry {at}", Role.MENU_ITEM, on_screen=False, parent_id=f"Menu {at % 10}")
        for at in range(200)
    ]
    groups = await OfflineExplorer(1).propose(request(situation(*menus, *entries)))
    assert groups
    assert sought <= 2 * (len(menus) + len(entries))


ROLES = st.sampled_from([Role.BUTTON, Role.MENU, Role.CHECK_BOX, Role.TEXT_FIELD, Role.LIST_ITEM,
                         Role.LABEL, Role.CANVAS, Role.COMBO_BOX, Role.LINK])  # fmt: skip


@given(
    roles=st.lists(ROLES, max_size=20),
    iteration=st.integers(1, 5),
    successful=st.integers(1, 3),
    seed=st.integers(0, 9),
)
async def test_whatever_is_there_its_groups_keep_to_the_figures(
    roles: list[Role], iteration: int, successful: int, seed: int
) -> None:
    zones: list[Zone] = [zone(f"{role} {at}", role, at=at) for at, role in enumerate(roles)]
    now = situation(*zones)
    explorer = OfflineExplorer(seed)
    first = await explorer.propose(request(now))
    assert what_is_wrong(first, iteration=1, successful=0) == ""
    if iteration == 1 or not first:
        return
    asked = grown((first * 3)[:successful], iteration, now)
    groups = await explorer.propose(asked)
    assert what_is_wrong(groups, iteration=iteration, successful=successful) == ""
    known = {each.zone_id for each in zones} | {"__global__"}
    for group in groups:
        assert len(group.actions) <= max_actions(iteration)
        assert {*targets(group)} <= known
        assert all(isinstance(e.action, Click | TypeText | PressKeys | Drag | Complete)
                   for e in group.actions)  # fmt: skip


async def test_the_entries_of_a_menu_that_is_greyed_out_are_left_alone() -> None:
    there = situation(
        zone("Number bases", Role.MENU, state=frozenset()),
        zone("Decimal", Role.MENU_ITEM, on_screen=False, parent_id="Number bases"),
        zone("Clear", at=1),
    )
    groups = await OfflineExplorer().propose(request(there))
    assert not {"Number bases", "Decimal"} & {each for group in groups for each in targets(group)}


async def test_all_tabs_are_looked_at_before_one_is_worked_on() -> None:
    others = ("Two", "Three", "Four", "Five")
    pages = situation(
        zone("One", Role.TAB, state=frozenset({State.ENABLED, State.SELECTED})),
        *(zone(each, Role.TAB, at=at) for at, each in enumerate(others, 1)),
        zone("Add", at=5),
    )
    explorer = OfflineExplorer()
    first = by_confidence(await explorer.propose(request(pages)))
    groups = by_confidence(await explorer.propose(grown(first, 2, pages)))
    assert {*targets(first[-1]), *targets(groups[-1])} >= {*others}
    tried = {zone_key(each, pages): 1 for each in pages.zones if each.label in others}
    again = by_confidence(await explorer.propose(grown(groups, 3, pages, tried=tried)))
    assert len({*others} & {*targets(again[-1])}) <= 1


async def test_the_path_to_a_known_fault_is_not_gone_again() -> None:
    ticked = zone("By name", Role.CHECK_BOX, state=frozenset({State.ENABLED, State.CHECKED}))
    there = situation(ticked, zone("Open ones", Role.CHECK_BOX, at=1), zone("Add", at=2))
    path = tuple(TracedStep(Click(), "", locator_of(each, there)) for each in there.zones[:2])
    explorer = OfflineExplorer()
    groups = await explorer.propose(request(there))
    for iteration in range(2, 6):
        groups = await explorer.propose(grown(groups, iteration, there, faults=(path,)))
        acted = {each for group in groups for each in targets(group)}
        assert "Open ones" not in acted
        assert "Add" in acted or iteration > 2
