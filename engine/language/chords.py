"""Key chords: one name for each key, and which chord takes another one back."""

from __future__ import annotations

from engine.language.keys import one_name

Chord = tuple[str, ...]

_PAIRS = (
    (("pagedown",), ("pageup",)),
    (("down",), ("up",)),
    (("right",), ("left",)),
    (("tab",), ("shift", "tab")),
    (("ctrl", "pagedown"), ("ctrl", "pageup")),
    (("ctrl", "tab"), ("ctrl", "shift", "tab")),
    (("ctrl", "+"), ("ctrl", "-")),
    (("alt", "right"), ("alt", "left")),
    (("alt", "down"), ("alt", "up")),
    (("ctrl", "z"), ("ctrl", "shift", "z")),
    (("ctrl", "end"), ("ctrl", "home")),
    (("shift", "right"), ("shift", "left")),
    (("shift", "down"), ("shift", "up")),
)
_ONE_WAY: dict[tuple[str, ...], tuple[tuple[str, ...], ...]] = {
    ("ctrl", "a"): (("ctrl", "shift", "a"),),
    ("alt", "up"): (("alt", "left"),),
}
_ITS_OWN = (("f11",), ("insert",), ("f9",), ("f12",))
_MAKING_KEYS = frozenset(
    {*"acdeiknopqrstvwxyz", "enter", "delete", "backspace", "space", "tab", "escape"}
    | {"up", "down", "left", "right", "home", "end", "pageup", "pagedown"}
)
"""With Ctrl or Alt these make, take, move or leave something in too many applications."""


def chord_of(keys: tuple[str, ...]) -> Chord:
    """The keys under one name each; what is "=" without Shift is "+" with it."""
    return tuple("+" if key == "=" else key for key in map(one_name, keys))


def opposites_of(chord: Chord) -> tuple[Chord, ...]:
    """What takes the chord back, the likeliest first; empty where nothing is known to."""
    found = [other for one, other in _PAIRS if one == chord]
    found += [one for one, other in _PAIRS if other == chord]
    found += [chord] if chord in _ITS_OWN else []
    return (*_ONE_WAY.get(chord, ()), *found)


def may_turn_back(chord: Chord) -> bool:
    """Whether pressing it once more may turn off what it turned on, and does no harm if not."""
    return len(chord) > 1 and chord[-1] not in _MAKING_KEYS and not opposites_of(chord)
