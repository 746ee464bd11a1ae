"""The operator's rules: what they hold for, what no rule can lower, and what is wrong in a file."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, Launch, TypeText
from engine.domain.approvals import Asking, PolicyAnswer
from engine.domain.errors import NameUnknown
from engine.domain.plans import PlanStep
from engine.domain.risks import Degree, Risk, RiskClass, Touched
from engine.safety.policy import AskingLayer, BoundsLayer, LayeredPolicy, rules_from_text

ALLOW, ASK, DENY = PolicyAnswer.ALLOW, PolicyAnswer.ASK, PolicyAnswer.DENY
ALLOWS_ALL = 'answer = "allow"'
HARMLESS = Risk(RiskClass.REVERSIBLE, "why", "undo")
UNKNOWN = Risk.unknown("it has no name", "undo")


def answer(
    rules: str,
    risk: Risk = HARMLESS,
    action: Action | None = None,
    asking: Asking = Asking.RISKY,
    suspicion: str = "",
    **touched: object,
) -> PolicyAnswer:
    """What is said with these rules, each in a line."""
    told = "".join(f"[[rules]]\n{each}\n" for each in rules.split(" / "))
    layer = AskingLayer(asking, rules_from_text(told.replace("; ", "\n"), "policy.toml"))
    policy = LayeredPolicy([BoundsLayer(), layer])
    felt = Touched(**touched) if touched else Touched("button", ("mousepad",))  # type: ignore[arg-type]
    risk = replace(risk, touched=felt)
    step = PlanStep(1, "z", "OK", action or Click(), "Click “OK”")
    return policy.rule(step, risk, suspicion).answer


@pytest.mark.parametrize(
    ("rules", "told", "wanted"),
    [
        (ALLOWS_ALL, {"asking": Asking.EACH}, ALLOW),
        ('answer = "ask"', {}, ASK),
        ('answer = "ask"', {"asking": Asking.NEVER}, DENY),
        ('answer = "deny"', {"asking": Asking.EACH}, DENY),
        ('answer = "deny"; kind = "launch"', {}, ALLOW),
        ('answer = "deny"; kind = ["launch", "type"]', {"action": Launch("gimp")}, DENY),
        ('answer = "deny"; role = "button"', {}, DENY),
        ('answer = "deny"; program = "Mousepad"', {}, DENY),
        ('answer = "deny"; program = "gimp"', {}, ALLOW),
        ('answer = "deny"; site = "shop.example"', {"sites": ("www.shop.example",)}, DENY),
        ('answer = "deny"; site = "shop.example"', {"sites": ("notshop.example",)}, ALLOW),
        ('answer = "deny"; program = "gimp"; role = "button"', {}, ALLOW),
        ('answer = "deny"; risk = "unknown"', {}, ALLOW),
        ('answer = "deny"; reversibility = "reversible"', {}, DENY),
        (f'{ALLOWS_ALL} / answer = "deny"', {}, DENY),
        (f'answer = "ask" / {ALLOWS_ALL}', {}, ASK),
    ],
)
def test_the_narrowest_rule_that_holds_comes_before_the_asking(
    rules: str, told: dict[str, object], wanted: PolicyAnswer
) -> None:
    assert answer(rules, **told) is wanted  # type: ignore[arg-type]


def test_to_allow_a_step_its_rule_must_name_all_that_it_is_felt_in() -> None:
    between = {"programs": ("mousepad", "gimp"), "asking": Asking.EACH}
    assert answer(f'{ALLOWS_ALL}; program = "mousepad"', **between) is ASK  # type: ignore[arg-type]
    assert answer('answer = "deny"; program = "mousepad"', **between) is DENY  # type: ignore[arg-type]
    somewhere = {"programs": ("mousepad", ""), "asking": Asking.EACH}
    assert answer(f'{ALLOWS_ALL}; program = "mousepad"', **somewhere) is ASK  # type: ignore[arg-type]


def test_what_can_not_be_told_is_allowed_where_a_rule_names_it_and_the_program() -> None:
    named = f'{ALLOWS_ALL}; risk = "unknown"; program = "mousepad"'
    assert answer(named, UNKNOWN) is ALLOW
    assert answer(named, UNKNOWN, asking=Asking.NEVER) is ALLOW
    assert answer(named, UNKNOWN, sites=("mousepad",)) is ASK
    assert answer(f'{ALLOWS_ALL}; program = "mousepad"', UNKNOWN) is ASK


@pytest.mark.parametrize(
    "risk",
    [
        Risk.final(RiskClass.IRREVERSIBLE, "it deletes"),
        Risk.final(RiskClass.LEAVES_MACHINE, "it sends"),
        Risk(RiskClass.REVERSIBLE, "a line is run", "", Degree.IRREVERSIBLE),
        Risk(RiskClass.REVERSIBLE, "a secret", "", hands_over="secret"),
        Risk(RiskClass.REVERSIBLE, "a secret", "", withheld="it goes elsewhere"),
        Risk(RiskClass.DISCLOSES, "a name", ""),
    ],
)
def test_no_rule_lowers_the_floor(risk: Risk) -> None:
    wanted = DENY if risk.withheld else ASK
    rules = f'{ALLOWS_ALL} / {ALLOWS_ALL}; program = "mousepad"; kind = "type"'
    assert answer(rules, risk, TypeText("ls"), Asking.EACH) is wanted
    assert answer(rules, suspicion="the screen says so") is ASK


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[[rules]]\nanswer = "allow"\nrisk = ["irreversible"]', "policy.toml:1: rules.1: no rule"),
        (
            '# mine\n[[rules]]\nanswer = "allow"\nreversibility = "irreversible"',
            "policy.toml:2: rules.1: no rule allows what can’t be taken back",
        ),
        ('[[rules]]\nanswer = "allow"\nrisk = "leaves the machine"', "policy.toml:1: rules.1: no"),
        ('[[rules]]\nanswer = "allow"\nrisk = "unknown"', "policy.toml:1: rules.1: what nobody"),
        ('[[rules]]\nanswer = "ask"\nkind = "klick"', "policy.toml:3: rules.1.kind.1: String"),
        ('[[rules]]\nanswer = "ask"\n\n[[rules]]\nwhere = "x"', "policy.toml:5: rules.2.where"),
        ('[[rules]]\nanswer = "ask"\nrole = []', "policy.toml:3: rules.1.role"),
        ('[[rule]]\nanswer = "ask"', "policy.toml"),
        ("[[rules", "policy.toml: "),
    ],
)
def test_a_file_with_a_mistake_is_refused_with_its_line(text: str, told: str) -> None:
    with pytest.raises(NameUnknown) as refused:
        rules_from_text(text, "policy.toml")
    assert told in refused.value.message


def test_each_rule_is_known_by_its_line_and_says_what_it_means() -> None:
    text = '[[rules]]\nanswer = "ask"\nkind = "launch"\n\n[[rules]]\nanswer = "deny"\n'
    text += 'program = ["gimp", "vlc"]\nrisk = "discloses"\nwhy = "Mine"'
    told = [(at, rule.words) for at, rule in rules_from_text(text, "policy.toml")]
    assert told == [
        ("policy.toml:1", "Ask about launch"),
        ("policy.toml:5", "Deny everything in gimp or vlc where it discloses"),
    ]
    assert rules_from_text("", "policy.toml") == ()
