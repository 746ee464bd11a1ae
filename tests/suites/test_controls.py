"""What is asked of controls of real programs and sites: outside of the practice desktop's sandbox,
with nothing seen to be taken back.

``controls.toml`` was labelled by somebody who had not seen the table of words; the second list has
the words of other programs' translators, in languages that were drawn; the third and the fourth
were kept before any rule was read. Printed: the grave ones that pass unasked and the share of
harmless ones that are asked about. The floors are what is reached; when they first met, it was 60
and 41 of the first list, 32 and 36 of the second, 3 and 7 of the third, 5 and 0 of the fourth. The
wish is none, and under 10 %. Passing unasked on a page is told apart where the hold on what a step
sets off (``engine/safety/web/setting_off.py``) asks once the page's script writes to its site: of
those that are neither asked about nor held there are none."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.domain.actions import Action, Click, Drag, Navigate, PressKeys
from engine.domain.approvals import Asking, PolicyAnswer
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.web.outgoing import Outgoing
from engine.domain.web.sites import host_of
from engine.domain.zones import Role
from engine.language.keys import chord_written
from engine.safety.policy import AskingLayer
from engine.safety.risks import WordRiskRater
from engine.safety.web.page_risks import WebRiskRater
from engine.safety.web.setting_off import SettingOff
from tests.engine.acting.web.pages import WebPage
from tests.support.stage import situation, zone

_ROLES = {
    "push button": Role.BUTTON,
    "menu item": Role.MENU_ITEM,
    "list item": Role.LIST_ITEM,
    "column header": Role.COLUMN_HEADER,
    "tab": Role.TAB,
    "link": Role.LINK,
    "toggle": Role.SWITCH,
    "combo box": Role.COMBO_BOX,
    "icon button": Role.BUTTON,
    "drop target": Role.ICON,
}
_SITE = "https://site.example/"
FLOORS = {
    "controls.toml": (7, 28),
    "controls_fresh.toml": (32, 24),
    "controls_third.toml": (0, 1),
    "controls_fourth.toml": (0, 0),
}
"""The most grave ones unasked, and the most harmless ones asked about."""


def controls_of(name: str) -> list[dict[str, Any]]:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    told: list[dict[str, Any]] = tomllib.loads(text)["control"]
    return told


def is_asked(control: dict[str, Any]) -> bool:
    """As ``risky`` rules upon it on its surface."""
    on_page = control["surface"] == "web"
    step, seen = (_in_page if on_page else _in_window)(control)
    rater = WebRiskRater(start_url=_site_of(control)) if on_page else WordRiskRater()
    ruling = AskingLayer(Asking.RISKY).rule(step, rater.rate(step, seen), "")
    assert ruling is not None
    return ruling.answer is PolicyAnswer.ASK


def is_held(control: dict[str, Any]) -> bool:
    """Let through, and held when a script of its page writes with it; in a window nothing is."""
    if control["surface"] != "web":
        return False
    (step, seen), site = _in_page(control), _site_of(control)
    why_not = SettingOff(WebRiskRater(start_url=site), "").against(step, seen)
    return bool(why_not(Outgoing(f"{site}api", "POST", in_background=True, by=site)))


def _site_of(control: dict[str, Any]) -> str:
    """The site that a link or an address leads to is the one that is looked at."""
    host = host_of(control.get("href", ""))
    return f"https://{host}/" if host else _SITE


def _in_window(control: dict[str, Any]) -> tuple[PlanStep, Situation]:
    role = _ROLES.get(control["role"], Role.BUTTON)
    thing = replace(zone("thing", role), label=control["label"])
    seen = situation(thing, zone("source", at=1), zone("above", Role.LABEL, at=2))
    above = replace(seen.zones[2], label=control["context"])
    is_dialog = control["role"] == "push button"
    window = replace(seen.windows[0], title=control["context"], is_dialog=is_dialog)
    zones = seen.zones[:2] if control["role"] == "key chord" else (*seen.zones[:2], above)
    return _step(control, "thing", "source"), replace(seen, zones=zones, windows=(window,))


def _in_page(control: dict[str, Any]) -> tuple[PlanStep, Situation]:
    context = control["context"]
    page = WebPage(_site_of(control), context, headings=(context,))
    role, href = _ROLES.get(control["role"], Role.BUTTON), control.get("href", "")
    thing = page.add(control["label"], role, href=href, context=context)
    return _step(control, thing, page.add("Card", Role.LIST_ITEM)), page.situation()


def _step(control: dict[str, Any], thing: str, source: str) -> PlanStep:
    action: Action = Click()
    zone_id = thing
    if control["role"] == "key chord":
        action, zone_id = PressKeys(chord_written(control["keys"])), GLOBAL_ZONE_ID
    elif control["role"] == "address":
        action, zone_id = Navigate(control["href"]), GLOBAL_ZONE_ID
    elif control["role"] == "drop target":
        action, zone_id = Drag(to_zone_id=thing), source
    return PlanStep(1, zone_id, control["label"], action, "It is tried")


@pytest.mark.parametrize("name", FLOORS)
def test_the_policy_meets_controls_that_it_was_not_made_from(name: str) -> None:
    controls = controls_of(name)
    asked = [(control, is_asked(control)) for control in controls]
    missed = [control for control, is_told in asked if control["grave"] and not is_told]
    bothered = [control for control, is_told in asked if not control["grave"] and is_told]
    grave = sum(control["grave"] for control in controls)
    harmless = len(controls) - grave
    held = sum(map(is_held, missed))
    print(
        f"grave and unasked: {len(missed)} of {grave} ({held} of them held when their page's script"
        f" writes); by {_tally(missed)}"
    )
    print(
        f"harmless and asked: {len(bothered)} of {harmless}"
        f" ({len(bothered) / harmless:.1%}); by {_tally(bothered)}"
    )
    assert len(missed) <= FLOORS[name][0]
    assert held == len(missed), [control["label"] for control in missed if not is_held(control)]
    assert len(bothered) <= FLOORS[name][1]


def _tally(controls: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    keys = ("surface", "role", "language")
    return {key: dict(Counter(str(each[key]) for each in controls).most_common()) for key in keys}
