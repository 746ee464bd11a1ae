"""What belongs to one run of the explorer: its figures, the states as they come, and what was tried
how often."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.domain.exploring.events import StateSeen
from engine.domain.exploring.groups import Finding, Shown
from engine.domain.exploring.limits import CompletionReason, ExploreLimits, Home
from engine.domain.exploring.ports import FaultWatch, StateJudge
from engine.domain.performing import Passed
from engine.domain.plans import Situation
from engine.domain.scripts import TracedStep, zone_key
from engine.session.session import Session


@dataclass(frozen=True, slots=True)
class Ending:
    """Why the exploration is over, and a sentence for people."""

    reason: CompletionReason
    message: str


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A finding whose path is still as it was found; ``transitions`` are the places in it of the
    steps that led to somewhere else, in their order."""

    finding: Finding
    transitions: tuple[int, ...] = ()


@dataclass(slots=True)
class Work:
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
    starts: int = 0
    """How often it was at the start state to begin from there."""
    rounds: int = 0
    """Iterations that had groups."""
    tried: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)
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

    @property
    def actions_left(self) -> int:
        """0 where there is no ceiling."""
        return max(0, self.limits.max_actions - self.actions)

    @property
    def is_out_of_time(self) -> bool:
        most = self.limits.max_duration_secs
        return most > 0 and self.run.account.worked_secs >= most

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


def note_tried(work: Work, passed: Passed) -> None:
    """Count what was acted upon."""
    zone = passed.situation.zone(passed.step.zone_id)
    if zone is not None:
        work.tried[zone_key(zone, passed.situation)] += 1


def note_shown(work: Work, passed: Passed) -> None:
    """Keep the new state that is shown now for the thinker; of many, the last."""
    zone = passed.situation.zone(passed.step.zone_id)
    if zone is not None:
        work.shown.append(Shown(zone_key(zone, passed.situation), work.run.looks.seen))
        del work.shown[:-_MOST_SHOWN]


def note_transition(work: Work, before: Situation) -> None:
    """Whether the last step led to somewhere else: much of what can be acted upon is new."""
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
