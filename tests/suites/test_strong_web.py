"""Tasks on web applications that a strong model answered once, played again from their cassettes.

A changed verdict, another goal or an element that is missing fails the playback, and so does a
judge that does not find what was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.suites.strong_case import tape
from tests.suites.strong_web import CASES, Case, Sites, opened_sites, played
from tests.support.shared_browser import IN_ONE_BROWSER

pytestmark = [pytest.mark.end_to_end, *IN_ONE_BROWSER]

RECORDED = [case for case in CASES if case.cassette.exists()]


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    with opened_sites(tmp_path_factory.mktemp("served")) as sites:
        yield sites


@pytest.mark.suite(sample=3)
@pytest.mark.parametrize("case", RECORDED, ids=lambda case: case.name)
async def test_what_a_model_did_once_is_done_again(
    sites: Sites, case: Case, tmp_path: Path
) -> None:
    async with tape(case) as endpoint:
        run = await played(sites, case, endpoint, tmp_path)
    assert case.failures(run) == [], run.outcome
