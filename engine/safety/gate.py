"""The gate: every action passes it. It rules by policy and waits for the operator where asked.

Behind it stand the hands, which do only what it let through last, and that once: a path to them
that forgot the gate ends in an error of ours, and nothing is done.
"""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import replace

from engine.domain.actions import Action
from engine.domain.approvals import (
    ApprovalRequest,
    Approve,
    DecidedHow,
    Decision,
    PolicyAnswer,
    Reject,
    Withdraw,
)
from engine.domain.errors import BugError
from engine.domain.events import ApprovalAsked, ApprovalDecided, QuestionAnswered, QuestionAsked
from engine.domain.performing import Performed
from engine.domain.plans import PlanStep, StepPlace
from engine.domain.ports import Approver, EventLog, StepExecutor
from engine.domain.risks import RiskClass
from engine.domain.situation import Situation


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


_GRANTED_BEFOREHAND = (RiskClass.LOOKING, RiskClass.REVERSIBLE)


class Gate:
    """Turns a request into a decision; both are recorded before the action is performed."""

    def __init__(self, approver: Approver, log: EventLog) -> None:
        self._approver = approver
        self._log = log
        self._numbers = itertools.count(1)
        self._granted: tuple[int, str] | None = None
        self._open: tuple[str, Action] | None = None

    async def decide(self, request: ApprovalRequest, place: StepPlace) -> Decision:
        """The policy's decision, or the operator's. An answer to something else counts as no."""
        match request.ruling.answer:
            case PolicyAnswer.ALLOW:
                decision = _by_policy(request, Approve())
            case PolicyAnswer.DENY:
                decision = _by_policy(request, Reject(request.ruling.why))
            case PolicyAnswer.ASK if (who := self._granted_by(request, place)) is not None:
                decision = _by_grant(request, who)
            case PolicyAnswer.ASK:
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
        await self._record(decision, place)
        is_let = isinstance(decision.verdict, Approve)
        self._open = (request.step.zone_id, request.step.action) if is_let else None
        return decision

    def take(self, step: PlanStep) -> bool:
        """Whether the last decision let exactly this action upon this zone through; only once."""
        is_let, self._open = self._open == (step.zone_id, step.action), None
        return is_let

    def _granted_by(self, request: ApprovalRequest, place: StepPlace) -> str | None:
        """Who approved this action with the whole of its group; None where it must be asked for
        by itself. A group is one segment; what can't be taken back, leaves the machine, can't be
        told or seems to follow the screen is never granted beforehand."""
        is_grave = request.risk.risk_class not in _GRANTED_BEFOREHAND
        if self._granted is None or is_grave or request.suspicion:
            return None
        segment_number, who = self._granted
        return who if segment_number == place.segment_number else None

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

    async def _record(self, decision: Decision, place: StepPlace) -> None:
        await self._log.append(
            ApprovalDecided(place.segment_number, place.step_number, decision, place.local)
        )

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
