"""What `docs/session.schema.json` says of the lines of an export, made from the events themselves.

``python -m tests.support.session_schema`` writes it anew."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any, get_args

from pydantic import TypeAdapter

from engine.domain.events import Event

FILE = Path(__file__).parents[2] / "docs" / "session.schema.json"
_TEXTS = ("session_id", "goal", "surface", "thinker", "pilothouse_version", "terminal")


def fields_of_events() -> dict[str, tuple[int, frozenset[str]]]:
    """The version and the fields of each kind, as they are written today."""
    told = {}
    for each in get_args(Event):
        fields = {field.name: field.default for field in dataclasses.fields(each)}
        told[str(fields["kind"])] = int(str(fields["version"])), frozenset(fields)
    return told


def schema() -> dict[str, Any]:
    events = TypeAdapter(Event).json_schema(mode="serialization")
    parts = {name: _without_titles(each) for name, each in events["$defs"].items()}
    parts["event"] = {"oneOf": events.get("oneOf") or events["anyOf"]}
    header = {
        "format": {"const": "pilothouse-session"},
        "version": {"const": 1},
        "started_at_secs": {"type": "number", "description": "Seconds since 1970, UTC."},
        "event_count": {"type": "integer", "description": "So many lines follow."},
        **{name: {"type": "string"} for name in _TEXTS},
    }
    recorded = {
        "seq": {"type": "integer", "minimum": 1, "description": "From 1 on, without a gap."},
        "session_id": {"type": "string"},
        "at_secs": {"type": "number", "description": "Seconds since 1970, UTC; may go back."},
        "event": {"$ref": "#/$defs/event"},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a Pilothouse export as JSON Lines",
        "description": "The first line is a header, each further one a recorded event.",
        "anyOf": [_object(header), _object(recorded)],
        "$defs": parts,
    }


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _without_titles(told: Any) -> Any:
    """pydantic gives each field its own name as a title once more."""
    if isinstance(told, list):
        return [_without_titles(each) for each in told]
    if not isinstance(told, dict):
        return told
    is_field = isinstance(told.get("title"), str)
    return {k: _without_titles(v) for k, v in told.items() if not (is_field and k == "title")}


if __name__ == "__main__":
    FILE.write_text(json.dumps(schema(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
