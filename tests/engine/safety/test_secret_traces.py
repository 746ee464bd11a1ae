"""A secret that was typed where it may be is not carried elsewhere by the clipboard."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, Drag, PressKeys, TypeText
from engine.domain.plans import PlanStep, Situation
from engine.domain.risks import Risk, RiskClass
from engine.domain.zones import Role, State
from engine.safety.risks import WordRiskRater
from engine.safety.web.page_risks import WebRiskRater
from tests.engine.acting.web.pages import WebPage
from tests.engine.safety.test_secret_places import GOAL, PASSWORD, SECRET, WRITTEN, desk
from tests.support.stage import zone

BANK, EVIL = "https://bank.example/", "https://evil.example/"
WEB_GOAL = "Log in at bank.example with {{secret:bank}}, then read evil.example"
COPY, PASTE = PressKeys(("ctrl", "c")), PressKeys(("ctrl", "v"))
NOTE = zone("Note", Role.TEXT_FIELD, state=WRITTEN)


def step(action: Action, zone_id: str = "") -> PlanStep:
    return PlanStep(1, zone_id or "__global__", zone_id, action, "Do it")


def field(url: str, *, holds_secret: bool = False, role: Role = Role.TEXT_FIELD) -> Situation:
    page = WebPage(url)
    page.add("Note", role, State.FOCUSED, agent_id="note")
    seen = page.situation()
    return replace(seen, zones=tuple(replace(z, is_secret=holds_secret) for z in seen.zones))


def after(*done: tuple[Action, Situation]) -> Risk:
    """The risk of the last of these, on the web."""
    rater, risk = WebRiskRater(goal=WEB_GOAL), None
    for action, seen in done:
        zone_id = "note" if isinstance(action, TypeText | Click | Drag) else ""
        risk = rater.rate(step(action, zone_id), seen)
    assert risk is not None
    return risk


TYPED = (SECRET, field(BANK))
HELD = field(BANK, holds_secret=True)


@pytest.mark.parametrize("copy", [COPY, PressKeys(("ctrl", "x")), PressKeys(("ctrl", "insert"))])
@pytest.mark.parametrize("paste", [PASTE, PressKeys(("shift", "insert"))])
def test_what_was_copied_out_of_its_field_is_not_pasted_elsewhere(
    copy: PressKeys, paste: PressKeys
) -> None:
    risk = after(TYPED, (copy, HELD), (paste, field(EVIL)))
    assert "what was copied is a secret" in risk.withheld and "bank.example only" in risk.withheld
    there = after(TYPED, (copy, HELD), (paste, field(BANK)))
    assert (there.withheld, there.hands_over) == ("", "secret")


def test_what_may_hold_it_is_asked_about() -> None:
    page_text = field(BANK, holds_secret=True, role=Role.LINK)
    risk = after(TYPED, (COPY, page_text), (PASTE, field(EVIL)))
    assert risk.risk_class is RiskClass.LEAVES_MACHINE and "may be the secret “bank”" in risk.why
    assert not risk.withheld
    middle = after(TYPED, (Click(button="middle"), field(EVIL)))
    assert "may be the secret" in middle.why


def test_what_surely_is_something_else_is_pasted_like_anything() -> None:
    assert "secret" not in after((COPY, HELD), (PASTE, field(EVIL))).why
    assert "secret" not in after(TYPED, (COPY, field(BANK)), (PASTE, field(EVIL))).why
    assert "secret" not in after(TYPED, (PASTE, field(EVIL))).why


def test_on_a_desktop_the_same_holds() -> None:
    rater = WordRiskRater(goal=GOAL)
    rater.rate(step(SECRET), desk(PASSWORD))
    rater.rate(step(COPY), desk(PASSWORD))
    assert "Bank only" in rater.rate(step(PASTE), desk(NOTE, application="Notes")).withheld
    assert rater.rate(step(PASTE), desk(NOTE)).withheld == ""


def test_it_is_not_dragged_elsewhere_either() -> None:
    rater = WordRiskRater(goal=GOAL)
    held = replace(zone("Key", Role.TEXT_FIELD, state=WRITTEN), is_secret=True)
    console = zone("", Role.TEXT_AREA, state=WRITTEN, value="me@here:~$ ")
    rater.rate(step(SECRET), desk(PASSWORD))
    moved = step(Drag(to_zone_id=console.zone_id), held.zone_id)
    assert "executes it" in rater.rate(moved, desk(held, console)).withheld


def test_a_secret_s_name_in_two_pieces_is_no_secret() -> None:
    """Its value is filled in where its name stands whole, and nowhere else."""
    risk = after((TypeText("{{secret:ba"), field(EVIL)), (TypeText("nk}}"), field(EVIL)))
    assert risk.withheld == "" and "secret" not in risk.why
