"""What a model replies when it explores: action groups, or a verdict, as forms with few fields.

They stand at the edge: what nearly fits is read (one group without a list around it, a chord under
another name), what is missing is said in a sentence that the model can mend it by.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, model_validator

from engine.domain.exploring.groups import MAX_FIRST_GROUPS, max_actions
from engine.thinking.model.replies import ONE_CHORD, chord_in, mended, what_lacks

SCHEMA_FILE = "action_groups.schema.json"
_ABOUT_THE_FILE = ("$schema", "title", "description")
_NOT_OFFERED = ("reasoning", "confidence")
"""Of single actions: who is offered them fills them in, at the cost of half of the reply."""
_BOUNDS = ("minimum", "maximum")
"""Many endpoints refuse these of numbers; the groups are checked by them afterwards."""


def groups_schema() -> dict[str, Any]:
    """The file as it is."""
    schema: dict[str, Any] = json.loads((files("resources") / SCHEMA_FILE).read_text("utf-8"))
    return schema


def narrowed_schema(*, iteration: int, successful: int) -> dict[str, Any]:
    """What a model is offered in this iteration, after so many groups that were successful."""
    schema = groups_schema()
    for name in _ABOUT_THE_FILE:
        schema.pop(name, None)
    groups = schema["properties"]["groups"]
    groups["maxItems"] = MAX_FIRST_GROUPS if iteration == 1 else successful
    if iteration == 1:
        groups["minItems"] = 1  # nothing was tried yet; small models give up when they are unsure
    group = groups["items"]["properties"]
    for name in _BOUNDS:
        group["confidence"].pop(name, None)
    actions = group["actions"]
    actions["maxItems"] = max_actions(iteration)
    for name in _NOT_OFFERED:
        actions["items"]["properties"].pop(name, None)
    return schema


ExploreActionName = Literal[
    "click",
    "double_click",
    "right_click",
    "type",
    "set_text",
    "press",
    "scroll",
    "drag",
    "focus_window",
    "go_back",
    "wait",
    "complete",
]
_ALIASES = {
    "keypress": "press",
    "key_press": "press",
    "back": "go_back",
    "done": "complete",
    "finish": "complete",
    "finished": "complete",
    "stop": "complete",
}


class ActionReply(BaseModel):
    """One action. Which fields count depends on ``action``."""

    action: ExploreActionName
    zone_id: str = ""
    text: str = ""
    keys: str = ""
    reasoning: str = ""
    confidence: float | None = None

    @model_validator(mode="before")
    @classmethod
    def _read_what_nearly_fits(cls, said: Any) -> Any:
        return _mended(dict(said)) if isinstance(said, dict) else said

    @model_validator(mode="after")
    def _has_what_the_action_needs(self) -> Self:
        if lacks := what_lacks(self.action, zone_id=self.zone_id, text=self.text):
            raise ValueError(lacks)
        if self.action == "press" and not chord_in(self.keys):
            raise ValueError(f'press needs "text", {ONE_CHORD}, not "{self.keys}"')
        return self


class GroupReply(BaseModel):
    """One strategy and its actions."""

    reasoning: str
    confidence: float
    actions: list[ActionReply]


class GroupsReply(BaseModel):
    """The groups of an iteration; none say that there is nothing more to do."""

    groups: list[GroupReply]

    @model_validator(mode="before")
    @classmethod
    def _read_one_group(cls, said: Any) -> Any:
        if isinstance(said, dict) and "groups" not in said and "actions" in said:
            return {"groups": [said]}
        return said


class VerdictReply(BaseModel):
    """Whether the state progressed."""

    # why is first: who has said what differs says rightly what that amounts to
    why: str = ""
    has_progressed: bool


def form_for(*, iteration: int, successful: int) -> type[GroupsReply]:
    """The form whose schema offers as many groups and actions as this iteration may have."""
    narrowed = narrowed_schema(iteration=iteration, successful=successful)

    def offer(schema: dict[str, Any]) -> None:
        schema.clear()
        schema.update(narrowed)

    class OfIteration(GroupsReply):
        model_config = ConfigDict(json_schema_extra=offer)

    OfIteration.__name__ = GroupsReply.__name__
    return OfIteration


def _mended(said: dict[str, Any]) -> dict[str, Any]:
    """The fields as they were meant; ``target`` is what others call a zone, or a chord."""
    target = said.pop("target", None)
    if isinstance(target, str) and not said.get("zone_id"):
        said["zone_id"] = target
    said = mended(said)
    name = said.get("action")
    if isinstance(name, str):
        said["action"] = _ALIASES.get(name, name)
    if said.get("action") == "press" and not said.get("keys"):
        said["keys"] = said.get("text") or said.get("zone_id", "")
    return said
