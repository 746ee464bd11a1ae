"""The decision after each local action, question by question in the document's order."""

from __future__ import annotations

import pytest

from engine.domain.local_planning import DecisionInputs, LocalDecisionKind
from engine.modes.local_trail import decide

RETAIN, EXPLORE, REVERT, CANCEL = (
    LocalDecisionKind.RETAIN,
    LocalDecisionKind.EXPLORE,
    LocalDecisionKind.REVERT,
    LocalDecisionKind.CANCEL,
)

TABLE = [
    # progress alone
    (DecisionInputs(2.0, 3.5), RETAIN),
    (DecisionInputs(2.0, 2.6), RETAIN),
    (DecisionInputs(2.0, 2.5), RETAIN),
    (DecisionInputs(2.0, 2.1), RETAIN),
    (DecisionInputs(2.0, 2.0), REVERT),
    (DecisionInputs(3.5, 2.0), REVERT),
    # options that are left are explored before anything is taken back
    (DecisionInputs(4.0, 3.0, untried=2, option_count=2), EXPLORE),
    (DecisionInputs(3.0, 3.0, untried=1, option_count=2), EXPLORE),
    (DecisionInputs(3.0, 1.0, untried=0, option_count=2), REVERT),
    # progress comes before options
    (DecisionInputs(2.0, 2.1, untried=2, option_count=2), RETAIN),
    # reasons to give up come before everything else, in this order
    (DecisionInputs(2.0, 9.0, visits=3), CANCEL),
    (DecisionInputs(2.0, 9.0, visits=4), CANCEL),
    (DecisionInputs(2.0, 3.0, visits=2), RETAIN),
    (DecisionInputs(4.0, 3.0, regressions=3, untried=2, option_count=2), CANCEL),
    (DecisionInputs(4.0, 3.0, regressions=2, untried=2, option_count=2), EXPLORE),
    (DecisionInputs(2.0, 9.0, is_reachable=False), CANCEL),
    (DecisionInputs(2.0, 1.0, is_reachable=False, untried=1, option_count=1), CANCEL),
]


@pytest.mark.parametrize(("inputs", "kind"), TABLE)
def test_the_table_of_decisions(inputs: DecisionInputs, kind: LocalDecisionKind) -> None:
    assert decide(inputs).kind is kind


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        (DecisionInputs(2.0, 3.5), "2.0 → 3.5"),
        (DecisionInputs(2.0, 2.0, visits=3), "reached 3 times"),
        (DecisionInputs(2.0, 1.0, visits=3, regressions=3), "circles"),
        (DecisionInputs(2.0, 1.0, regressions=3, is_reachable=False), "further away"),
        (DecisionInputs(2.0, 2.0, is_reachable=False, why_unreachable="no such page"), "no such"),
        (DecisionInputs(2.0, 2.0, untried=1, option_count=2), "1 of 2 options untried"),
        (DecisionInputs(2.0, 2.0, option_count=2), "all 2 options were tried"),
    ],
)
def test_the_reason_is_in_words_and_names_the_first_that_counts(
    inputs: DecisionInputs, words: str
) -> None:
    assert words in decide(inputs).reason
