"""Expected changes: conditions that what the screen and the file system show can settle.

They are data; ``engine.states.conditions_held`` judges them. Labels and texts are compared without
regard to case, surrounding space, mnemonics and trailing dots.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.domain.zones import Role, State


@dataclass(frozen=True, slots=True)
class ZoneShown:
    """A zone with this label (and role, where given) is in sight."""

    label: str
    role: Role | None = None
    kind: Literal["zone_shown"] = "zone_shown"


@dataclass(frozen=True, slots=True)
class ZonePresent:
    """The zone with this ``zone_id`` is in sight; ``label`` is for reading."""

    zone_id: str
    label: str
    kind: Literal["zone_present"] = "zone_present"


@dataclass(frozen=True, slots=True)
class ZoneGone:
    """No zone with this ``zone_id`` is in sight any more; ``label`` is for reading."""

    zone_id: str
    label: str
    kind: Literal["zone_gone"] = "zone_gone"


@dataclass(frozen=True, slots=True)
class ZoneState:
    """The zone has (or, ``present`` false, has not) the state."""

    zone_id: str
    label: str
    state: State
    present: bool = True
    kind: Literal["zone_state"] = "zone_state"


@dataclass(frozen=True, slots=True)
class ZoneValue:
    """The zone holds exactly this text (``contains``: at least this text)."""

    zone_id: str
    label: str
    text: str
    contains: bool = False
    kind: Literal["zone_value"] = "zone_value"


@dataclass(frozen=True, slots=True)
class TextShown:
    """This text stands in some zone's label or value in sight.

    With ``within``: in a window or a zone that is called so, or below it; with ``zone_id``: in that
    very zone, which ``within`` names for reading. Where it stands among ``typed``, what the run
    itself has typed, it does not count.
    """

    text: str
    within: str = ""
    zone_id: str = ""
    typed: str = ""
    kind: Literal["text_shown"] = "text_shown"


@dataclass(frozen=True, slots=True)
class WindowShown:
    """A window whose title or application contains this is there; ``exact``: is titled so."""

    title: str
    exact: bool = False
    kind: Literal["window_shown"] = "window_shown"


@dataclass(frozen=True, slots=True)
class WindowGone:
    """The window is closed; ``title`` is for reading."""

    window_id: str
    title: str
    kind: Literal["window_gone"] = "window_gone"


@dataclass(frozen=True, slots=True)
class NewWindow:
    """A window (a dialog, a menu) that was not there before the step is there."""

    kind: Literal["new_window"] = "new_window"


@dataclass(frozen=True, slots=True)
class FileSaved:
    """The file exists and was written since the step began; with ``text``, holds exactly that."""

    path: str
    text: str | None = None
    kind: Literal["file_saved"] = "file_saved"


@dataclass(frozen=True, slots=True)
class FileExists:
    """The file is there, however old; with ``text``, holds exactly that."""

    path: str
    text: str | None = None
    kind: Literal["file_exists"] = "file_exists"


@dataclass(frozen=True, slots=True)
class WindowActive:
    """The window that has the keyboard contains this in its title or application."""

    title: str
    kind: Literal["window_active"] = "window_active"


@dataclass(frozen=True, slots=True)
class SomethingChanges:
    """The picture or a zone differs from before the step, beyond a caret or a clock."""

    kind: Literal["something_changes"] = "something_changes"


SingleCondition = (
    ZoneShown
    | ZonePresent
    | ZoneGone
    | ZoneState
    | ZoneValue
    | TextShown
    | WindowShown
    | WindowGone
    | NewWindow
    | FileSaved
    | FileExists
    | WindowActive
    | SomethingChanges
)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of the conditions holds."""

    conditions: tuple[SingleCondition, ...]
    kind: Literal["any_of"] = "any_of"


Condition = SingleCondition | AnyOf


def condition_words(condition: Condition) -> str:
    """The condition as an operator would say it."""
    match condition:
        case ZoneShown(label=label, role=role):
            return f"{role or 'something'} “{label}” appears"
        case ZonePresent(label=label):
            return f"“{label}” comes into sight"
        case ZoneGone(label=label):
            return f"“{label}” goes away"
        case ZoneState(label=label, state=state, present=present):
            return f"“{label}” is {'' if present else 'not '}{state}"
        case ZoneValue(label=label, text=text, contains=contains):
            thing = f"“{label}”" if label else "it"
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
        case SomethingChanges():
            return "something on the screen changes"
        case AnyOf(conditions=conditions):
            return " or ".join(condition_words(each) for each in conditions)


def closes(condition: Condition | None) -> bool:
    """Whether it is, or may be, that a window closes or that a file is written from it."""
    match condition:
        case WindowGone() | FileSaved():
            return True
        case AnyOf(conditions=conditions):
            return any(closes(each) for each in conditions)
        case _:
            return False


def opens_window(condition: Condition | None) -> bool:
    """Whether it is, or may be, that a window comes up."""
    match condition:
        case NewWindow() | WindowShown():
            return True
        case AnyOf(conditions=conditions):
            return any(opens_window(each) for each in conditions)
        case _:
            return False
