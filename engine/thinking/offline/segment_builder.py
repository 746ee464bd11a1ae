"""Collects the steps of one segment: numbers them, ends it with a look again, undoes a clause."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.actions import Action
from engine.domain.conditions import Condition
from engine.domain.plans import GLOBAL_ZONE_ID, PlanSegment, PlanStep, look_again
from engine.domain.zones import Zone


class SegmentBuilder:
    """The steps so far and the notes on what needed none."""

    def __init__(self) -> None:
        self.steps: list[PlanStep] = []
        self.notes: list[str] = []

    def add(
        self,
        intent: str,
        zone: Zone | None,
        action: Action,
        description: str,
        expected: Condition | None = None,
        risk: str = "",
    ) -> None:
        self.steps.append(
            PlanStep(
                step_number=len(self.steps) + 1,
                zone_id=zone.zone_id if zone else GLOBAL_ZONE_ID,
                zone_label=zone.label if zone else "",
                action=action,
                description=description,
                expected_change=expected,
                intent=intent,
                has_risk_of=risk,
            )
        )

    def complete(self, intent: str) -> None:
        """Mark the intent's last step as the one that completes it."""
        for at in range(len(self.steps) - 1, -1, -1):
            if self.steps[at].intent == intent:
                self.steps[at] = replace(self.steps[at], completes_intent=True)
                return

    def forget_after(self, count: int) -> None:
        """Take back the steps after the first ``count``."""
        del self.steps[count:]

    def segment(self, *, finishes: bool, reason: str = "") -> PlanSegment:
        """The segment; where it does not finish the goal, it ends with ``__replan__``."""
        steps = list(self.steps)
        if not finishes:
            steps.append(look_again(len(steps) + 1))
        return PlanSegment(tuple(steps), finishes, " ".join([*self.notes, reason]).strip())
