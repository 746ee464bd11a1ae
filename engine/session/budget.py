"""The budget of one run: what is counted against a ceiling, warned of at 80 %, refused above it.

Its time is that of the run's own clock, which stands still while the operator is waited for.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.domain.errors import BudgetExhausted
from engine.domain.limits import UNUSED, WARN_FROM, Limits, Used
from engine.domain.models import TokenUsage


class Ceiling(StrEnum):
    """The ceilings by the names that settings and outcomes have for them."""

    CALLS = "max_calls"
    REPLANS = "max_replans"
    RETRIES = "max_retries"
    TOKENS = "max_tokens"
    COST = "max_cost"
    SECS = "max_run_secs"


_WORDS = {
    Ceiling.CALLS: ("{:.0f} thinker calls of this run are used", "All {:.0f} thinker calls"),
    Ceiling.REPLANS: ("{:.0f} replans of this run are used", "All {:.0f} replans"),
    Ceiling.RETRIES: ("{:.0f} retries of this run are used", "All {:.0f} retries"),
    Ceiling.TOKENS: ("{:,.0f} tokens of this run are used", "All {:,.0f} tokens"),
    Ceiling.COST: ("{:.2f} of money for this run is spent", "All money ({:.2f})"),
    Ceiling.SECS: ("{:.0f} seconds of this run are over", "All {:.0f} seconds"),
}


class RunClock:
    """Counts the seconds of work. Starts with ``start``; ``secs`` is 0 before."""

    def __init__(
        self, now_secs: Callable[[], float] = time.monotonic, *, already_secs: float = 0.0
    ) -> None:
        """``already_secs`` were worked before the run broke off."""
        self._now_secs = now_secs
        self._already_secs = already_secs
        self._started_secs: float | None = None
        self._held_secs = 0.0
        self._holds = 0
        self._held_since_secs = 0.0

    def start(self) -> None:
        self._started_secs = self._now_secs()

    @property
    def secs(self) -> float:
        """Seconds of work so far."""
        if self._started_secs is None:
            return 0.0
        until = self._held_since_secs if self._holds else self._now_secs()
        return self._already_secs + until - self._started_secs - self._held_secs

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """The time inside does not count; holds may overlap."""
        if self._holds == 0:
            self._held_since_secs = self._now_secs()
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
            if self._holds == 0:
                self._held_secs += self._now_secs() - self._held_since_secs


@dataclass(slots=True)
class _Meter:
    """``most`` is None where there is no ceiling."""

    ceiling: Ceiling
    most: float | None
    used: float = 0.0
    is_warned: bool = False


class Budget:
    """Raises ``BudgetExhausted`` instead of spending what is not there.

    Tokens and money are known only after they are spent: they may go over the ceiling by one
    call, and nothing is begun after that. ``warnings`` holds what is to be told once.
    """

    def __init__(
        self,
        limits: Limits,
        used: Used = UNUSED,
        *,
        now_secs: Callable[[], float] = time.monotonic,
    ) -> None:
        """``used`` is what the run used before it broke off."""
        self.clock = RunClock(now_secs, already_secs=used.secs)
        self._meters = {
            Ceiling.CALLS: _Meter(Ceiling.CALLS, limits.max_calls or None, used.calls),
            Ceiling.REPLANS: _Meter(Ceiling.REPLANS, limits.max_replans, used.replans),
            Ceiling.RETRIES: _Meter(Ceiling.RETRIES, limits.max_retries or None, used.retries),
            Ceiling.TOKENS: _Meter(Ceiling.TOKENS, limits.max_tokens or None, used.tokens),
            Ceiling.COST: _Meter(Ceiling.COST, limits.max_cost or None, used.cost),
            Ceiling.SECS: _Meter(Ceiling.SECS, limits.max_run_secs or None),
        }

    def used(self, ceiling: Ceiling) -> float:
        return self.clock.secs if ceiling is Ceiling.SECS else self._meters[ceiling].used

    @property
    def replans_left(self) -> int:
        meter = self._meters[Ceiling.REPLANS]
        return int((meter.most or 0) - meter.used)

    @property
    def secs_left(self) -> float | None:
        most = self._meters[Ceiling.SECS].most
        return None if most is None else max(0.0, most - self.clock.secs)

    def check(self) -> None:
        """Before anything is begun: is there still money, time, are there tokens?"""
        for ceiling in (Ceiling.TOKENS, Ceiling.COST, Ceiling.SECS):
            self._refuse_above(self._meters[ceiling])

    def spend_call(self) -> None:
        self.check()
        self._spend(Ceiling.CALLS)

    def spend_replan(self) -> int:
        """The number of this replan. Adaptive and error replans share the ceiling."""
        self._spend(Ceiling.REPLANS)
        return int(self._meters[Ceiling.REPLANS].used)

    def spend_retry(self) -> None:
        self._spend(Ceiling.RETRIES)

    def charge(self, usage: TokenUsage, cost: float | None) -> None:
        """What a model call has cost, known afterwards."""
        self._meters[Ceiling.TOKENS].used += usage.total
        self._meters[Ceiling.COST].used += cost or 0.0

    def is_near(self, share: float, *, calls: float, cost: float) -> bool:
        """Whether ``share`` of calls or money is used, or would be overstepped by so many more."""
        coming = {Ceiling.CALLS: calls, Ceiling.COST: cost}
        return any(
            meter.most is not None
            and (meter.used >= share * meter.most or meter.used + more > share * meter.most)
            for meter, more in ((self._meters[each], more) for each, more in coming.items())
        )

    def take_warnings(self) -> tuple[str, ...]:
        """What has come to 80 % of its ceiling and was not told yet, in sentences."""
        near = [meter for meter in self._meters.values() if self._is_near(meter)]
        for meter in near:
            meter.is_warned = True
        return tuple(self._warning(meter) for meter in near)

    def _is_near(self, meter: _Meter) -> bool:
        if meter.most is None or meter.is_warned:
            return False
        used = self.used(meter.ceiling)
        return used > 0 and used >= WARN_FROM * meter.most

    def _warning(self, meter: _Meter) -> str:
        used = _WORDS[meter.ceiling][0].format(self.used(meter.ceiling))
        return f"{used}, of {meter.most:g}." if meter.most is not None else f"{used}."

    def _spend(self, ceiling: Ceiling) -> None:
        meter = self._meters[ceiling]
        self._refuse_above(meter)
        meter.used += 1

    def _refuse_above(self, meter: _Meter) -> None:
        if meter.most is None or self.used(meter.ceiling) < meter.most:
            return
        all_of_it = _WORDS[meter.ceiling][1].format(meter.most)
        are = "is" if meter.ceiling is Ceiling.COST else "are"
        raise BudgetExhausted(f"{all_of_it} of this run {are} used up.", meter.ceiling.value)
