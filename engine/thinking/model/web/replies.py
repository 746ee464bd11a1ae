"""What a model replies on the web: steps, as forms with few flat fields.

It stands at the edge: what nearly fits is read (a number for an id, another name of a field), then
the JSON schema in ``resources`` has its word on each step. The schema names each thing by itself; a
model is offered fewer fields, for small ones fill in all that there are: in ``text`` stands what an
action is about, an address, a tab or a direction too. The words for what moves no hand are the
director's (``engine.language.verbs``).
"""

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
from engine.domain.web.proposals import META_ACTIONS, ActionName
from engine.language.verbs import VERBS as TABLE

SCHEMA_FILE = "web_action.schema.json"
_QUOTED_CHARS = 40
_SAID_IN_TEXT = ("url", "tab", "direction")
"""Where the prompt has a model write these."""


def check_against_schema(said: Mapping[str, Any]) -> None:
    """Raises ``ValueError`` with a sentence that the reply can be mended by."""
    validator = Draft202012Validator(_schema())
    problems = list(validator.iter_errors(dict(said)))
    missing = [each for each in problems if each.validator == "required"]
    worst = best_match(iter(problems))
    if worst is not None:
        raise ValueError(_sentence(missing[0] if missing else worst, said))


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


SAID_VERBS = tuple(verb for verb in TABLE if verb.is_said and not verb.needs_pictures)
_ALIASES = {
    **{other: verb.name for verb in SAID_VERBS for other in verb.known_as},
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
    "finish": "answer",
    "done": "answer",
}
_FIELD_ALIASES = {
    "element": "zone_id",
    "agent_id": "zone_id",
    "element_id": "zone_id",
    "element_number": "zone_id",
    "number": "zone_id",
    "index": "zone_id",
    "tab_id": "tab",
    "query": "text",
    "value": "text",
    "answer": "text",
    "question": "text",
    "address": "url",
    "href": "url",
}
_REASON_ALIASES = {"thought": "reason", "why": "reason"}
_NOT_OFFERED = ("url", "tab", "direction", "choices")
_OF_THE_GOAL = ("kind", "mode", "proofs")
_MAX_PROOFS = 3
_NOTHING = frozenset({"", "none", "null", "n/a", "-"})
_BEFORE_ID = re.compile(r"^(?:element\s|#|\[)", re.IGNORECASE)
VERBS: dict[str, ActionName | None] = {
    **{str(each): each for each in ActionName if each not in META_ACTIONS},
    **{verb.name: None for verb in SAID_VERBS},
    "read": ActionName.READ,
    "ask": ActionName.ASK_USER,
    "answer": ActionName.DONE,
    "give_up": ActionName.GIVE_UP,
}
"""What a step may be called, and the action that it is; none of what is said beside one."""


class WebStep(BaseModel):
    """One step. Which fields count depends on ``action``, one of ``VERBS``."""

    model_config = ConfigDict(json_schema_extra=lambda schema: _offer_without(schema, _NOT_OFFERED))

    action: str
    zone_id: str = ""
    text: str = ""
    url: str = ""
    tab: str = ""
    direction: Literal["", "up", "down"] = ""
    submit: bool = False
    choices: list[str] = []
    expect: str = ""
    description: str = ""
    asked_by: Literal["", "goal", "screen"] = ""

    @model_validator(mode="before")
    @classmethod
    def _fits_the_schema(cls, said: Any) -> Any:
        if not isinstance(said, dict):
            return said
        said = _mended(said)
        check_against_schema(said)
        return said


class WebReply(BaseModel):
    """The next action, and what is said beside it."""

    model_config = ConfigDict(json_schema_extra=lambda schema: _offer_without(schema, _OF_THE_GOAL))

    # first: a small model that must name its action at once scrolls rather than clicks what it was
    # asked for; one that says which row fits takes that row
    reason: str = ""
    steps: list[WebStep]
    finishes: bool = False
    kind: GoalKind | None = None
    mode: TaskMode | None = None
    proofs: list[str] = []

    @model_validator(mode="before")
    @classmethod
    def _read_what_nearly_fits(cls, said: Any) -> Any:
        return _whole(said) if isinstance(said, dict) else said


def form_for(allowed: tuple[ActionName, ...], *, asks_for_goal: bool = False) -> type[WebReply]:
    """The form whose schema offers only these actions, and the goal's kind, mode and proofs where
    they are asked for. Others are read all the same: not every server keeps to a schema, and what
    was said is to be known."""
    offered = [name for name, action in VERBS.items() if action is None or action in allowed]
    narrowed = Annotated[str, WithJsonSchema({"type": "string", "enum": offered})]
    step_fields: dict[str, Any] = {"action": (narrowed, ...)}
    step = create_model(WebStep.__name__, __base__=WebStep, **step_fields)
    fields: dict[str, Any] = {"steps": (list[step], ...)}  # type: ignore[valid-type]
    form = create_model(WebReply.__name__, __base__=WebReply, **fields)
    if asks_for_goal:
        form.model_config["json_schema_extra"] = _offer_with_goal
    return form


def _offer_without(schema: dict[str, Any], names: tuple[str, ...]) -> None:
    """Leave out of a form's schema what may stand in ``text`` as well, or is told once."""
    for name in names:
        schema["properties"].pop(name, None)


def _offer_with_goal(schema: dict[str, Any]) -> None:
    for name, each in (("kind", GoalKind), ("mode", TaskMode)):
        schema["properties"][name] = {"type": "string", "enum": [str(one) for one in each]}


def _whole(said: dict[str, Any]) -> dict[str, Any]:
    """The reply with its steps in a list; one that is a step itself is read as that. What is told
    of the goal is a hint, not worth another call."""
    said = {_REASON_ALIASES.get(name, name): each for name, each in said.items()}
    if "steps" not in said and said.get("action"):
        said["steps"] = [said]
    known = {name: said[name] for name in WebReply.model_fields if said.get(name) is not None}
    if not isinstance(known.get("reason", ""), str):
        known["reason"] = ""
    for name, each in (("kind", GoalKind), ("mode", TaskMode)):
        if known.get(name) not in tuple(each):
            known.pop(name, None)
    proofs = known.pop("proofs", None)
    if isinstance(proofs, list):
        texts = (each.strip() for each in proofs if isinstance(each, str))
        known["proofs"] = [each for each in texts if each][:_MAX_PROOFS]
    return known


def _mended(said: dict[str, Any]) -> dict[str, Any]:
    """The fields as they were meant, without what is empty or what nobody knows."""
    known: dict[str, Any] = {}
    for name, value in said.items():
        field = _FIELD_ALIASES.get(name, name)
        is_empty = value is None or value is False or value == "" or value == []
        if field in WebStep.model_fields and not is_empty and not known.get(field):
            known[field] = value
    for name in ("zone_id", "tab", "text"):
        value = known.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            known[name] = str(value)
    for name in ("zone_id", "tab"):
        if isinstance(known.get(name), str):
            known[name] = _id_in(known[name])
    _mend_action(known)
    if known.get("asked_by") not in ("goal", "screen"):
        known.pop("asked_by", None)  # it is a hint, not worth another call
    return {name: value for name, value in known.items() if value != ""}


def _mend_action(known: dict[str, Any]) -> None:
    said = known.get("action")
    if not isinstance(said, str):
        return
    name = re.sub(r"[\s-]+", "_", said.strip().casefold())
    is_looked_for = name == "check" and known.get("expect")
    known["action"] = "verify" if is_looked_for else str(_ALIASES.get(name, name))
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
            known.setdefault("tab", _id_in(text) or known.get("zone_id", ""))
        case "ask":
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
