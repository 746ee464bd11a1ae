"""Labelled facts, as the inspector shows them, and the technical form of things, one click away
from the operator's words."""

from __future__ import annotations

import json
from dataclasses import asdict, fields, is_dataclass
from typing import Any, NamedTuple

from engine.domain.actions import Action
from engine.domain.plans import PlanStep
from engine.domain.spaces import Point, Rect


class Fact(NamedTuple):
    """``is_technical`` facts (keys, coordinates, ids) are shown in monospace."""

    label: str
    value: str
    is_technical: bool = False


def action_form(action: Action) -> str:
    """The action like a call, without what is at its default: ``click(count=2)``."""
    shown = []
    for field in fields(action):
        value = getattr(action, field.name)
        if field.name != "kind" and value != field.default:
            shown.append(f"{field.name}={value!r}")
    return f"{action.kind}({', '.join(shown)})"


def step_form(step: PlanStep) -> str:
    """The step's action with its zone in front: ``button-12 → click()``."""
    return f"{step.zone_id} → {action_form(step.action)}"


def rect_form(rect: Rect) -> str:
    return f"{rect.x}, {rect.y}  {rect.width} × {rect.height}"


def point_form(point: Point | tuple[int, int]) -> str:
    x, y = (point.x, point.y) if isinstance(point, Point) else point
    return f"{x}, {y}"


def as_json(fact: object) -> str:
    """A frozen fact as readable JSON. Sets become sorted lists."""
    data = asdict(fact) if is_dataclass(fact) and not isinstance(fact, type) else fact
    return json.dumps(data, ensure_ascii=False, indent=2, default=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, set | frozenset):
        return sorted(value)
    return str(value)
