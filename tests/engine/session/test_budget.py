"""The budget: every ceiling is warned of at 80 %, refused above, and ends the run with what was
achieved."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.domain.actions import Click
from engine.domain.approvals import ApprovalRequest, Asking
from engine.domain.conditions import TextShown
from engine.domain.errors import BudgetExhausted
from engine.domain.events import (
    ModelCalled,
    ReplanStarted,
    SessionEnded,
    ThinkerAsked,
    WarningRaised,
)
from engine.domain.limits import Limits
from engine.domain.models import ModelCall, ModelQuestion, Price, ReplyForm, TokenUsage
from engine.domain.plans import PlanRequest, PlanSegment, PlanStep, ReplanKind
from engine.domain.ports import ModelAccount
from engine.domain.terminals import Terminal
from engine.modes.director import Director
from engine.session.account import Ceiling, RunAccount
from tests.support.hand_clock import HandClock
from tests.support.memory_log import ForgetfulBlobs, MemoryLog
from tests.support.stage import (
    Play,
    ScriptedApprover,
    ScriptedThinker,
    Stage,
    play,
    situation,
    zone,
)


class Account:
    """An account that is under way, with what it warned of."""

    def __init__(self, limits: Limits, now_secs: HandClock | None = None) -> None:
        self.log = MemoryLog()
        self.its = RunAccount(
            limits, log=self.log, blobs=ForgetfulBlobs(), now_secs=now_secs or HandClock()
        )
        self.its.clock.start()

    @property
    def warnings(self) -> list[str]:
        return [event.message for event in self.log.of(WarningRaised)]

    async def spend(self, ceiling: Ceiling) -> None:
        if ceiling is Ceiling.CALLS:
            async with self.its.call("plan", "scripted"):
                pass
        elif ceiling is Ceiling.REPLANS:
            await self.its.start_replan(ReplanKind.ADAPTIVE, "it changed")
        else:
            await self.its.spend_retry()

    async def charge(self, usage: TokenUsage, cost: float | None) -> None:
        await self.its.charge(model_call(usage, cost))


def model_call(usage: TokenUsage, cost: float | None) -> ModelCall:
    question = ModelQuestion("plan", "You plan.", "What next?", "hash")
    return ModelCall(question, "small", "here", ReplyForm.TEXT, "{}", "{}", usage, cost, 5.0)


@pytest.mark.parametrize("ceiling", [Ceiling.CALLS, Ceiling.REPLANS, Ceiling.RETRIES], ids=str)
async def test_what_is_counted_warns_at_four_fifths_and_is_refused_above(ceiling: Ceiling) -> None:
    account = Account(Limits(max_calls=5, max_replans=5, max_retries=5))
    told = []
    for _ in range(5):
        await account.spend(ceiling)
        told.append(len(account.warnings))
    assert told == [0, 0, 0, 1, 1]
    assert account.warnings[0].startswith("4 ") and account.warnings[0].endswith("of 5.")
    with pytest.raises(BudgetExhausted) as refused:
        await account.spend(ceiling)
    assert refused.value.reason == ceiling.value


async def test_calls_without_a_ceiling_are_never_warned_of_nor_refused() -> None:
    account = Account(Limits(max_calls=0))
    for _ in range(50):
        await account.spend(Ceiling.CALLS)
    assert account.warnings == [] and not account.its.is_near(0.9)


async def test_a_replan_that_the_screen_asks_for_is_no_failure_of_a_models_plan() -> None:
    account = Account(Limits(max_replans=2, counts_adaptive=False))
    kinds = [ReplanKind.ERROR, ReplanKind.ADAPTIVE, *[ReplanKind.ERROR] * 2]
    for kind in (*[ReplanKind.ADAPTIVE] * 9, *kinds):
        assert account.its.replans_left > 0
        await account.its.start_replan(kind, "why")
    told = [(event.replan_number, event.charged) for event in account.log.of(ReplanStarted)]
    assert told[8:] == [(9, 0), (10, 1), (11, 0), (12, 1), (13, 2)]
    with pytest.raises(BudgetExhausted, match="All 2 replans"):
        await account.its.start_replan(ReplanKind.ERROR, "a third failure in a row")
    await account.its.start_replan(ReplanKind.ADAPTIVE, "the screen has changed")


async def test_tokens_may_go_over_by_one_call_and_nothing_is_begun_after_that() -> None:
    account = Account(Limits(max_tokens=1000))
    await account.charge(TokenUsage(700, 0, 99), None)
    assert account.warnings == []
    await account.charge(TokenUsage(300, 0, 50), None)
    assert account.warnings == ["1,149 tokens of this run are used, of 1000."]
    with pytest.raises(BudgetExhausted, match="All 1,000 tokens"):
        await account.spend(Ceiling.CALLS)
    assert account.its.used(Ceiling.CALLS) == 0


async def test_money_is_counted_with_the_cheaper_cached_tokens() -> None:
    price = Price(prompt=10.0, cached=1.0, completion=30.0)
    usage = TokenUsage(prompt=100_000, cached=80_000, completion=10_000)
    assert price.cost_of(usage) == pytest.approx(0.2 + 0.08 + 0.3)
    account = Account(Limits(max_cost=0.5))
    await account.charge(usage, price.cost_of(usage))
    with pytest.raises(BudgetExhausted) as refused:
        account.its.check()
    assert refused.value.reason == "max_cost"


def test_time_counts_work_and_not_the_operators_time() -> None:
    now = HandClock()
    account = Account(Limits(max_run_secs=10), now).its
    clock = account.clock
    now.secs = 4
    with clock.held():
        now.secs = 4_000
        with clock.held():
            now.secs = 5_000
    now.secs = 5_003
    assert account.secs_left == pytest.approx(3.0)
    account.check()
    now.secs = 5_007
    with pytest.raises(BudgetExhausted, match="All 10 seconds"):
        account.check()


async def test_zero_is_no_ceiling() -> None:
    account = Account(Limits())
    await account.charge(TokenUsage(10**9, 0, 0), 1e6)
    for _ in range(100):
        await account.spend(Ceiling.RETRIES)
    account.its.check()
    assert account.its.secs_left is None and account.warnings == []


# --- in a run


class SpendingThinker(ScriptedThinker):
    """Plans with a model that costs ``usage`` a call."""

    def __init__(self, *segments: PlanSegment, usage: TokenUsage) -> None:
        super().__init__(*segments)
        self.account: ModelAccount | None = None
        self._usage = usage

    async def plan(self, request: PlanRequest) -> PlanSegment:
        assert self.account is not None
        await self.account.charge(model_call(self._usage, 0.01))
        return await super().plan(request)


def clicks(*labels: str, finishes: bool = False) -> PlanSegment:
    steps = (PlanStep(n, each, each, Click(), f"Click {each}") for n, each in enumerate(labels, 1))
    return PlanSegment(tuple(steps), finishes)


def spending(limits: Limits, *segments: PlanSegment, usage: TokenUsage) -> Play:
    thinker = SpendingThinker(*segments, usage=usage)
    scene = play(Stage(situation(zone("One"), zone("Two", at=1))), thinker, limits=limits)
    thinker.account = scene.account
    return scene


async def test_a_run_without_tokens_ends_with_what_was_achieved() -> None:
    limits = Limits(max_tokens=150, settle_secs=0.02)
    scene = spending(limits, *[clicks("One")] * 4, usage=TokenUsage(90, 0, 10))
    outcome = await scene.session.run(Director())
    assert (outcome.reason, len(scene.stage.done)) == ("max_tokens", 1)
    assert outcome.message == (
        "All 150 tokens of this run are used up. Done until then: 1 step, the last “Click One”."
    )
    warnings = [event.message for event in scene.log.of(WarningRaised)]
    assert warnings == ["200 tokens of this run are used, of 150."]


async def test_each_round_is_recorded_with_what_was_sent_and_received() -> None:
    scene = spending(
        Limits(settle_secs=0.02), clicks("One", finishes=True), usage=TokenUsage(90, 0, 10)
    )
    await scene.session.run(Director())
    [call] = scene.log.of(ModelCalled)
    assert (call.cause, call.usage.total, call.cost) == ("plan", 100, 0.01)
    assert call.prompt_hash and call.reply_hash and call.template_hash == "hash"


async def test_an_extra_call_is_charged_to_the_call_that_needed_it() -> None:
    class Repairing(SpendingThinker):
        async def plan(self, request: PlanRequest) -> PlanSegment:
            assert self.account is not None
            self.account.spend_extra_call()
            return await super().plan(request)

    thinker = Repairing(clicks("One", finishes=True), usage=TokenUsage(1, 0, 1))
    scene = play(Stage(situation(zone("One"))), thinker)
    thinker.account = scene.account
    await scene.session.run(Director())
    assert [event.calls for event in scene.log.of(ThinkerAsked)] == [2]


async def test_retries_have_a_ceiling_of_the_whole_run() -> None:
    failing = PlanStep(1, "One", "One", Click(), "Click One", TextShown("never"))
    limits = Limits(max_retries=2, max_step_retries=3, settle_secs=0.02)
    thinker = ScriptedThinker(PlanSegment((failing,), finishes=True))
    scene = play(Stage(situation(zone("One"))), thinker, limits=limits)
    outcome = await scene.session.run(Director())
    assert outcome.reason == "max_retries" and len(scene.stage.done) == 3


async def test_waiting_for_the_operator_costs_no_time_of_the_run() -> None:
    now = HandClock()

    def ponder(request: ApprovalRequest) -> None:
        now.secs += 3_600

    approver = ScriptedApprover(while_asked=ponder)
    limits = Limits(max_run_secs=60, settle_secs=0.02)
    thinker = ScriptedThinker(clicks("One", "Two", finishes=True))
    stage = Stage(situation(zone("One"), zone("Two", at=1)))
    scene = play(stage, thinker, asking=Asking.EACH, approver=approver, limits=limits, now_secs=now)
    await scene.session.run(Director())
    [ended] = scene.log.of(SessionEnded)
    assert ended.outcome.terminal is Terminal.GOAL_SATISFIED


async def test_a_run_that_takes_too_long_ends_before_its_next_step() -> None:
    times: Iterator[float] = iter((0.0, 30.0, 60.0))
    now = HandClock()
    stage = Stage(situation(zone("One"), zone("Two", at=1)))
    stage.on_action = lambda action: setattr(now, "secs", next(times) + 61.0)
    thinker = ScriptedThinker(clicks("One", "Two", finishes=True))
    limits = Limits(max_run_secs=60, settle_secs=0.02)
    scene = play(stage, thinker, limits=limits, now_secs=now)
    outcome = await scene.session.run(Director())
    assert outcome.reason == "max_run_secs" and len(stage.done) == 1
