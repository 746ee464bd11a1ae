"""The planted faults of the Practice app, found by free runs of the explorer without a model: each
with a path of which no step can be left out, which leads to it every time."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.choices import RunChoices
from app.settings.tables import Settings
from app.wiring import build_mode, build_session
from engine.domain.approvals import Asking
from engine.domain.exploring.limits import FaultKind
from engine.record.views.exploring.explore_view import ExploreView, FindingView
from engine.safety.gate import NobodyThere
from tests.end_to_end.conftest import Bench, opened_bench
from tests.support.thinker_sources import without_a_model

pytestmark = [pytest.mark.end_to_end, pytest.mark.suite(sample=1)]

MOST_ACTIONS, PROOFS = 200, 10
LONGEST = {FaultKind.CRASH: 4, FaultKind.HANG: 3, FaultKind.ENDLESS_DIALOG: 5}
"""Of the ways that there are without a step too many. The crash takes one step more in the order of
items: there a line must be taken out before."""
HANG_ONLY = ("Invoices", "By customer", "Open ones only")
FREE_SEED = 3


@pytest.mark.parametrize("proofs", [pytest.param(1, id="once"), pytest.param(PROOFS, id="proved")])
async def test_a_hang_is_found_where_little_is_explored(tmp_path: Path, proofs: int) -> None:
    settings = {"max_actions": 12, "only_zones": HANG_ONLY, "proofs": proofs}
    view = await explored(tmp_path, settings)
    (finding,) = view.findings
    assert finding.fault.kind is FaultKind.HANG
    assert_short_and_sure(finding, proofs)


@pytest.mark.parametrize("seed", [FREE_SEED])
@pytest.mark.suite(sample=0)
@pytest.mark.timeout(900)
async def test_a_free_run_finds_every_planted_fault(tmp_path: Path, seed: int) -> None:
    view = await explored(tmp_path, {"max_actions": MOST_ACTIONS, "seed": seed})
    assert {each.fault.kind for each in view.findings} == LONGEST.keys()
    assert len(view.findings) == len(LONGEST)
    for each in view.findings:
        assert_short_and_sure(each, PROOFS)


def assert_short_and_sure(finding: FindingView, proofs: int) -> None:
    assert finding.minimised is not None
    assert not finding.minimised.why
    assert len(finding.path) <= LONGEST[finding.fault.kind]
    assert (finding.minimised.reproduced, finding.minimised.proofs) == (proofs, proofs)


async def explored(folder: Path, explorer: dict[str, object]) -> ExploreView:
    """What a run of the explorer on the Practice app, with nobody to ask, came to."""
    settings = Settings.model_validate({"explorer": explorer})
    async with opened_bench(folder, settings) as bench:
        return await _run(bench)


async def _run(bench: Bench) -> ExploreView:
    choices = RunChoices("Practice with faults", asking=Asking.NEVER, mode="explorer")
    session, log = await build_session(
        choices,
        settings=bench.settings,
        surface=bench.surface,
        perceiver=bench.perceiver,
        approver=NobodyThere(),
        store=bench.store,
        thinkers=without_a_model(),
    )
    await session.run(build_mode(choices, bench.settings, bench.surface, bench.perceiver))
    opened = await bench.store.open_session(log.session_id)
    assert opened is not None
    assert opened.state.explore is not None
    return opened.state.explore
