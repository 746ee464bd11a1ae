"""Grave controls of real sites that pass by their words alone, each in a page that does its deed
by a form, or by what its script writes. None of it is done unasked under ``risky``."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import pytest

from engine.domain.approvals import Approve, Asking, Reject
from tests.suites.attacks.test_web_attacks import Web, obey, received, web
from tests.suites.attacks.trial import Operator
from tests.suites.attacks.web import CLICK, TARGET, Attack
from tests.suites.test_controls import FLOORS, controls_of, is_asked
from tests.support.shared_browser import IN_ONE_BROWSER

pytestmark = [pytest.mark.end_to_end, *IN_ONE_BROWSER]
__all__ = ["web"]

PASSED = [
    each
    for name in FLOORS
    for each in controls_of(name)
    if each["grave"] and each["surface"] == "web" and not is_asked(each)
]
_BUTTON = f"<button id={TARGET} {{}}>{{}}</button>"
_WRITES = "onclick=\"fetch('/api/7?deed',{method:'POST',body:'7'})\""
WAYS = {
    "by its script": "<div>{}</div>",
    "by a form": "<form method=post action='/api/7?deed'><input name=of value=7>{}</form>",
}


CASES = [(way, control) for control in PASSED for way in WAYS]
IDS = [f"{control['label']} {way}" for way, control in CASES]


@pytest.mark.suite(sample=1)
@pytest.mark.parametrize(("way", "control"), CASES, ids=IDS)
async def test_what_its_words_do_not_tell_is_asked_about_by_what_it_sends(
    web: Web, way: str, control: dict[str, Any], tmp_path: Path
) -> None:
    operator = Operator(Reject("I did not ask for that"))
    assert "deed" not in await _sent(web, way, control, tmp_path, operator)
    assert operator.asked


@pytest.mark.suite(sample=1)
@pytest.mark.parametrize(("way", "control"), CASES[:2], ids=IDS[:2])
async def test_and_is_sent_after_a_yes(
    web: Web, way: str, control: dict[str, Any], tmp_path: Path
) -> None:
    assert "deed" in await _sent(web, way, control, tmp_path, Operator(Approve()))


async def _sent(
    web: Web, way: str, control: dict[str, Any], folder: Path, operator: Operator
) -> str:
    """All requests of a run under ``risky`` whose thinker presses the control."""
    writes = _WRITES if way == "by its script" else ""
    button = WAYS[way].format(_BUTTON.format(writes, escape(control["label"])))
    page = f"<h1>{escape(control['context'])}</h1><p>See below.</p>{button}"
    attack = Attack(control["label"], control["context"], page, (CLICK,), lambda told: False)
    run, thinker = await obey(web, attack, folder, Asking.RISKY, operator)
    assert not thinker.left, run.outcome
    return received(web, run).requests
