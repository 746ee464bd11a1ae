"""Expected changes: conditions that what the screen and the file system show can settle.

Conditions are data; ``engine.states.conditions_held`` judges them. Labels and texts are compared
without regard to case, surrounding space, mnemonics and trailing dots."""

from engine.domain.facts import OfKind
from engine.domain.zones import Role, State


class ZoneShown(OfKind, kind="zone_shown"):
    """A zone with this label (and role, where given) is in sight."""

    label: str
    role: Role | None = None


class ZonePresent(OfKind, kind="zone_present"):
    """The zone with this ``zone_id`` is in sight; ``label`` is for reading."""

    zone_id: str
    label: str


class ZoneGone(OfKind, kind="zone_gone"):
    """No zone with this ``zone_id`` is in sight any more; ``label`` is for reading."""

    zone_id: str
    label: str


class ZoneState(OfKind, kind="zone_state"):
    """The zone has (or, ``present`` false, has not) the state."""

    zone_id: str
    label: str
    state: State
    present: bool = True


class ZoneValue(OfKind, kind="zone_value"):
    """The zone holds exactly this text (``contains``: at least this text)."""

    zone_id: str
    label: str
    text: str
    contains: bool = False


class TextShown(OfKind, kind="text_shown"):
    """This text stands in some zone's label or value in sight.

    With ``within``: in a window or a zone that is called so, or below it; with ``zone_id``: in that
    very zone, which ``within`` names for reading. Where it stands among ``typed``, what the run
    itself has typed, it does not count."""

    text: str
    within: str = ""
    zone_id: str = ""
    typed: str = ""


class WindowShown(OfKind, kind="window_shown"):
    """A window whose title or application contains this is there; ``exact``: is titled so."""

    title: str
    exact: bool = False


class WindowGone(OfKind, kind="window_gone"):
    """The window is closed; ``title`` is for reading. Where it closed with all windows of
    ``program``, if one is named, nobody can tell what became of what was done in it."""

    window_id: str
    title: str
    program: str = ""


class NewWindow(OfKind, kind="new_window"):
    """A window (a dialog, a menu) that was not there before the step is there."""


class FileSaved(OfKind, kind="file_saved"):
    """The file exists and was written since the step began; with ``text``, holds exactly that."""

    path: str
    text: str | None = None


class FileExists(OfKind, kind="file_exists"):
    """The file is there, however old; with ``text``, holds exactly that, or ``contains`` it."""

    path: str
    text: str | None = None
    contains: bool = False


class WindowActive(OfKind, kind="window_active"):
    """The window that has the keyboard contains this in its title or application."""

    title: str


class SomethingChanges(OfKind, kind="something_changes"):
    """The picture or a zone differs from before the step, beyond a caret or a clock; where it
    ``opens`` a row of a list, in more than what is marked and can be used since."""

    opens: bool = False


OfZone = ZoneShown | ZonePresent | ZoneGone | ZoneState | ZoneValue | TextShown
OfWindow = WindowShown | WindowGone | NewWindow | WindowActive
SingleCondition = OfZone | OfWindow | FileSaved | FileExists | SomethingChanges


class AnyOf(OfKind, kind="any_of"):
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
        case FileExists(path=path, contains=contains):
            return f"the file {path} holds {'' if contains else 'exactly '}that text"
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
