"""A script as a text that people read and edit: TOML, a table for each step.

``{{name}}`` in a text is a parameter. ``{{secret:name}}`` is filled in by the hands, and
``{{place:name}}`` by the walk: here they are left as they stand."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python

from engine.domain import actions, conditions, zones
from engine.domain.errors import NameUnknown
from engine.domain.exploring.limits import FaultKind
from engine.domain.scripts import Script, TracedStep, with_texts
from engine.language.action_words import typed_words
from engine.language.labels import NewIds, slug
from engine.language.toml_files import line_of, toml_value, wrong_in

_NAME = re.compile(r"\{\{([^{}:]+)\}\}")
_IDS = ("zone_id", "to_zone_id", "window_id")
"""Of one run only: what they name is found again by its label or title."""
_LEAST_CHARS = 3
"""Of a parameter's value that is found again within a longer text."""
_FIELDS: dict[str, list[str]] = {
    each.__dataclass_fields__["kind"].default: [*each.__dataclass_fields__]
    for each in (*get_args(actions.Action), *get_args(conditions.Condition))
}


def script_to_text(script: Script) -> str:
    """Typed texts become parameters; one with a hidden part must be given a value."""
    names: dict[str, str] = {}
    ids = NewIds()
    for each in script.steps:  # a text is called by the label of where it was typed
        text = each.action.text if isinstance(each.action, actions.TypeText) else "{{secret:"
        if "{{secret:" not in text and text not in names:
            names[text] = ids.new(slug(each.locator.label if each.locator else "") or "text")

    def named(text: str) -> str:
        for value, name in names.items():
            if text == value:
                return f"{{{{{name}}}}}"
            if len(value) >= _LEAST_CHARS:
                said = rf"(?<![\w{{]){re.escape(value)}(?!\w)"
                text = re.sub(said, f"{{{{{name}}}}}", text)
        return text

    lines = ["# Walk it again: pilothouse replay FILE. What may stand here: docs/supervising.md"]
    lines += _lines(replace(script, steps=()))
    lines += ["", "[parameters]"] if names else []
    for value, name in names.items():
        is_hidden = zones.holds_mask(value) or not value
        lines.append(f"# {name} was hidden" if is_hidden else f"{name} = {toml_value(value)}")
    for step in script.steps:
        typed = ("action",) if isinstance(step.action, actions.TypeText) else ()
        said = ("description", "expects", "front", "holds", *typed)
        texts = {key: with_texts(getattr(step, key), named) for key in said}
        lines += ["", "[[steps]]", *_lines(replace(step, **texts))]
    return "\n".join(lines) + "\n"


def _lines(fact: Script | TracedStep) -> Iterator[str]:
    told = _told(fact)
    for key in sorted(told, key=lambda each: each != "description"):
        yield f"{key} = {toml_value(told[key])}"


def _told(fact: Any) -> Any:
    """What of it is not as it is without being said; ids are left out."""
    if isinstance(fact, tuple):
        return [_told(each) for each in fact]
    if not is_dataclass(fact):
        return to_jsonable_python(fact)
    own = {each.name: (getattr(fact, each.name), each.default) for each in fields(fact)}
    kind = {"kind": own.pop("kind")[0]} if "kind" in own else {}
    said = {name: value for name, (value, plain) in own.items() if value not in ((), {}, plain)}
    return kind | {name: _told(value) for name, value in said.items() if name not in _IDS}


def script_from_text(text: str, file: str, given: Mapping[str, str]) -> Script:
    """With its parameters filled in, of which ``given`` count first. Raises ``NameUnknown``, which
    tells all that is wrong, each with its line of that ``file``."""
    lines = text.splitlines()
    try:
        told = tomllib.loads(text)
        script = TypeAdapter(Script).validate_python(_with_ids(told))
    except ValidationError as error:
        raise _refusal(wrong_in(error, file, lines)) from None
    except RecursionError:
        raise _refusal([f"{file}: it is nested too deep"]) from None
    except ValueError as error:
        raise _refusal([f"{file}: {error}"]) from None
    own, values = script.parameters, {**script.parameters, **given}
    faults = _no_longer_looked_for(script)
    if wrong := [*_strange(told, script), *faults, *_lacking(told["steps"], values)]:
        raise _refusal(f"{file}{line_of(lines, at)}: {words}" for at, words in wrong)
    if strange := given.keys() - _NAME.findall(text):
        raise _refusal(f"{file}: it has no parameter “{name}”" for name in sorted(strange))
    steps = with_texts(script.steps, lambda text: _NAME.sub(lambda name: values[name[1]], text))
    if any(own[name] != given[name] for name in own.keys() & given.keys()):
        steps = tuple(replace(each, state_hash="") for each in steps)  # they were of other values
        script = replace(script, end_hash="")
    return replace(script, steps=tuple(map(_told_anew, steps)), parameters={})


def _told_anew(step: TracedStep) -> TracedStep:
    """Where its description tells of another text than what is typed, as ``, now “other.txt”``."""
    text = step.action.text if isinstance(step.action, actions.TypeText) else ""
    said, name = step.description, text.rpartition("/")[2]
    if "“" not in said or any(each in said for each in (text, typed_words(text), name)):
        return step
    return replace(step, description=f"{said}, now “{text}”")


def _refusal(wrong: Iterable[str]) -> NameUnknown:
    return NameUnknown("\n".join(wrong), "docs/supervising.md tells what may stand in a script.")


def _with_ids(told: Any) -> Any:
    """With the ids that people leave out, which are empty."""
    if isinstance(told, list):
        return [_with_ids(each) for each in told]
    if not isinstance(told, dict):
        return told
    asked = {*_IDS, "label"} & {*_FIELDS.get(str(told.get("kind")), ())}
    return dict.fromkeys(asked, "") | {key: _with_ids(each) for key, each in told.items()}


_Wrong = tuple[tuple[str | int, ...], str]
"""Where, and what."""


def _lacking(steps: list[dict[str, Any]], values: Mapping[str, str]) -> Iterator[_Wrong]:
    for number, step in enumerate(steps):
        for key, each in step.items():
            for name in sorted({*_NAME.findall(str(each))} - values.keys()):
                words = f"“{name}” has no value in [parameters], nor by --set"
                yield ("steps", number, key), words


def _no_longer_looked_for(script: Script) -> Iterator[_Wrong]:
    """Of such a fault nobody could say that it stayed away."""
    if script.fault is not None and script.fault.kind is FaultKind.CONTRADICTION:
        words = "a contradiction is not looked for any more: without “fault” the steps are walked"
        yield ("fault", "kind"), words


def _strange(told: Any, fact: Any, *at: str | int) -> Iterator[_Wrong]:
    """What nobody reads."""
    if isinstance(told, list):
        for number, (each, own) in enumerate(zip(told, fact, strict=True)):
            yield from _strange(each, own, *at, number)
    elif isinstance(told, dict) and is_dataclass(fact):
        for key, each in told.items():
            if hasattr(fact, key):
                yield from _strange(each, getattr(fact, key), *at, key)
            else:
                yield (*at, key), f"there is no “{key}”"
