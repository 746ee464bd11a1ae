"""Steps that a model plans again though they were done: small models begin from the beginning.

The prompt tells what was done, and that is not always heeded. What was started or typed and still
stands is left out of the plan; everything else may be meant twice, and is kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.domain.actions import Launch, TypeText
from engine.domain.plans import PlanRequest, PlanStep
from engine.thinking.expected import already_holds
from engine.thinking.model.replies import StepReply
from engine.thinking.model.steps_from_reply import step_from


def without_repeated(said: Sequence[StepReply], request: PlanRequest) -> list[StepReply]:
    """The steps but for those that were done and whose effect is on the screen."""
    return [
        step
        for step in said
        if step.action == "replan" or not _is_repeated(step_from(step, request.situation), request)
    ]


def _is_repeated(step: PlanStep, request: PlanRequest) -> bool:
    """Whether it was done and stands; what the goal names oftener than that may be meant again."""
    match step.action:
        case Launch(application=words) | TypeText(text=words):
            done = [one for one in request.completed if one.action == step.action]
        case _:
            return False
    same = [one for one in done if one.zone_id == step.zone_id]
    named = request.goal.casefold().count(words.casefold())
    stands = same and already_holds(same[-1].expected_change, request.situation)
    return bool(stands) and named <= len(same)
