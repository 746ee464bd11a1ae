"""The operator's answer counts for what the card showed, and for nothing else."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from app.console_approver import ConsoleApprover
from engine.domain.actions import Click
from engine.domain.approvals import ApprovalRequest, Approve, PolicyAnswer, PolicyRuling, Reject
from engine.domain.plans import PlanStep, StepPlace
from engine.domain.risks import Risk, RiskClass
from engine.safety.gate import Gate
from tests.support.memory_log import MemoryLog
from tests.support.waiting import until

REQUEST = ApprovalRequest(
    "r-1",
    PlanStep(1, "save", "Save", Click(), "Click Save"),
    Risk(RiskClass.REVERSIBLE, "a click", "Escape"),
    PolicyRuling(PolicyAnswer.ASK, "ask each", "each action is asked for"),
    digest="the save button as it looks now",
)


async def answered(shown: ApprovalRequest) -> object:
    """The verdict on REQUEST where the card showed ``shown``."""
    approver = ConsoleApprover()
    log = MemoryLog()
    deciding = asyncio.ensure_future(Gate(approver, log).decide(REQUEST, StepPlace(1, 1)))
    await until(lambda: approver.is_asking)
    approver.decided(shown, Approve())
    return (await deciding).verdict


async def test_what_was_shown_is_what_is_approved() -> None:
    assert await answered(REQUEST) == Approve()


async def test_a_yes_to_another_picture_of_the_target_is_a_no() -> None:
    shown = replace(REQUEST, digest="the save button as it looked before")
    assert isinstance(await answered(shown), Reject)


async def test_a_question_is_left_unanswered_where_none_are_asked() -> None:
    approver, log = ConsoleApprover(), MemoryLog()
    approver.asks_questions = False
    assert await Gate(approver, log).answer("Red or blue?", ("red", "blue")) == ""
    deciding = asyncio.ensure_future(Gate(approver, log).decide(REQUEST, StepPlace(1, 1)))
    await until(lambda: approver.is_asking)
    approver.decided(REQUEST, Approve())
    assert (await deciding).verdict == Approve(), "what needs a yes still waits for one"
