"""How a setting is declared, and what is read from the declaration.

A table of the settings file is a ``Table``. Each of its fields says all there is to a setting: its
type and bounds, its default, in ``description`` what it means, and in a ``FieldSpec`` beside the
type how the dialog shows it; without one it stands in the file only.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal, Self, get_args, get_origin

from pydantic import BaseModel, ConfigDict, SecretStr
from pydantic.fields import FieldInfo

from widgets.kit.forms import FieldSpec, Kind

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


def shown_fields(table: type[Table]) -> tuple[FieldSpec, ...]:
    """The fields of the table that the dialog shows, in the order of their declaration."""
    return tuple(
        _whole(spec, name, info)
        for name, info in table.model_fields.items()
        for spec in info.metadata
        if isinstance(spec, FieldSpec)
    )


def least_of(info: FieldInfo) -> float | None:
    """The least that the setting may be; None where its declaration names none."""
    return _bound(info, "ge")


def _whole(spec: FieldSpec, name: str, info: FieldInfo) -> FieldSpec:
    """With all that the declaration says beside it."""
    least, most = least_of(info), _bound(info, "le")
    is_one_of = get_origin(info.annotation) is Literal
    return replace(
        spec,
        name=name,
        kind=spec.kind or _KINDS[get_origin(info.annotation) or info.annotation],
        hint=info.description or "",
        least=spec.least if least is None else least,
        most=spec.most if most is None else most,
        choices=spec.choices or tuple((key, key) for key in get_args(info.annotation) if is_one_of),
    )


def _bound(info: FieldInfo, name: str) -> float | None:
    bounds = (getattr(part, name, None) for part in info.metadata)
    return next((bound for bound in bounds if bound is not None), None)
