"""Task suites on the practice desktop: one run a case, then a look at what it left."""

from __future__ import annotations

import contextlib

import pytest

from engine.domain.approvals import Asking
from engine.domain.terminals import Terminal
from engine.safety.gate import NobodyThere
from tests.end_to_end.conftest import Bench
from tests.suites.desktop_cases import GALCULATOR, MOUSEPAD, PRACTICE, STRANGERS, THUNAR, Case
from tests.suites.judging import complaints, prepare
from tests.support.stage import ScriptedApprover
from tests.support.waiting import until, until_so

pytestmark = [pytest.mark.end_to_end, pytest.mark.suite, pytest.mark.asyncio(loop_scope="session")]


def cases(table: tuple[Case, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in table])


@cases(MOUSEPAD)
async def test_mousepad(bench: Bench, case: Case) -> None:
    await carry_out(bench, case)


@cases(GALCULATOR)
async def test_galculator(bench: Bench, case: Case) -> None:
    await carry_out(bench, case)


@cases(THUNAR)
async def test_thunar(bench: Bench, case: Case) -> None:
    await carry_out(bench, case)


@cases(PRACTICE)
async def test_practice_app(bench: Bench, case: Case) -> None:
    await carry_out(bench, case)


@cases(STRANGERS)
async def test_applications_that_nobody_tuned_it_for(bench: Bench, case: Case) -> None:
    await carry_out(bench, case)


async def test_what_is_set_in_a_program_is_kept_for_its_next_start(bench: Bench) -> None:
    goal = "Open Mousepad, go to View > Line Numbers"
    outcome, _ = await bench.run(goal, asking=Asking.NEVER, approver=NobodyThere())
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome.message
    kept = bench.home / ".config" / "glib-2.0" / "settings" / "keyfile"
    await until(lambda: kept.is_file() and "line-numbers=true" in kept.read_text())


async def carry_out(bench: Bench, case: Case) -> None:
    prepare(bench, case)
    outcome, _ = await bench.run(
        case.goal,
        asking=Asking.RISKY if case.approves else Asking.NEVER,
        approver=ScriptedApprover() if case.approves else NobodyThere(),
    )
    assert outcome.terminal is case.terminal, outcome.message
    assert await bench.suspicions() == []
    assert await lasting_complaints(bench, case) == []


async def lasting_complaints(bench: Bench, case: Case) -> list[str]:
    """What applications go on owing; they may still write and paint when the run is over."""
    found: list[str] = []

    async def are_none() -> bool:
        found[:] = await complaints(bench, case)
        return not found

    with contextlib.suppress(AssertionError):
        await until_so(are_none)
    return found
