"""Whether OpenAI's strict mode takes a schema: what is offered to a model must be such."""

from typing import Any

_LEAF_KEYS = frozenset({"enum", "const", "$ref", "anyOf"})


def is_strict(schema: dict[str, Any], *, is_root: bool = True) -> bool:
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
    return all(is_strict(part, is_root=False) for part in parts)
