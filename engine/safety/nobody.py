"""The approver for runs where nobody can answer: it says no."""

from __future__ import annotations

from engine.domain.approvals import ApprovalRequest, DecidedHow, Decision, Reject


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
