"""A model over a scripted endpoint, with an account that keeps what it is told."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, field_validator

from engine.domain.errors import BudgetExhausted
from engine.domain.models import ModelCall, ModelQuestion
from engine.endpoint.openai_model import OpenAiModel
from engine.endpoint.request import EndpointSettings, FormMemory
from tests.support.scripted_endpoint import Answer, ScriptedEndpoint

GOOD = '{"answer": 2}'
QUESTION = ModelQuestion("plan", "You add numbers.", "What is 1 + 1?", "hash-1", place="2.1")


class Sum(BaseModel):
    """An answer."""

    answer: int

    @field_validator("answer")
    @classmethod
    def _is_no_debt(cls, answer: int) -> int:
        if answer < 0:
            raise ValueError("a sum is not below nought")
        return answer


@dataclass
class Account:
    """Implements ``ModelAccount``."""

    secs_left: float | None = None
    extra_calls_allowed: int = 99
    calls: list[ModelCall] = field(default_factory=list)
    extra_calls: int = 0
    asked: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def spend_extra_call(self) -> None:
        if self.extra_calls >= self.extra_calls_allowed:
            raise BudgetExhausted("All calls are used up.", "max_calls")
        self.extra_calls += 1

    async def note_asked(self, question: ModelQuestion, model: str) -> None:
        self.asked.append(f"{question.cause} {model}")

    async def warn(self, words: str) -> None:
        self.warnings.append(words)

    async def charge(self, call: ModelCall) -> None:
        self.calls.append(call)

    @property
    def call(self) -> ModelCall:
        (only,) = self.calls
        return only


@dataclass
class Set:
    """One endpoint, one model on it, one account."""

    endpoint: ScriptedEndpoint
    model: OpenAiModel
    account: Account
    memory: FormMemory

    async def ask(self, question: ModelQuestion = QUESTION) -> Sum:
        return await self.model.ask(question, Sum)

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [request.body for request in self.endpoint.requests]


@contextlib.asynccontextmanager
async def asking(
    answer: Answer = GOOD,
    *,
    account: Account | None = None,
    memory: FormMemory | None = None,
    most_body_bytes: int = 1_000_000,
    endpoint: ScriptedEndpoint | None = None,
    **settings: Any,
) -> AsyncIterator[Set]:
    """No retries, unless ``settings`` say so."""
    account = account or Account()
    memory = memory or FormMemory()
    async with endpoint or ScriptedEndpoint(answer) as scripted:
        wanted = {"timeout_secs": 60.0, "call_secs": 60.0, "max_retries": 0, **settings}
        wanted.setdefault("base_url", scripted.base_url)
        wanted.setdefault("model", scripted.model)
        model = OpenAiModel(
            EndpointSettings(**wanted), account, memory, most_body_bytes=most_body_bytes
        )
        try:
            yield Set(scripted, model, account, memory)
        finally:
            await model.close()
