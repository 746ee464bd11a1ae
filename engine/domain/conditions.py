"""Expected changes: conditions that what the screen and the file system show can settle. And facts
that are told apart by their kind when they are read again: actions, conditions, events; and what
one fact says by the same names as another.

Conditions are data; ``engine.states.conditions_held`` judges them. Labels and texts are compared
without regard to case, surrounding space, mnemonics and trailing dots. The kind is what the record
calls a class, whatever the class is called: whoever renames one keeps its kind."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeVar, dataclass_transform

from engine.domain.zones import Role, State

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


@of_kind("zone_shown")
class ZoneShown(OfKind):
    """A zone with this label (and role, where given) is in sight."""

    label: str
    role: Role | None = None


@of_kind("zone_present")
class ZonePresent(OfKind):
    """The zone with this ``zone_id`` is in sight; ``label`` is for reading."""

    zone_id: str
    label: str


@of_kind("zone_gone")
class ZoneGone(OfKind):
    """No zone with this ``zone_id`` is in sight any more; ``label`` is for reading."""

    zone_id: str
    label: str


@of_kind("zone_state")
class ZoneState(OfKind):
    """The zone has (or, ``present`` false, has not) the state."""

    zone_id: str
    label: str
    state: State
    present: bool = True


@of_kind("zone_value")
class ZoneValue(OfKind):
    """The zone holds exactly this text (``contains``: at least this text)."""

    zone_id: str
    label: str
    text: str
    contains: bool = False


@of_kind("text_shown")
class TextShown(OfKind):
    """This text stands in some zone's label or value in sight.

    With ``within``: in a window or a zone that is called so, or below it; with ``zone_id``: in that
    very zone, which ``within`` names for reading. Where it stands among ``typed``, what the run
    itself has typed, it does not count."""

    text: str
    within: str = ""
    zone_id: str = ""
    typed: str = ""


@of_kind("window_shown")
class WindowShown(OfKind):
    """A window whose title or application contains this is there; ``exact``: is titled so."""

    title: str
    exact: bool = False


@of_kind("window_gone")
class WindowGone(OfKind):
    """The window is closed; ``title`` is for reading. Where it closed with all windows of
    ``program``, if one is named, nobody can tell what became of what was done in it."""

    window_id: str
    title: str
    program: str = ""


@of_kind("new_window")
class NewWindow(OfKind):
    """A window (a dialog, a menu) that was not there before the step is there."""


@of_kind("file_saved")
class FileSaved(OfKind):
    """The file exists and was written since the step began; with ``text``, holds exactly that."""

    path: str
    text: str | None = None


@of_kind("file_exists")
class FileExists(OfKind):
    """The file is there, however old; with ``text``, holds exactly that."""

    path: str
    text: str | None = None


@of_kind("window_active")
class WindowActive(OfKind):
    """The window that has the keyboard contains this in its title or application."""

    title: str


@of_kind("something_changes")
class SomethingChanges(OfKind):
    """The picture or a zone differs from before the step, beyond a caret or a clock; where it
    ``opens`` a row of a list, in more than what is marked and can be used since."""

    opens: bool = False


OfZone = ZoneShown | ZonePresent | ZoneGone | ZoneState | ZoneValue | TextShown
OfWindow = WindowShown | WindowGone | NewWindow | WindowActive
SingleCondition = OfZone | OfWindow | FileSaved | FileExists | SomethingChanges


@of_kind("any_of")
class AnyOf(OfKind):
    """At least one of the conditions holds."""

    conditions: tuple[SingleCondition, ...]


Condition = SingleCondition | AnyOf


def either(condition: Condition | None) -> tuple[SingleCondition, ...]:
    """Those of which one is enough; none for none."""
    if isinstance(condition, AnyOf):
        return condition.conditions
    return () if condition is None else (condition,)


def condition_words(condition: Condition) -> str:
    """The condition as an operator would say it."""
    thing = f"“{label}”" if (label := getattr(condition, "label", "")) else "it"
    match condition:
        case ZoneShown(label=label, role=role):
            return f"{role or 'something'} “{label}” appears"
        case ZonePresent():
            return f"{thing} comes into sight"
        case ZoneGone():
            return f"{thing} goes away"
        case ZoneState(state=state, present=present):
            return f"{thing} is {'' if present else 'not '}{state}"
        case ZoneValue(text=text, contains=contains):
            return f"{thing} {'contains' if contains else 'holds'} “{text}”"
        case TextShown(text=text, within=place):
            return f"the text “{text}” is shown" + (f" in “{place}”" if place else "")
        case WindowShown(title=title):
            return f"the window “{title}” is there"
        case WindowGone(title=title):
            return f"the window “{title}” closes"
        case NewWindow():
            return "a new window appears"
        case FileSaved(path=path, text=None):
            return f"the file {path} is saved"
        case FileSaved(path=path):
            return f"the file {path} is saved with exactly that text"
        case FileExists(path=path, text=None):
            return f"the file {path} exists"
        case FileExists(path=path):
            return f"the file {path} holds exactly that text"
        case WindowActive(title=title):
            return f"the window “{title}” is in front"
        case SomethingChanges(opens=opens):
            return "something opens" if opens else "something on the screen changes"
        case AnyOf(conditions=conditions):
            return " or ".join(condition_words(each) for each in conditions)


def telling(condition: Condition | None) -> Condition | None:
    """Without the alternatives that may come for many reasons, where others are there: that a
    dialog closed is not yet that the file is open."""
    if not isinstance(condition, AnyOf):
        return condition
    kept = tuple(each for each in condition.conditions if tells_itself(each))
    return AnyOf(kept) if kept else condition


def tells_itself(condition: Condition) -> bool:
    """Whether it names what is there then: what closes or changes may do so for many reasons."""
    untelling = NewWindow | SomethingChanges | ZoneGone | WindowGone
    return not any(isinstance(each, untelling) for each in either(condition))


def closes(condition: Condition | None) -> bool:
    """Whether it is, or may be, that a window closes or that a file is written from it."""
    return any(isinstance(each, WindowGone | FileSaved) for each in either(condition))


def opens_window(condition: Condition | None) -> bool:
    """Whether it is, or may be, that a window comes up."""
    return any(isinstance(each, NewWindow | WindowShown) for each in either(condition))
