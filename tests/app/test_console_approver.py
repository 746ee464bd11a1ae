"""The operator's answer counts for what the card showed, and for nothing else."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from app.console_approver import TOO_LATE, ConsoleApprover
from app.joining import Decide
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
YES = Decide("r-1", Approve(), REQUEST.digest)


async def test_what_was_shown_is_what_is_approved_and_no_other_picture_of_the_target() -> None:
    approver = ConsoleApprover()
    deciding = asyncio.ensure_future(Gate(approver, MemoryLog()).decide(REQUEST, StepPlace(1, 1)))
    await until(lambda: approver._open)
    assert "look again" in approver.take(Decide("r-1", Approve(), "as it looked before"))
    assert approver._open
    assert not approver.take(YES)
    assert approver.take(replace(YES, answer=Reject())) == TOO_LATE
    assert (await deciding).verdict == Approve()


async def test_it_is_told_for_how_long_the_card_was_in_sight_when_it_was_answered() -> None:
    approver = ConsoleApprover()
    deciding = asyncio.ensure_future(Gate(approver, MemoryLog()).decide(REQUEST, StepPlace(1, 1)))
    await until(lambda: approver._open)
    assert not approver.take(replace(YES, seen_secs=0.4))
    assert (await deciding).seen_secs == 0.4


async def test_a_question_is_left_unanswered_where_none_are_asked() -> None:
    approver, log = ConsoleApprover(), MemoryLog()
    approver.asks_questions = False
    assert await Gate(approver, log).answer("Red or blue?", ("red", "blue")) == ""
    deciding = asyncio.ensure_future(Gate(approver, log).decide(REQUEST, StepPlace(1, 1)))
    await until(lambda: approver._open)
    approver.take(YES)
    assert (await deciding).verdict == Approve(), "what needs a yes still waits for one"
