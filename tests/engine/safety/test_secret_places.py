"""A secret goes where the goal names it, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Launch, Navigate, PressKeys, Search, TypeText
from engine.domain.approvals import Asking, PolicyAnswer
from engine.domain.plans import GLOBAL_ZONE_ID, Application, PlanStep, Situation
from engine.domain.risks import RiskClass
from engine.domain.zones import Role, State, Zone
from engine.safety.policy import AskingLayer, BoundsLayer, LayeredPolicy
from engine.safety.risks import WordRiskRater
from engine.safety.secret_places import place_of_secret
from engine.safety.web.page_risks import WebRiskRater
from tests.engine.acting.web.pages import WebPage
from tests.support.stage import situation, zone

WRITTEN = frozenset({State.ENABLED, State.FOCUSED, State.EDITABLE})
PASSWORD = zone("Password", Role.PASSWORD_FIELD, state=WRITTEN)
EVIL = "https://evil.example/"
SECRET = TypeText("{{secret:bank}}")
GOAL = "Open Bank and type {{secret:bank}} into Password"


def desk(*zones: Zone, application: str = "Bank") -> Situation:
    now = situation(*zones)
    windows = tuple(replace(each, application=application) for each in now.windows)
    return replace(now, windows=windows, applications=(Application("Bank"), Application("Notes")))


def why(action: Action, *zones: Zone, goal: str = GOAL, application: str = "Bank") -> str:
    return place_of_secret(action, None, desk(*zones, application=application), goal).withheld


def test_it_goes_into_the_field_of_the_program_that_the_goal_names() -> None:
    assert why(SECRET, PASSWORD) == ""
    assert why(TypeText("no secret"), goal="") == ""


@pytest.mark.parametrize(("action", "given"), [(SECRET, "secret"), (TypeText("plain"), "")])
def test_that_it_is_given_away_is_told_with_the_risk(action: Action, given: str) -> None:
    step = PlanStep(1, "Password", "Password", action, "Type it")
    assert WordRiskRater(goal=GOAL).rate(step, desk(PASSWORD)).hands_over == given


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
    assert "for Bank only" in why(SECRET, PASSWORD, application="Notes")


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
    ruling = LayeredPolicy([BoundsLayer(), AskingLayer(asking)]).rule(step, risk)
    assert ruling.answer is PolicyAnswer.DENY and ruling.layer == "secrets"


@pytest.mark.parametrize("application", ["Notes", "Password Safe", "Bank of Evil", "Open Office"])
def test_a_program_is_known_by_its_whole_name_and_not_by_its_title(application: str) -> None:
    now = desk(PASSWORD, application=application)
    now = replace(now, windows=tuple(replace(each, title="Bank") for each in now.windows))
    assert "for Bank only" in place_of_secret(SECRET, None, now, GOAL).withheld


@pytest.mark.parametrize(
    ("goal", "notes"),
    [
        ("Open Notes, then in Bank type {{secret:bank}} into Password", "withheld"),
        ("Open Bank, open Notes, type {{secret:bank}} into Password", "given"),
        ("Type {{secret:bank}} into Bank and {{secret:other}} into Notes", "withheld"),
        ("In Bank or Notes, type {{secret:bank}}", "asked"),
        ("Type {{secret:bank}} from Bank to Notes", "asked"),
        ("Log in at bank.example with {{secret:bank}}", "asked"),
        ("In Notes log in at bank.example with {{secret:bank}}", "asked"),
    ],
)
def test_each_secret_has_the_program_of_its_own_clause_or_of_the_one_before(
    goal: str, notes: str
) -> None:
    told = place_of_secret(SECRET, None, desk(PASSWORD, application="Notes"), goal)
    says = "withheld" if told.withheld else "asked" if told.asked else "given"
    assert says == notes


def test_it_goes_into_nothing_that_executes_what_is_written() -> None:
    log = zone("Log", Role.TEXT_AREA, state=WRITTEN)
    now = desk(log)
    kept = replace(now, windows=tuple(replace(w, keeps_terminal=True) for w in now.windows))
    console = zone("", Role.TEXT_AREA, state=WRITTEN, value="me@here:~$ ")
    for seen, told in ((kept, "runs on a terminal"), (desk(console), "is a console")):
        for field in seen.zones:
            assert told in place_of_secret(SECRET, field, seen, GOAL).withheld


@pytest.mark.parametrize(
    ("url", "is_meant"),
    [
        ("https://bank.example/login", True),
        ("https://www.bank.example/login", True),
        ("https://login.bank.example/", True),
        ("http://bank.example/login", False),
        ("https://example/", False),
        ("https://bank.example.evil.example/login", False),
        ("https://notbank.example/login", False),
        ("https://bank.example@evil.example/login", False),
        ("https://xn--bnk-5cd.example/login", False),
        ("https://evil.example/bank.example", False),
        ("file:///bank.example", False),
        ("data:text/html,bank.example", False),
        ("about:blank", False),
    ],
)
def test_on_the_web_it_goes_to_the_site_that_the_goal_names(url: str, is_meant: bool) -> None:
    assert (withheld_at(url) == "") is is_meant


@pytest.mark.parametrize(
    ("frame_url", "is_meant"),
    [
        ("https://pay.bank.example/", True),
        ("about:srcdoc", True),
        ("https://evil.example/", False),
        ("http://bank.example/", False),
        ("data:text/html,x", False),
    ],
)
def test_a_frame_of_another_site_is_not_the_site(frame_url: str, is_meant: bool) -> None:
    assert (withheld_at("https://bank.example/", frame_url) == "") is is_meant


def test_the_site_in_a_page_of_another_one_is_not_meant_either() -> None:
    assert "evil.example" in withheld_at("https://evil.example/", "https://bank.example/")


@pytest.mark.parametrize(
    ("goal", "url", "start_url", "is_meant"),
    [
        ("Log in at http://bank.example with {{secret:bank}}", "http://bank.example/", "", True),
        ("Log in at 127.0.0.1:80 with {{secret:bank}}", "http://127.0.0.1:8080/", "", False),
        ("Log in at localhost with {{secret:bank}}", "http://localhost:8080/", "", True),
        ("Log in with {{secret:bank}}", "https://bank.example/", "https://bank.example/a", True),
        ("Log in with {{secret:bank}}", "https://evil.example/", "https://bank.example/a", False),
        ("Log in with {{secret:bank}}", "http://bank.example/", "https://bank.example/a", False),
        ("Log in with {{secret:bank}}", "http://127.0.0.1:8/", "http://127.0.0.1:9/", False),
        ("Read evil.example, then log in at bank.example with {{secret:bank}}", EVIL, "", False),
        ("Log in at bank.example with {{secret:bank}} and at evil.example", EVIL, "", False),
        ("Log in at login.bank.example with {{secret:bank}}", "https://bank.example/", "", False),
        ("Log in at b\u00e4bank.example with {{secret:bank}}", "https://bank.example/", "", False),
    ],
)
def test_scheme_port_clause_and_first_page_say_which_site(
    goal: str, url: str, start_url: str, is_meant: bool
) -> None:
    assert (withheld_at(url, goal=goal, start_url=start_url) == "") is is_meant


def test_a_first_use_that_no_site_is_named_for_is_asked_about_with_its_place() -> None:
    here = WebPage("https://any.example/")
    field = here.add("Password", Role.PASSWORD_FIELD)
    step = PlanStep(1, field, "Password", SECRET, "Type the secret")
    risk = WebRiskRater(goal="Log in with {{secret:bank}}").rate(step, here.situation())
    assert risk.risk_class is RiskClass.LEAVES_MACHINE and "any.example" in risk.why
    answers = {
        asking: LayeredPolicy([BoundsLayer(), AskingLayer(asking)]).rule(step, risk).answer
        for asking in Asking
    }
    assert answers[Asking.RISKY] is PolicyAnswer.ASK
    assert answers[Asking.NEVER] is PolicyAnswer.DENY


def withheld_at(
    url: str,
    frame_url: str = "",
    *,
    goal: str = "Log in at bank.example with {{secret:bank}}",
    start_url: str = "",
) -> str:
    here = WebPage(url)
    field = here.add("Password", Role.PASSWORD_FIELD, frame_url=frame_url)
    step = PlanStep(1, field, "Password", SECRET, "Type the secret")
    return WebRiskRater(goal=goal, start_url=start_url).rate(step, here.situation()).withheld
