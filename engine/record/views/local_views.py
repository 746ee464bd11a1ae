"""What a view needs to know of the local states under a step: attempts, decisions, reverts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from engine.domain import events
from engine.domain.lifecycle import StepState
from engine.domain.local_events import (
    LocalDecided,
    LocalEvent,
    LocalPlanningEnded,
    LocalPlanningStarted,
    LocalProposed,
    ReversalEnded,
    ReversalStarted,
)
from engine.domain.local_planning import DecisionInputs, ExplorationOption
from engine.domain.model_events import ModelCalled
from engine.domain.plans import PlanStep
from engine.domain.reversal import Reversibility
from engine.domain.verdicts import Verdict
from engine.record.views.spending import Spent


@dataclass(frozen=True, slots=True)
class LocalStateView:
    """One local state ("8.3" has ``number`` 3) and the action or the revert that led to it.

    ``explored_count`` of the options of the action that led to state ``branching`` were tried
    when this was decided. ``calls`` is what the thinker was asked for it, ``spent`` what a model
    cost meanwhile. A revert was to take
    ``asked_back`` back, and ``undone`` is what it did.
    """

    number: int
    is_revert: bool = False
    iteration: int = 0
    step: PlanStep | None = None
    state: StepState = StepState.PLANNED
    performed: PlanStep | None = None
    at_px: tuple[int, int] | None = None
    verdict: Verdict | None = None
    evidence: tuple[str, ...] = ()
    detail: str = ""
    took_ms: float = 0.0
    calls: int = 0
    spent: Spent = field(default_factory=Spent)
    reversibility: Reversibility | None = None
    options: tuple[ExplorationOption, ...] = ()
    tries: str = ""
    tries_of: int = 0
    explored_count: int = 0
    inputs: DecisionInputs | None = None
    decision: str = ""
    reason: str = ""
    decided_by: str = ""
    ruled: str = ""
    next_option: str = ""
    picture_before_hash: str = ""
    picture_after_hash: str = ""
    is_reverted: bool = False
    is_untold: bool = False
    returned: str = ""
    ways: tuple[str, ...] = ()
    asked_back: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LocalPlanView:
    """The local states of one step, in their order. ``goal`` is empty where the operator took
    the step back outside of a local plan; ``result`` is empty while the plan goes on."""

    goal: str = ""
    why: str = ""
    max_iterations: int = 0
    picture_hash: str = ""
    states: tuple[LocalStateView, ...] = ()
    result: str = ""
    reason: str = ""
    iterations: int = 0

    @property
    def is_open(self) -> bool:
        return bool(self.goal) and not self.result

    @property
    def actions_not_reverted(self) -> tuple[PlanStep, ...]:
        """What was performed and not taken back, as it was performed."""
        return tuple(
            state.performed
            for state in self.states
            if state.performed is not None and not state.is_revert and not state.is_reverted
        )


def fold_local(plan: LocalPlanView | None, event: LocalEvent | events.StepEvent) -> LocalPlanView:
    """The local states of a step after one more event of theirs."""
    plan = plan or LocalPlanView()
    match event:
        case LocalPlanningStarted():
            return replace(
                plan,
                goal=event.goal,
                why=event.why,
                max_iterations=event.max_iterations,
                picture_hash=event.picture_hash,
                result="",
            )
        case LocalPlanningEnded():
            plan = abandoned(plan)
            return replace(
                plan, result=event.result, reason=event.reason, iterations=event.iterations
            )
        case _:
            return _with_state(plan, event.local, _change(event))


def _change(
    event: LocalProposed | LocalDecided | ReversalStarted | ReversalEnded | events.StepEvent,
) -> Callable[[LocalStateView], LocalStateView]:
    match event:
        case LocalProposed():
            return lambda view: replace(
                view,
                iteration=event.iteration,
                step=event.step,
                options=event.options,
                reversibility=event.reversibility,
                tries=event.tries,
                tries_of=event.tries_of,
            )
        case LocalDecided():
            return lambda view: replace(
                view,
                inputs=event.inputs,
                decision=event.decision,
                reason=event.reason,
                decided_by=event.by,
                ruled=event.ruled,
                explored_count=event.explored_count,
                next_option=event.next_option,
                picture_before_hash=event.picture_before_hash,
                picture_after_hash=event.picture_after_hash,
            )
        case ReversalStarted():
            return lambda view: replace(
                view,
                is_revert=True,
                decided_by=event.by,
                asked_back=event.places,
                state=StepState.RUNNING,
            )
        case ReversalEnded():
            return lambda view: replace(
                view,
                state=StepState.DONE if event.undone or event.untold else StepState.FAILED,
                verdict=event.verdict,
                evidence=event.evidence,
                returned=event.returned,
                undone=event.undone,
                untold=event.untold,
                ways=event.ways,
                detail=event.why,
                picture_after_hash=event.picture_hash,
                took_ms=event.took_ms,
            )
        case events.StepStarted() | events.ApprovalDecided():
            return lambda view: replace(view, state=StepState.RUNNING)
        case events.ApprovalAsked():
            return lambda view: replace(view, state=StepState.WAITING)
        case events.ActionStarted():
            return lambda view: replace(view, performed=event.step, at_px=event.at_px)
        case events.StepEnded():
            return lambda view: replace(
                view,
                state=StepState(event.state),
                verdict=event.verdict,
                evidence=event.evidence,
                detail=event.detail,
                picture_after_hash=event.picture_hash,
                took_ms=event.took_ms,
            )


def _with_state(
    plan: LocalPlanView, number: int, change: Callable[[LocalStateView], LocalStateView]
) -> LocalPlanView:
    known = {state.number: state for state in plan.states}
    known[number] = change(known.get(number, LocalStateView(number)))
    return replace(plan, states=tuple(known[each] for each in sorted(known)))


def abandoned(plan: LocalPlanView) -> LocalPlanView:
    """When the plan is over: a proposal that was never performed is greyed, and what was only
    thought about is left out."""
    open_states = (StepState.PLANNED, StepState.RUNNING, StepState.WAITING)
    states = tuple(
        replace(state, state=StepState.ABANDONED) if state.state in open_states else state
        for state in plan.states
        if state.step is not None or state.is_revert
    )
    return replace(plan, states=states)


def with_calls(plan: LocalPlanView | None, number: int, calls: int) -> LocalPlanView:
    """Calls to the thinker charged to a local state."""
    return _with_state(
        plan or LocalPlanView(), number, lambda view: replace(view, calls=view.calls + calls)
    )


def with_spent(plan: LocalPlanView | None, number: int, call: ModelCalled) -> LocalPlanView:
    """A model's round charged to a local state."""
    return _with_state(
        plan or LocalPlanView(), number, lambda view: replace(view, spent=view.spent.plus(call))
    )


def with_reverted(plan: LocalPlanView, number: int, *, is_untold: bool) -> LocalPlanView:
    """The action that led to this state was taken back, or left without telling whether."""
    return _with_state(
        plan, number, lambda view: replace(view, is_reverted=True, is_untold=is_untold)
    )
