"""A secret goes where the goal names it, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Launch, Navigate, PressKeys, Search, TypeText
from engine.domain.approvals import Asking, PolicyAnswer
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.risks import RiskClass
from engine.domain.situation import Application, Situation
from engine.domain.zones import Role, State, Zone
from engine.safety.policy import AskingLayer, LayeredPolicy, SecretLayer
from engine.safety.risks import WordRiskRater
from engine.safety.secret_places import why_withheld
from engine.safety.web.page_risks import WebRiskRater
from tests.engine.acting.web.pages import WebPage
from tests.support.stage import situation, zone

WRITTEN = frozenset({State.ENABLED, State.FOCUSED, State.EDITABLE})
PASSWORD = zone("Password", Role.PASSWORD_FIELD, state=WRITTEN)
SECRET = TypeText("{{secret:bank}}")
GOAL = "Open Bank and type {{secret:bank}} into Password"


def desk(*zones: Zone, application: str = "Bank") -> Situation:
    now = situation(*zones)
    windows = tuple(replace(each, application=application) for each in now.windows)
    return replace(now, windows=windows, applications=(Application("Bank"), Application("Notes")))


def why(action: Action, *zones: Zone, goal: str = GOAL, application: str = "Bank") -> str:
    return why_withheld(action, None, desk(*zones, application=application), goal)


def test_it_goes_into_the_field_of_the_program_that_the_goal_names() -> None:
    assert why(SECRET, PASSWORD) == ""
    assert why(TypeText("no secret"), goal="") == ""


@pytest.mark.parametrize("written", ["{{secret:mail}}", "{{ Secret : mail }}", "a {{secret:mail}}"])
def test_one_that_the_goal_does_not_name_goes_nowhere(written: str) -> None:
    assert "does not name the secret “mail”" in why(TypeText(written), PASSWORD)


@pytest.mark.parametrize(
    "action",
    [
        PressKeys(tuple("{{secret:bank}}")),
        Navigate("https://bank.example/?k={{secret:bank}}"),
        Search("{{secret:bank}}"),
        Launch("{{secret:bank}}"),
    ],
    ids=lambda each: each.kind,
)
def test_it_is_typed_into_a_field_and_goes_nowhere_else(action: Action) -> None:
    assert "typed into a field" in why(action, PASSWORD)


def test_it_goes_into_nothing_that_takes_no_text_or_tells_nothing() -> None:
    assert "takes no text" in why(
        SECRET, zone("Log", Role.TEXT_AREA, state=WRITTEN - {State.EDITABLE})
    )
    assert "nobody can tell" in why(SECRET)


def test_it_goes_into_no_other_program() -> None:
    assert "gives it to Bank" in why(SECRET, PASSWORD, application="Notes")


def test_where_the_goal_names_no_program_it_is_asked_about() -> None:
    goal = "Type {{secret:bank}} into Password"
    assert why(SECRET, PASSWORD, goal=goal) == ""
    step = PlanStep(1, GLOBAL_ZONE_ID, "", SECRET, "Type the secret")
    risk = WordRiskRater(goal=goal).rate(step, desk(PASSWORD))
    assert risk.risk_class is RiskClass.LEAVES_MACHINE


@pytest.mark.parametrize("asking", list(Asking))
def test_nobody_is_asked_about_another_place(asking: Asking) -> None:
    step = PlanStep(1, GLOBAL_ZONE_ID, "", TypeText("{{secret:mail}}"), "Type the secret")
    risk = WordRiskRater(goal=GOAL).rate(step, desk(PASSWORD))
    ruling = LayeredPolicy([SecretLayer(), AskingLayer(asking)]).rule(step, risk)
    assert ruling.answer is PolicyAnswer.DENY and ruling.layer == "secrets"


@pytest.mark.parametrize(
    ("url", "is_meant"),
    [
        ("https://bank.example/login", True),
        ("https://www.bank.example/login", True),
        ("https://bank.example.evil.example/login", False),
        ("https://xn--bnk-5cd.example/login", False),
        ("https://evil.example/bank.example", False),
    ],
)
def test_on_the_web_it_goes_to_the_site_that_the_goal_names(url: str, is_meant: bool) -> None:
    here = WebPage(url)
    field = here.add("Password", Role.PASSWORD_FIELD)
    seen = here.situation()
    rater = WebRiskRater(goal="Log in at bank.example with {{secret:bank}}")
    step = PlanStep(1, field, "Password", SECRET, "Type the secret")
    assert (rater.rate(step, seen).withheld == "") is is_meant
