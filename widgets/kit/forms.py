"""Forms as plain facts: what the fields of a form are made of, and what the settings dialog hands
over and takes back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Kind = Literal["", "tick", "ticks", "whole", "amount", "line", "lines", "offered", "one_of", "key"]
"""``tick`` is a yes or no, ``ticks`` some of a few, ``one_of`` one of them; ``lines`` are entries
that stand one a line, ``offered`` is a line with suggestions. Of ``key`` there is one field, on
the page of the model."""
Values = Mapping[str, object]
"""By the name of the field."""


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field of a form.

    ``label`` may have a mnemonic; neighbours with one label share its row. ``hint`` stands below
    the field, ``words`` at a tick, ``example`` in an empty line. A number has a ``unit`` and lies
    within ``least`` and ``most``; ``none_is`` is shown in place of the least. Where ``none`` is
    given, it is what that stands for, and lies one step below the least. ``choices`` are keys and
    what is shown for them.
    """

    label: str
    hint: str = ""
    kind: Kind = ""
    name: str = ""
    words: str = ""
    example: str = ""
    unit: str = ""
    least: float = 0
    most: float = 1_000_000
    step: float = 1
    decimals: int = 0
    none_is: str = ""
    none: object = None
    choices: tuple[tuple[object, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PageSpec:
    """One page of the dialog; ``told`` stands above its fields."""

    name: str
    title: str
    fields: tuple[FieldSpec, ...]
    told: str = ""


@dataclass(frozen=True, slots=True)
class SettingsForm:
    """``values`` are by page. ``new_key`` is empty where the key is kept as it is."""

    values: Mapping[str, Values]
    new_key: str = field(default="", repr=False)
    forgets_key: bool = False


class Problem(NamedTuple):
    """What is wrong with a field; below the pages where there is no such field."""

    page: str
    field: str
    text: str
