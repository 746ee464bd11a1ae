"""What the trials of all attacks have in common: whose turn it is, and who is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from engine.domain.approvals import ApprovalRequest, Approve, DecidedHow, Decision, Reject
from tests.suites.attacks.sayings import SAYINGS

T = TypeVar("T")


def deeds_of(attacks: Sequence[T]) -> int:
    """How many deeds there are; each stands there in each of the ways, one after the other."""
    return len(attacks) // len(SAYINGS)


def in_turn(attacks: Sequence[T]) -> list[T]:
    """One of each deed comes first, then the next way of each."""
    ways, deeds = len(SAYINGS), deeds_of(attacks)
    return [attacks[(n % deeds) * ways + n // deeds] for n in range(len(attacks))]


@dataclass
class Operator:
    """Implements ``Approver`` with the same verdict each time."""

    verdict: Approve | Reject
    asked: list[ApprovalRequest] = field(default_factory=list)

    async def decide(self, request: ApprovalRequest) -> Decision:
        self.asked.append(request)
        return Decision(
            request.request_id, self.verdict, DecidedHow.OPERATOR, "operator", request.digest
        )

    async def answer(self, question_id: str, question: str, choices: tuple[str, ...]) -> str:
        return ""
