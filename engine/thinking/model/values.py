"""What each prompt is filled with, from its request."""

from __future__ import annotations

from engine.domain.local_planning import LocalRequest
from engine.domain.plans import PlanRequest
from engine.domain.reversal import UndoRequest
from engine.thinking.model.screen_text import changes_of, gone_since

Values = dict[str, object]


def words_of_plan(request: PlanRequest) -> str:
    """What zones are ranked by: the goal, and what the operator answered."""
    return " ".join((request.goal, *request.answers.values()))


def words_of_local(request: LocalRequest) -> str:
    """What zones are ranked by: the step and what it lacks, then the goal that it serves."""
    hint = request.hint.description if request.hint else ""
    step = request.goal.step
    return " ".join((request.goal.words, step.zone_label, step.description, hint, request.run_goal))


def plan_values(request: PlanRequest) -> Values:
    failed = request.failed
    return {
        "goal": request.goal.strip(),
        "places": sorted(request.situation.places.items()),
        "completed": [step.description for step in request.completed],
        "skipped": [step.description for step in request.skipped],
        "failed": {"step": failed.step.description, "why": failed.why} if failed else None,
        "answers": list(request.answers.items()),
        "is_last": request.replans_left <= 0,
    }


def proposal_values(request: LocalRequest) -> Values:
    return {
        **_local_values(request),
        "hint": request.hint.description if request.hint else "",
        "complaint": request.complaint,
        "asks_distance": request.distance is None,
    }


def assessment_values(request: LocalRequest) -> Values:
    return {**_local_values(request), "gone": gone_since(request.before, request.situation)}


def undo_values(request: UndoRequest) -> Values:
    step = request.step
    return {
        "step": step.description,
        "action": f"{step.action.kind} {step.zone_id}",
        "changes": changes_of(request),
    }


def _local_values(request: LocalRequest) -> Values:
    return {
        "run_goal": request.run_goal.strip(),
        "step": request.goal.step.description,
        "why": request.goal.why,
        "wanted": request.goal.words,
        "tried": [
            {
                "description": tried.step.description,
                "before": f"{tried.distance_before:.1f}",
                "after": f"{tried.distance_after:.1f}",
                "is_reverted": tried.is_reverted,
            }
            for tried in request.tried
        ],
    }
