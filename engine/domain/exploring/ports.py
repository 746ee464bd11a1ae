"""The Protocols at which the rooms meet in an exploration."""

from __future__ import annotations

from typing import Protocol

from engine.domain.exploring.faults import Fault, Vitals
from engine.domain.exploring.groups import ActionGroup
from engine.domain.exploring.requests import ExploreRequest, ProgressRequest
from engine.domain.exploring.states import Progression, SeenState
from engine.domain.ports import Surface
from engine.domain.situation import Situation


class ExploreThinker(Protocol):
    """What to try next."""

    @property
    def name(self) -> str: ...

    def read_goal(self, goal: str) -> None:
        """Raises ``GoalUnreadable`` before anything is done."""
        ...

    async def propose(self, request: ExploreRequest) -> tuple[ActionGroup, ...]:
        """The groups of one iteration, none where there is nothing more to do. Whether they keep
        to the iteration's figures is not seen to here. Raises ``ReplyInvalid`` where an answer
        can't be read at all, ``PlanFailed``."""
        ...

    async def judge(self, request: ProgressRequest) -> Progression | None:
        """Its own verdict, with ``judged_by="model"``; None from a thinker that can't see more
        than local comparison did."""
        ...


class StateJudge(Protocol):
    """Tells states apart without a model."""

    async def learn_rest(self, situation: Situation) -> None:
        """Watch the surface at rest for a moment, to learn what moves by itself. It may be called
        again: what is learnt adds up, and what has gone is forgotten."""
        ...

    def judge(self, before: Situation, after: Situation) -> Progression: ...

    def identify(self, situation: Situation) -> SeenState: ...


class FaultWatch(Protocol):
    """Notices that something broke."""

    async def begin(self, situation: Situation) -> None:
        """From here on; what is wrong already is no finding."""
        ...

    async def check(self, before: Situation, after: Situation) -> tuple[Fault, ...]:
        """What broke since the last check, after one action or a few. ``after`` is the last look;
        the surface may be asked more, for about a second."""
        ...


class ExplorableSurface(Surface, Protocol):
    """A surface that tells of its applications' lives and can be set back to its start."""

    async def vitals(self) -> Vitals:
        """Since the last asking. It never takes longer than about a second."""
        ...

    @property
    def can_reset(self) -> bool: ...

    async def reset(self) -> None:
        """As it was when it started: the same applications and files, nothing else. What was
        launched during the run is ended. Raises ``SurfaceLost``, or ``ActionImpossible`` where it
        can't."""
        ...
