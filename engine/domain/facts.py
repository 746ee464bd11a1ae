"""Facts: frozen, slotted, and equal by what they say. A class that derives from ``Frozen`` declares
its fields and is a dataclass. And facts that are told apart by their kind when they are read again:
actions, conditions, events; and what one fact says by the same names as another. And parts, which
declare what they are made of in the same way; with what both declare it by.

The kind is what the record calls a class, whatever the class is called: whoever renames one keeps
its kind."""

from collections.abc import Collection
from dataclasses import KW_ONLY, InitVar, asdict, dataclass, field, fields, replace
from typing import Any, ClassVar, Literal, dataclass_transform

__all__ = ["Frozen", "OfKind", "Part", "Told", "same"]
__all__ += ["KW_ONLY", "InitVar", "asdict", "field", "fields", "replace"]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class FrozenMeta(type):
    """Makes dataclasses of the classes below those that have ``__slots__`` written down."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any], **how: Any) -> Any:
        """``how`` is as ``dataclass`` has it, beside the ``kind`` and ``version``."""
        told = {each: how.pop(each) for each in ("kind", "version") if each in how}
        made: Any = super().__new__(mcs, name, bases, body)
        if "__slots__" in body:  # also where ``dataclass`` makes it anew, with them
            return made
        if told and issubclass(made, Told):
            told.setdefault("version", made.version)
        for each, value in told.items():
            made.__annotations__[each] = Literal[value] if each == "kind" else int
            setattr(made, each, value)
        return dataclass(frozen=True, slots=True, **how)(made)


class Frozen(metaclass=FrozenMeta):
    """As in ``class Place(Frozen)``; ``class Place(Frozen, eq=False)`` is equal to itself only."""

    __slots__ = ()


class OfKind(Frozen):
    """As in ``class Click(OfKind, kind="click")``: its ``kind`` is a field of its own, the last."""

    __slots__ = ()
    kind: ClassVar[str]


class Told(OfKind):
    """An event: after its kind comes the ``version`` of its meaning, which is raised where a field
    changes its meaning: ``class StepEnded(Told, kind="step_ended", version=2)``."""

    __slots__ = ()
    version: ClassVar[int] = 1


@dataclass_transform(eq_default=False, field_specifiers=(field,))
class Part:
    """What lives, changes, and is equal to itself only, but as ``class Stack(Part, eq=True)``. What
    it makes of what it is given is no field, or ``field(init=False)``."""

    def __init_subclass__(cls, *, eq: bool = False) -> None:
        super().__init_subclass__()
        dataclass(eq=eq, repr=False)(cls)


def same(told: Any, of: Any, *, but: Collection[str] = ()) -> dict[str, Any]:
    """What a fact tells that another kind of fact has a field for by the same name, but for these
    names and for what each kind says of itself."""
    names = {each.name for each in fields(of)} - {"kind", "version", *but}
    return {each.name: getattr(told, each.name) for each in fields(told) if each.name in names}
