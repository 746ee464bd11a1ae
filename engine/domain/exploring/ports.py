"""The Protocols at which the rooms meet in an exploration."""

from collections.abc import Sequence
from typing import Protocol

from engine.domain import models, surface_ports
from engine.domain.exploring import groups as action_groups
from engine.domain.exploring.limits import Fault, Progression, SeenState, Vitals
from engine.domain.plans import Situation
from engine.domain.scripts import TracedStep


class ExploreThinker(Protocol):
    """What to try next."""

    @property
    def name(self) -> str: ...

    @property
    def reads(self) -> Sequence[str]:
        """What it wants to read before its next groups, as of a plan."""

    def read_goal(self, goal: str) -> None:
        """Raises ``GoalUnreadable`` before anything is done."""

    async def propose(
        self, request: action_groups.ExploreRequest
    ) -> tuple[action_groups.ActionGroup, ...]:
        """The groups of one iteration, none where there is nothing more to do. Whether they keep
        to the iteration's figures is not seen to here. Raises ``ReplyInvalid`` where an answer
        can't be read at all, ``PlanFailed``."""

    async def judge(self, request: action_groups.ProgressRequest) -> Progression | None:
        """Its verdict, ``judged_by="model"``; None where it sees no more than comparing does."""


class SheetMaker(Protocol):
    """Draws what a model that sees is shown beside its prompt: one picture, masked as all are."""

    async def of_groups(
        self, now: Situation, groups: Sequence[action_groups.SuccessfulActionGroup]
    ) -> models.SentPicture:
        """The screen now, beside it each group's pictures before and after, by its number."""

    async def of_pair(self, before: Situation, after: Situation) -> models.SentPicture:
        """Before on the left, after on the right."""


class StateJudge(Protocol):
    """Tells states apart without a model."""

    async def learn_rest(self, situation: Situation) -> None:
        """Watch the surface at rest for a moment, to learn what moves by itself. It may be called
        again: what is learnt adds up, and what has gone is forgotten."""

    def judge(self, before: Situation, after: Situation) -> Progression: ...

    def identify(self, situation: Situation) -> SeenState: ...


class FaultWatch(Protocol):
    """Notices that something broke."""

    async def begin(self, situation: Situation) -> None:
        """From here on; what is wrong already is no finding."""

    async def check(
        self, before: Situation, after: Situation, steps: tuple[TracedStep, ...] | None = None
    ) -> tuple[Fault, ...]:
        """What broke since the last check, after one action or a few. ``after`` is the last look;
        the surface may be asked more, for about a second, and for some seconds where something
        does not answer. ``steps`` are what was done between, None where that is not known: they
        tell an application that was asked to close from one that vanished."""


class ExplorableSurface(surface_ports.Surface, Protocol):
    """A surface that tells of its applications' lives and can be set back to its start."""

    async def vitals(self) -> Vitals:
        """Since the last asking. It never takes longer than about a second."""

    @property
    def can_reset(self) -> bool: ...

    async def mark_start(self) -> None:
        """What ``reset`` goes back to, from here on, is what is there now; before the first time
        it is the surface as it was started. Raises ``SurfaceLost``, or ``ActionImpossible``."""

    async def reset(self) -> None:
        """As it was at ``mark_start``: the same applications and files, nothing else. What was
        launched since is ended. Raises ``SurfaceLost``, ``HandsStopped``, or ``ActionImpossible``
        where it can't."""
