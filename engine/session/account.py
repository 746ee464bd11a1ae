"""The run's account: what it uses is counted against the ceilings, recorded, warned of at 80 %, and
refused above.

Its time is that of the run's own clock, which stands still while the operator is waited for."""

import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from enum import StrEnum
from statistics import median

from engine.domain import errors, models, plans, ports
from engine.domain.events import ModelAsked, ModelCalled, ReplanStarted, ThinkerAsked, WarningRaised
from engine.domain.facts import Part, same
from engine.domain.limits import UNUSED, WARN_FROM, Limits, Used


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


class _Meter(Part):
    """``most`` is None where there is no ceiling."""

    ceiling: Ceiling
    most: float | None
    used: float = 0.0
    is_warned: bool = False


class RunAccount:
    """Implements ``ModelAccount``; the session spends its own calls and replans here too. What is
    not there is refused with ``BudgetExhausted``. Tokens and money are known only after they are
    spent: they may go over the ceiling by one call, and nothing is begun after that."""

    def __init__(
        self,
        limits: Limits,
        used: Used = UNUSED,
        *,
        log: ports.EventLog,
        blobs: ports.BlobStore,
        now_secs: Callable[[], float] = time.monotonic,
    ) -> None:
        """``used`` is what the run used before it broke off."""
        self.clock = RunClock(now_secs, already_secs=used.secs)
        self._next_call = _NextCall()
        self._counts_adaptive = limits.counts_adaptive
        self._replans = used.replans
        self._log = log
        self._blobs = blobs
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
        left = int((meter.most or 0) - meter.used)
        return left if self._counts_adaptive else max(1, left)

    @property
    def secs_left(self) -> float | None:
        most = self._meters[Ceiling.SECS].most
        return None if most is None else max(0.0, most - self.clock.secs)

    def check(self) -> None:
        """Before anything is begun: is there still money, time, are there tokens?"""
        for ceiling in (Ceiling.TOKENS, Ceiling.COST, Ceiling.SECS):
            self._refuse_above(self._meters[ceiling])

    @contextlib.asynccontextmanager
    async def call(
        self, cause: models.CallCause, thinker: str, place: plans.StepPlace | None = None
    ) -> AsyncIterator[None]:
        """One call to the thinker, spent before and recorded after, with all that it took."""
        before = self.used(Ceiling.CALLS)
        self.spend_extra_call()
        await self._tell_warnings()
        started = time.perf_counter()
        try:
            yield
        finally:
            took_ms = round((time.perf_counter() - started) * 1000, 3)
            calls = int(self.used(Ceiling.CALLS) - before)
            await self._log.append(ThinkerAsked(cause, thinker, calls, took_ms, str(place or "")))

    def spend_extra_call(self) -> None:
        self.check()
        self._spend(Ceiling.CALLS)

    async def start_replan(self, kind: plans.ReplanKind, why: str, in_vain: bool = False) -> None:
        """Charge a replan to the limit that both kinds share; or, where one that the screen asks
        for is no failure, begin to count failures anew. ``in_vain``: nothing new asks for it."""
        is_free = kind is plans.ReplanKind.ADAPTIVE and not self._counts_adaptive
        if is_free and not in_vain:
            self._meters[Ceiling.REPLANS].used = 0
        else:
            self._spend(Ceiling.REPLANS)
        self._replans += 1
        await self._tell_warnings()
        charged = int(self.used(Ceiling.REPLANS))
        await self._log.append(ReplanStarted(self._replans, kind, why, charged))

    async def spend_retry(self) -> None:
        """One more attempt at a step."""
        self._spend(Ceiling.RETRIES)
        await self._tell_warnings()

    async def note_asked(self, question: models.ModelQuestion, model: str) -> None:
        await self._log.append(ModelAsked(question.cause, model, question.place))

    async def warn(self, words: str) -> None:
        await self._log.append(WarningRaised(words))

    async def charge(self, call: models.ModelCall) -> None:
        self._meters[Ceiling.TOKENS].used += call.usage.total
        self._meters[Ceiling.COST].used += call.cost or 0.0
        self._next_call.note(call)
        question, blobs = call.question, self._blobs
        sent = {"system": question.system, "prompt": question.prompt}
        picture = question.picture
        event = ModelCalled(
            **same(call, ModelCalled),
            **same(question, ModelCalled, but=["prompt_hash"]),
            template_hash=question.prompt_hash,
            prompt_hash=await blobs.put_text(json.dumps(sent, ensure_ascii=False)),
            picture_hash=await blobs.put_sent_picture(picture) if picture else "",
            reply_hash=await blobs.put_text(call.reply) if call.reply else "",
            parsed_hash=await blobs.put_text(call.parsed) if call.parsed else "",
        )
        await self._log.append(event)
        await self._tell_warnings()

    def is_near(self, share: float) -> bool:
        """Whether ``share`` of calls or money is used, or would be by the next asking."""
        coming = {Ceiling.CALLS: 1.0, Ceiling.COST: self._next_call.cost}
        return any(
            meter.most is not None
            and (meter.used >= share * meter.most or meter.used + more > share * meter.most)
            for meter, more in ((self._meters[each], more) for each, more in coming.items())
        )

    async def _tell_warnings(self) -> None:
        """Say what has come near its ceiling, each once."""
        for meter in self._meters.values():
            used = self.used(meter.ceiling)
            if meter.most is None or meter.is_warned or not used or used < WARN_FROM * meter.most:
                continue
            meter.is_warned = True
            words = _WORDS[meter.ceiling][0].format(used)
            await self.warn(f"{words}, of {meter.most:g}.")

    def _spend(self, ceiling: Ceiling) -> None:
        meter = self._meters[ceiling]
        self._refuse_above(meter)
        meter.used += 1

    def _refuse_above(self, meter: _Meter) -> None:
        if meter.most is None or self.used(meter.ceiling) < meter.most:
            return
        all_of_it = _WORDS[meter.ceiling][1].format(meter.most)
        are = "is" if meter.ceiling is Ceiling.COST else "are"
        raise errors.BudgetExhausted(f"{all_of_it} of this run {are} used up.", meter.ceiling.value)


class _NextCall:
    """What the next asking for groups is likely to cost, told from those before it. One asking
    is all its rounds: those that failed or had to be repaired, and the last."""

    def __init__(self) -> None:
        self._asked: list[float] = []
        self._rounds: list[float] = []

    def note(self, call: models.ModelCall) -> None:
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
