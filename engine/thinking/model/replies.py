"""What a model replies, as forms with few flat fields that small models manage.

They stand at the edge: what nearly fits is read (another case, a list of keys, a field that was
confused with its neighbour), what is missing is said in a sentence that the model can mend it by.
"""

import re
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, Self, TypeVar

import pydantic

from engine.domain.local_planning import FARTHEST, REACHED
from engine.domain.plans import IN_SIGHT
from engine.language.keys import read_chord
from engine.language.verbs import ALIASES, SAID, TEXT_IS, VerbName
from engine.thinking.model.places import trimmed, what_is_wrong

MOVES_NOTHING = SAID | {"replan"}
HOLDING = frozenset({"hold", "release"})
POINTING = HOLDING | {"click", "double_click", "right_click", "scroll", "drag"}
TYPING = frozenset({"type", "set_text"})
MAX_OPTIONS = 3
_NEARLY_REACHED = 9.0

ONE_CHORD = 'one chord such as "ctrl+s", "enter" or "page down"'
_EXPECTED = re.compile(r"(?is)(?P<kind>window|closed|text|gone|file)\s*:\s*(?P<text>.*)")
_NO_ZONE = frozenset({"", "none", "null", "n/a", "-", "__global__", "__replan__"})

R = TypeVar("R", bound=pydantic.BaseModel)


def leaving_out(*names: str) -> Callable[[dict[str, Any]], None]:
    """Of a form's schema these fields: they are read where they are told, and not offered."""

    def leave_out(schema: dict[str, Any]) -> None:
        schema.pop("description", None)
        for name in names:
            schema["properties"].pop(name, None)

    return leave_out


class StepReply(pydantic.BaseModel):
    """One step. Which fields count depends on ``action``."""

    action: VerbName
    zone_id: str = ""
    text: str = ""
    keys: str = ""
    at: str = ""
    description: str = ""
    expect: str = ""
    asked_by: Literal["", "goal", "screen"] = ""

    @pydantic.model_validator(mode="before")
    @classmethod
    def _read_what_nearly_fits(cls, said: Any) -> Any:
        return mended(dict(said)) if isinstance(said, dict) else said

    @pydantic.model_validator(mode="after")
    def _has_what_the_action_needs(self) -> Self:
        places = self.at if self.action in POINTING else ""
        lacks = what_lacks(self.action, zone_id=self.zone_id, text=self.text, at=places)
        if lacks or (lacks := what_is_wrong(self.action, places) if places else ""):
            raise ValueError(lacks)
        if self.action == "press" and not self.chord:
            raise ValueError(f'press needs "keys", {ONE_CHORD}, not "{self.keys}"')
        if self.action == "hold" and not (self.zone_id or places or self.chord):
            raise ValueError('hold needs "zone_id", or "keys" that are kept down')
        if self.action == "verify" and not self.expect.strip():
            raise ValueError('verify needs "expect": what shows that it is so')
        if self.action == "fill":
            raise ValueError(f'fill needs "text": {TEXT_IS["fill"]}')
        return self

    @property
    def expected(self) -> tuple[str, str]:
        """Of what kind it expects something, and what: of "window: title". Empty for others."""
        found = _EXPECTED.fullmatch(self.expect.strip().replace("\\|", "|"))  # as tables write it
        return (found["kind"].casefold(), found["text"].strip("\"'“” ")) if found else ("", "")

    @property
    def read(self) -> str:
        """What is to be read: a zone, or the window in front, or where in it some words are."""
        words = " ".join(self.text.split()) if "@" not in self.zone_id else ""
        words = f"“{words}”" if words.isdecimal() else words
        zone_id = self.zone_id or IN_SIGHT
        return f"{zone_id}@{words}" if words else zone_id

    @property
    def chord(self) -> tuple[str, ...]:
        """The keys by their names; empty where there are none of those names."""
        return read_chord(self.keys.replace("_", " ")) if self.keys.strip() else ()


def fields_apart(said: Any) -> Any:
    """The steps, each field that is filled a step of its own."""
    if not isinstance(said, list):
        return said
    return [each for step in said for each in _fields_of(step)]


def _fields_of(step: Any) -> list[Any]:
    action = str(step.get("action", "")).strip().casefold() if isinstance(step, dict) else ""
    if ALIASES.get(action, action) != "fill":
        return [step]
    if any(step.get(name) for name in ("zone_id", "element", "agent_id")):  # only one
        return [{**step, "action": "set_text"}]
    fields = step.get("fields") or step.get("text") or ""
    named: list[list[Any]]
    if isinstance(fields, list):
        named = [_pair_of(each) for each in fields]
    elif isinstance(fields, dict):
        named = [list(pair) for pair in fields.items()]
    else:
        named = [[*line.split(":", 1)] for line in str(fields).splitlines() if line.strip()]
    shared = {"action": "set_text", "asked_by": step.get("asked_by", "")}
    told = [[str(part).strip() for part in pair] for pair in named]
    steps = [{**shared, "zone_id": pair[0], "text": pair[1]} for pair in told if len(pair) == 2]
    return steps if steps and len(steps) == len(named) else [step]


def _pair_of(field: Any) -> list[Any]:
    if not isinstance(field, dict):
        return field if isinstance(field, list) else []
    return [field.get("zone_id", ""), field.get("text", field.get("value", ""))]


Steps = Annotated[list[StepReply], pydantic.BeforeValidator(fields_apart)]


def offering(form: type[R], offered: Iterable[str], *left_out: str) -> type[R]:
    """The form, of whose steps the schema offers only these actions and not the fields that are
    left out: what a prompt does not tell of, small models fill in all the same."""
    narrowed = Annotated[
        VerbName, pydantic.WithJsonSchema({"type": "string", "enum": list(offered)})
    ]
    action: dict[str, Any] = {"action": (narrowed, ...)}
    step = pydantic.create_model(StepReply.__name__, __base__=StepReply, **action)
    step.model_config["json_schema_extra"] = leaving_out(*left_out)
    steps = Annotated[list[step], pydantic.BeforeValidator(fields_apart)]  # type: ignore[valid-type]
    fields: dict[str, Any] = {"steps": (steps, ...)}
    return pydantic.create_model(form.__name__, __base__=form, **fields)


class PlanReply(pydantic.BaseModel):
    """The next steps."""

    # reason is last: where small models begin with one, the steps follow the reason of the
    # prompt's example rather than the screen
    steps: Steps
    finishes: bool = False
    reason: str = ""


def _checked_distance(distance: float) -> float:
    if not FARTHEST <= distance <= REACHED:
        raise ValueError(f"the distance is from 0 (far) to 10 (reached), not {distance:g}")
    return distance


Distance = Annotated[float, pydantic.AfterValidator(_checked_distance)]


class ProposalReply(pydantic.BaseModel):
    """The next action of a local plan; no step says that nothing is left to try."""

    # a list, though only its first step counts: not every server takes "this or null" in a schema
    steps: Steps
    options: list[str] = []
    reason: str = ""

    @pydantic.model_validator(mode="after")
    def _acts(self) -> Self:
        if self.steps and self.steps[0].action in MOVES_NOTHING:
            raise ValueError(f"{self.steps[0].action} does nothing: give a step that acts")
        if self.steps and self.steps[0].action in HOLDING:
            raise ValueError("what is held stays so within a plan only: give another step")
        return self


class FirstProposalReply(ProposalReply):
    """The same, where the distance is not known yet."""

    distance: Distance


class AssessmentReply(pydantic.BaseModel):
    """How near the goal is."""

    distance: Distance
    is_reached: bool = False
    is_reachable: bool = True
    why: str = ""

    @pydantic.model_validator(mode="after")
    def _agrees_with_itself(self) -> Self:
        if self.is_reached and (self.distance < _NEARLY_REACHED or not self.is_reachable):
            raise ValueError(
                f'"is_reached" is true, but "distance" is {self.distance:g} and "is_reachable" is'
                f" {str(self.is_reachable).lower()}: what is reached has the distance 10"
            )
        return self


class UndoReply(pydantic.BaseModel):
    """A way back; no steps say that none is known."""

    steps: Steps
    words: str = ""


def what_lacks(action: str, *, zone_id: str, text: str, at: str = "") -> str:
    """What an action needs and was not told, in a sentence; empty where nothing lacks."""
    if at:
        return ""
    if action in POINTING - HOLDING - {"scroll"} and not zone_id:
        return f'{action} needs "zone_id", from the first column of the table'
    if action in TEXT_IS and not (text if action == "type" else text.strip()):
        return f'{action} needs "text": {TEXT_IS[action]}'
    return ""


def checked(form: type[R], check: Callable[[R], None]) -> type[R]:
    """The form, with a check that looks at more than the reply; it raises ``ValueError``. So the
    model is told what is wrong and can mend it, as it can with what the form itself finds."""

    def fits(reply: R) -> R:
        check(reply)
        return reply

    validators: dict[str, Any] = {"fits": pydantic.model_validator(mode="after")(fits)}
    return pydantic.create_model(form.__name__, __base__=form, __validators__=validators)


_FIELDS = {
    **dict.fromkeys(("element", "agent_id", "element_id", "element_number"), "zone_id"),
    **dict.fromkeys(("number", "index"), "zone_id"),
    **dict.fromkeys(("query", "value", "answer", "question", "url", "address", "href"), "text"),
    **dict.fromkeys(("tab", "tab_id", "direction"), "text"),
}
"""What other agents call a field."""


def mended(said: dict[str, Any]) -> dict[str, Any]:
    """The fields as they were meant; what can't be told is left as it stands."""
    said = {name: value for name, value in said.items() if value is not None}
    for name in [each for each in said if each in _FIELDS]:
        value = said.pop(name)
        said[_FIELDS[name]] = said.get(_FIELDS[name]) or value
    if isinstance(said.get("at"), list):
        said["at"] = _at_words(said["at"])
    for name in ("keys", "text", "zone_id", "expect"):
        value = said.get(name)
        if isinstance(value, list):
            said[name] = "+".join(map(str, value))
        elif isinstance(value, int | float) and not isinstance(value, bool):
            said[name] = str(value)
    if said.get("asked_by") not in ("goal", "screen"):
        said.pop("asked_by", None)  # it is a hint, not worth another call
    zone_id = said.get("zone_id")
    if zone_id == "__replan__":
        return {**said, "action": "replan", "zone_id": ""}
    if isinstance(zone_id, str):
        zone_id = trimmed(zone_id)
        said["zone_id"] = zone_id = "" if zone_id.casefold() in _NO_ZONE else zone_id
    return _action_mended(said) if isinstance(said.get("action"), str) else said


def _action_mended(said: dict[str, Any]) -> dict[str, Any]:
    name = re.sub(r"[\s-]+", "_", str(said["action"]).strip().casefold())
    zone_id, text = said.get("zone_id") or "", str(said.get("text") or "")
    is_ticked = name == "check" and not said.get("expect")
    action = said["action"] = "click" if is_ticked else ALIASES.get(name, name)
    match action:
        case "paste":  # by the keyboard, as people do, or a text that is given
            said["action"] = "type" if text else "press"
            said["keys"] = "" if text else said.get("keys") or "ctrl+v"
        case "press" if not said.get("keys"):
            said["keys"] = text
        case "launch" | "focus_window" | "switch_tab" if not text:
            said["text"] = zone_id
        case "switch_tab" | "navigate":
            said["text"] = trimmed(text)
        case "scroll" if not text:
            said["text"] = name.partition("_")[2]
        case "type" | "set_text" if said.get("submit") is True:
            said["text"] = f"{text}\n"
        case "ask" if isinstance(choices := said.get("choices"), list):
            said["text"] = "\n".join((text, *map(str, choices)))
    return said


def _at_words(at: list[Any]) -> str:
    """Points that were given as lists, as they are written: one, a path, or several strokes."""
    if at and not isinstance(at[0], list):
        return ",".join(map(str, at))
    is_deep = any(isinstance(each, list) and each and isinstance(each[0], list) for each in at)
    return ("; " if is_deep else " ").join(_at_words(each) for each in at)
