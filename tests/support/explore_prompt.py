"""An explorer behind a model server: it sees nothing but the prompt, as any model does.

It reads the table of zones, what was acted upon and how many groups of how many actions are asked
for, and answers with clicks and texts, what was not tried yet first."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from engine.domain.plans import Situation
from engine.domain.zones import EDITABLE_ROLES, Role, Zone
from tests.support.prompt_screen import read_situation

_TRIED = re.compile(r"Acted upon so far, how often:\n<<<[^\n]*\n(.*?)\nSCREEN-", re.S)
_COUNT = re.compile(r"(\S+) (\d+)×")
_FIRST = re.compile(r"Return 1 to (\d+) action groups, each with exactly 1 action")
_LATER = re.compile(r"so exactly (\d+) groups?\. Each has 1 to (\d+) actions")
_GROUP = re.compile(r"^  GROUP (\d+), confidence ([\d.]+): (.*)$", re.M)
_ACTED_UPON = frozenset({Role.BUTTON, Role.CHECK_BOX, Role.TAB, Role.MENU, Role.LINK})


@dataclass(frozen=True, slots=True)
class ExplorePrompt:
    """``groups`` are to be given, each of ``most_actions`` at most; ``grown`` are the numbers and
    reasonings of those that were successful."""

    situation: Situation
    tried: dict[str, int]
    groups: int
    most_actions: int
    grown: tuple[tuple[int, str], ...]


def read_explore_prompt(prompt: str) -> ExplorePrompt:
    tried = _TRIED.search(prompt)
    first, later = _FIRST.search(prompt), _LATER.search(prompt)
    assert (first is None) != (later is None), prompt
    groups, most = (int(first[1]), 1) if first else (int(later[1]), int(later[2])) if later else ()
    return ExplorePrompt(
        read_situation(prompt),
        {name: int(count) for name, count in _COUNT.findall(tried[1])} if tried else {},
        groups,
        most,
        tuple((int(number), words) for number, _, words in _GROUP.findall(prompt)),
    )


def explore_answer(body: dict[str, Any]) -> str:
    """The reply to a request of the chat protocol."""
    prompt = prompt_text(body)
    said = verdict(prompt) if '"has_progressed"' in prompt else explored(prompt)
    return json.dumps(said, ensure_ascii=False)


def explored(prompt: str) -> dict[str, Any]:
    """Groups for the iteration that the prompt asks for; none where nothing can be acted upon."""
    asked = read_explore_prompt(prompt)
    zones = sorted(_things(asked.situation), key=lambda zone: asked.tried.get(zone.zone_id, 0))
    if not zones:
        return {"groups": []}
    groups = []
    for at in range(min(asked.groups, len(zones)) if asked.most_actions == 1 else asked.groups):
        chosen = [zones[(at + step) % len(zones)] for step in range(asked.most_actions)]
        reasoning = f"See what {chosen[0].label or chosen[0].role} and its like do"
        actions = [_action(zone) for zone in chosen]
        confidence = round(0.5 + at / 10, 2)  # the last is the surest, so that order tells
        groups.append({"reasoning": reasoning, "confidence": confidence, "actions": actions})
    return {"groups": groups}


def verdict(prompt: str) -> dict[str, Any]:
    """By what came and went, as the prompt tells it."""
    return {"why": "as it tells itself", "has_progressed": "otherwise since:" in prompt}


def prompt_text(body: dict[str, Any]) -> str:
    """The words of the last message, without its picture."""
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else content[0]["text"]


def _things(situation: Situation) -> list[Zone]:
    return [
        zone
        for zone in situation.zones_in_sight
        if zone.is_enabled and zone.role in _ACTED_UPON | EDITABLE_ROLES
    ]


def _action(zone: Zone) -> dict[str, str]:
    if zone.role.is_field and zone.role is not Role.COMBO_BOX:
        return {"action": "set_text", "zone_id": zone.zone_id, "text": "7"}
    return {"action": "click", "zone_id": zone.zone_id, "text": ""}
