"""A planner behind a model server: it sees nothing but the prompt, as any model does.

It reads the goal and the table of zones from the text, plans with the rules of the offline
thinker, and writes its plan in the form that the prompt asks for. What it must know of its earlier
plans stands in its own descriptions, which come back as the steps that were done. Where the prompt
says that this is the last plan, it plans the rest blindly, as whoever plans everything on the first
screen must."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.domain.actions import (
    Action,
    Click,
    Drag,
    FocusWindow,
    Launch,
    PressKeys,
    Scroll,
    TypeText,
    Wait,
)
from engine.domain.conditions import (
    Condition,
    FileSaved,
    NewWindow,
    TextShown,
    WindowGone,
    WindowShown,
    ZoneValue,
)
from engine.domain.errors import KnownError
from engine.domain.plans import SOUGHT_ZONE_ID, FailedStep, PlanRequest, PlanStep, ReplanKind
from engine.language.goals.clauses import Intent
from engine.language.goals.reader import read_goal
from engine.thinking.offline.planning import plan_segment
from tests.support.blind_steps import blind_steps
from tests.support.prompt_screen import PlanPrompt, read_plan_prompt

StepReply = dict[str, str]

_MESSAGES = 2  # the system's and the prompt; a repair has more
_NOTE = re.compile(r" ⟦(\d+)(✓?) (\w+) (\w*) ?(.*?)⟧(?: \(Type .*\))?$")
_CONDITIONS: dict[str, Condition] = {
    "opens": NewWindow(),
    "saves": FileSaved("", None),
    "closes": WindowGone("", ""),
}


def answer(body: dict[str, Any]) -> str:
    """The reply to a request of the chat protocol."""
    prompt = body["messages"][-1]["content"]
    if len(body["messages"]) > _MESSAGES:
        return json.dumps({"reason": "No other way is known.", "steps": [], "finishes": False})
    if '"distance"' in prompt or '"options"' in prompt:
        return json.dumps(_no_idea(prompt))
    return json.dumps(plan(read_plan_prompt(prompt)), ensure_ascii=False)


def plan(prompt: PlanPrompt) -> dict[str, Any]:
    """The next segment, or all that remains."""
    intents = read_goal(prompt.goal)
    request = _request_of(prompt, intents)
    try:
        segment = plan_segment(intents, request)
    except KnownError as error:
        return {"reason": error.message, "steps": [], "finishes": False}
    steps = [step for step in segment.steps if not step.is_replan]
    said = [_said(step, intents) for step in steps]
    if segment.finishes:
        steps = [*said, *_verified(steps)]
        return {"reason": segment.reason, "steps": steps, "finishes": True}
    if not prompt.is_last:
        return {"reason": segment.reason, "steps": [*said, {"action": "replan"}], "finishes": False}
    return {"reason": "", "steps": [*said, *_blindly(intents, steps, request)], "finishes": True}


def _verified(steps: Sequence[PlanStep]) -> list[StepReply]:
    """What shows at the end that the last step did what it was to do."""
    shown = [_expected(step.expected_change) for step in steps if step.expected_change][-1:]
    return [{"action": "verify", **each} for each in shown if each]


def _no_idea(prompt: str) -> dict[str, Any]:
    """It plans; it does not search."""
    if '"is_reached"' in prompt:
        return {"why": "", "distance": 0, "is_reached": False, "is_reachable": False}
    return {"reason": "no idea", "step": None, "options": [], "distance": 0}


def _request_of(prompt: PlanPrompt, intents: Sequence[Intent]) -> PlanRequest:
    failed = None
    if prompt.failed is not None:
        failed = FailedStep(_remembered(prompt.failed[0], intents), prompt.failed[1])
    later = ReplanKind.ADAPTIVE if prompt.done else ReplanKind.INITIAL
    return PlanRequest(
        goal=prompt.goal,
        situation=prompt.situation,
        kind=ReplanKind.ERROR if failed else later,
        completed=tuple(_remembered(each, intents) for each in prompt.done),
        failed=failed,
    )


# --- notes in descriptions


def _note(step: PlanStep, intents: Sequence[Intent]) -> str:
    place = next(at for at, intent in enumerate(intents) if intent.key == step.intent)
    match step.expected_change:
        case NewWindow() | WindowShown():
            brings = "opens"
        case FileSaved():
            brings = "saves"
        case WindowGone():
            brings = "closes"
        case _:
            brings = ""
    over = "✓" if step.completes_intent else ""
    return f" ⟦{place}{over} {step.action.kind} {brings} {step.zone_id}⟧"


def _remembered(description: str, intents: Sequence[Intent]) -> PlanStep:
    """The step that it once wrote this description for."""
    found = _NOTE.search(description)
    if found is None:
        return PlanStep(1, "", "", Wait(), description)
    place, over, kind, brings, zone_id = found.groups()
    actions: dict[str, Action] = {
        "click": Click(),
        "type": TypeText(""),
        "press": PressKeys(()),
        "launch": Launch(""),
        "scroll": Scroll(),
        "drag": Drag(),
    }
    return PlanStep(
        1,
        zone_id,
        "",
        actions.get(kind, Wait()),
        description[: found.start()],
        _CONDITIONS.get(brings),
        intent=intents[int(place)].key,
        completes_intent=bool(over),
    )


# --- the form of the reply


def _said(step: PlanStep, intents: Sequence[Intent]) -> StepReply:
    zone_id = step.zone_label if step.zone_id == SOUGHT_ZONE_ID else step.zone_id
    note = _note(replace(step, zone_id=zone_id), intents)
    words = step.description
    room = 150 - len(note)
    description = (words if len(words) <= room else f"{words[: room - 1]}…") + note
    return {
        "description": description,
        "asked_by": "goal",
        **_action(step.action),
        **_expected(step.expected_change),
        **({} if zone_id.startswith("__") else {"zone_id": zone_id}),
    }


def _action(action: Action) -> StepReply:
    match action:
        case Click(button="right"):
            return {"action": "right_click"}
        case Click(count=count):
            return {"action": "double_click" if count > 1 else "click"}
        case TypeText(text=text, replace=is_new):
            return {"action": "set_text" if is_new else "type", "text": text}
        case PressKeys(keys=keys):
            return {"action": "press", "keys": "+".join(keys)}
        case Scroll(down=down):
            return {"action": "scroll", "text": f"{'down' if down > 0 else 'up'} {abs(down)}"}
        case Drag(to_zone_id=end):
            return {"action": "drag", "text": end}
        case Launch(application=name):
            return {"action": "launch", "text": name}
        case FocusWindow(title=title):
            return {"action": "focus_window", "text": title}
        case Wait(secs=secs):
            return {"action": "wait", "text": f"{secs:g}"}
        case _:
            return {"action": "replan"}


def _expected(condition: Condition | None) -> StepReply:
    match condition:
        case NewWindow():
            return {"expect": "window:"}
        case WindowShown(title=title):
            return {"expect": f"window: {title}"}
        case TextShown(text=text):
            return {"expect": f"text: {text}"}
        case FileSaved(path=path):
            return {"expect": f"file: {path}"}
        case ZoneValue(zone_id=zone_id, text=text):
            return {"zone_id": zone_id, "expect": f"text: {text}"}
        case _:
            return {}


# --- beyond what is in sight


def _blindly(
    intents: Sequence[Intent], planned: Sequence[PlanStep], request: PlanRequest
) -> list[StepReply]:
    """The clauses after the last one that is over, without having seen their screens."""
    steps = (*request.completed, *planned)
    over = {step.intent for step in steps if step.completes_intent}
    last = max((at for at, intent in enumerate(intents) if intent.key in over), default=-1)
    begun = {step.intent for step in steps}
    return [
        said
        for intent in intents[last + 1 :]
        for said in blind_steps(intent.clause, request.situation.places, intent.key in begun)
    ]
