"""Actions on real applications, taken back: what the engine claims is held to an oracle."""

from __future__ import annotations

import pytest

from engine.domain.risks import Degree
from tests.end_to_end.conftest import Bench
from tests.suites.reversal_cases import IRREVERSIBLE, REVERSIBLE
from tests.suites.reversal_trial import Conductor, Trial, Verdict

pytestmark = [pytest.mark.end_to_end, pytest.mark.suite]


@pytest.fixture
def bench(own_bench: Bench) -> Bench:
    return own_bench


def trials(table: tuple[Trial, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("trial", [pytest.param(each, id=each.name) for each in table])


@trials(REVERSIBLE)
async def test_what_can_be_taken_back_is_back(bench: Bench, trial: Trial) -> None:
    finding = await Conductor(bench, trial).conduct()
    assert await bench.suspicions() == []
    assert finding.effect, "the action did nothing that the oracle sees"
    assert Degree.IRREVERSIBLE not in finding.declared
    assert finding.asked == (), "a way back needed a yes"
    assert finding.verdict is trial.verdict, (finding.told, finding.found)


@trials(IRREVERSIBLE)
async def test_what_can_not_be_taken_back_is_declared(bench: Bench, trial: Trial) -> None:
    finding = await Conductor(bench, trial).conduct()
    assert await bench.suspicions() == []
    assert finding.effect, "the action did nothing that the oracle sees"
    assert finding.asked == (), "a way back needed a yes"
    assert finding.verdict is Verdict.DECLARED, (finding.declared, finding.told, finding.found)
