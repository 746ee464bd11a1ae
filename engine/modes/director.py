"""The director: a rolling horizon over plan segments.

It plans a short segment on what is on the screen now, performs it step by step, and at each
``__replan__`` looks again and plans what remains. A step that fails leads to an error replan;
both kinds share one limit. Source: the adaptive replanning document, sections 2 to 8.
"""

from __future__ import annotations

from typing import Protocol

from engine.domain.lifecycle import Phase
from engine.domain.performing import StepDone, StepFailed, StepRejected, StepResult, StepSkipped
from engine.domain.plans import FailedStep, PlanRequest, PlanSegment, PlanStep, ReplanKind
from engine.domain.situation import Situation
from engine.domain.terminals import Outcome, Terminal


class Run(Protocol):
    """The session's verbs that the director needs."""

    @property
    def goal(self) -> str: ...

    def read_goal(self) -> None: ...

    async def enter(self, phase: Phase, why: str = "") -> None: ...

    async def observe(self, why: str) -> Situation: ...

    async def plan(self, request: PlanRequest) -> PlanSegment: ...

    async def start_replan(self, kind: ReplanKind, why: str) -> None: ...

    async def perform(self, step: PlanStep) -> StepResult: ...


class Director:
    """Works towards one goal. A director is used for one run."""

    def __init__(self) -> None:
        self._completed: list[PlanStep] = []
        self._skipped: list[PlanStep] = []
        self._last_failure: tuple[PlanSegment, str] | None = None

    async def __call__(self, run: Run) -> Outcome:
        """Run to the end. Raises what the session turns into an outcome."""
        run.read_goal()
        await run.enter(Phase.PLANNING)
        segment = await self._look_and_plan(run, ReplanKind.INITIAL, None, "first look")
        while True:
            if not segment.steps:
                return await self._end_without_steps(run, segment)
            await run.enter(Phase.EXECUTING)
            failed = await self._execute(run, segment)
            if failed is None and segment.finishes:
                await run.enter(Phase.COMPLETE, "the plan says that the goal is reached")
                if self._skipped:
                    return self._with_steps_left_out(self._summary())
                return Outcome(Terminal.GOAL_SATISFIED, "plan_finished", self._summary())
            kind = ReplanKind.ADAPTIVE if failed is None else ReplanKind.ERROR
            why = failed.why if failed else "the screen has changed"
            if failed is not None:
                await run.enter(Phase.ERROR_HANDLING, failed.why)
                if self._is_same_failure(segment, failed):
                    await run.enter(Phase.COMPLETE, "the same plan failed again")
                    return Outcome(
                        Terminal.LOOP_STUCK,
                        "repeated_plan",
                        f"The same plan failed twice: {failed.why}",
                    )
            await run.start_replan(kind, why)
            await run.enter(Phase.RECAPTURE, why)
            segment = await self._look_and_plan(run, kind, failed, why)

    async def _look_and_plan(
        self, run: Run, kind: ReplanKind, failed: FailedStep | None, why: str
    ) -> PlanSegment:
        situation = await run.observe(why)
        if kind is not ReplanKind.INITIAL:
            await run.enter(Phase.REPLANNING)
        return await run.plan(self._request(run, kind, failed, situation))

    def _request(
        self, run: Run, kind: ReplanKind, failed: FailedStep | None, situation: Situation
    ) -> PlanRequest:
        return PlanRequest(
            goal=run.goal,
            situation=situation,
            kind=kind,
            completed=tuple(self._completed),
            skipped=tuple(self._skipped),
            failed=failed,
        )

    async def _execute(self, run: Run, segment: PlanSegment) -> FailedStep | None:
        """Perform the steps up to ``__replan__`` or the end; the step that failed, if one did."""
        for step in segment.steps:
            if step.is_replan:
                return None
            match await run.perform(step):
                case StepDone(step=performed):
                    self._completed.append(performed)
                case StepSkipped(step=skipped):
                    self._skipped.append(skipped)
                case StepRejected(why=why) | StepFailed(why=why):
                    return FailedStep(step, why)
        return None

    async def _end_without_steps(self, run: Run, segment: PlanSegment) -> Outcome:
        if segment.finishes:
            await run.enter(Phase.COMPLETE, segment.reason)
            if self._skipped:
                return self._with_steps_left_out(segment.reason)
            return Outcome(Terminal.GOAL_SATISFIED, "nothing_left_to_do", segment.reason)
        await run.enter(Phase.COMPLETE, "empty plan")
        when = "Adaptive replan failed" if self._completed else "Planning failed"
        return Outcome(
            Terminal.GOAL_FAILED,
            "empty_plan",
            f"{when}: the plan has no steps. {segment.reason}".strip(),
        )

    def _with_steps_left_out(self, message: str) -> Outcome:
        """The plan is done, but the goal is reached only if nothing of it was skipped."""
        left_out = ", ".join(step.description for step in self._skipped)
        words = f"{message} Left out by the operator: {left_out}."
        return Outcome(Terminal.GOAL_FAILED, "steps_skipped", words)

    def _is_same_failure(self, segment: PlanSegment, failed: FailedStep) -> bool:
        """The same segment failed at the same place as the one before it."""
        failure = (segment, failed.step.description)
        is_same = failure == self._last_failure
        self._last_failure = failure
        return is_same

    def _summary(self) -> str:
        count = len(self._completed)
        skipped = f", {len(self._skipped)} skipped" if self._skipped else ""
        return f"Done in {count} step{'' if count == 1 else 's'}{skipped}."
