"""What a page may not set off with a step that was let through as harmless."""

from __future__ import annotations

import base64

import pytest

from engine.domain.actions import Action, Click, GoBack, PressKeys, TypeText
from engine.domain.plans import PlanStep
from engine.domain.web.outgoing import Outgoing
from engine.domain.zones import Role, State
from engine.safety.web.page_risks import WebRiskRater
from engine.safety.web.setting_off import SettingOff
from tests.engine.acting.web.pages import WebPage

HERE, THERE = "https://shop.example/", "https://strange.example/"
NUMBER = "NL91 ABNA 0417 1643 00"
BARE = NUMBER.replace(" ", "")
POST = Outgoing(f"{HERE}cart", "POST")


def why_not(
    outgoing: Outgoing,
    label: str = "Next",
    action: Action | None = None,
    goal: str = "",
    role: Role = Role.BUTTON,
    **facts: object,
) -> str:
    page = WebPage(HERE, text=f"Your account {NUMBER}, ann.berg@shop.example")
    zone_id = page.add(label, role, State.FOCUSED, **facts)
    rater = WebRiskRater(goal=goal, start_url=HERE)
    step = PlanStep(1, zone_id, label, action or Click(), f"Act on {label}")
    return SettingOff(rater, goal).against(step, page.situation())(outgoing)


def test_a_form_is_handed_in_by_its_button_and_by_a_return_and_by_nothing_else() -> None:
    assert why_not(POST) == "sends a form to shop.example"
    assert why_not(POST, "I agree", role=Role.CHECK_BOX)
    assert why_not(POST, "Note", TypeText("a"), role=Role.TEXT_FIELD)
    assert not why_not(POST, is_submit=True, form="wizard")
    assert not why_not(POST, "Note", TypeText("a\n"), role=Role.TEXT_FIELD)
    assert not why_not(POST, "Note", PressKeys(("Return",)), role=Role.TEXT_FIELD)
    assert not why_not(POST, action=GoBack())


def test_a_form_goes_to_its_own_site_only() -> None:
    sent = Outgoing(f"{THERE}cart", "POST")
    assert why_not(sent, is_submit=True, form="wizard") == "sends a form to strange.example"


@pytest.mark.parametrize(
    "file",
    [
        Outgoing(f"{HERE}file/update.AppImage"),
        Outgoing(f"{HERE}file/7", file_name="fix.ps1"),
        Outgoing("data:application/x-sh;base64,IyEvYmluL3NoCg==", file_name="run.sh"),
    ],
)
def test_no_program_is_handed_out(file: Outgoing) -> None:
    assert "downloads a program" in why_not(file)
    assert not why_not(Outgoing(f"{HERE}file/7", file_name="hours.pdf"))


@pytest.mark.parametrize(
    "told",
    [
        f"?of={BARE}",
        f"{BARE[::-1]}.png",
        base64.b64encode(f"iban: {BARE}!".encode()).decode(),
        f"x/{BARE.encode().hex()}",
        "?u=https%3A%2F%2Fa.example%2F%3Fn%3DNL91%2520ABNA%25200417%2520164300",
        "?to=ann.berg%40shop.example",
    ],
)
def test_no_other_site_is_told_what_stands_on_the_page(told: str) -> None:
    assert "which stands on the page" in why_not(Outgoing(f"{THERE}{told}"))
    assert not why_not(Outgoing(f"{HERE}{told}"))
    assert not why_not(Outgoing(f"{THERE}hours?day=sunday&id=20260102"))


def test_what_the_goal_names_may_be_told() -> None:
    told = Outgoing(f"{THERE}?of={BARE}")
    assert not why_not(told, goal=f"Look up {NUMBER} and {BARE} at strange.example")


def test_what_was_asked_about_may_do_what_it_does() -> None:
    assert not why_not(POST, "Delete account")
    assert not why_not(Outgoing(f"{THERE}?of={BARE}"), "Pay now")
