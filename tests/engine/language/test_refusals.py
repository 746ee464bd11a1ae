"""What finds fault is told from what merely has such a word in it."""

from __future__ import annotations

import pytest

from engine.language.refusals import refuses


@pytest.mark.parametrize("told", ["Unknown user", "Error: unknown user", "This colour is unknown"])
def test_what_is_said_to_be_unknown_finds_fault(told: str) -> None:
    assert refuses(told)


@pytest.mark.parametrize("told", ["Created By Unknown", "Type Folder Modified By Unknown 2026"])
def test_a_value_that_nobody_knows_finds_none(told: str) -> None:
    assert not refuses(told)


def test_that_none_failed_finds_no_fault() -> None:
    assert not refuses("Finished: 3 sent, 0 failed, no errors, nobody was left out.")
    assert refuses("10 failed")
    assert refuses("Finished: 3 sent, 1 failed, no errors.")
    assert refuses("Title must be filled in")
