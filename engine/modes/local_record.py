"""What a local plan does, as events."""

from __future__ import annotations

from typing import Literal

from engine.domain.history import LocalActionNode
from engine.domain.local_events import (
    LocalDecided,
    LocalPlanningEnded,
    LocalPlanningStarted,
    LocalProposed,
)
from engine.domain.local_planning import (
    DecisionInputs,
    LocalGivenUp,
    LocalGoal,
    LocalProposal,
    LocalReached,
)
from engine.domain.plans import StepPlace
from engine.domain.run_ports import Run
from engine.language.sentences.figures import count_words
from engine.modes.local_trail import Sighting

DecisionWord = Literal["reached", "retain", "explore", "revert", "cancel"]


class LocalRecord:
    """Writes the events of one local plan; ``place`` is its step's."""

    def __init__(self, run: Run, place: StepPlace) -> None:
        self._run = run
        self._place = place

    async def started(self, goal: LocalGoal, now: Sighting, max_iterations: int) -> None:
        await self._run.log.append(
            LocalPlanningStarted(
                self._place.segment_number,
                self._place.step_number,
                goal.words,
                goal.why,
                max_iterations,
                await self._run.blobs.put_picture(now.situation.frame),
            )
        )

    async def proposed(
        self,
        proposal: LocalProposal,
        now: Sighting,
        place: StepPlace,
        iteration: int,
        branch: LocalActionNode | None,
        tries: str,
    ) -> None:
        """Recorded before it is performed, with whether and how it can be taken back."""
        await self._run.log.append(
            LocalProposed(
                place.segment_number,
                place.step_number,
                place.local,
                iteration,
                proposal.step,
                proposal.options,
                self._run.reverter.reversibility_of(proposal.step, now.situation),
                tries,
                branch.place.local if branch else 0,
            )
        )

    async def decided(
        self,
        node: LocalActionNode,
        decision: DecisionWord,
        reason: str,
        inputs: DecisionInputs,
        before: Sighting,
        now: Sighting,
        *,
        next_option: str = "",
        ruled: str = "",
    ) -> None:
        """``ruled`` is what the rule said where the operator decided."""
        await self._run.log.append(
            LocalDecided(
                node.place.segment_number,
                node.place.step_number,
                node.place.local,
                decision,
                reason,
                inputs,
                node.branching.explored_count,
                next_option,
                "operator" if ruled else "rule",
                ruled,
                await self._run.blobs.put_picture(before.situation.frame),
                await self._run.blobs.put_picture(now.situation.frame),
                before.mark.digest,
                now.mark.digest,
            )
        )

    async def ended(self, ended: LocalReached | LocalGivenUp) -> None:
        result: Literal["reached", "way found", "cancelled"] = "cancelled"
        match ended:
            case LocalReached(by_way=by_way, iterations=count):
                result = "way found" if by_way else "reached"
                why = f"Reached in {count_words(count, 'iteration')}."
            case LocalGivenUp(why=why, iterations=count):
                pass
        await self._run.log.append(
            LocalPlanningEnded(
                self._place.segment_number, self._place.step_number, result, why, count
            )
        )
