"""Task suites on the test site: one run in a browser a case, judged by what arrived there.

``-s`` shows the table of steps, calls and seconds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from app.thinkers import Thinkers
from tests.suites.web_cases import LOOKING, WebCase
from tests.suites.web_deeds import DEEDS
from tests.suites.web_trial import Trial, carry_out, table
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.shared_browser import IN_ONE_BROWSER
from tests.support.site import Site, running_site
from tests.support.thinker_sources import at
from tests.support.web_prompt_planner import answer

pytestmark = [pytest.mark.end_to_end, pytest.mark.suite, *IN_ONE_BROWSER]


def cases(table: tuple[WebCase, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in table])


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as running:
        yield running


@pytest.fixture(scope="module")
def trials() -> Iterator[list[Trial]]:
    """Those of this module; told at its end."""
    done: list[Trial] = []
    yield done
    if done:
        print("\n" + "\n".join(table(done)))


@pytest_asyncio.fixture(loop_scope="session")
async def model() -> AsyncIterator[Thinkers]:
    async with ScriptedEndpoint(answer) as endpoint:
        yield at(endpoint, context_tokens=16_000)  # a page fits: of less, rows are left out


@cases(LOOKING)
async def test_looking(site: Site, case: WebCase, tmp_path: Path, trials: list[Trial]) -> None:
    await judge(site, case, tmp_path, trials)


@cases(DEEDS)
async def test_doing(site: Site, case: WebCase, tmp_path: Path, trials: list[Trial]) -> None:
    await judge(site, case, tmp_path, trials)


# what a list had on earlier pages stands in reasons, of which a prompt tells but the beginning
BY_A_MODEL = tuple(each for each in (*LOOKING, *DEEDS) if "over its pages" not in each.name)


@cases(BY_A_MODEL)
async def test_by_a_model_behind_an_endpoint(
    site: Site, case: WebCase, tmp_path: Path, trials: list[Trial], model: Thinkers
) -> None:
    await judge(site, case, tmp_path, trials, model)


async def judge(
    site: Site, case: WebCase, folder: Path, trials: list[Trial], thinkers: Thinkers | None = None
) -> None:
    trials.append(await carry_out(case, site, folder, thinkers))
    assert trials[-1].complaints == [], trials[-1].run.outcome
