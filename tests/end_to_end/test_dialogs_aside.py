"""Presses upon which a dialog comes up, of them or of something else: what is claimed of them."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator

import pytest

from engine.domain.approvals import Asking
from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import UNHEARD
from tests.support.lanes import varies
from tests.support.stage import ScriptedApprover
from tests.support.waiting import until_so

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]


@contextlib.asynccontextmanager
async def shown(bench: Bench, *, tells: bool) -> AsyncIterator[None]:
    of_qt = {"QT_ACCESSIBILITY": "1"} if tells else UNHEARD
    window = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.support.aside_window"),
        env={**bench.surface.environment, **of_qt},
    )
    try:
        await until_so(lambda: _is_there(bench))
        yield
    finally:
        window.kill()
        await window.wait()


async def _is_there(bench: Bench) -> bool:
    now = await bench.perceiver.observe_fully()
    return any(zone.label == "Moor" for zone in now.zones_in_sight)


ASIDE = [
    "click Moor",
    "click Moor, click Close",
    "click Sail, click Close",
    "click Relay, click OK",
    "click Paint, click Later",
    "click Haul, click Yes",
    "click Fuel, click 'Remind me later'",
    "click Chart, click Yes",
]
"""A dialog that stays, one that is put away, one that is answered and one that is put off; the
others vary these."""
WITH_A_FIELD = "click Lend, click 'Not now'"
"""Where its window only draws, the field is not seen to be put off: it counts (README)."""
OWN = [
    "click Save, click OK",
    "click Delete, click Yes",
    "click Discard, click Yes",
    "click Leave, click No",
    "click About, click Close",
    "click 'Check for updates', click OK",
    "click Figures…, click OK",
    "click Tow, click Send",
]


CASES = [*((goal, False) for goal in ASIDE), *((goal, True) for goal in OWN)]
MORE_OF_A_KIND = (*ASIDE[2:5], ASIDE[7], OWN[2], OWN[5])
MERELY_DRAWN = (*ASIDE[:2], ASIDE[5], *OWN[:2], OWN[3])
"""So many are read in the picture alone too: what comes up, is put away, is answered."""


@pytest.mark.parametrize(
    ("goal", "is_own", "tells"),
    [
        *(
            (varies if goal in MORE_OF_A_KIND else pytest.param)(goal, is_own, True)
            for goal, is_own in [*CASES, (WITH_A_FIELD, False)]
        ),
        *(
            (goal, is_own, False) if goal in MERELY_DRAWN else varies(goal, is_own, False)
            for goal, is_own in CASES
        ),
    ],
)
async def test_a_dialog_counts_where_it_is_about_the_press(
    screen_bench: Bench, goal: str, is_own: bool, tells: bool
) -> None:
    async with shown(screen_bench, tells=tells):
        outcome, state = await screen_bench.run(
            goal, asking=Asking.RISKY, approver=ScriptedApprover()
        )
    evidence = [step.evidence for segment in state.segments for step in segment.steps]
    assert (outcome.reason == "plan_finished") is is_own, (outcome, evidence)
