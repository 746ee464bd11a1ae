"""What belongs to one run of the explorer."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.domain.exploring.findings import Finding
from engine.domain.exploring.groups import TracedStep
from engine.domain.exploring.limits import CompletionReason, ExploreLimits, Home
from engine.domain.exploring.ports import FaultWatch, StateJudge
from engine.domain.exploring.requests import Shown
from engine.domain.run_ports import Run


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

    run: Run
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
