"""The JSON schema of action groups: a plain file in ``resources``, narrowed to one iteration.

An endpoint that keeps to a schema can then give neither too many groups nor too many actions. What
a reply says beyond the narrowed one is read all the same.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from engine.domain.exploring.groups import MAX_FIRST_GROUPS, max_actions

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
