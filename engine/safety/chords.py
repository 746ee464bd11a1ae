"""What key chords do: those that send or delete by convention, those that do nothing of the kind
wherever they mean something, and all others, of which nobody can tell."""

from engine.domain.plans import Situation
from engine.domain.risks import RiskClass
from engine.domain.zones import Role
from engine.language.action_words import chord_words
from engine.language.keys import Chord, stands_for

_GRAVE = {
    frozenset(chord.split("+")): (risk_class, what)
    for risk_class, what, chords in (
        (RiskClass.IRREVERSIBLE, "deletes for good", "shift+delete"),
        (RiskClass.IRREVERSIBLE, "clears what was gathered", "ctrl+shift+delete"),
        (RiskClass.IRREVERSIBLE, "ends a session", "ctrl+alt+delete ctrl+alt+backspace"),
        (RiskClass.LEAVES_MACHINE, "sends", "ctrl+enter ctrl+shift+enter"),
    )
    for chord in chords.split()
}
_MOVES = ("up", "down", "left", "right", "home", "end", "pageup", "pagedown")
_SAID_ALONE = (
    "escape tab shift+tab enter ? space menu alt insert shift+f10 f1 f2 f3 f5 f6 f9 f10 f11"
    " f12 ctrl+tab ctrl+shift+tab alt+f4 ctrl+f4 ctrl+shift+s ctrl+shift+z ctrl+shift+t"
    " ctrl+shift+n ctrl+shift+a ctrl+shift+c ctrl+shift+v"
)
_CONVENTIONS = frozenset(
    {
        *_SAID_ALONE.split(),
        *_MOVES,
        *(f"{held}+{key}" for held in ("shift", "ctrl", "ctrl+shift") for key in _MOVES),
        *(f"alt+{key}" for key in ("left", "right", "up", "down", "home", "end")),
        *(f"ctrl+{key}" for key in "abcfghilnopqrstuvwxyz0123456789+-"),
    }
)
"""They mean the same wherever they mean something, and lose nothing unasked."""
_WRITING = frozenset({"backspace", "delete", "ctrl+backspace", "ctrl+delete"})
_COUNTING = frozenset("0123456789+-*/=.,%()")
"""What is written without a field, too: into calculators."""


def risk_of_chord(chord: Chord, seen: Situation) -> tuple[RiskClass, str] | None:
    """What the chord does by convention of what can't be taken back, and that in words; None for
    others, and where an entry in sight says what it is for."""
    found = _GRAVE.get(frozenset(chord))
    if found is None or _is_told(chord, seen):
        return None
    return found[0], f"{chord_words(chord)} {found[1]} in many programs"


def why_chord_unknown(chord: Chord, seen: Situation) -> str:
    """Why nobody can tell what it does; empty for conventions, for what an entry of the program
    says, and for what is written."""
    name, focused = "+".join(chord), seen.focused_zone
    is_writing = focused is not None and focused.is_editable
    is_shell = focused is not None and focused.role is Role.TEXT_AREA and not focused.is_editable
    is_letter = len(chord[-1]) == 1 and (len(chord) == 1 or chord[:-1] == ("shift",))
    is_written = is_letter and (is_writing or is_shell)
    is_counted = name in _COUNTING and seen.page is None
    is_known = name in _CONVENTIONS and not (is_shell and chord[0] == "ctrl")
    if is_written or is_counted or is_known or (is_writing and name in _WRITING):
        return ""
    return "" if _is_told(chord, seen) else f"{chord_words(chord)} means what its program wants"


def _is_told(chord: Chord, seen: Situation) -> bool:
    return any(stands_for(each.shortcut, chord) for each in seen.zones)
