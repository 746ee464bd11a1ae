"""A model in memory: it answers in the order of its script, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.domain.models import ModelQuestion
from engine.domain.ports import R

Answer = dict[str, Any] | BaseException | Callable[[ModelQuestion], dict[str, Any]]


class AnsweringModel:
    """Implements ``Model``. An answer is the reply's JSON, an error to raise, or makes one of
    the question; the last is given again and again."""

    name = "scripted"

    def __init__(self, *answers: Answer) -> None:
        self._answers = list(answers)
        self.asked: list[ModelQuestion] = []

    async def ask(self, question: ModelQuestion, form: type[R]) -> R:
        self.asked.append(question)
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, BaseException):
            raise answer
        return form.model_validate(answer(question) if callable(answer) else answer)
