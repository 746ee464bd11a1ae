"""Names of keys: as in X keysyms, lower case, to what Playwright calls them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.domain.errors import ActionImpossible

_NAMED = {
    "ctrl": "Control", "control": "Control", "alt": "Alt", "shift": "Shift",
    "super": "Meta", "meta": "Meta", "win": "Meta",
    "return": "Enter", "enter": "Enter", "kp enter": "Enter", "tab": "Tab",
    "escape": "Escape", "esc": "Escape", "space": "Space",
    "backspace": "Backspace", "delete": "Delete", "del": "Delete",
    "insert": "Insert", "ins": "Insert", "home": "Home", "end": "End",
    "page up": "PageUp", "pageup": "PageUp", "prior": "PageUp",
    "page down": "PageDown", "pagedown": "PageDown", "next": "PageDown",
    "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight",
    "caps lock": "CapsLock", "menu": "ContextMenu",
    "plus": "+", "minus": "-", "equal": "=", "asterisk": "*", "slash": "/", "comma": ",",
    "period": ".", "semicolon": ";", "percent": "%", "numbersign": "#", "question": "?",
}  # fmt: skip
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
    name = key if len(key) == 1 else key.lower().strip().replace("_", " ")
    if name in _NAMED:
        return _NAMED[name]
    if len(name) == 1 and name.isprintable():
        return name.lower()
    if name.startswith("f") and name[1:].isdecimal() and 1 <= int(name[1:]) <= 24:
        return name.upper()
    raise ActionImpossible(f"There is no key called “{key}”.")
