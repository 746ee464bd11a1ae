"""What belongs to one run of the explorer: its figures, the states as they come, and what was tried
how often; and from a recommendation, made on one look, to a step that fits the look of now; and
the step through the gate.

The things of a group are named on the situation on which it was proposed. What its earlier actions
changed may have given them other ids: they are looked up again as a person would find them."""

from collections import Counter
from collections.abc import Iterable, Iterator

from engine.domain import conditions, errors, performing, recoveries
from engine.domain.actions import Drag
from engine.domain.exploring.events import StateSeen
from engine.domain.exploring.groups import Complete, Explored, Finding, Recommendation, Shown
from engine.domain.exploring.limits import CompletionReason, ExploreLimits, Home
from engine.domain.exploring.ports import FaultWatch, StateJudge
from engine.domain.facts import Frozen, Part, field
from engine.domain.plans import GLOBAL_ZONE_ID, PlanSegment, PlanStep, ReplanKind, Situation
from engine.domain.scripts import TracedStep, locator_of, traced, zone_key
from engine.language.action_words import action_words, thing_words, zone_words
from engine.modes.found_again import WAS_DONE, Aimed, aimed_now
from engine.session.session import Session


class Ending(Frozen):
    """Why the exploration is over, and a sentence for people."""

    reason: CompletionReason
    message: str


class Unsettled(Frozen):
    """A finding whose path is still as it was found; ``transitions`` are the places in it of the
    steps that led to somewhere else, in their order."""

    finding: Finding
    transitions: tuple[int, ...] = ()


class Work(Part):
    """What one run has found out so far. ``actions`` are those of groups that passed the gate;
    ``trace`` is what was done since the last start state."""

    run: Session
    limits: ExploreLimits
    judge: StateJudge
    watch: FaultWatch
    home: Home = field(default_factory=Home)
    actions: int = 0
    groups: int = 0
    """That were begun."""
    iteration: int = 0
    iterations_before: int = 0
    """It broke off after so many."""
    acted_in_before: frozenset[str] = frozenset()
    """The applications of what is explored, where it broke off."""
    starts: int = 0
    """How often it was at the start state to begin from there."""
    rounds: int = 0
    """Iterations that had groups."""
    tried: Counter[str] = field(default_factory=Counter)
    refused: dict[str, str] = field(default_factory=dict)
    trace: list[TracedStep] = field(default_factory=list)
    states: set[str] = field(default_factory=set)
    state_id: str = ""
    rested: set[str] = field(default_factory=set)
    """The states at which was learnt what moves by itself."""
    findings: list[Finding] = field(default_factory=list)
    unsettled: list[Unsettled] = field(default_factory=list)
    """Came up in the group that is under way."""
    is_broken: bool = False
    """A fault, known or not, leaves nothing to go on with in this group."""
    early_ends: int = 0
    """So often in a row did it end soon after its start."""
    known_paths: dict[int, tuple[TracedStep, ...]] = field(default_factory=dict)
    """By the number of the finding, the shortest path to it that is known."""
    shown: list[Shown] = field(default_factory=list)
    """New states since the thinker was asked last."""
    transitions: list[int] = field(default_factory=list)
    """The places in ``trace`` of the steps that led to somewhere else."""

    def go_on_from(self, before: Explored) -> None:
        """What was found out stands. What grew out of what was done lies on a screen that may be
        another one by now: it begins to grow again from what is there."""
        self.iteration = self.iterations_before = self.rounds = before.iterations
        self.groups, self.actions = before.groups, before.actions
        self.acted_in_before = before.applications
        self.tried.update(before.tried)
        self.refused.update(before.refused)
        self.states.update(before.states)
        self.findings.extend(before.findings)
        self.known_paths = {each.number: each.path for each in before.findings} | dict(before.paths)
        unsettled = (each for each in before.findings if each.number not in before.paths)
        self.unsettled.extend(Unsettled(each) for each in unsettled)

    @property
    def depth(self) -> int:
        """Which iteration this is since groups began to grow, from 1."""
        return self.iteration - self.iterations_before

    @property
    def actions_left(self) -> int:
        """0 where there is no ceiling."""
        return max(0, self.limits.max_actions - self.actions)

    @property
    def is_out_of_time(self) -> bool:
        most = self.limits.max_duration_secs
        return most > 0 and self.run.account.clock.secs >= most

    def limit_reached(self) -> Ending | None:
        """Of actions and of time; looked at before each action and each asking."""
        most, most_secs = self.limits.max_actions, self.limits.max_duration_secs
        if most and self.actions >= most:
            words = f"All {most} actions of this run are used up."
            return Ending(CompletionReason.MAX_ACTIONS, words)
        if self.is_out_of_time:
            words = f"All {most_secs:g} seconds of this run are used up."
            return Ending(CompletionReason.MAX_DURATION, words)
        return None


TAKEN_BACK = "Taken back by the operator"
_MOST_SHOWN = 10
"""Each holds a picture."""
_TRANSITION_SHARE = 0.25


async def note_state(work: Work, *, by: str = "") -> bool:
    """Record the state that is shown now; whether it is new. ``by`` says how it was come to from
    the one before; at a start state it is empty."""
    run = work.run
    situation = run.looks.seen
    state = work.judge.identify(situation)
    is_new = state.state_id not in work.states
    before = work.state_id if by else ""
    work.states.add(state.state_id)
    work.state_id = state.state_id
    picture_hash = await run.blobs.put_picture(situation.frame) if is_new else ""
    await run.log.append(
        StateSeen(state.state_id, state.title, is_new, work.actions, picture_hash, before, by)
    )
    return is_new


async def note_tried(work: Work, passed: performing.Passed) -> None:
    """Count what was acted upon, and record the state; of many new ones the last is kept."""
    is_new = await note_state(work, by=passed.step.description)
    zone = passed.situation.zone(passed.step.zone_id)
    if zone is not None:
        key = zone_key(zone, passed.situation)
        work.tried[key] += 1
        if is_new:
            work.shown.append(Shown(key, work.run.looks.seen))
            del work.shown[:-_MOST_SHOWN]


def note_done(work: Work, passed: performing.Passed, before: Situation) -> None:
    """Put it on the path, and whether it led to where much of what can be done is new."""
    work.trace.append(traced(passed.step, passed.situation))
    old, new = (set(within_reach(each)) for each in (before, work.run.looks.seen))
    if len(new - old) >= _TRANSITION_SHARE * max(1, len(new)):
        work.transitions.append(len(work.trace) - 1)


def within_reach(situation: Situation) -> Iterator[str]:
    """By their keys, the things that could be acted upon."""
    return (zone_key(zone, situation) for zone in situation.zones_in_sight if zone.is_actionable)


async def learn_rest(work: Work) -> None:
    """Watch a state that is asked about for the first time, to know what moves by itself there."""
    if work.state_id in work.rested:
        return
    work.rested.add(work.state_id)
    await work.judge.learn_rest(work.run.looks.seen)


async def heed(work: Work) -> None:
    """The operator comes first: what they force is done, and an action that they took back is off
    the path that leads to what comes after it."""
    run = work.run
    before = run.history.depth
    await run.way_back.heed()
    undone = before - run.history.depth
    if undone <= 0:
        return
    del work.trace[max(0, len(work.trace) - undone) :]
    work.transitions[:] = [at for at in work.transitions if at < len(work.trace)]
    await note_state(work, by=TAKEN_BACK)


def aimed_from(recommended: Recommendation, proposed_on: Situation, number: int) -> Aimed:
    """The step of a group, by the look on which it was proposed."""
    action = recommended.action
    if isinstance(action, Complete):
        raise errors.BugError("a word of completion is no step")
    zone = proposed_on.zone(recommended.zone_id)
    end = proposed_on.zone(action.to_zone_id) if isinstance(action, Drag) else None
    label = zone.label if zone is not None else recommended.zone_label
    unknown = "" if recommended.zone_id == GLOBAL_ZONE_ID else recommended.zone_id
    thing = zone_words(zone) if zone is not None else thing_words(label or unknown)
    unseen = thing_words(action.to_zone_id) if isinstance(action, Drag) else ""
    words = action_words(action, thing, end=zone_words(end) if end is not None else unseen)
    step = PlanStep(number, recommended.zone_id, label, action, words)
    return Aimed(
        step,
        locator_of(zone, proposed_on) if zone is not None else None,
        locator_of(end, proposed_on) if end is not None else None,
    )


class ActionResult(Frozen):
    """What became of one action. ``executed`` is there where the hands moved, or tried to;
    ``is_swallowed``: what it surely brings about did not come, as where it only closed a menu;
    ``refused`` says that the gate did not let it pass, ``is_missing`` that its target is not
    there."""

    step: PlanStep
    succeeded: bool = False
    why: str = ""
    executed: performing.Passed | None = None
    is_swallowed: bool = False
    refused: bool = False
    is_overruled: bool = False
    is_missing: bool = False


async def adopt_aside(run: Session, steps: Iterable[Aimed], reason: str) -> None:
    """What is done beside the groups, and is no action of theirs: through the gate like any."""
    segment = PlanSegment(tuple(each.step for each in steps), finishes=False, reason=reason)
    await run.steps.adopt(segment, ReplanKind.ADAPTIVE)


async def perform(run: Session, aimed: Aimed, *, looks_again: bool = True) -> ActionResult:
    """Look its target up, at need further on, and lead it through the gate, or say why not."""
    now = aimed_now(aimed, run.looks.seen)
    if not isinstance(now, PlanStep) and looks_again:
        now = aimed_now(aimed, await run.looks.observe(f"{now.why} Looking again."))
    if not isinstance(now, PlanStep):
        result = await _through_gate(run, now.step)  # it fails there, and is recorded
        return ActionResult(
            result.step, why=now.why, is_overruled=result.is_overruled, is_missing=True
        )
    return await _through_gate(run, now)


async def _through_gate(run: Session, step: PlanStep) -> ActionResult:
    weighed = await run.steps.weigh(step)
    if not isinstance(weighed, performing.Weighed):
        return _ended(step, weighed)
    try:
        passed = await run.steps.confirm(weighed)
    except errors.NobodyToAsk as error:
        return ActionResult(step, why=error.message, refused=True)
    if not isinstance(passed, performing.Passed):
        return _ended(step, passed)
    result = await run.steps.execute(passed)
    await run.looks.glance()  # with what is read by now
    match result:
        case performing.StepDone():
            return ActionResult(passed.step, True, "", passed)
        case performing.StepFailed(why=why, failure=failure):
            is_sure = isinstance(passed.step.expected_change, conditions.ZoneState)
            is_swallowed = is_sure and failure is recoveries.FailureClass.NO_EFFECT
            return ActionResult(passed.step, failure in WAS_DONE, why, passed, is_swallowed)
        case other:
            return _ended(step, other)


def _ended(step: PlanStep, result: performing.StepResult) -> ActionResult:
    match result:
        case performing.StepDone():
            return ActionResult(step, succeeded=True)
        case performing.StepFailed(why=why):
            return ActionResult(step, why=why)
        case performing.StepRejected(why=why) | performing.StepSkipped(why=why):
            return ActionResult(step, why=why, refused=True)
        case performing.StepOverruled(why=why):
            return ActionResult(step, why=why, is_overruled=True)
