"""Asking the operator at the console: a question waits here until the window answers it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from engine.domain.actions import PressKeys, TypeText
from engine.domain.approvals import ApprovalRequest, Approve, DecidedHow, Decision, OperatorAnswer
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep


class ConsoleApprover:
    """Implements the ``Approver`` port; the window's signals come in through ``decided``.

    Where it does not ask questions (``asks_questions``), each is left unanswered at once;
    decisions on actions always wait. ``on_keys_approved`` is awaited before a yes to keys counts:
    whoever says yes at a console on the agent's own screen has the keyboard there, where the keys
    must not go.
    """

    def __init__(self) -> None:
        self._requests: dict[str, asyncio.Future[Decision]] = {}
        self._questions: dict[str, asyncio.Future[str]] = {}
        self.asks_questions = True
        self.on_keys_approved: Callable[[], Awaitable[None]] = _nothing

    @property
    def is_asking(self) -> bool:
        """A decision is waited for."""
        return bool(self._requests)

    async def decide(self, request: ApprovalRequest) -> Decision:
        future: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        self._requests[request.request_id] = future
        try:
            decision = await future
        finally:
            del self._requests[request.request_id]
        if isinstance(decision.verdict, Approve) and _goes_to_the_focus(request.step):
            await self.on_keys_approved()
        return decision

    async def answer(self, question_id: str, question: str, choices: tuple[str, ...]) -> str:
        if not self.asks_questions:
            return ""
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._questions[question_id] = future
        try:
            return await future
        finally:
            del self._questions[question_id]

    def decided(self, shown: ApprovalRequest, verdict: OperatorAnswer) -> None:
        """The operator has decided on what the card showed; its digest goes with the answer.

        An answer to what is no longer asked is dropped.
        """
        future = self._requests.get(shown.request_id)
        if future is not None and not future.done():
            future.set_result(
                Decision(shown.request_id, verdict, DecidedHow.OPERATOR, "operator", shown.digest)
            )

    def answered(self, question_id: str, choice: str) -> None:
        future = self._questions.get(question_id)
        if future is not None and not future.done():
            future.set_result(choice)


def _goes_to_the_focus(step: PlanStep) -> bool:
    is_typing = isinstance(step.action, TypeText) and step.zone_id == GLOBAL_ZONE_ID
    return is_typing or isinstance(step.action, PressKeys)


async def _nothing() -> None: ...
