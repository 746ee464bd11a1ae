"""The document's two worked examples on the Practice app: the proposals and scores are replayed,
the windows, the hands, the returns and the goal check are real."""

from __future__ import annotations

import pytest

from engine.domain.terminals import Terminal
from engine.record.views.local_views import LocalPlanView
from engine.record.views.run_state import RunState
from tests.end_to_end.conftest import Bench
from tests.support.lanes import varies
from tests.support.replaying import UnriggedThinker
from tests.support.worked_examples import adding_files, missing, settings_dead_end

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]


def local_plan(state: RunState) -> LocalPlanView:
    [view] = [step.local for segment in state.segments for step in segment.steps if step.local]
    return view


async def test_files_are_added_after_a_wrong_menu_by_the_shortcut(bench: Bench) -> None:
    thinker = adding_files()
    outcome, state = await bench.run("Add files in Practice", thinker=thinker)
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome
    plan = local_plan(state)
    assert [each.decision for each in plan.states] == ["retain", "explore", "reached"]
    assert plan.result == "reached" and plan.iterations == 3
    assert thinker.hints == ["", "", "try_keyboard_shortcut"]
    windows = (await bench.perceiver.observe()).windows
    assert any(window.title == "Add Files" for window in windows)


async def test_settings_are_reached_after_the_dead_end_of_export(bench: Bench) -> None:
    outcome, state = await bench.run("Open the settings of Practice", thinker=settings_dead_end())
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome
    plan = local_plan(state)
    actions = [each for each in plan.states if not each.is_revert]
    decided = [each.decision for each in actions]
    assert decided == ["retain", "explore", "explore", "revert", "retain", "reached"]
    [revert] = [each for each in plan.states if each.is_revert]
    assert (revert.number, revert.returned, revert.ways) == (5, "can't tell", ())
    assert plan.iterations == 6
    assert [each.is_reverted for each in actions] == [True] * 4 + [False] * 2
    windows = (await bench.perceiver.observe()).windows
    assert any(window.title == "Settings" for window in windows)


@pytest.mark.parametrize(
    ("application", "page", "title"),
    [
        ("Practice", "", "Settings"),
        ("Disguised", "Batch", "Add Files"),
        varies("Practice", "Batch", "Add Files"),
        varies("Disguised", "", "Settings"),
    ],
)
async def test_unrigged_both_goals_are_reached(
    bench: Bench, application: str, page: str, title: str
) -> None:
    step = missing(f"Open {title}", title)
    thinker = UnriggedThinker(application=application, page=page, step=step)
    outcome, state = await bench.run(f"Open {title} in {application}", thinker=thinker)
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome
    plan = local_plan(state)
    assert plan.result == "reached" and plan.iterations <= 10
    windows = (await bench.perceiver.observe()).windows
    assert any(window.title == title for window in windows)
