"""A very small planner for a model in memory: it reads nothing but the prompt.

It knows "open X", "click X" and "type 'X'", joined by commas, and plans one screen at a time. For
goals of the suites there is ``prompt_planner``."""

from __future__ import annotations

from typing import Any

from engine.domain.models import ModelQuestion
from engine.domain.plans import Situation
from engine.domain.zones import Role
from tests.support.prompt_screen import PlanPrompt, read_plan_prompt, read_situation

StepReply = dict[str, str]


def clause_planner(question: ModelQuestion) -> dict[str, Any]:
    """What it says to one question."""
    match question.cause:
        case "distance":
            return {"distance": 5, "why": "It is near."}
        case "proposal":
            first = _of_role(read_situation(question.prompt), Role.MENU)
            step = {"action": "click", "zone_id": first, "description": f"Click {first}"}
            return {"steps": [step], "distance": 3, "options": ["Look inside it"]}
        case "revert":
            return {"steps": []}
        case _:
            return _plan(read_plan_prompt(question.prompt))


def _plan(prompt: PlanPrompt) -> dict[str, Any]:
    steps: list[StepReply] = []
    left = [clause.strip() for clause in prompt.goal.split(",")]
    left = [clause for clause in left if clause not in prompt.done]
    for clause in left:
        step = _step(clause, prompt)
        if step is None:
            break
        steps.append({**step, "description": clause, "asked_by": "goal"})
        if step["action"] == "launch":
            break
    finishes = len(steps) == len(left) and all(step["action"] != "launch" for step in steps)
    return {"steps": steps, "finishes": finishes, "reason": "planned"}


def _step(clause: str, prompt: PlanPrompt) -> StepReply | None:
    verb, _, thing = clause.partition(" ")
    seen = prompt.situation
    match verb:
        case "open" if any(thing.lower() in window.title.lower() for window in seen.windows):
            return {"action": "focus_window", "text": thing}
        case "open":
            return {"action": "launch", "text": thing}
        case "type":
            area = _of_role(seen, Role.TEXT_AREA)
            return {"action": "type", "zone_id": area, "text": thing[1:-1]}
    zone_id = next((zone.zone_id for zone in seen.zones if zone.label == thing), "")
    has_failed = prompt.failed is not None and prompt.failed[0] == clause
    action = "double_click" if has_failed else "click"
    return {"action": action, "zone_id": zone_id} if zone_id else None


def _of_role(seen: Situation, role: Role) -> str:
    return next(zone.zone_id for zone in seen.zones if zone.role is role)
