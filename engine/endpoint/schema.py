"""The JSON schema of a reply, such that OpenAI's strict mode accepts it where it can."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

Schema = dict[str, Any]

_DROPPED = frozenset({"title", "default", "discriminator", "minLength", "maxLength", "examples"})
"""What strict mode refuses or nobody needs; pydantic checks lengths afterwards."""
TOOL_WORDS = "Give your reply."
_LEAF_KEYS = frozenset({"enum", "const", "$ref", "anyOf"})


@dataclass(frozen=True, slots=True)
class ReplySchema:
    """``is_strict``: every object says all that it may hold, so that strict mode takes it."""

    name: str
    schema: Schema
    is_strict: bool

    @property
    def described(self) -> Schema:
        """As OpenAI's protocols name a form for a reply,"""
        return {"name": self.name, "schema": self.schema, "strict": self.is_strict}

    @property
    def function(self) -> Schema:
        """and the one tool by which it can be given."""
        told = {"name": self.name, "description": TOOL_WORDS, "parameters": self.schema}
        return {**told, "strict": self.is_strict}

    @property
    def as_text(self) -> str:
        return json.dumps(self.schema, separators=(",", ":"), ensure_ascii=False)


def reply_schema(form: type[BaseModel]) -> ReplySchema:
    """The schema of a pydantic class; its docstring becomes a description."""
    whole = form.model_json_schema()
    definitions = whole.get("$defs", {})
    schema = _tidy(whole, definitions)
    name = re.sub(r"[^A-Za-z0-9_-]", "_", form.__name__)[:64]
    return ReplySchema(name, schema, is_strict=_is_strict(schema))


def _tidy(schema: Schema, definitions: Schema, inside: frozenset[str] = frozenset()) -> Schema:
    """``inside`` are the definitions that were put in place of a reference on the way here."""
    if "$ref" in schema and len(schema) > 1:
        # Strict mode takes no words beside a reference: what is referred to is put in its place.
        name = schema["$ref"].rpartition("/")[2]
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        if set(beside) <= _DROPPED or name in inside:
            return {"$ref": schema["$ref"]}
        return _tidy({**definitions[name], **beside}, definitions, inside | {name})
    tidy: Schema = {}
    for key, value in schema.items():
        if key in _DROPPED:
            continue
        if key in {"properties", "$defs"}:
            tidy[key] = {name: _tidy(part, definitions, inside) for name, part in value.items()}
        elif key in {"anyOf", "oneOf"}:
            tidy["anyOf"] = [_tidy(part, definitions, inside) for part in value]
        elif key in {"items", "additionalProperties"} and isinstance(value, dict):
            tidy[key] = _tidy(value, definitions, inside)
        else:
            tidy[key] = value
    if tidy.get("type") == "object" and "additionalProperties" not in tidy:
        tidy["additionalProperties"] = False
    if tidy.get("additionalProperties") is False:
        tidy["required"] = list(tidy.get("properties", {}))
    return tidy


def _is_strict(schema: Schema, *, is_root: bool = True) -> bool:
    if is_root and "anyOf" in schema:
        return False
    if "type" not in schema and not _LEAF_KEYS & set(schema):
        return False
    if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
        return False
    if schema.get("type") == "array" and "items" not in schema:
        return False
    parts = [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values()]
    parts += schema.get("anyOf", [])
    if "items" in schema:
        parts.append(schema["items"])
    return all(_is_strict(part, is_root=False) for part in parts)
