"""The budget of one run: thinker calls and replans, counted against their ceilings."""

from __future__ import annotations

from engine.domain.errors import BudgetExhausted
from engine.domain.limits import Limits


class Budget:
    """Raises ``BudgetExhausted`` instead of spending what is not there."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.calls_used = 0
        self.replans_used = 0

    def spend_call(self) -> None:
        if self.calls_used >= self._limits.max_calls:
            raise BudgetExhausted(
                f"All {self._limits.max_calls} thinker calls of this run are used up.",
                "max_calls",
            )
        self.calls_used += 1

    def spend_replan(self) -> int:
        """The number of this replan. Adaptive and error replans share the ceiling."""
        if self.replans_used >= self._limits.max_replans:
            raise BudgetExhausted(
                f"The plan was made anew {self._limits.max_replans} times, the most allowed.",
                "max_replans",
            )
        self.replans_used += 1
        return self.replans_used
