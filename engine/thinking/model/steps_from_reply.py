"""From a model's reply to steps of the domain: the one place where the two meet."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.domain.actions import (
    Action,
    Click,
    Drag,
    FocusWindow,
    Launch,
    PressKeys,
    Replan,
    Scroll,
    TypeText,
    Wait,
)
from engine.domain.conditions import opens_window
from engine.domain.plans import GLOBAL_ZONE_ID, PlanSegment, PlanStep, look_again
from engine.domain.situation import Situation
from engine.domain.zones import Zone
from engine.language.action_words import action_words, thing_words, zone_words
from engine.thinking.model.expectations import expected_change
from engine.thinking.model.replies import PlanReply, StepReply
from engine.thinking.model.resolving import label_from, zone_named

_DESCRIPTION_CHARS = 160
_NOTCHES = 5
_MAX_NOTCHES = 50
_WAIT_SECS, _MAX_WAIT_SECS = 3.0, 30.0
_WITHOUT_ZONE = ("press", "launch", "focus_window", "wait")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def segment_from(reply: PlanReply, situation: Situation, *, is_last: bool = False) -> PlanSegment:
    """The segment. One that does not finish the goal ends with ``__replan__``.

    What comes after a step that opens a window was planned on a screen that nobody had seen: it is
    left out, and planned when it is there. A reply that says both is taken at its more careful
    word. In the last plan neither would lead anywhere.
    """
    said = list(reply.steps)
    stops = next((at for at, step in enumerate(said) if step.action == "replan"), None)
    before, is_stopped = said[:stops], stops is not None
    steps = steps_from(before, situation)
    seen = steps if is_last else _up_to_a_window(steps)
    is_stopped = is_stopped or len(seen) < len(steps)
    finishes = reply.finishes and (is_last or not is_stopped)
    steps = seen
    if not finishes and (steps or is_stopped):
        steps = (*steps, look_again(len(steps) + 1))
    return PlanSegment(steps, finishes, " ".join(reply.reason.split()))


def _up_to_a_window(steps: tuple[PlanStep, ...]) -> tuple[PlanStep, ...]:
    """The steps up to the first that opens a window, and with it."""
    for at, step in enumerate(steps, 1):
        if isinstance(step.action, Launch) or opens_window(step.expected_change):
            return steps[:at]
    return steps


def steps_from(said: Sequence[StepReply], situation: Situation) -> tuple[PlanStep, ...]:
    """The steps, numbered from 1."""
    return tuple(step_from(step, situation, number) for number, step in enumerate(said, 1))


def step_from(said: StepReply, situation: Situation, number: int = 1) -> PlanStep:
    """One step. What is not in sight keeps its name as zone_id: it is looked for locally."""
    if said.action == "replan":
        return look_again(number)
    name = "" if said.action in _WITHOUT_ZONE else said.zone_id.strip()
    zone = zone_named(name, situation) if name else None
    label = zone.label if zone else label_from(name)
    action = action_of(said, situation)
    return PlanStep(
        step_number=number,
        zone_id=zone.zone_id if zone else name or GLOBAL_ZONE_ID,
        zone_label=label,
        action=action,
        description=_description(said, action, zone, label, situation),
        expected_change=expected_change(said, action, zone, situation),
        asked_by=said.asked_by,
    )


def action_of(said: StepReply, situation: Situation) -> Action:
    """What is done; what a drag ends at is looked up on the screen."""
    text = said.text
    match said.action:
        case "click":
            return Click()
        case "double_click":
            return Click(count=2)
        case "right_click":
            return Click(button="right")
        case "type":
            return TypeText(text)
        case "set_text":
            return TypeText(text, replace=True)
        case "press":
            return PressKeys(said.chord)
        case "scroll":
            return _scroll(text)
        case "drag":
            end = zone_named(text, situation)
            return Drag(to_zone_id=end.zone_id if end else text.strip())
        case "launch":
            return Launch(text.strip())
        case "focus_window":
            return FocusWindow(text.strip())
        case "wait":
            return Wait(min(_number_in(text, _WAIT_SECS), _MAX_WAIT_SECS))
        case "replan":
            return Replan()


def _scroll(text: str) -> Scroll:
    """ "down", "up 3", "right": by notches."""
    notches = min(int(_number_in(text, _NOTCHES)), _MAX_NOTCHES)
    direction = text.casefold()
    if "left" in direction or "right" in direction:
        return Scroll(right=-notches if "left" in direction else notches)
    return Scroll(down=-notches if "up" in direction or "-" in direction else notches)


def _number_in(text: str, otherwise: float) -> float:
    found = _NUMBER.search(text)
    return float(found.group()) if found else otherwise


def _description(
    said: StepReply, action: Action, zone: Zone | None, label: str, situation: Situation
) -> str:
    """The model's own words in one line, or ours where it has none."""
    words = " ".join(said.description.split())
    if words:
        return words if len(words) <= _DESCRIPTION_CHARS else f"{words[:_DESCRIPTION_CHARS]}…"
    end = zone_named(said.text, situation) if isinstance(action, Drag) else None
    thing = zone_words(zone) if zone is not None else thing_words(label)
    return action_words(action, thing, end=zone_words(end) if end else "")
