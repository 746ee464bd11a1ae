"""Tasks over real programs that a strong model answered once, played again from their cassettes.

A changed verdict, another goal or a zone that is missing fails the playback, and so does a judge
that does not find what was asked for."""

from __future__ import annotations

import pytest

from tests.end_to_end.conftest import Bench
from tests.suites.strong_case import tape
from tests.suites.strong_desktop import CASES, Case, played

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

RECORDED = [case for case in CASES if case.cassette.exists()]


@pytest.mark.suite(sample=2)
@pytest.mark.parametrize("case", RECORDED, ids=lambda case: case.name)
async def test_what_a_model_did_once_is_done_again(bench: Bench, case: Case) -> None:
    if not case.is_possible_here:
        pytest.skip(f"{', '.join(case.needs)} is not installed")
    async with tape(case) as endpoint:
        run = await played(bench, case, endpoint)
    assert case.failures(run) == [], run.outcome
