"""What a model replies on the web: one action, as a form with few flat fields.

It stands at the edge: what nearly fits is read (a number for an id, another name of a field), then
the JSON schema in ``resources`` has its word. The schema names each thing by itself; a model is
offered fewer fields, for small ones fill in all that there are: in ``text`` stands what an action
is about, an address, a tab or a direction too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from pydantic import BaseModel, ConfigDict, WithJsonSchema, create_model, model_validator

from engine.domain.web.goals import GoalKind, TaskMode
from engine.domain.web.proposals import ActionName

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


_ALIASES = {
    "open": ActionName.NAVIGATE,
    "goto": ActionName.NAVIGATE,
    "go_to": ActionName.NAVIGATE,
    "visit": ActionName.NAVIGATE,
    "back": ActionName.GO_BACK,
    "forward": ActionName.GO_FORWARD,
    "input": ActionName.TYPE,
    "fill": ActionName.TYPE,
    "write": ActionName.TYPE,
    "set_text": ActionName.TYPE,
    "select": ActionName.TYPE,
    "choose": ActionName.TYPE,
    "tap": ActionName.CLICK,
    "check": ActionName.CLICK,
    "download": ActionName.CLICK,
    "scroll_down": ActionName.SCROLL,
    "scroll_up": ActionName.SCROLL,
    "finish": ActionName.DONE,
    "answer": ActionName.DONE,
    "ask": ActionName.ASK_USER,
}
_FIELD_ALIASES = {
    "agent_id": "element",
    "element_id": "element",
    "element_number": "element",
    "number": "element",
    "index": "element",
    "tab_id": "tab",
    "query": "text",
    "value": "text",
    "answer": "text",
    "question": "text",
    "address": "url",
    "href": "url",
    "thought": "reason",
    "why": "reason",
}
_NOT_OFFERED = ("url", "tab", "direction", "choices")
_OF_THE_GOAL = ("kind", "mode", "proofs")
_MAX_PROOFS = 3
_NOTHING = frozenset({"", "none", "null", "n/a", "-"})
_BEFORE_ID = re.compile(r"^(?:element\s|#|\[)", re.IGNORECASE)


class WebActionReply(BaseModel):
    """One action. Which fields count depends on ``action``."""

    model_config = ConfigDict(json_schema_extra=lambda schema: _offer_few(schema))

    # first: a small model that must name its action at once scrolls rather than clicks what it was
    # asked for; one that says which row fits takes that row
    reason: str = ""
    action: ActionName
    element: str = ""
    text: str = ""
    url: str = ""
    tab: str = ""
    direction: Literal["", "up", "down"] = ""
    submit: bool = False
    choices: list[str] = []
    asked_by: Literal["", "goal", "screen"] = ""
    kind: GoalKind | None = None
    mode: TaskMode | None = None
    proofs: list[str] = []

    @model_validator(mode="before")
    @classmethod
    def _fits_the_schema(cls, said: Any) -> Any:
        if not isinstance(said, dict):
            return said
        said = _mended(said)
        check_against_schema(said)
        return said


def form_for(
    allowed: tuple[ActionName, ...], *, asks_for_goal: bool = False
) -> type[WebActionReply]:
    """The form whose schema offers only these actions, and the goal's kind, mode and proofs where
    they are asked for. Others are read all the same: not every server keeps to a schema, and what
    was said is to be known."""
    offered = {"type": "string", "enum": [str(each) for each in ActionName if each in allowed]}
    narrowed = Annotated[ActionName, WithJsonSchema(offered)]
    fields: dict[str, Any] = {"action": (narrowed, ...)}
    form = create_model(WebActionReply.__name__, __base__=WebActionReply, **fields)
    if asks_for_goal:
        form.model_config["json_schema_extra"] = _offer_with_goal
    return form


def _offer_few(schema: dict[str, Any]) -> None:
    """Leave out of a form's schema what may stand in ``text`` as well, and what is told once."""
    for name in (*_NOT_OFFERED, *_OF_THE_GOAL):
        schema["properties"].pop(name, None)


def _offer_with_goal(schema: dict[str, Any]) -> None:
    for name in _NOT_OFFERED:
        schema["properties"].pop(name, None)
    for name, each in (("kind", GoalKind), ("mode", TaskMode)):
        schema["properties"][name] = {"type": "string", "enum": [str(one) for one in each]}


def _mended(said: dict[str, Any]) -> dict[str, Any]:
    """The fields as they were meant, without what is empty or what nobody knows."""
    known: dict[str, Any] = {}
    for name, value in said.items():
        field = _FIELD_ALIASES.get(name, name)
        is_empty = value is None or value is False or value == "" or value == []
        if field in WebActionReply.model_fields and not is_empty and not known.get(field):
            known[field] = value
    for name in ("element", "tab", "text"):
        value = known.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            known[name] = str(value)
    for name in ("element", "tab"):
        if isinstance(known.get(name), str):
            known[name] = _id_in(known[name])
    _mend_action(known)
    if known.get("asked_by") not in ("goal", "screen"):
        known.pop("asked_by", None)  # it is a hint, not worth another call
    for name, each in (("kind", GoalKind), ("mode", TaskMode)):
        if known.get(name) not in tuple(each):
            known.pop(name, None)
    proofs = known.pop("proofs", None)
    if isinstance(proofs, list):
        texts = (each.strip() for each in proofs if isinstance(each, str))
        known["proofs"] = [each for each in texts if each][:_MAX_PROOFS]
    return {name: value for name, value in known.items() if value != ""}


def _mend_action(known: dict[str, Any]) -> None:
    said = known.get("action")
    if not isinstance(said, str):
        return
    name = re.sub(r"[\s-]+", "_", said.strip().casefold())
    known["action"] = str(_ALIASES.get(name, name))
    text = known.get("text", "")
    if known["action"] == ActionName.SCROLL:
        words = f"{name} {known.get('direction', '')} {text}".casefold()
        known["direction"] = "up" if "up" in words else "down"
        return
    known.pop("direction", None)
    if not isinstance(text, str):
        return
    match known["action"]:
        case ActionName.NAVIGATE if text:
            known.setdefault("url", text.strip())
        case ActionName.SWITCH_TAB:
            known.setdefault("tab", _id_in(text) or known.get("element", ""))
        case ActionName.ASK_USER:
            question, *choices = [line.strip() for line in text.splitlines() if line.strip()] or [
                ""
            ]
            known["text"] = question
            if choices:
                known.setdefault("choices", choices)
        case _:
            pass


def _id_in(said: str) -> str:
    """The id, without the rest of a row that was copied, quotes and brackets; empty for none."""
    first = said.split(" | ")[0].strip().strip("\"'`“”").strip()
    if first.casefold() in _NOTHING:
        return ""
    return _BEFORE_ID.sub("", first).strip().removesuffix("]").rstrip() or first
