"""The gate: every action passes it. It rules by policy and waits for the operator where asked.

Behind it stand the hands, which do only what it let through last, and that once: a path to them
that forgot the gate ends in an error of ours, and nothing is done.
"""

import asyncio
import itertools
import time
from dataclasses import replace
from typing import Literal

from engine.domain.actions import Action
from engine.domain.approvals import (
    ApprovalRequest,
    Approve,
    DecidedHow,
    Decision,
    Grant,
    PolicyAnswer,
    Reject,
    Withdraw,
)
from engine.domain.errors import BugError
from engine.domain.events import ApprovalAsked, ApprovalDecided, QuestionAnswered, QuestionAsked
from engine.domain.performing import GrantEnded, GrantGiven, Performed
from engine.domain.plans import PlanStep, Situation, StepPlace
from engine.domain.ports import Approver, EventLog, StepExecutor


class NobodyThere:
    """Implements the ``Approver`` port by denying: silence is not consent."""

    async def decide(self, request: ApprovalRequest) -> Decision:
        return Decision(
            request.request_id,
            Reject("nobody could be asked"),
            DecidedHow.NOBODY,
            "nobody",
            request.digest,
        )

    async def answer(self, question_id: str, question: str, choices: tuple[str, ...]) -> str:
        return ""


class Grants:
    """What the operator said yes to beforehand, until number, time or their word ends it."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._given: dict[str, Grant] = {}
        self._used: dict[str, int] = {}
        self._given_at_secs: dict[str, float] = {}

    async def give(self, grant: Grant) -> None:
        self._given[grant.grant_id], self._used[grant.grant_id] = grant, 0
        self._given_at_secs[grant.grant_id] = time.monotonic()
        await self._log.append(GrantGiven(grant))

    async def use(self, request: ApprovalRequest, place: StepPlace) -> str:
        """The grant that covers it, used once more; empty where none does."""
        for grant_id, grant in list(self._given.items()):
            if grant.secs and time.monotonic() > self._given_at_secs[grant_id] + grant.secs:
                await self.end(grant_id, "its time is over")
            elif _covers(grant, request, place):
                self._used[grant_id] += 1
                if self._used[grant_id] == grant.most:
                    await self.end(grant_id, "used up")
                return grant_id
        return ""

    async def end(
        self, grant_id: str, why: Literal["used up", "its time is over", "revoked"]
    ) -> None:
        if self._given.pop(grant_id, None) is not None:
            await self._log.append(GrantEnded(grant_id, why))


def _covers(grant: Grant, request: ApprovalRequest, place: StepPlace) -> bool:
    is_here = bool(request.where) and grant.where == request.where
    is_now = grant.segment_number in (0, place.segment_number)
    is_alike = grant.action == request.step.action.kind
    return is_here and is_now and is_alike and request.may_be_granted


class Gate:
    """Turns a request into a decision; both are recorded before the action is performed."""

    def __init__(self, approver: Approver, log: EventLog) -> None:
        self._approver = approver
        self._log = log
        self._numbers = itertools.count(1)
        self._granted: tuple[int, str] | None = None
        self._grants = Grants(log)
        self._open: tuple[str, Action] | None = None

    async def decide(self, request: ApprovalRequest, place: StepPlace) -> Decision:
        """The policy's decision, or the operator's. An answer to something else counts as no."""
        unasked: ApprovalRequest | None = request
        match request.ruling.answer:
            case PolicyAnswer.ALLOW:
                decision = _by_policy(request, Approve())
            case PolicyAnswer.DENY:
                decision = _by_policy(request, Reject(request.ruling.why))
            case PolicyAnswer.ASK if (who := self._granted_by(request, place)) is not None:
                decision = _by_grant(request, who)
            case PolicyAnswer.ASK if grant_id := await self._grants.use(request, place):
                decision = replace(_by_grant(request, "operator"), verdict=Approve())
                decision = replace(decision, grant_id=grant_id)
            case PolicyAnswer.ASK:
                unasked = None
                await self._log.append(
                    ApprovalAsked(place.segment_number, place.step_number, request, place.local)
                )
                decision = await self._asked(request, place)
                if decision.digest != request.digest:
                    decision = replace(
                        decision, verdict=Reject("the answer was to another question")
                    )
        if decision.how is DecidedHow.OPERATOR and decision.verdict == Approve(whole_group=True):
            self._granted = (place.segment_number, decision.who)
        await self._record(decision, place, unasked)
        match decision.verdict:
            case Approve(grant=Grant() as grant) if _covers(grant, request, place):
                await self._grants.give(grant)
        is_let = isinstance(decision.verdict, Approve)
        self._open = (request.step.zone_id, request.step.action) if is_let else None
        return decision

    def take(self, step: PlanStep) -> bool:
        """Whether the last decision let exactly this action upon this zone through; only once."""
        is_let, self._open = self._open == (step.zone_id, step.action), None
        return is_let

    def _granted_by(self, request: ApprovalRequest, place: StepPlace) -> str | None:
        """Who approved this action with the whole of its group; None where it must be asked for
        by itself. A group is one segment."""
        if self._granted is None or not request.may_be_granted:
            return None
        segment_number, who = self._granted
        return who if segment_number == place.segment_number else None

    async def revoke(self, grant_id: str) -> None:
        """What it let through already goes on."""
        await self._grants.end(grant_id, "revoked")

    async def _asked(self, request: ApprovalRequest, place: StepPlace) -> Decision:
        """The operator's decision; where the run ends meanwhile, the question is withdrawn."""
        try:
            return await self._approver.decide(request)
        except asyncio.CancelledError:
            withdrawn = Decision(
                request.request_id, Withdraw(), DecidedHow.WITHDRAWN, "the run", request.digest
            )
            await self._record(withdrawn, place)
            raise

    async def _record(
        self, decision: Decision, place: StepPlace, unasked: ApprovalRequest | None = None
    ) -> None:
        at = (place.segment_number, place.step_number)
        await self._log.append(ApprovalDecided(*at, decision, place.local, unasked))

    async def answer(self, question: str, choices: tuple[str, ...]) -> str:
        """The operator's choice; empty where nobody answers. Both are recorded."""
        question_id = f"question-{next(self._numbers)}"
        await self._log.append(QuestionAsked(question_id, question, choices))
        answer = await self._approver.answer(question_id, question, choices)
        by = "operator" if answer else "nobody"
        await self._log.append(QuestionAnswered(question_id, answer, by))
        return answer


class BehindGate:
    """Implements the ``StepExecutor`` port: the hands, to which nothing comes but what the gate let
    through."""

    def __init__(self, gate: Gate, executor: StepExecutor) -> None:
        self._gate = gate
        self._executor = executor
        self.has_effect_already = executor.has_effect_already
        self.has_come = executor.has_come
        self.wait_for_zone = executor.wait_for_zone
        self.forget_held, self.held_late = executor.forget_held, executor.held_late

    async def perform(self, step: PlanStep, before: Situation) -> Performed:
        """As the port has it; raises ``BugError`` where the gate did not let it through."""
        if not self._gate.take(step):
            raise BugError(f"“{step.description}” came to the hands, and not through the gate")
        return await self._executor.perform(step, before)


def _by_grant(request: ApprovalRequest, who: str) -> Decision:
    """The operator's, given with the first of the group and recorded for each."""
    return Decision(
        request.request_id, Approve(whole_group=True), DecidedHow.OPERATOR, who, request.digest
    )


def _by_policy(request: ApprovalRequest, verdict: Approve | Reject) -> Decision:
    return Decision(
        request.request_id, verdict, DecidedHow.POLICY, request.ruling.layer, request.digest
    )
