"""Policy: layers only narrow, and no policy means no."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from engine.domain.actions import Click, Navigate, PressKeys
from engine.domain.approvals import (
    ApprovalRequest,
    Approve,
    Asking,
    DecidedHow,
    Decision,
    PolicyAnswer,
    PolicyRuling,
    Reject,
)
from engine.domain.errors import BugError
from engine.domain.events import ApprovalAsked, ApprovalDecided
from engine.domain.performing import Performed
from engine.domain.plans import PlanStep, Situation, StepPlace
from engine.domain.risks import Risk, RiskClass
from engine.domain.verdicts import seen
from engine.safety.gate import BehindGate, Gate, NobodyThere
from engine.safety.policy import AskingLayer, BoundsLayer, LayeredPolicy
from tests.support.memory_log import MemoryLog
from tests.support.stage import situation, zone

STEP = PlanStep(1, "save", "Save", Click(), "Click Save")


def risk(risk_class: RiskClass) -> Risk:
    return Risk(risk_class, "a reason", "an undo")


def test_no_policy_means_no() -> None:
    assert LayeredPolicy([]).rule(STEP, risk(RiskClass.LOOKING)).answer is PolicyAnswer.DENY


ALLOW, ASK, DENY = PolicyAnswer.ALLOW, PolicyAnswer.ASK, PolicyAnswer.DENY
LOOKING, REVERSIBLE = RiskClass.LOOKING, RiskClass.REVERSIBLE
IRREVERSIBLE, LEAVES = RiskClass.IRREVERSIBLE, RiskClass.LEAVES_MACHINE


@pytest.mark.parametrize(
    ("asking", "risk_class", "answer"),
    [
        (Asking.EACH, LOOKING, ALLOW),
        (Asking.EACH, REVERSIBLE, ASK),
        (Asking.EACH, IRREVERSIBLE, ASK),
        (Asking.EACH, LEAVES, ASK),
        (Asking.RISKY, LOOKING, ALLOW),
        (Asking.RISKY, REVERSIBLE, ALLOW),
        (Asking.RISKY, IRREVERSIBLE, ASK),
        (Asking.RISKY, LEAVES, ASK),
        (Asking.NEVER, LOOKING, ALLOW),
        (Asking.NEVER, REVERSIBLE, ALLOW),
        (Asking.NEVER, IRREVERSIBLE, DENY),
        (Asking.NEVER, LEAVES, DENY),
    ],
)
def test_asking(asking: Asking, risk_class: RiskClass, answer: PolicyAnswer) -> None:
    assert LayeredPolicy([AskingLayer(asking)]).rule(STEP, risk(risk_class)).answer is answer


@pytest.mark.parametrize(("is_practice", "answer"), [(True, ALLOW), (False, DENY)])
def test_the_unattended_policy_holds_on_the_practice_surface_only(
    is_practice: bool, answer: PolicyAnswer
) -> None:
    policy = LayeredPolicy(
        [BoundsLayer(unattended_elsewhere=not is_practice), AskingLayer(Asking.NEVER)]
    )
    assert policy.rule(STEP, risk(REVERSIBLE)).answer is answer


@pytest.mark.parametrize(
    ("asking", "answer"), [(Asking.RISKY, ASK), (Asking.EACH, ASK), (Asking.NEVER, DENY)]
)
def test_what_follows_the_screen_is_never_done_unasked(
    asking: Asking, answer: PolicyAnswer
) -> None:
    policy = LayeredPolicy([AskingLayer(asking)])
    assert policy.rule(STEP, risk(REVERSIBLE), "the screen says so").answer is answer


def test_a_later_layer_cannot_widen() -> None:
    policy = LayeredPolicy([AskingLayer(Asking.NEVER), AskingLayer(Asking.RISKY)])
    assert policy.rule(STEP, risk(LEAVES)).answer is DENY


def request(answer: PolicyAnswer) -> ApprovalRequest:
    ruling = PolicyRuling(answer, "a layer", "a reason")
    return ApprovalRequest("1", STEP, risk(REVERSIBLE), ruling, digest="digest")


async def test_what_policy_allows_is_decided_and_recorded_without_a_question() -> None:
    log = MemoryLog()
    decision = await Gate(NobodyThere(), log).decide(request(ALLOW), StepPlace(1, 1))
    assert (decision.verdict, decision.how) == (Approve(), DecidedHow.POLICY)
    [decided] = log.events
    assert isinstance(decided, ApprovalDecided) and decided.request == request(ALLOW)


async def test_nobody_there_means_no() -> None:
    log = MemoryLog()
    decision = await Gate(NobodyThere(), log).decide(request(ASK), StepPlace(1, 1))
    assert isinstance(decision.verdict, Reject) and decision.how is DecidedHow.NOBODY
    asked, decided = log.events
    assert isinstance(asked, ApprovalAsked) and isinstance(decided, ApprovalDecided)
    assert decided.request is None, "what was asked has it"


async def test_an_answer_to_another_question_counts_as_no() -> None:
    class Confused:
        async def decide(self, asked: ApprovalRequest) -> Decision:
            return Decision(asked.request_id, Approve(), DecidedHow.OPERATOR, "op", "another")

        async def answer(self, question_id: str, question: str, choices: tuple[str, ...]) -> str:
            return ""

    decision = await Gate(Confused(), MemoryLog()).decide(request(ASK), StepPlace(1, 1))
    assert isinstance(decision.verdict, Reject)


SITES = BoundsLayer(
    allowed=("shop.example", "https://docs.example/guide"), blocked=("*.ads.shop.example",)
)


@pytest.mark.parametrize(
    ("url", "is_denied"),
    [
        ("https://shop.example/", False),
        ("https://www.shop.example/cart", False),
        ("http://docs.example:8080/", False),
        ("https://ads.shop.example/", True),
        ("https://a.ads.shop.example/", True),
        ("https://evil.example/", True),
        ("https://notshop.example/", True),
        ("https://shop.example.evil.example/", True),
        ("https://shop.example@evil.example/", True),
        ("SHOP.EXAMPLE./", False),
    ],
)
def test_only_allowed_sites_are_opened(url: str, is_denied: bool) -> None:
    step = PlanStep(1, "__global__", "", Navigate(url), "Open it")
    ruling = SITES.rule(step, risk(REVERSIBLE), "")
    assert (ruling is not None and ruling.answer is DENY) is is_denied


def test_a_link_to_a_blocked_site_is_denied_whatever_else_allows_it() -> None:
    led = Risk(REVERSIBLE, "a click", "an undo", leads_to="tracker.example")
    policy = LayeredPolicy([AskingLayer(Asking.RISKY), BoundsLayer(blocked=("tracker.example",))])
    ruling = policy.rule(STEP, led)
    assert (ruling.answer, ruling.layer) == (DENY, "sites")
    assert ruling.why == "tracker.example is blocked (by “tracker.example”)"
    assert policy.rule(STEP, risk(REVERSIBLE)).answer is ALLOW


def test_without_lists_no_site_is_denied_and_alone_the_layer_allows_nothing() -> None:
    step = PlanStep(1, "__global__", "", Navigate("https://any.example/"), "Open it")
    assert BoundsLayer().rule(step, risk(REVERSIBLE), "") is None
    assert LayeredPolicy([BoundsLayer()]).rule(step, risk(REVERSIBLE)).answer is DENY


def test_files_are_handed_over_only_where_that_is_allowed() -> None:
    file = Risk(LEAVES, "it hands a file to shop.example", "no", hands_over="file")
    for is_allowed in (True, False):
        policy = LayeredPolicy([BoundsLayer(uploads=is_allowed), AskingLayer(Asking.RISKY)])
        assert policy.rule(STEP, file).answer is (ASK if is_allowed else DENY)
        assert policy.rule(STEP, risk(LEAVES)).answer is ASK


@dataclass
class Hands:
    """Remembers what came to them."""

    done: list[PlanStep] = field(default_factory=list)

    async def perform(self, step: PlanStep, before: Situation) -> Performed:
        self.done.append(step)
        return Performed(seen("it was done"), before)

    has_effect_already = has_come = wait_for_zone = forget_held = held_late = perform


async def test_the_hands_do_only_what_the_gate_let_through_last_and_that_once() -> None:
    gate, hands = Gate(NobodyThere(), MemoryLog()), Hands()
    behind, step = BehindGate(gate, hands), request(ALLOW).step  # type: ignore[arg-type]
    asked_for = situation(zone("note"))
    other = replace(step, action=PressKeys(("Return",)))
    elsewhere = replace(step, zone_id="somewhere-else")
    for forgotten in (step, other, elsewhere):
        if forgotten is not step:
            await gate.decide(request(ALLOW), StepPlace(1, 1))
        with pytest.raises(BugError, match="not through the gate"):
            await behind.perform(forgotten, asked_for)
    await gate.decide(request(ALLOW), StepPlace(1, 1))
    await gate.decide(request(DENY), StepPlace(1, 1))
    with pytest.raises(BugError):
        await behind.perform(step, asked_for)
    assert hands.done == []
    await gate.decide(request(ALLOW), StepPlace(1, 1))
    await behind.perform(replace(step, step_number=7), asked_for)
    with pytest.raises(BugError):
        await behind.perform(step, asked_for)
    assert len(hands.done) == 1
