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
