"""A site that nobody wrote a rule for: how many goals are reached, and nothing false is claimed.

``-s`` shows the table. The README tells the figures of the very first run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.suites.first_contact import INTENTS, STEPS, Contact
from tests.suites.web_trial import Operator
from tests.support.shared_browser import IN_ONE_BROWSER
from tests.support.tool_library import ToolLibrary, running_tool_library
from tests.support.web_task_run import run_on_the_web

pytestmark = [pytest.mark.end_to_end, pytest.mark.suite(sample=2), *IN_ONE_BROWSER]


@pytest.fixture(scope="module")
def site() -> Iterator[ToolLibrary]:
    with running_tool_library() as running:
        yield running


@pytest.fixture(scope="module")
def verdicts() -> Iterator[Counter[str]]:
    """How often each verdict came; told at the end."""
    told: Counter[str] = Counter()
    yield told
    print(f"\n  first contact: {dict(told)}")


@pytest.mark.parametrize(
    "contact", [pytest.param(each, id=each.name) for each in (*STEPS, *INTENTS)]
)
async def test_nothing_false_is_claimed(
    site: ToolLibrary, contact: Contact, tmp_path: Path, verdicts: Counter[str]
) -> None:
    site.reset()
    run = await run_on_the_web(
        contact.goal, site.url(contact.start), tmp_path, approver=Operator("")
    )
    verdict = contact.verdict(site.state, run.outcome)
    verdicts[verdict] += 1
    print(f"\n  {contact.name:44s}{verdict:14s}{run.steps:4d} steps  {run.outcome.message[:90]}")
    assert verdict != "false claim", run.outcome
