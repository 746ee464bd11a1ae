"""What a view needs to know of the local states under a step: attempts, decisions, reverts."""

from collections.abc import Callable
from typing import Any

from engine.domain import events, facts, local_planning, performing, plans, risks
from engine.domain.facts import field, replace, same
from engine.domain.verdicts import StepState, Verdict
from engine.record.views.spending import Spent, spent_on

OPEN_STATES = (StepState.PLANNED, StepState.RUNNING, StepState.WAITING)


class ActionView(facts.Frozen, kw_only=True):
    """What became of an action, as a step or on the way to one. ``performed`` differs from what was
    planned after an edit; ``picture_before_hash`` is that of what was there when it began."""

    state: StepState = StepState.PLANNED
    performed: plans.PlanStep | None = None
    at_px: tuple[int, int] | None = None
    verdict: Verdict | None = None
    evidence: tuple[str, ...] = ()
    detail: str = ""
    took_ms: float = 0.0
    reversibility: risks.Reversibility | None = None
    picture_before_hash: str = ""
    is_reverted: bool = False
    is_untold: bool = False


class LocalStateView(ActionView):
    """One local state ("8.3" has ``number`` 3) and the action or the revert that led to it.

    ``explored_count`` of the options of the action that led to state ``branching`` were tried
    when this was decided. ``calls`` is what the thinker was asked for it, ``spent`` what a model
    cost meanwhile. A revert was to take ``asked_back`` back, and ``undone`` is what it did."""

    number: int
    is_revert: bool = False
    iteration: int = 0
    step: plans.PlanStep | None = None
    calls: int = 0
    spent: Spent = field(default_factory=Spent)
    options: tuple[local_planning.ExplorationOption, ...] = ()
    tries: str = ""
    tries_of: int = 0
    explored_count: int = 0
    inputs: local_planning.DecisionInputs | None = None
    decision: str = ""
    reason: str = ""
    decided_by: str = ""
    ruled: str = ""
    next_option: str = ""
    picture_after_hash: str = ""
    returned: str = ""
    ways: tuple[str, ...] = ()
    asked_back: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()

    @property
    def standing(self) -> plans.PlanStep | None:
        """What was performed and not taken back, as it was performed."""
        return None if self.is_revert or self.is_reverted else self.performed


class LocalPlanView(facts.Frozen):
    """The local states of one step, in their order. ``goal`` is empty where the operator took
    the step back outside of a local plan; ``result`` is empty while the plan goes on; ``left_out``
    is what models cost for what was only thought about."""

    goal: str = ""
    why: str = ""
    max_iterations: int = 0
    states: tuple[LocalStateView, ...] = ()
    result: str = ""
    reason: str = ""
    iterations: int = 0
    left_out: Spent = field(default_factory=Spent)

    def state_at(self, number: int) -> LocalStateView | None:
        return next((each for each in self.states if each.number == number), None)

    @property
    def is_open(self) -> bool:
        return bool(self.goal) and not self.result


def fold_local(
    plan: LocalPlanView, event: performing.LocalEvent | events.StepEvent
) -> LocalPlanView:
    """The local states of a step after one more event of theirs."""
    match event:
        case performing.LocalPlanningStarted():
            return replace(plan, **same(event, plan), result="")
        case performing.LocalPlanningEnded():
            return replace(abandoned(plan), **same(event, plan))
        case _:
            return with_state(plan, event.local, lambda view: replace(view, **_changes(event)))


def _changes(event: performing.LocalStateEvent | events.StepEvent) -> dict[str, Any]:
    match event:
        case performing.LocalProposed():
            return same(event, LocalStateView)
        case performing.LocalDecided():
            return {**same(event, LocalStateView), "decided_by": event.by}
        case performing.ReversalStarted():
            told: dict[str, Any] = {"decided_by": event.by, "asked_back": event.places}
            return told | {"is_revert": True, "state": StepState.RUNNING}
        case performing.ReversalEnded():
            told = {"detail": event.why, "picture_after_hash": event.picture_hash}
            state = StepState.DONE if event.undone or event.untold else StepState.FAILED
            own = {"state": state, "returned": event.returned}
            return same(event, LocalStateView) | told | own
        case events.ActionStarted():  # how it is taken back was told when it was proposed
            return {"performed": event.step, "at_px": event.at_px}
        case events.StepEnded():
            return {**step_changes(event), "picture_after_hash": event.picture_hash}
        case _:
            return step_changes(event)


def step_changes(event: events.StepEvent) -> dict[str, Any]:
    """What an event of a step, or of one of its local states, makes of its view."""
    match event:
        case events.StepStarted() | events.ApprovalDecided():
            return {"state": StepState.RUNNING}
        case events.ApprovalAsked():
            return {"state": StepState.WAITING}
        case events.ActionStarted():
            told = {"performed": event.step, "at_px": event.at_px}
            return {**told, "reversibility": event.reversibility}
        case events.StepEnded():
            return {**same(event, ActionView), "state": StepState(event.state)}


def with_state(
    plan: LocalPlanView, number: int, change: Callable[[LocalStateView], LocalStateView]
) -> LocalPlanView:
    """With the local state of that number changed, which is begun where there is none."""
    known = {state.number: state for state in plan.states}
    known[number] = change(known.get(number, LocalStateView(number)))
    return replace(plan, states=tuple(known[each] for each in sorted(known)))


def abandoned(plan: LocalPlanView) -> LocalPlanView:
    """When the plan is over: proposals that were never performed are greyed."""
    states = tuple(
        replace(state, state=StepState.ABANDONED) if state.state in OPEN_STATES else state
        for state in plan.states
        if state.step is not None or state.is_revert
    )
    gone = (state.spent for state in plan.states if state.step is None and not state.is_revert)
    return replace(plan, states=states, left_out=spent_on((plan.left_out, *gone)))
