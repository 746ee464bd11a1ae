"""Putting one session together from what stands behind the ports."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from engine.domain.exploring.ports import ExplorableSurface, ExploreThinker, ScopeKeeper
from engine.domain.history import LocalActionHistory
from engine.domain.ports import (
    ApprovalGate,
    BlobStore,
    EventLog,
    Perceiver,
    Policy,
    Provenance,
    Reverter,
    RiskRater,
    StepExecutor,
    TargetGuard,
    Thinker,
    WebThinker,
)
from engine.domain.surface_ports import Surface
from engine.session.account import RunAccount
from engine.session.acting import Acting
from engine.session.control import RunControl
from engine.session.exploring_run import ExploringRun
from engine.session.local_run import LocalRun
from engine.session.looking import Looking
from engine.session.passage import Passage
from engine.session.run_clock import RunClock
from engine.session.session import RunSettings, Session
from engine.session.sight import Sight
from engine.session.staged_steps import StagedSteps
from engine.session.steps import StepRunner
from engine.session.taking_back import TakingBack
from engine.session.thinker_calls import ThinkerCalls


@dataclass(frozen=True, slots=True)
class Parts:
    """Who stands behind each port, for one session."""

    surface: Surface
    perceiver: Perceiver
    thinker: Thinker
    executor: StepExecutor
    reverter: Reverter
    guard: TargetGuard
    rater: RiskRater
    provenance: Provenance
    policy: Policy
    gate: ApprovalGate
    log: EventLog
    blobs: BlobStore
    clock: RunClock
    account: RunAccount
    let_go: Callable[[], Awaitable[None]]
    """Called once at the run's end."""
    web: WebThinker | None = None
    """Who chooses in a navigator's run; there is none in others."""
    explore: ExploreThinker | None = None
    """Who proposes in an exploration; there is none in other runs."""
    keeper: ScopeKeeper | None = None
    """Who is told what is explored, and refuses what lies outside of it."""
    explorable: ExplorableSurface | None = None
    """The surface, where an exploration may set it back."""


def assemble(settings: RunSettings, parts: Parts) -> Session:
    """A session that is ready to run."""
    clock, account = parts.clock, parts.account
    control, sight, history = RunControl(clock), Sight(parts.perceiver), LocalActionHistory()
    passage = Passage(
        sight=sight,
        executor=parts.executor,
        guard=parts.guard,
        rater=parts.rater,
        provenance=parts.provenance,
        policy=parts.policy,
        gate=parts.gate,
        blobs=parts.blobs,
        control=control,
        clock=clock,
        goal=settings.goal,
    )
    calls = ThinkerCalls(
        thinker=parts.thinker,
        web=parts.web,
        explore=parts.explore,
        provenance=parts.provenance,
        account=account,
        passage=passage,
        log=parts.log,
        control=control,
    )
    acting = Acting(sight=sight, executor=parts.executor, log=parts.log, control=control)
    steps = StepRunner(
        sight=sight,
        passage=passage,
        acting=acting,
        executor=parts.executor,
        reverter=parts.reverter,
        history=history,
        log=parts.log,
        blobs=parts.blobs,
        control=control,
        account=account,
        limits=settings.limits,
    )
    staged = StagedSteps(passage=passage, acting=acting, steps=steps, log=parts.log)
    taking_back = TakingBack(
        history=history,
        reverter=parts.reverter,
        calls=calls,
        sight=sight,
        passage=passage,
        acting=acting,
        log=parts.log,
        blobs=parts.blobs,
    )
    local = LocalRun(
        history=history,
        reverter=parts.reverter,
        calls=calls,
        taking_back=taking_back,
        sight=sight,
        steps=steps,
        executor=parts.executor,
        log=parts.log,
        blobs=parts.blobs,
        control=control,
    )
    exploring = ExploringRun(
        surface=parts.explorable,
        keeper=parts.keeper,
        calls=calls,
        sight=sight,
        account=account,
        clock=clock,
        control=control,
        log=parts.log,
        blobs=parts.blobs,
        history=history,
    )
    looking = Looking(
        sight=sight,
        perceiver=parts.perceiver,
        account=account,
        control=control,
        log=parts.log,
        blobs=parts.blobs,
    )
    return Session(
        settings,
        surface=parts.surface,
        looking=looking,
        calls=calls,
        account=account,
        clock=clock,
        let_go=parts.let_go,
        passage=passage,
        local=local,
        exploring=exploring,
        steps=steps,
        staged=staged,
        sight=sight,
        log=parts.log,
        blobs=parts.blobs,
        control=control,
    )
