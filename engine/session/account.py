"""The run's account: what is spent is counted, recorded, and warned of before it runs out."""

from __future__ import annotations

import json

from engine.domain.events import WarningRaised
from engine.domain.model_events import ModelAsked, ModelCalled
from engine.domain.models import ModelCall, ModelQuestion
from engine.domain.ports import BlobStore, EventLog
from engine.session.budget import Budget
from engine.session.next_call import NextCall


class RunAccount:
    """Implements ``ModelAccount``; the session spends its own calls and replans here too."""

    def __init__(self, *, budget: Budget, log: EventLog, blobs: BlobStore) -> None:
        self.budget = budget
        self._next_call = NextCall()
        self._log = log
        self._blobs = blobs

    async def spend_call(self) -> None:
        """One call to the thinker. Raises ``BudgetExhausted``."""
        self.budget.spend_call()
        await self.tell_warnings()

    def spend_extra_call(self) -> None:
        self.budget.spend_call()

    async def spend_replan(self) -> int:
        """The number of this replan. Raises ``BudgetExhausted``."""
        number = self.budget.spend_replan()
        await self.tell_warnings()
        return number

    async def spend_retry(self) -> None:
        """One more attempt at a step. Raises ``BudgetExhausted``."""
        self.budget.spend_retry()
        await self.tell_warnings()

    async def note_asked(self, question: ModelQuestion, model: str) -> None:
        await self._log.append(ModelAsked(question.cause, model, question.place))

    async def charge(self, call: ModelCall) -> None:
        self.budget.charge(call.usage, call.cost)
        self._next_call.note(call)
        await self._log.append(await self._event_of(call))
        await self.tell_warnings()

    def is_near(self, share: float) -> bool:
        """Whether ``share`` of calls or money is used, or would be overstepped by the next asking
        for groups."""
        return self.budget.is_near(share, calls=1, cost=self._next_call.cost)

    @property
    def secs_left(self) -> float | None:
        return self.budget.secs_left

    async def tell_warnings(self) -> None:
        """Say what has come near its ceiling, each once."""
        for words in self.budget.take_warnings():
            await self._log.append(WarningRaised(words))

    async def _event_of(self, call: ModelCall) -> ModelCalled:
        question, blobs = call.question, self._blobs
        sent = {"system": question.system, "prompt": question.prompt}
        picture = question.picture
        return ModelCalled(
            cause=question.cause,
            model=call.model,
            endpoint=call.endpoint,
            form=call.form,
            template_hash=question.prompt_hash,
            prompt_hash=await blobs.put_text(json.dumps(sent, ensure_ascii=False)),
            usage=call.usage,
            took_ms=call.took_ms,
            cost=call.cost,
            picture_hash=await blobs.put_sent_picture(picture) if picture else "",
            reply_hash=await blobs.put_text(call.reply) if call.reply else "",
            parsed_hash=await blobs.put_text(call.parsed) if call.parsed else "",
            first_token_ms=call.first_token_ms,
            retries=call.retries,
            is_repair=call.is_repair,
            failure=call.failure,
            failure_class=call.failure_class,
            place=question.place,
        )
