"""The JSON schema of a reply, such that OpenAI's strict mode accepts it where it can."""

import json
import re
from dataclasses import dataclass
from functools import cache
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


@cache
def reply_schema(form: type[BaseModel]) -> ReplySchema:
    """The schema of a pydantic class; its docstring becomes a description."""
    from openai import pydantic_function_tool  # the library is slow to import

    name = re.sub(r"[^A-Za-z0-9_-]", "_", form.__name__)[:64]
    schema = _tidy(pydantic_function_tool(form)["function"]["parameters"])
    return ReplySchema(name, schema, is_strict=_is_strict(schema))


def _tidy(part: Any) -> Any:
    """All of it, but for what is dropped; "any of" stands for "one of", which is refused."""
    if isinstance(part, list):
        return [_tidy(each) for each in part]
    if not isinstance(part, dict):
        return part
    tidy: Schema = {}
    for key, value in part.items():
        if key in {"properties", "$defs"}:  # what we call so, be it as a keyword is called
            tidy[key] = {name: _tidy(each) for name, each in value.items()}
        elif key not in _DROPPED:
            tidy["anyOf" if key == "oneOf" else key] = _tidy(value)
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
