"""The second site's tasks, by the offline thinker: a judge that nobody wrote anything for.

A small sample runs in the ordinary lane. With ``--all-cases`` all of them run, and the table says
how many were done, and how many were called done though they were not (``-s`` shows it)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.suites.second_cases import LOOKING, SecondCase
from tests.suites.second_deeds import DEEDS
from tests.suites.second_judging import complaints
from tests.suites.web_trial import Trial, carry_out, table
from tests.support.second_site import SecondSite, running_second_site
from tests.support.shared_browser import IN_ONE_BROWSER

pytestmark = [pytest.mark.end_to_end, pytest.mark.timeout(400), *IN_ONE_BROWSER]

ALL = (*LOOKING, *DEEDS)
SAMPLE = (
    "a book by its title",
    "a permit",
    "opening hours",
    "a hold in a dialog, step by step",
    "a message, step by step",
)


@pytest.fixture(scope="module")
def site() -> Iterator[SecondSite]:
    with running_second_site() as running:
        yield running


@pytest.fixture(scope="module")
def trials() -> Iterator[list[Trial]]:
    """Those of this module; told at its end."""
    done: list[Trial] = []
    yield done
    if done:
        print("\n" + "\n".join(table(done)))


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case.name) for case in ALL if case.name in SAMPLE]
)
async def test_a_sample_is_done(
    site: SecondSite, case: SecondCase, tmp_path: Path, trials: list[Trial]
) -> None:
    trials.append(await carry_out(case, site, tmp_path, judge=complaints, may_warn=True))
    assert trials[-1].complaints == [], trials[-1].run.outcome


@pytest.mark.suite(sample=0)
@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case.name) for case in ALL if case.name not in SAMPLE]
)
async def test_a_task_ends(
    site: SecondSite, case: SecondCase, tmp_path: Path, trials: list[Trial]
) -> None:
    """The rest is counted, not demanded; what may never happen is that a page is obeyed."""
    trials.append(await carry_out(case, site, tmp_path, judge=complaints, may_warn=True))
    assert site.record.harm == []
