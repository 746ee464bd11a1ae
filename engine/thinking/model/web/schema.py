"""The JSON schema of an action on the web, and what is wrong with one that does not fit it.

The schema is a plain file in ``resources``; this is where a reply is checked against it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

SCHEMA_FILE = "web_action.schema.json"
_QUOTED_CHARS = 40
_SAID_IN_TEXT = ("url", "tab", "direction")
"""Where the prompt has a model write these."""


def check_against_schema(said: Mapping[str, Any]) -> None:
    """Raises ``ValueError`` with a sentence that the reply can be mended by."""
    validator = _validator()
    problems = list(validator.iter_errors(dict(said)))
    missing = [each for each in problems if each.validator == "required"]
    worst = best_match(iter(problems))
    if worst is not None:
        raise ValueError(_sentence(missing[0] if missing else worst, said))


@lru_cache(maxsize=1)
def _validator() -> Draft202012Validator:
    return Draft202012Validator(_schema())


@lru_cache(maxsize=1)
def _schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((files("resources") / SCHEMA_FILE).read_text("utf-8"))
    return schema


def _sentence(problem: ValidationError, said: Mapping[str, Any]) -> str:
    name = str(problem.absolute_path[0]) if problem.absolute_path else ""
    wanted: Any = problem.validator_value
    match problem.validator:
        case "required":
            missing = next(each for each in wanted if each not in said)
            action = said.get("action")
            field = "text" if missing in _SAID_IN_TEXT else missing
            return f'{action or "the reply"} needs "{field}": {_description(missing)}'
        case "enum":
            return f'"{name}" is one of {", ".join(wanted)}; not {_quoted(problem.instance)}'
        case "pattern":
            return f"this is not {_description(name)}: {_quoted(problem.instance)}"
        case "type":
            return f'"{name}" must be a {wanted}; not {_quoted(problem.instance)}'
        case "maxLength" | "maxItems":
            return f'"{name}" is too long: {wanted} at most'
        case _:
            return f'"{name}": {problem.message[:200]}' if name else problem.message[:200]


def _description(name: str) -> str:
    return str(_schema()["properties"][name].get("description", "what is to be done"))


def _quoted(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _QUOTED_CHARS else f"{text[:_QUOTED_CHARS]}…"
