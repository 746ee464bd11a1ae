"""Explorations of games and applications that were not made for it, and each way in which one ends.

``-s`` shows the table of iterations, groups, actions and states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from engine.domain.exploring.limits import GOOD_ENDS, TERMINAL_OF, CompletionReason
from tests.suites.explorer_cases import APPLICATIONS, ENDINGS, MAX_ACTIONS, ExplorerCase
from tests.support.exploration import Exploration, explore
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.thinker_sources import at
from tests.support.web_games import running_games

pytestmark = [pytest.mark.end_to_end, pytest.mark.suite, pytest.mark.timeout(400)]


def cases(table: tuple[ExplorerCase, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in table])


@pytest.fixture(scope="module")
def games() -> Iterator[Mapping[str, str]]:
    with running_games() as addresses:
        yield addresses


@cases(APPLICATIONS)
async def test_groups_succeed_in_the_first_three_iterations(
    games: Mapping[str, str], case: ExplorerCase, tmp_path: Path
) -> None:
    explored = await carry_out(case, games, tmp_path)
    print(row(case.name, explored))
    assert explored.reason in GOOD_ENDS, explored.outcome
    assert explored.successful_iterations[:3] == (1, 2, 3)
    assert explored.view.actions_done <= MAX_ACTIONS
    assert len(explored.view.states) >= 4
    sizes = [max(sizes_of(explored, iteration)) for iteration in (1, 2, 3)]
    assert sizes[0] == 1
    assert sizes[1] <= 5
    assert sizes[2] <= 10


@cases(ENDINGS)
async def test_an_exploration_ends_by(
    games: Mapping[str, str], case: ExplorerCase, tmp_path: Path
) -> None:
    explored = await carry_out(case, games, tmp_path)
    assert explored.reason is case.reason, explored.outcome
    assert explored.outcome.terminal is TERMINAL_OF[case.reason]
    assert case.says in explored.outcome.message


def test_every_end_that_there_is_has_a_case() -> None:
    assert {case.reason for case in ENDINGS} == set(CompletionReason)


async def carry_out(case: ExplorerCase, games: Mapping[str, str], folder: Path) -> Exploration:
    async with AsyncExitStack() as stack:
        thinkers = None
        if case.answer is not None:
            thinkers = at(await stack.enter_async_context(ScriptedEndpoint(case.answer)))
        return await explore(
            case.goal,
            f"browser:{games[case.surface]}" if case.surface in games else case.surface,
            folder,
            explorer=case.explorer,
            limits=case.limits,
            thinkers=thinkers,
            watcher=case.watcher,
        )


def sizes_of(explored: Exploration, iteration: int) -> list[int]:
    return [len(e.group.actions) for e in explored.view.groups if e.iteration == iteration]


def row(name: str, explored: Exploration) -> str:
    view = explored.view
    return (
        f"\n  {name:22s}{max(explored.successful_iterations, default=0):3d} iterations,"
        f" {len(explored.successful)}/{len(view.groups)} groups, {view.actions_done} actions,"
        f" {len(view.states)} states, {len(view.findings)} findings,"
        f" {view.actions_done / max(0.1, explored.secs):.2f} actions/s, {explored.outcome.reason}"
    )
