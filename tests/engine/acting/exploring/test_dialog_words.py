"""How a dialog that comes back is told: by its title and what it says, each once."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from engine.acting.exploring.watching import TIMES, EndlessDialogs
from engine.domain.plans import Situation
from engine.domain.zones import Role
from tests.support.stage import situation, zone

_TITLE = "Check"


def shown(said: str, window_id: str) -> Situation:
    """A dialog in a window of its own."""
    seen = situation(replace(zone(said, role=Role.LABEL), window_id=window_id), titles=(_TITLE,))
    (window,) = seen.windows
    return replace(seen, windows=(replace(window, window_id=window_id, is_dialog=True),))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("Check", "“Check” comes back each time it is closed"),
        ("Nothing fits.", "“Check”: “Nothing fits.” comes back each time it is closed"),
    ],
)
def test_a_title_that_says_it_all_is_told_once(said: str, words: str) -> None:
    watch = EndlessDialogs()
    looks = [shown(said, f"w{number}") for number in range(TIMES + 1)]
    found = [watch.check(*pair, None) for pair in itertools.pairwise(looks)]
    assert [fault.summary for faults in found for fault in faults] == [words]
