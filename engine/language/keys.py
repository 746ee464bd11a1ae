"""Keys and chords as people write them ("Ctrl+Shift+S", "page down"), as X keysyms name them."""

from __future__ import annotations

import re

from engine.domain.action_words import SYMBOL_KEYS
from engine.domain.words import meanings

KEY_NAMES = {
    **meanings(
        "ctrl: ctrl, control",
        "shift: shift",
        "alt: alt, option",
        "super: super, win, windows, cmd, meta",
        "return: return, enter",
        "escape: escape, esc",
        "tab: tab",
        "space: space, spacebar, space bar",
        "backspace: backspace",
        "delete: delete, del",
        "insert: insert",
        "home: home",
        "end: end",
        "page_up: page up, pageup, pgup",
        "page_down: page down, pagedown, pgdn",
        "up: up, arrow up, up arrow",
        "down: down, arrow down, down arrow",
        "left: left, arrow left, left arrow",
        "right: right, arrow right, right arrow",
        "caps_lock: caps lock",
        "print: print screen",
        "plus: plus",
        "minus: minus",
    ),
    **{f"f{number}": f"f{number}" for number in range(1, 13)},
}
MODIFIERS = frozenset({"ctrl", "shift", "alt", "super"})

_TIMES = re.compile(r"\s+(?:(?P<count>\d+|\w+)\s+times|(?P<word>once|twice|thrice))$", re.I)
_COUNTED = "once one; twice two; thrice three; four; five; six; seven; eight; nine; ten"
_NUMBERS = {
    word: number for number, words in enumerate(_COUNTED.split("; "), 1) for word in words.split()
}
MAX_TIMES = 50  # more is a slip of the pen rather than a wish


def read_chord(text: str) -> tuple[str, ...]:
    """The chord's keys, modifiers first; empty where the words are no chord."""
    plain = re.sub(r"^(?:the\s+)|\s+keys?$", "", text.strip(), flags=re.IGNORECASE).casefold()
    single = _key(plain)
    if single:
        return (single,)
    parts = [part.strip() for part in re.split(r"(?<=[^+\s-])\s*[+-]\s*|\s+\+\s+", plain)]
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
    times = int(said) if said.isdigit() else _NUMBERS.get(said, 0)
    if not 1 <= times <= MAX_TIMES:
        return text, 1
    return text[: match.start()], times


def is_one_character(said: str) -> bool:
    """A key that could as well be the label of a button ("7", "+")."""
    return len(said.strip()) == 1


def _key(text: str) -> str:
    if text in KEY_NAMES:
        return KEY_NAMES[text]
    if len(text) == 1:
        return SYMBOL_KEYS.get(text, text)
    return ""
