"""Plays a goal through hand-built situations, as the director does with real ones."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.plans import (
    Came,
    FailedStep,
    PastStep,
    PlanRequest,
    PlanSegment,
    PlanStep,
    ReplanKind,
    Situation,
)
from engine.thinking.offline.thinker import OfflineThinker


class Play:
    """One goal: each ``look`` plans on a situation, after the planned steps were all done."""

    def __init__(self, goal: str) -> None:
        self.goal = goal
        self.completed: list[PlanStep] = []
        self.skipped: list[PlanStep] = []
        self.answers: dict[str, str] = {}
        self.past: list[PastStep] = []
        self.replans = 0

    async def look(self, situation: Situation, *, failed: FailedStep | None = None) -> PlanSegment:
        kind = ReplanKind.ADAPTIVE if self.completed else ReplanKind.INITIAL
        request = PlanRequest(
            self.goal,
            situation,
            ReplanKind.ERROR if failed else kind,
            tuple(self.completed),
            tuple(self.skipped),
            failed,
            dict(self.answers),
            past=tuple(self.past),
        )
        segment = await OfflineThinker().plan(request)
        assert all(step.step_number == at for at, step in enumerate(segment.steps, 1))
        assert segment.finishes or segment.steps[-1].is_replan
        return segment

    async def do(self, situation: Situation) -> PlanSegment:
        """Look, and do all the steps."""
        segment = await self.look(situation)
        self.completed.extend(step for step in segment.steps if not step.is_replan)
        self.replans += not segment.finishes
        return segment

    async def fail(
        self, situation: Situation, at: int = 0, why: str = "no change was seen"
    ) -> FailedStep:
        """Look, do the steps before the one at ``at``, and fail in that one."""
        segment = await self.look(situation)
        self.completed.extend(segment.steps[:at])
        return FailedStep(segment.steps[at], why)

    async def reject(self, situation: Situation, why: str, at: int = 0) -> FailedStep:
        """Look, do the steps before the one at ``at``, and have that one rejected."""
        rejected = await self.fail(situation, at, f"operator said no: {why}")
        self.past.append(PastStep(Came.REJECTED, rejected.step.description, rejected.why))
        return replace(rejected, was_refused=True)


async def planned(goal: str, situation: Situation) -> PlanSegment:
    """The first segment."""
    return await Play(goal).look(situation)


def words(segment: PlanSegment) -> list[str]:
    """The steps' descriptions, without the look again at the end."""
    return [step.description for step in segment.steps if not step.is_replan]
