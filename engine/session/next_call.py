"""What the next asking for groups is likely to cost, told from those before it."""

from __future__ import annotations

from statistics import median

from engine.domain.models import ModelCall


class NextCall:
    """One asking is all its rounds: those that failed or had to be repaired, and the last."""

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
