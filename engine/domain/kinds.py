"""Facts that are told apart by their kind when they are read again: actions, conditions, events;
and what one fact says by the same names as another.

The kind is what the record calls a class, whatever the class is called: whoever renames one keeps
its kind.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeVar, dataclass_transform

T = TypeVar("T", bound="OfKind")


class OfKind:
    """A frozen dataclass by ``of_kind``, whose ``kind`` is a field of its own, the last one."""

    __slots__ = ()
    kind: str


class Told(OfKind):
    """An event, by ``event``: after its kind comes the ``version`` of its meaning."""

    __slots__ = ()
    version: int


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def of_kind(kind: str, **more: Any) -> Callable[[type[T]], type[T]]:
    """``more`` are further fields with one value for the class."""

    def made(cls: type[T]) -> type[T]:
        for name, value in {"kind": kind, **more}.items():
            cls.__annotations__[name] = Literal[value] if name == "kind" else type(value)
            setattr(cls, name, value)
        return dataclass(frozen=True, slots=True)(cls)

    return made


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def event(kind: str, version: int = 1) -> Callable[[type[T]], type[T]]:
    """Raise the ``version`` where a field changes its meaning."""
    return of_kind(kind, version=version)


def same(told: Any, of: Any, *, but: Collection[str] = ()) -> dict[str, Any]:
    """What a fact tells that another kind of fact has a field for by the same name, but for these
    names and for what each kind says of itself."""
    names = {each.name for each in fields(of)} - {"kind", "version", *but}
    return {each.name: getattr(told, each.name) for each in fields(told) if each.name in names}
