"""Policy: layers only narrow, and no policy means no."""

from __future__ import annotations

import pytest

from engine.approval.gate import Gate
from engine.approval.nobody import NobodyThere
from engine.approval.policy import AskingLayer, LayeredPolicy, PracticeOnlyLayer
from engine.domain.actions import Click
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
from engine.domain.events import ApprovalAsked, ApprovalDecided
from engine.domain.plans import PlanStep, StepPlace
from engine.domain.risks import Risk, RiskClass
from tests.support.memory_log import MemoryLog

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
    policy = LayeredPolicy([PracticeOnlyLayer(is_practice=is_practice), AskingLayer(Asking.NEVER)])
    assert policy.rule(STEP, risk(REVERSIBLE)).answer is answer


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
    assert [type(event) for event in log.events] == [ApprovalDecided]


async def test_nobody_there_means_no() -> None:
    log = MemoryLog()
    decision = await Gate(NobodyThere(), log).decide(request(ASK), StepPlace(1, 1))
    assert isinstance(decision.verdict, Reject) and decision.how is DecidedHow.NOBODY
    assert [type(event) for event in log.events] == [ApprovalAsked, ApprovalDecided]


async def test_an_answer_to_another_question_counts_as_no() -> None:
    class Confused:
        async def decide(self, asked: ApprovalRequest) -> Decision:
            return Decision(asked.request_id, Approve(), DecidedHow.OPERATOR, "op", "another")

        async def answer(self, question_id: str, question: str, choices: tuple[str, ...]) -> str:
            return ""

    decision = await Gate(Confused(), MemoryLog()).decide(request(ASK), StepPlace(1, 1))
    assert isinstance(decision.verdict, Reject)
