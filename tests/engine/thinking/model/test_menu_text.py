"""Closed menus are told once, in the past, where the context is wide enough to tell them."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.plans import Came, PastStep, PlanRequest, ReplanKind, Situation
from engine.domain.zones import Role
from engine.thinking.model.thinker import ModelThinker
from tests.engine.thinking.offline.screens import Screen
from tests.support.scripted_model import replies

DONE = PastStep(Came.DONE, "Click “Bold”", "It is bold.")


def screen(*more: str) -> Situation:
    here = Screen()
    here.window("Notes")
    menu = here.zone("File", Role.MENU)
    for label in (*(f"Entry {at}" for at in range(10)), *more):
        here.zone(label, Role.MENU_ITEM)
    situation = here.situation()
    parent = menu.zone_id if hasattr(menu, "zone_id") else situation.zones[0].zone_id
    zones = tuple(
        replace(zone, parent_id=parent, on_screen=False) if zone.role is Role.MENU_ITEM else zone
        for zone in situation.zones
    )
    return replace(situation, zones=zones)


async def prompts_of(*requests: PlanRequest, context_tokens: int = 64_000) -> list[str]:
    model = replies({"steps": [], "finishes": True}, last_stays=True)
    thinker = ModelThinker(model, context_tokens=context_tokens)
    for request in requests:
        await thinker.plan(request)
    return [each.prompt for each in model.asked]


async def test_closed_menus_are_one_tree_that_stays_where_it_was_told() -> None:
    first = PlanRequest("Use Entry 3", screen())
    later = replace(first, situation=screen("Recent.txt"), kind=ReplanKind.ADAPTIVE, past=(DONE,))
    one, two = await prompts_of(first, later)
    assert "  menu_file: Entry 0; Entry 1; Entry 2;" in one and one.count("Entry 3") == 2
    assert two.startswith(one[: one.index("Entry 9") + 7]) and two.count("Entry 3") == 2
    assert two.index("Entry 9") < two.index("Click “Bold”") < two.index("menu_file | menu")
    assert " hidden" not in two


async def test_windows_of_one_program_with_other_menus_are_told_once_each() -> None:
    one, other = (screen(*(f"{of} {at}" for at in range(30))) for of in ("Tool", "Filter"))
    first = PlanRequest("Use Entry 3", one)
    in_turn = [replace(first, situation=each, kind=ReplanKind.ADAPTIVE) for each in (other, one)]
    *_, last = await prompts_of(first, *in_turn, *in_turn)
    assert last.count("CLOSED MENUS") == 2


async def test_of_more_menus_than_fit_the_last_are_counted_and_none_are_rows() -> None:
    many = screen(*(f"Tool {at} of the very long list of tools" for at in range(900)))
    roots = [zone for zone in many.zones if zone.role is Role.MENU]
    entries = [zone for zone in many.zones if zone.role is Role.MENU_ITEM]
    spread = [replace(zone, parent_id=f"menu_{at // 10}") for at, zone in enumerate(entries)]
    request = PlanRequest("Use Tool 3", replace(many, zones=(*roots, *spread)))
    (one,) = await prompts_of(request, context_tokens=16_000)
    assert "  menu_0: Entry 0; Entry 1;" in one and "Tool 899" not in one
    assert " more: what they hold shows when they are open)" in one
    assert "hidden" not in one and len(one) < 4 * 8_000


async def test_another_program_is_told_behind_what_happened_before_it() -> None:
    bare = Screen()
    bare.window("Desk")
    first = PlanRequest("Use Entry 3", bare.situation())
    later = PlanRequest("Use Entry 3", screen(), ReplanKind.ADAPTIVE, past=(DONE,))
    one, two = await prompts_of(first, later)
    assert "CLOSED MENUS" not in one
    assert two.index("Click “Bold”") < two.index("THE CLOSED MENUS OF")


async def test_a_narrow_context_has_rows_for_what_the_goal_names() -> None:
    (one,) = await prompts_of(PlanRequest("Use Entry 3", screen()), context_tokens=4096)
    assert "CLOSED MENUS" not in one and "hidden in menu_file" in one
