"""What a local plan may do: the session's verbs, as the local planner needs them."""

from __future__ import annotations

from typing import Literal, Protocol

from engine.domain.conditions import Condition
from engine.domain.events import Event
from engine.domain.forcing import Force
from engine.domain.history import LocalActionHistory, LocalActionNode, Reversal
from engine.domain.local_planning import Assessment, LocalProposal, LocalRequest
from engine.domain.performing import StepResult
from engine.domain.plans import PlanStep, StepPlace
from engine.domain.reversal import Reversibility, StateMark
from engine.domain.situation import Situation


class LocalVerbs(Protocol):
    """Every one of them is recorded, and ends with the run."""

    @property
    def history(self) -> LocalActionHistory: ...

    async def look(self) -> Situation: ...

    async def mark(self, situation: Situation) -> StateMark: ...

    async def picture_hash(self, situation: Situation) -> str: ...

    async def holds(self, condition: Condition, before: Situation) -> bool: ...

    def reversibility_of(self, step: PlanStep, situation: Situation) -> Reversibility: ...

    async def propose(self, request: LocalRequest, place: StepPlace) -> LocalProposal | None: ...

    async def assess(self, request: LocalRequest, place: StepPlace) -> Assessment: ...

    async def attempt(self, step: PlanStep, place: StepPlace) -> StepResult: ...

    async def take_back(
        self, node: LocalActionNode, place: StepPlace, by: Literal["rule", "operator"]
    ) -> Reversal: ...

    def take_forced(self) -> Force | None: ...

    async def record(self, event: Event) -> None: ...
