"""Asking the operator at the console: a question waits here until the window answers it."""

from __future__ import annotations

import asyncio

from engine.domain.approvals import ApprovalRequest, DecidedHow, Decision, Verdict


class ConsoleApprover:
    """Implements the ``Approver`` port; the window's signals come in through ``decided``."""

    def __init__(self) -> None:
        self._requests: dict[str, tuple[ApprovalRequest, asyncio.Future[Decision]]] = {}
        self._questions: dict[str, asyncio.Future[str]] = {}

    async def decide(self, request: ApprovalRequest) -> Decision:
        future: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        self._requests[request.request_id] = (request, future)
        try:
            return await future
        finally:
            del self._requests[request.request_id]

    async def answer(self, question_id: str, question: str, choices: tuple[str, ...]) -> str:
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._questions[question_id] = future
        try:
            return await future
        finally:
            del self._questions[question_id]

    def decided(self, request_id: str, verdict: Verdict) -> None:
        """The operator has decided; an answer to what is no longer asked is dropped."""
        asked = self._requests.get(request_id)
        if asked is not None and not asked[1].done():
            request, future = asked
            future.set_result(
                Decision(request_id, verdict, DecidedHow.OPERATOR, "operator", request.digest)
            )

    def answered(self, question_id: str, choice: str) -> None:
        future = self._questions.get(question_id)
        if future is not None and not future.done():
            future.set_result(choice)
