"""What bears the claim that the goal is reached: the evidence of its parts, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.domain.actions import TypeText
from engine.domain.conditions import Condition, FileExists, FileSaved, ZoneState, ZoneValue
from engine.domain.plans import PlanStep
from engine.domain.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Claimed:
    """A step that was done and stands, and what could be seen of its effect."""

    step: PlanStep
    verdict: Verdict


def done_not_seen(done: Sequence[Claimed]) -> tuple[PlanStep, ...]:
    """The steps whose effect nobody saw, and which no later one bears."""
    return tuple(
        claim.step
        for at, claim in enumerate(done)
        if claim.verdict is not Verdict.SEEN
        and not any(_bears(later, claim.step) for later in done[at + 1 :])
    )


def lasting(done: Sequence[Claimed]) -> tuple[Condition, ...]:
    """What was seen and must still be so for the goal to be claimed: the state that the last step
    brought about, and the file that was saved last. What merely appeared may have gone."""
    found: list[Condition] = []
    last = done[-1] if done else None
    expected = last.step.expected_change if last and last.verdict is Verdict.SEEN else None
    if isinstance(expected, ZoneState | ZoneValue):
        found.append(expected)
    for claim in reversed(done):
        if isinstance(saved := claim.step.expected_change, FileSaved | FileExists):
            if claim.verdict is Verdict.SEEN:
                found.append(FileExists(saved.path, saved.text))
            break
    return tuple(found)


def _bears(later: Claimed, step: PlanStep) -> bool:
    """What was seen of a later step could not have come without this one: it ends the same part
    of the goal, or its file holds the text that this one typed."""
    if later.verdict is not Verdict.SEEN:
        return False
    if step.intent and later.step.intent == step.intent:
        return True
    match step.action, later.step.expected_change:
        case TypeText(text=text), FileSaved(text=str(held)) | FileExists(text=str(held)):
            return bool(text.strip()) and text.strip() in held
        case _:
            return False
