"""What Playwright calls each key."""

from __future__ import annotations

from collections.abc import Sequence

from engine.domain.errors import ActionImpossible
from engine.language.keys import one_name

_NAMED = {
    **{name: name.capitalize() for name in ("alt", "shift", "enter", "tab", "escape", "space")},
    **{name: name.capitalize() for name in ("backspace", "delete", "insert", "home", "end")},
    **{name: f"Arrow{name.capitalize()}" for name in ("up", "down", "left", "right")},
    "ctrl": "Control",
    "super": "Meta",
    "pageup": "PageUp",
    "pagedown": "PageDown",
    "capslock": "CapsLock",
    "menu": "ContextMenu",
}
_MODIFIERS = frozenset({"Control", "Alt", "Shift", "Meta"})


def key_names(keys: Sequence[str]) -> tuple[str, ...]:
    """Raises ``ActionImpossible`` for what is no key."""
    if not keys:
        raise ActionImpossible("No key was named.")
    return tuple(_key_name(key) for key in keys)


def modifier_names(keys: Sequence[str]) -> tuple[str, ...]:
    """Raises ``ActionImpossible`` for what can't be held while something else is pressed."""
    names = tuple(_key_name(key) for key in keys)
    for key, name in zip(keys, names, strict=True):
        if name not in _MODIFIERS:
            raise ActionImpossible(f"“{key}” is no key that is held while clicking.")
    return names


def _key_name(key: str) -> str:
    name = one_name(key)
    if name in _NAMED:
        return _NAMED[name]
    if len(name) == 1 and name.isprintable():
        return name
    if name.startswith("f") and name[1:].isdecimal() and 1 <= int(name[1:]) <= 24:
        return name.upper()
    raise ActionImpossible(f"There is no key called “{key}”.")
