"""How a setting is declared, and what is read from the declaration.

A table of the settings file is a ``Table``. Each of its fields says all there is to a setting: its
type, by ``setting`` its default and bounds and how the dialog shows it, and below it what it means.
"""

import ast
import inspect
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any, Literal, Self, TypeVar, cast, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, SecretStr
from pydantic.fields import FieldInfo

from widgets.kit.forms import FieldSpec, Kind

T = TypeVar("T")
_BOUNDS = ("ge", "gt", "le", "allow_inf_nan")
_KINDS: dict[Any, Kind] = {
    bool: "tick",
    int: "whole",
    float: "amount",
    str: "line",
    tuple: "lines",
    SecretStr: "key",
    Literal: "one_of",
}


class Table(BaseModel):
    """An unknown name is an error, so that a misspelt one is not ignored."""

    model_config = ConfigDict(extra="forbid")

    def changed(self, values: Mapping[str, Any]) -> Self:
        """With these values; what was not said stays unsaid. Raises ``ValidationError``."""
        return self.model_validate(self.model_dump(exclude_unset=True) | {**values})


def setting(default: T, label: str = "", **more: Any) -> T:
    """Without a ``label`` it stands in the file only. ``more`` are its bounds, as pydantic has
    them, and what a ``FieldSpec`` says beside the label."""
    bounds = {name: more.pop(name) for name in _BOUNDS if name in more}
    info: Any = Field(default=default, **bounds)
    if label:
        info.metadata.append(FieldSpec(label, **more))
    return cast(T, info)


@cache
def meanings_in(module: str) -> dict[tuple[str, str], str]:
    """What stands below the settings, by table and name. It is read from the source when somebody
    asks: with the tables each command would wait for it."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    tables = [each for each in tree.body if isinstance(each, ast.ClassDef)]
    return {
        (table.name, ast.unparse(one.target)): " ".join(str(below.value.value).split())
        for table in tables
        for one, below in pairwise(table.body)
        if isinstance(one, ast.AnnAssign)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
    }


def meaning_of(table: type[Table], name: str) -> str:
    """What the setting means; empty where its name says it."""
    return meanings_in(table.__module__).get((table.__name__, name), "")


def shown_fields(table: type[Table]) -> tuple[FieldSpec, ...]:
    """The fields of the table that the dialog shows, in the order of their declaration."""
    return tuple(
        _whole(spec, name, info, meaning_of(table, name))
        for name, info in table.model_fields.items()
        for spec in info.metadata
        if isinstance(spec, FieldSpec)
    )


def least_of(info: FieldInfo) -> float | None:
    """The least that the setting may be; None where its declaration names none."""
    return _bound(info, "ge")


def _whole(spec: FieldSpec, name: str, info: FieldInfo, meaning: str) -> FieldSpec:
    """With all that the declaration says beside it."""
    least, most = least_of(info), _bound(info, "le")
    is_one_of = get_origin(info.annotation) is Literal
    return replace(
        spec,
        name=name,
        kind=spec.kind or _KINDS[get_origin(info.annotation) or info.annotation],
        hint=spec.hint or meaning,
        least=spec.least if least is None else least,
        most=spec.most if most is None else most,
        choices=spec.choices or tuple((key, key) for key in get_args(info.annotation) if is_one_of),
    )


def _bound(info: FieldInfo, name: str) -> float | None:
    bounds = (getattr(part, name, None) for part in info.metadata)
    return next((bound for bound in bounds if bound is not None), None)
