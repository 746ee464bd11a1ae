"""The one table of keys: under which names people, plans and toolkits know each of them.

A key's one name is lower case ("ctrl", "enter", "pageup", "+"). Plans write it as X keysyms do
("return", "page_up", "plus"), each surface as its own hands want it; both derive that from here.
Chords are told by these names too, and which chord takes another one back."""

import re
from collections.abc import Mapping

from engine.language import folding, labels

_SAID = labels.meanings(
    "ctrl: control, strg, steuerung",
    "shift: umschalt, umschalttaste",
    "alt: option",
    "super: win, windows, cmd, command, meta",
    "enter: return, eingabe, eingabetaste, entree",
    "escape: esc, echap",
    "tab: tabulator",
    "space: spacebar, space bar, leertaste",
    "backspace: rucktaste",
    "delete: del, entf, suppr",
    "insert: ins, einfg",
    "home: pos1",
    "end: ende",
    "pageup: page up, pgup, bild auf",
    "pagedown: page down, pgdn, pgdown, bild ab",
    "up: arrow up, up arrow, pfeil hoch, pfeil oben",
    "down: arrow down, down arrow, pfeil runter, pfeil unten",
    "left: arrow left, left arrow, pfeil links",
    "right: arrow right, right arrow, pfeil rechts",
    "capslock: caps lock, feststelltaste",
    "print: print screen, druck",
    "+: plus",
    "-: minus",
)
"""As people say them; folded."""
_WRITTEN = labels.meanings(
    "ctrl: primary",
    "alt: mod1",
    "enter: kp enter",
    "pageup: prior",
    "pagedown: next",
    "print: printscreen, prtsc, prtscr, sysrq",
    "=: equal",
    "/: slash",
    ".: period",
    ",: comma",
    "*: asterisk",
    "#: numbersign",
    "?: question",
    "%: percent",
    ";: semicolon",
    "`: grave",
)
"""As keysyms and toolkits write them; nobody says "press Next" of a key."""
MODIFIERS = frozenset({"ctrl", "shift", "alt", "super"})
MODIFIER_NAMES = (*sorted(MODIFIERS), *(name for name in _SAID if _SAID[name] in MODIFIERS))
"""All that people call those that are held."""
_SIDES = {
    f"{name}{side}": _SAID.get(name, name)
    for name in (*MODIFIER_NAMES, "hyper")
    for side in (" l", " r", " left", " right", "left", "right")
}
_ONE_NAME: Mapping[str, str] = {**_SAID, **_WRITTEN, **_SIDES}
_FUNCTION_KEYS = (f"f{number}" for number in range(1, 13))
_SAID_ALONE = frozenset({*_SAID, *_SAID.values(), *_FUNCTION_KEYS}) - {"print"}
"""To "press Print" is to press a button."""
KEYSYM_OF: Mapping[str, str] = {
    **{sign: word for word, sign in (_SAID | _WRITTEN).items() if len(sign) == 1},
    "enter": "return",
    "pageup": "page_up",
    "pagedown": "page_down",
    "capslock": "caps_lock",
}
"""How plans write what has another name there: "return", "page_up", "plus"."""
SIGNS: Mapping[str, str] = {word: sign for sign, word in KEYSYM_OF.items() if len(sign) == 1}

_TIMES = re.compile(r"(?i)(?<!\s)\s+(?:(?P<count>\d+|\w+)\s+times|(?P<word>once|twice|thrice))$")
_COUNTED = "once one; twice two; thrice three; four; five; six; seven; eight; nine; ten"
_NUMBERS = {
    word: number for number, words in enumerate(_COUNTED.split("; "), 1) for word in words.split()
}
_BETWEEN_KEYS = re.compile(r"(?<=[^+\s-])\s*[+-]\s*|(?<!\s)\s+\+\s+")
_AROUND_KEYS = re.compile(r"(?i)^(?:the\s+)|(?<!\s)\s+keys?$")
MAX_TIMES = 50  # more is a slip of the pen rather than a wish
_MOST_DIGITS = 9
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
_ONE_WAY: dict[Chord, tuple[Chord, ...]] = {
    ("ctrl", "a"): (("ctrl", "shift", "a"),),
    ("alt", "up"): (("alt", "left"),),
}
_ITS_OWN = (("f11",), ("insert",), ("f9",), ("f12",))
_MAKING_KEYS = frozenset(
    {*"acdeiknopqrstvwxyz", "enter", "delete", "backspace", "space", "tab", "escape"}
    | {"up", "down", "left", "right", "home", "end", "pageup", "pagedown"}
)
"""With Ctrl or Alt these make, take, move or leave something in too many applications."""


def one_name(key: str) -> str:
    """The key's one name, however it is written; what is unknown stays, in lower case."""
    name = key.casefold() if len(key) == 1 else folding.folded(key.replace("_", " ")).strip()
    return _ONE_NAME.get(name, name)


def plan_name(key: str) -> str:
    """The key as plans write it, however it is said."""
    return KEYSYM_OF.get(one_name(key), one_name(key))


def names_of(key: str) -> tuple[str, ...]:
    """All that people call the key of this one name."""
    return (key, *(said for said, name in _SAID.items() if name == key))


def read_chord(text: str) -> tuple[str, ...]:
    """The chord's keys as plans write them, modifiers first; empty where the words are none."""
    plain = _AROUND_KEYS.sub("", text.strip()).casefold()
    single = _key(plain)
    if single:
        return (single,)
    parts = _BETWEEN_KEYS.split(plain)
    if len(parts) == 1:
        parts = plain.split()
    keys = [_key(part) for part in parts]
    modifiers, last = keys[:-1], keys[-1] if keys else ""
    if not last or not modifiers or any(key not in MODIFIERS for key in modifiers):
        return ()
    return (*(key for key in modifiers), last)


def read_times(text: str) -> tuple[str, int]:
    """ "Down 3 times" → "Down" and 3."""
    match = _TIMES.search(text)
    if match is None:
        return text, 1
    said = (match["word"] or match["count"]).casefold()
    is_number = said.isdecimal() and len(said) <= _MOST_DIGITS
    times = int(said) if is_number else _NUMBERS.get(said, 0)
    if not 1 <= times <= MAX_TIMES:
        return text, 1
    return text[: match.start()], times


def is_one_character(said: str) -> bool:
    """A key that could as well be the label of a button ("7", "+")."""
    return len(said.strip()) == 1


def _key(said: str) -> str:
    return plan_name(said) if folding.folded(said) in _SAID_ALONE or len(said) == 1 else ""


def chord_of(keys: tuple[str, ...]) -> Chord:
    """The keys under one name each; what is "=" without Shift is "+" with it."""
    return tuple("+" if key == "=" else key for key in map(one_name, keys))


def chord_written(text: str) -> Chord:
    """The one names of the keys in ``Ctrl + Shift+s`` or ``ctrl++``, known or not."""
    return tuple(one_name(part) for part in _BETWEEN_KEYS.split(text.strip()) if part)


def stands_for(shortcut: str, chord: Chord) -> bool:
    """Whether what is written at an entry is this chord, whichever key of it is held first."""
    return bool(shortcut) and frozenset(chord_of(chord_written(shortcut))) == frozenset(chord)


def opposites_of(chord: Chord) -> tuple[Chord, ...]:
    """What takes the chord back, the likeliest first; empty where nothing is known to."""
    found = [other for one, other in _PAIRS if one == chord]
    found += [one for one, other in _PAIRS if other == chord]
    found += [chord] if chord in _ITS_OWN else []
    return (*_ONE_WAY.get(chord, ()), *found)


def may_turn_back(chord: Chord) -> bool:
    """Whether pressing it once more may turn off what it turned on, and does no harm if not."""
    return len(chord) > 1 and chord[-1] not in _MAKING_KEYS and not opposites_of(chord)
