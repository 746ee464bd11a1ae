"""What thinkers share that ask a model: their prompts, and how much of a screen fits into one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from pydantic import BaseModel

from engine.domain.errors import ContextExceeded, GoalUnreadable
from engine.domain.models import CONTEXT_TOKENS, REPLY_TOKENS, CallCause, ModelQuestion
from engine.domain.ports import Model
from engine.thinking.model.prompts import Prompts, shipped
from engine.thinking.model.tokens import estimated_tokens

R = TypeVar("R", bound=BaseModel)
Values = dict[str, object]
Prompt = Callable[[int], tuple[str, int]]
"""A prompt with rows of so many tokens at most, and what these are estimated at."""


class AsksModel:
    """``context_tokens`` is what the model reads and writes together, ``max_reply_tokens`` what of
    that is kept for the reply. The first of the prompts' names is the system's."""

    NAMES: Sequence[str]

    def __init__(
        self,
        model: Model,
        *,
        context_tokens: int = CONTEXT_TOKENS,
        max_reply_tokens: int = REPLY_TOKENS,
    ) -> None:
        self._model = model
        self._prompts = Prompts(shipped(self.NAMES))
        self._system = self._prompts.render(self.NAMES[0])
        self._prompt_hash = self._prompts.hash_with(f"{context_tokens}/{max_reply_tokens}")
        self._prompt_tokens = context_tokens - max_reply_tokens - estimated_tokens(self._system)
        self._rows_cap: int | None = None

    @property
    def name(self) -> str:
        return self._model.name

    async def _ask(self, form: type[R], cause: CallCause, prompt: Prompt, *, place: str = "") -> R:
        """One question, with as many rows as fit. Where the model can read less than was said,
        whoever asks again asks with half of them, and never again with more."""
        text, rows_tokens = prompt(self._rows_budget(prompt(0)[0]))
        question = ModelQuestion(cause, self._system, text, self._prompt_hash, place=place)
        try:
            return await self._model.ask(question, form)
        except ContextExceeded:
            self._rows_cap = rows_tokens // 2
            raise

    def _rows_budget(self, prompt_without_rows: str) -> int:
        """The tokens that are left for rows."""
        left = max(0, self._prompt_tokens - estimated_tokens(prompt_without_rows))
        return left if self._rows_cap is None else min(left, self._rows_cap)


def refuse_empty(goal: str, remedy: str = "Say what is to be done.") -> None:
    """Raises ``GoalUnreadable`` for an empty goal; what words mean is the model's affair."""
    if not goal.strip():
        raise GoalUnreadable("The goal is empty.", remedy=remedy)
