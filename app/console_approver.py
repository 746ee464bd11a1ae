"""Whose answer counts: a question waits until one to it is taken, at a console, at a terminal or
from who joined the run."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from app.joining import Decide
from engine.domain.actions import PressKeys, TypeText
from engine.domain.approvals import ApprovalRequest, Approve, DecidedHow, Decision, Grant, Withdraw
from engine.domain.plans import GLOBAL_ZONE_ID
from engine.domain.ports import Approver
from engine.processes.tasks import first_of

TOO_LATE = "It was decided already, or is not asked any more."


class ConsoleApprover:
    """Implements the ``Approver`` port; what a window or who joined a run answers comes in through
    ``take``. Who is ``beside`` it, at a terminal, is asked as well, ``once`` that is set, and the
    first answer counts.

    Where it does not ask questions (``asks_questions``), each is left unanswered at once;
    decisions on actions always wait. ``on_keys_approved`` is awaited before a yes to keys counts:
    whoever says yes at a console on the agent's own screen has the keyboard there, where the keys
    must not go."""

    def __init__(self, beside: Approver | None = None, once: asyncio.Event | None = None) -> None:
        self._beside, self._once = beside, once
        self._open: dict[str, tuple[ApprovalRequest | None, asyncio.Future[Any]]] = {}
        self.asks_questions = True
        self.on_keys_approved: Callable[[], Awaitable[None]] = _nothing

    async def decide(self, request: ApprovalRequest) -> Decision:
        said = await self._first(request.request_id, request, lambda who: who.decide(request))
        if isinstance(said, Decision):
            return said
        step = request.step
        is_typing = isinstance(step.action, TypeText) and step.zone_id == GLOBAL_ZONE_ID
        goes_to_the_focus = is_typing or isinstance(step.action, PressKeys)
        if isinstance(said.answer, Approve) and goes_to_the_focus:
            await self.on_keys_approved()
        decision = request.decided(said.answer, DecidedHow.OPERATOR, "operator")
        return replace(decision, with_others=said.with_others, seen_secs=said.seen_secs)

    async def answer(self, question_id: str, question: str, choices: tuple[str, ...]) -> str:
        if not self.asks_questions:
            return ""
        asked = (question_id, question, choices)
        said = await self._first(question_id, None, lambda who: who.answer(*asked))
        return str(said.answer if isinstance(said, Decide) else said)

    async def _first(
        self, name: str, request: ApprovalRequest | None, ask: Callable[[Approver], Awaitable[Any]]
    ) -> Any:
        """The ``Decide`` that is taken, or what they say who sit beside."""
        taken: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._open[name] = request, taken

        async def ask_beside(who: Approver) -> None:
            if self._once is not None:
                await self._once.wait()
            answer = await ask(who)
            if not taken.done():
                taken.set_result(answer)

        try:
            beside: Awaitable[Any] = ask_beside(self._beside) if self._beside else taken
            async with first_of(taken, beside) as (_, asked):
                return taken.result() if taken.done() else asked.result()
        finally:
            del self._open[name]

    def take(self, said: Decide) -> str:
        """The first answer to what was shown counts; why it does not count, else empty."""
        request, taken = self._open.get(said.asked, (None, None))
        if taken is None or taken.done():
            return TOO_LATE
        match request, said.answer:
            case None, answer if not isinstance(answer, str):
                return "It is a question, and wants words."
            case ApprovalRequest(digest=digest), _ if digest != said.digest:
                return "What was decided upon is not what is asked about: look again."
            case ApprovalRequest(), Withdraw() | str():
                return "That decides nothing."
            case ApprovalRequest(same_as=None), _ if said.with_others:
                return "That is decided by itself, not with others."
            case _, Approve(grant=Grant(most=most, secs=secs)) if most < 1 and not 0 < secs < 1e9:
                return "A yes beforehand needs an end: a number or a time."
        taken.set_result(said)
        return ""


async def _nothing() -> None: ...
