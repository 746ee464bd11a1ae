"""A model in memory: it answers each question as it is told, and remembers what it was asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ValidationError

from engine.domain.errors import ReplyInvalid
from engine.domain.models import ModelQuestion
from engine.domain.ports import R

Said = dict[str, Any] | BaseException
Answer = Said | Callable[[ModelQuestion], Said]
"""The reply's JSON, an error to raise, or what makes one of them of the question."""


@dataclass
class ScriptedModel:
    """Implements the ``Model`` port; ``asked`` holds the questions, ``forms`` what was to be
    filled in for each."""

    answer: Callable[[ModelQuestion], Said]
    asked: list[ModelQuestion] = field(default_factory=list)
    name: str = "scripted"
    forms: list[type[BaseModel]] = field(default_factory=list)

    async def ask(self, question: ModelQuestion, form: type[R]) -> R:
        self.asked.append(question)
        self.forms.append(form)
        said = self.answer(question)
        if isinstance(said, BaseException):
            raise said
        try:
            return form.model_validate_json(json.dumps(said))
        except ValidationError as error:
            raise ReplyInvalid(str(error)) from None


def replies(*answers: Answer, last_stays: bool = False) -> ScriptedModel:
    """A model that gives these answers in order; a question too many is an error, unless the last
    answer stays."""
    left = list(answers)

    def next_one(question: ModelQuestion) -> Said:
        answer = left[0] if last_stays and len(left) == 1 else left.pop(0)
        return answer(question) if callable(answer) else answer

    return ScriptedModel(next_one)
