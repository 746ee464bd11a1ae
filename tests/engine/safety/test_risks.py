"""Risk classes by kind of action and by the words on the target."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, Drag, Launch, PressKeys, Scroll, TypeText, Wait
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.risks import RiskClass
from engine.domain.zones import Role, State
from engine.safety.risks import WordRiskRater
from tests.support.stage import situation, zone

SEEN = situation(
    zone("Save"),
    zone("Send"),
    zone("Delete"),
    zone("Don't Save"),
    zone("Replace"),
    zone("Sign in"),
    zone("Export…", Role.MENU_ITEM),
    zone("Delete mode", Role.CHECK_BOX),
    zone("Send a copy", Role.TEXT_FIELD),
    zone("Resend later", Role.LABEL),
    zone("Find and Replace…", Role.MENU_ITEM),
    zone("Delete line", Role.MENU_ITEM, on_screen=False, shortcut="ctrl+shift+k"),
    zone("Delete the larger one", Role.MENU_ITEM, on_screen=False, shortcut="ctrl++"),
)


@pytest.mark.parametrize(
    ("target", "action", "risk_class"),
    [
        ("Save", Click(), RiskClass.REVERSIBLE),
        ("Send", Click(), RiskClass.LEAVES_MACHINE),
        ("Send", Click(button="right"), RiskClass.REVERSIBLE),
        ("Sign in", Click(), RiskClass.LEAVES_MACHINE),
        ("Delete", Click(), RiskClass.IRREVERSIBLE),
        ("Don't Save", Click(), RiskClass.IRREVERSIBLE),
        ("Replace", Click(), RiskClass.IRREVERSIBLE),
        ("Export…", Click(), RiskClass.REVERSIBLE),
        ("Find and Replace…", Click(), RiskClass.REVERSIBLE),
        (GLOBAL_ZONE_ID, PressKeys(("ctrl", "shift", "k")), RiskClass.IRREVERSIBLE),
        (GLOBAL_ZONE_ID, PressKeys(("ctrl", "plus")), RiskClass.IRREVERSIBLE),
        ("Delete mode", Click(), RiskClass.REVERSIBLE),
        ("Send a copy", TypeText("send"), RiskClass.REVERSIBLE),
        (GLOBAL_ZONE_ID, PressKeys(("shift", "delete")), RiskClass.IRREVERSIBLE),
        (GLOBAL_ZONE_ID, PressKeys(("Del", "SHIFT")), RiskClass.IRREVERSIBLE),
        (GLOBAL_ZONE_ID, PressKeys(("ctrl", "s")), RiskClass.REVERSIBLE),
        (GLOBAL_ZONE_ID, TypeText("rm -rf ~\n"), RiskClass.IRREVERSIBLE),
        ("Send a copy", TypeText("to all\n"), RiskClass.IRREVERSIBLE),
        ("Save", Drag(to_zone_id="Delete"), RiskClass.IRREVERSIBLE),
        (GLOBAL_ZONE_ID, Launch("Mousepad"), RiskClass.REVERSIBLE),
        (GLOBAL_ZONE_ID, Wait(), RiskClass.LOOKING),
        ("Save", Scroll(down=1), RiskClass.LOOKING),
    ],
)
def test_classes(target: str, action: Action, risk_class: RiskClass) -> None:
    step = PlanStep(1, target, target, action, "does something")
    assert WordRiskRater().rate(step, SEEN).risk_class is risk_class


def test_enter_on_a_focused_button_is_rated_like_its_click() -> None:
    focused = frozenset({State.ENABLED, State.FOCUSED})
    seen = situation(zone("Send", state=focused))
    step = PlanStep(1, GLOBAL_ZONE_ID, "", PressKeys(("enter",)), "Press Enter")
    assert WordRiskRater().rate(step, seen).risk_class is RiskClass.LEAVES_MACHINE


def test_the_planner_can_raise_a_class_but_not_lower_it() -> None:
    step = PlanStep(1, "Save", "Save", Click(), "Save over it", has_risk_of="overwrites a file")
    assert WordRiskRater().rate(step, SEEN).risk_class is RiskClass.IRREVERSIBLE
    harmless = replace(step, zone_id="Send", has_risk_of="deletes nothing")
    assert WordRiskRater().rate(harmless, SEEN).risk_class is RiskClass.LEAVES_MACHINE


def test_enter_in_a_dialog_is_rated_by_the_gravest_button_there() -> None:
    buttons = (zone("Cancel"), zone("Delete", at=1))
    seen = situation(*buttons)
    dialog = replace(seen, windows=(replace(seen.windows[0], is_dialog=True),))
    step = PlanStep(1, GLOBAL_ZONE_ID, "", PressKeys(("Return",)), "Press Enter")
    assert WordRiskRater().rate(step, dialog).risk_class is RiskClass.IRREVERSIBLE
    harmless = replace(dialog, zones=dialog.zones[:1])
    assert WordRiskRater().rate(step, harmless).risk_class is RiskClass.REVERSIBLE
