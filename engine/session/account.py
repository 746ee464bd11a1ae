"""The run's account: what is spent is counted, recorded, and warned of before it runs out."""

from __future__ import annotations

import json
from statistics import median

from engine.domain.events import ReplanStarted, WarningRaised
from engine.domain.model_events import ModelAsked, ModelCalled
from engine.domain.models import ModelCall, ModelQuestion
from engine.domain.plans import ReplanKind
from engine.domain.ports import BlobStore, EventLog
from engine.session.budget import Budget


class RunAccount:
    """Implements ``ModelAccount``; the session spends its own calls and replans here too."""

    def __init__(self, *, budget: Budget, log: EventLog, blobs: BlobStore) -> None:
        self.budget = budget
        self._next_call = _NextCall()
        self._log = log
        self._blobs = blobs

    async def spend_call(self) -> None:
        """One call to the thinker. Raises ``BudgetExhausted``."""
        self.budget.spend_call()
        await self.tell_warnings()

    def spend_extra_call(self) -> None:
        self.budget.spend_call()

    async def start_replan(self, kind: ReplanKind, why: str) -> None:
        """Charge a replan to the limit that both kinds share. Raises ``BudgetExhausted``."""
        number = self.budget.spend_replan()
        await self.tell_warnings()
        await self._log.append(ReplanStarted(number, kind, why))

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
    def replans_left(self) -> int:
        return self.budget.replans_left

    @property
    def worked_secs(self) -> float:
        """Waiting for the operator does not count."""
        return self.budget.clock.secs

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


class _NextCall:
    """What the next asking for groups is likely to cost, told from those before it. One asking
    is all its rounds: those that failed or had to be repaired, and the last."""

    def __init__(self) -> None:
        self._asked: list[float] = []
        self._rounds: list[float] = []

    def note(self, call: ModelCall) -> None:
        if call.question.cause != "explore":
            return
        self._rounds.append(call.cost or 0.0)
        if not call.failure:
            self._asked.append(sum(self._rounds))
            self._rounds = []

    @property
    def cost(self) -> float:
        """In the middle; 0 where nothing is to be told from, or no price is known."""
        return median(self._asked) if self._asked else 0.0
