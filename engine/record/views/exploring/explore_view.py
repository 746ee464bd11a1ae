"""What the views know of an exploration: iterations and their groups, the graph of states, the
findings. A fold over exploring's events, part of ``RunState``."""

from engine.domain.exploring import events
from engine.domain.exploring.groups import ActionGroup
from engine.domain.exploring.limits import ExploreLimits, Fault
from engine.domain.facts import Frozen, field, replace, same
from engine.domain.scripts import TracedStep
from engine.record.views.vector import Keyed, Vector


class GroupView(Frozen):
    """``segment_number`` is 0 before it is started, ``assessed`` None before it is judged.
    ``grown_from`` is the number of the group that it expands, 0 in the first iteration."""

    number: int
    iteration: int
    group: ActionGroup
    grown_from: int = 0
    segment_number: int = 0
    assessed: events.GroupAssessed | None = None

    @property
    def has_succeeded(self) -> bool:
        return self.assessed is not None and self.assessed.succeeded


class StateView(Frozen):
    """``number`` tells states of one title apart, ``first_seen_at`` counts the actions before it;
    ``came_from`` and ``by`` say from which state it was first come to and by what, and are empty
    for a start. ``visits`` counts how often an action led there, and the first time: beginning
    again at the start is no visit."""

    number: int
    state_id: str
    title: str
    picture_hash: str
    first_seen_at: int
    visits: int = 1
    came_from: str = ""
    by: str = ""


class StateTransition(Frozen):
    """How often one state led to another; ``by`` is what did it the first time."""

    start: str
    end: str
    by: str
    count: int = 1


class FindingView(Frozen):
    found: events.FaultFound
    minimised: events.FindingMinimised | None = None

    @property
    def number(self) -> int:
        return self.found.finding.number

    @property
    def fault(self) -> Fault:
        return self.found.finding.fault

    @property
    def path(self) -> tuple[TracedStep, ...]:
        """The shortest that is known to lead there."""
        return self.minimised.path if self.is_minimised and self.minimised else self.original_path

    @property
    def original_path(self) -> tuple[TracedStep, ...]:
        """As it was found."""
        return self.found.finding.path

    @property
    def is_minimised(self) -> bool:
        """The fault came up again along the minimised path."""
        return self.minimised is not None and self.minimised.came_up_again


class ExploreView(Frozen):
    limits: ExploreLimits
    iteration: int = 0
    groups: Keyed[int, GroupView] = field(default_factory=Keyed)
    refusals: Vector[events.GroupsRefused] = field(default_factory=Vector)
    states: Keyed[str, StateView] = field(default_factory=Keyed)
    transitions: Keyed[tuple[str, str], StateTransition] = field(default_factory=Keyed)
    state_id: str = ""
    findings: tuple[FindingView, ...] = ()
    actions: int = 0
    """Of groups so far, as they are counted against the ceiling."""

    def path_to(self, state_id: str) -> tuple[str, ...]:
        """In words, what first led to the state, from a start on."""
        steps: list[str] = []
        sought = state_id
        for each in reversed(self.states):  # where one came from was seen before it
            if each.state_id == sought and each.by:
                steps.append(each.by)
                sought = each.came_from
        return tuple(reversed(steps))

    @property
    def actions_done(self) -> int:
        """Actions of groups, without those of replays."""
        return sum(each.assessed.actions_done for each in self.groups if each.assessed)

    def group_of_segment(self, segment_number: int) -> GroupView | None:
        return next((each for each in self.groups if each.segment_number == segment_number), None)

    def is_walk(self, segment_number: int) -> bool:
        """A path is walked again, or something else is done beside the groups."""
        has_begun = any(0 < each.segment_number < segment_number for each in self.groups)
        return has_begun and self.group_of_segment(segment_number) is None


def fold_exploring(view: ExploreView, event: events.ExploringEvent) -> ExploreView:
    """The view after one more event."""
    match event:
        case events.ExplorationStarted(limits=limits):
            return ExploreView(limits)
        case events.GroupsProposed():
            groups = view.groups
            for index, group in enumerate(event.groups):
                number = event.first_number + index
                from_ = event.grown_from[index] if index < len(event.grown_from) else 0
                groups = groups.having(number, GroupView(number, event.iteration, group, from_))
            return replace(view, iteration=event.iteration, groups=groups)
        case events.GroupsRefused():
            return replace(view, refusals=view.refusals.plus(event))
        case events.GroupStarted(group_number=number, segment_number=segment):
            return _with_group(view, number, segment_number=segment)
        case events.GroupAssessed(group_number=number):
            return _with_group(view, number, assessed=event)
        case events.StateSeen():
            return _with_state(view, event)
        case events.FaultFound():
            findings = (*view.findings, FindingView(event))
            return replace(view, findings=findings, actions=event.actions)
        case events.FindingMinimised(finding_number=number):
            shortened = (
                replace(each, minimised=event) if each.found.finding.number == number else each
                for each in view.findings
            )
            return replace(view, findings=tuple(shortened))
        case events.SurfaceReset():
            return replace(view, state_id="")


def _with_group(view: ExploreView, number: int, **changes: object) -> ExploreView:
    group = view.groups.get(number)
    if group is None:
        return view
    changed = replace(group, **changes)  # type: ignore[arg-type]
    return replace(view, groups=view.groups.having(number, changed))


def _with_state(view: ExploreView, event: events.StateSeen) -> ExploreView:
    states, known = view.states, view.states.get(event.state_id)
    if known is None:
        told, number, at = same(event, StateView), 1 + len(states), event.actions
        state = StateView(number, **told, first_seen_at=at, came_from=event.from_state)
        states = states.having(event.state_id, state)
    elif event.by:
        states = states.having(event.state_id, replace(known, visits=known.visits + 1))
    return replace(
        view,
        states=states,
        state_id=event.state_id,
        transitions=_with_transition(view, event),
        actions=event.actions,
    )


def _with_transition(
    view: ExploreView, event: events.StateSeen
) -> Keyed[tuple[str, str], StateTransition]:
    if not event.from_state or event.from_state == event.state_id:
        return view.transitions
    ends = (event.from_state, event.state_id)
    known = view.transitions.get(ends)
    transition = (
        replace(known, count=known.count + 1) if known else StateTransition(*ends, event.by)
    )
    return view.transitions.having(ends, transition)
