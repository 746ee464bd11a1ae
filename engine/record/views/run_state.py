"""The state of a run as views need it: a fold over its events makes it; and what the rest of the
segment is likely to take, told from what the run took so far: steps that are left at the median
time of the last ones done, and one more plan where the segment does not finish the goal, at the
median of the plans before it. Where there is nothing to tell from, there is no forecast."""

from collections.abc import Iterable, Iterator, Sequence
from statistics import median

from engine.domain import approvals, events, models, performing, steering, terminals, verdicts
from engine.domain.exploring.limits import ExploreLimits
from engine.domain.facts import Frozen, field
from engine.domain.limits import Limits
from engine.domain.plans import PlanStep, ReplanKind, StepPlace
from engine.domain.web.events import SessionResumed
from engine.domain.web.pages import Stage
from engine.record.views import local_views, spending, vector
from engine.record.views.exploring.explore_view import ExploreView
from engine.record.views.web.web_view import WebView

LED_THERE = ("reached", "way found")
"""Results of a local plan that was of use."""


class StepView(local_views.ActionView):
    """One step as the tree shows it; for ``waited_secs`` of its time the operator was awaited."""

    step: PlanStep
    attempts: int = 0
    picture_hash: str = ""
    waited_secs: float = 0.0
    local: local_views.LocalPlanView | None = None
    is_left_out: bool = False

    @property
    def title(self) -> str:
        """What was done, or is planned."""
        return (self.performed or self.step).description

    @property
    def completed(self) -> tuple[PlanStep, ...]:
        """What of it counts as done: its own action, or those of the local plan that led there."""
        own = (self.performed or self.step,) if self.state is verdicts.StepState.DONE else ()
        if self.is_reverted or self.step.is_replan:
            own = ()
        if self.local is None or self.local.result not in LED_THERE:
            return own
        led = tuple(filter(None, (each.standing for each in self.local.states)))
        return led or own if self.local.result == "reached" else (*led, *own)


class SegmentView(Frozen):
    """``stage``: how far a run on the web had come when it was planned."""

    segment_number: int
    replan_kind: ReplanKind
    steps: tuple[StepView, ...]
    finishes: bool
    reason: str = ""
    notes: tuple[str, ...] = ()
    stage: Stage | None = None

    @property
    def is_by_hand(self) -> bool:
        return self.replan_kind is ReplanKind.BY_HAND

    @property
    def local_plans(self) -> list[tuple[StepPlace, local_views.LocalPlanView]]:
        """Each with the place of its step."""
        return [
            (StepPlace(self.segment_number, view.step.step_number), view.local)
            for view in self.steps
            if view.local is not None and view.local.goal
        ]


class Tally(Frozen):
    """What some segments came to, told without looking at each: steps that failed, or count as
    completed, as they were done and stand; attempts beyond the first of each; whether one was taken
    back; the number of the last segment with a local plan, 0 without any; and what models cost for
    local states that led nowhere."""

    failed: int
    completed: int
    retries: int
    has_undone: bool
    local: int
    lost: spending.Spent


def _tally_of(segments: Sequence[SegmentView]) -> Tally:
    views = [v for each in segments for v in each.steps if not v.step.is_replan]
    plans = [(each.segment_number, plan) for each in segments for _, plan in each.local_plans]
    return Tally(
        sum(view.state is verdicts.StepState.FAILED for view in views),
        sum(len(view.completed) for view in views),
        sum(max(0, view.attempts - 1) for view in views),
        any(view.is_reverted for view in views),
        max((number for number, _ in plans), default=0),
        spending.spent_on(spent for _, plan in plans for spent in _lost(plan)),
    )


def _lost(plan: local_views.LocalPlanView) -> Iterator[spending.Spent]:
    yield plan.left_out
    led_nowhere = bool(plan.result) and plan.result not in LED_THERE
    for each in plan.states:
        is_void = led_nowhere or each.is_reverted or each.state is verdicts.StepState.ABANDONED
        if is_void and not each.is_revert:
            yield each.spent


class Segments(vector.LongVector[SegmentView, Tally]):
    tally_of = staticmethod(_tally_of)


class Calls(vector.LongVector[events.ModelCalled, dict[models.CallCause, spending.Spent]]):
    tally_of = staticmethod(spending.spent_by_cause)


class AskedView(Frozen):
    """A model that was asked and has not answered yet."""

    event: events.ModelAsked
    at_secs: float


class RunState(Frozen):
    """All that a view needs to know of a run. ``away_secs`` lie between a breaking off and going
    on; ``web`` is there in runs on the web, ``explore`` in explorations. ``unsettled`` are the
    numbers of the segments in which something may still be open. ``zones_hash`` names the zones
    that were seen in the last picture, where they were looked up in it."""

    session_id: str = ""
    goal: str = ""
    surface: str = ""
    thinker: str = ""
    asking: approvals.Asking = approvals.Asking.EACH
    mode: verdicts.ModeName = "director"
    granted: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    started_at_secs: float = 0.0
    last_at_secs: float = 0.0
    last_seq: int = 0
    phase: verdicts.Phase = verdicts.Phase.PLANNING
    control: str = "running"
    segments: Segments = field(default_factory=Segments)
    current_segment: int = 0
    current_step: int = 0
    pending: approvals.ApprovalRequest | None = None
    question: events.QuestionAsked | None = None
    calls_used: int = 0
    replans_used: int = 0
    picture_hash: str = ""
    zones_hash: str = ""
    warnings: vector.Vector[str] = field(default_factory=vector.Vector)
    outcome: terminals.Outcome | None = None
    model_calls: Calls = field(default_factory=Calls)
    waited_secs: float = 0.0
    away_secs: float = 0.0
    web: WebView | None = None
    explore: ExploreView | None = None
    asked: tuple[AskedView, ...] = ()
    unsettled: frozenset[int] = frozenset()
    breakpoints: tuple[steering.Breakpoint, ...] = ()
    grants: tuple[approvals.Grant, ...] = ()
    made: performing.FilesMade = field(default_factory=performing.FilesMade)

    def was_waiting_until(self, event: events.Event) -> bool:
        """Whether the operator was waited for up to this event, the next one. A pause begins where
        the run comes to a boundary, which nothing records. But a run that waits there is silent:
        what it does itself while it is paused was work until then."""
        asks = self.pending is not None or self.question is not None
        if isinstance(event, SessionResumed):
            return False  # nobody was there: that time is no part of the run at all
        waits = self.control in ("paused", "taken over") and isinstance(
            event, events.ControlChanged | performing.OperatorForced | performing.SteeringEvent
        )
        return self.is_running and (asks or waits)

    @property
    def place(self) -> StepPlace:
        """Of the step that goes on, or went on last."""
        return StepPlace(self.current_segment, self.current_step)

    def segment_at(self, number: int) -> SegmentView | None:
        return self.segments[number - 1] if 0 < number <= len(self.segments) else None

    def step_at(self, place: StepPlace) -> StepView | None:
        """The step there, or that under which a local state is."""
        segment = self.segment_at(place.segment_number)
        steps = segment.steps if segment is not None else ()
        return next((view for view in steps if view.step.step_number == place.step_number), None)

    @property
    def explored(self) -> ExploreView:
        """Empty of a run that explored nothing."""
        return self.explore or ExploreView(ExploreLimits())

    @property
    def worked_secs(self) -> float:
        """The run's time without what it waited for the operator."""
        return max(0.0, self.elapsed_secs - self.waited_secs)

    @property
    def retries_used(self) -> int:
        """Attempts of steps beyond the first of each."""
        return sum(tally.retries for _, tally in self.segments.parts)

    @property
    def spent_on_abandoned(self) -> spending.Spent:
        """What models cost for local states that led nowhere."""
        return spending.spent_on(tally.lost for _, tally in self.segments.parts)

    @property
    def spent(self) -> spending.Spent:
        """What models have cost in this run."""
        return spending.spent_on(self.spent_by_cause.values())

    @property
    def spent_by_cause(self) -> dict[models.CallCause, spending.Spent]:
        """In the order in which they came up."""
        return spending.together(tally for _, tally in self.model_calls.parts)

    @property
    def is_running(self) -> bool:
        return bool(self.session_id) and self.outcome is None

    @property
    def elapsed_secs(self) -> float:
        return max(0.0, self.last_at_secs - self.started_at_secs - self.away_secs)

    @property
    def completed_steps(self) -> tuple[PlanStep, ...]:
        """The steps as they were actually done, in order."""
        return tuple(
            step for segment in self.segments for view in segment.steps for step in view.completed
        )


_PLANNING = ("plan", "replan")


class Forecast(Frozen):
    """Up to the end of the segment, the next plan included where one is needed. ``cost`` is None
    where no price is known. ``leaves_out_local``: a local plan goes on, and nobody knows how long;
    only what comes after it is told."""

    calls: int
    tokens: int
    cost: float | None
    secs: float
    leaves_out_local: bool = False


def forecast_of(state: RunState) -> Forecast | None:
    """The forecast for the segment under way; None where no run goes on or there is no basis."""
    segment = state.segment_at(state.current_segment)
    if segment is None or not state.is_running:
        return None
    steps = [view for view in segment.steps if view.state in local_views.OPEN_STATES]
    acting = [view for view in steps if not view.step.is_replan]
    took = [
        max(0.0, view.took_ms / 1000 - view.waited_secs)
        for each in state.segments[-Segments.WIDTH :]
        for view in each.steps
        if view.state is verdicts.StepState.DONE and not view.step.is_replan and view.took_ms > 0
    ]
    step_secs = median(took) if took else None
    if acting and step_secs is None:
        return None
    plan = spending.Spent() if segment.finishes else _median_plan(state.model_calls[-Calls.WIDTH :])
    return Forecast(
        calls=0 if segment.finishes else 1,
        tokens=plan.usage.total,
        cost=plan.cost,
        secs=len(acting) * (step_secs or 0.0) + plan.took_ms / 1000,
        leaves_out_local=any(view.local and view.local.is_open for view in segment.steps),
    )


def _median_plan(calls: Iterable[events.ModelCalled]) -> spending.Spent:
    """What a plan took in the middle, with the rounds that failed before it or repaired it. Nothing
    where no model planned: the thinker without a model takes neither tokens nor time that anybody
    would notice."""
    plans = _plans(calls)
    if not plans:
        return spending.Spent()
    costs = [plan.cost for plan in plans if plan.cost is not None]
    usage = sorted(plans, key=lambda plan: plan.usage.total)[(len(plans) - 1) // 2].usage
    return spending.Spent(
        rounds=1,
        usage=usage,
        cost=median(costs) if len(costs) == len(plans) else None,
        took_ms=median(plan.took_ms for plan in plans),
    )


def _plans(calls: Iterable[events.ModelCalled]) -> list[spending.Spent]:
    """Each plan that came about, as the sum of its rounds."""
    plans: list[spending.Spent] = []
    rounds: list[events.ModelCalled] = []
    for call in calls:
        if call.cause not in _PLANNING:
            continue
        rounds.append(call)
        if not call.failure:
            plans.append(spending.spent_on(rounds))
            rounds = []
    return plans
