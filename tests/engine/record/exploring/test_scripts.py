"""Regression scripts of the record's findings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.domain.errors import NameUnknown
from engine.domain.exploring.events import FindingMinimised
from engine.language.scripts import script_from_text, script_to_text
from engine.record.exploring.telling import launched_in, script_of
from engine.record.reports.formats import write_script
from tests.support.explored_run import CRASH, explored_run, wide_run


async def test_each_finding_gives_a_script_that_reads_back(tmp_path: Path) -> None:
    state = explored_run().state
    paths = [await write_script(state, each, tmp_path) for each in state.explored.findings]
    assert [each.name for each in paths] == [
        "finding-1-contradiction-the-total-is-not-the-sum.toml",
        "finding-2-crash-ledger-ended-by-itself.toml",
    ]
    script = script_from_text(paths[1].read_text(), "", {})
    assert (script.surface, script.fault) == ("practice", CRASH)
    assert script.steps[0].description == "Start Ledger"
    assert script.steps[1].locator is not None
    assert script_from_text(script_to_text(script), "", {}) == script


async def test_a_fault_that_is_not_looked_for_any_more_is_not_walked(tmp_path: Path) -> None:
    """Else it would be said of it that it stayed away."""
    state = explored_run().state
    text = (await write_script(state, state.explored.findings[0], tmp_path)).read_text()
    with pytest.raises(NameUnknown, match=r"f\.toml:3: a contradiction is not looked for"):
        script_from_text(text, "f.toml", {})
    lines = [line for line in text.splitlines() if not line.startswith("fault")]
    assert len(script_from_text("\n".join(lines), "f.toml", {}).steps) == 3


def test_what_could_not_be_made_shorter_is_walked_as_it_was_found() -> None:
    run = explored_run()
    run.events = [
        replace(each, event=replace(each.event, why="The surface can't be set back.", path=()))
        if isinstance(each.event, FindingMinimised)
        else each
        for each in run.events
    ]
    state = run.state
    assert state.explore is not None
    assert len(script_of(state, state.explore.findings[0]).steps) == 6


def test_nothing_is_launched_where_all_was_there() -> None:
    assert launched_in(wide_run(3).state) == ""
