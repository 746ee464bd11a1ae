"""What leads out of whatever is explored: by keys, by the words on a button, by an address.

An exploration presses what it finds. What locks the screen, ends the desktop's session, changes to
another program or ends the one that is explored is therefore never done, whoever proposes it.
"""

from __future__ import annotations

import re

from engine.domain.action_words import chord_words
from engine.domain.actions import (
    Action,
    Click,
    Drag,
    Launch,
    Navigate,
    PressKeys,
    Replan,
    Search,
)
from engine.domain.exploring.limits import Home
from engine.domain.labels import plain
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.web.sites import host_of, is_same_site
from engine.execution.chords import chord_of

_ENDS_SESSION = re.compile(
    r"\b(log ?(out|off)|sign ?(out|off)|shut ?down|power off|switch off|hibernate|reboot"
    r"|restart (the )?(computer|system|machine|session|desktop)|end (the )?session|switch user"
    r"|lock (the )?(screen|session|computer|desktop))\b|^(suspend|sleep)$"
)
_QUITS = re.compile(r"^(quit|exit)( (now|application|program))?$")
_HOLDS = frozenset(
    {"super", "super l", "super r", "win", "winleft", "winright", "meta", "cmd", "command"}
    | {"hyper", "hyper l", "hyper r"}
)
"""Held or alone they open menus of the desktop."""
_KEYS = frozenset(
    {"print", "printscreen", "prtsc", "prtscr", "sysrq", "power", "sleep", "wakeup", "menu key"}
)
_ALT_KEYS = frozenset(
    {"tab", "escape", "space", "f1", "f2", "f5", "f7", "f8", "f9", "f10", "print"}
)
"""With Alt: other windows, the window manager's menu, starting programs, moving and hiding."""
_SIDES = ("", " l", " r", "left", "right")
_WITH = {
    **{f"{name}{side}": "ctrl" for name in ("ctrl", "control") for side in _SIDES},
    **{f"{name}{side}": "alt" for name in ("alt", "option") for side in _SIDES},
}
"""The names that one key goes by."""


def leaving_by_action(step: PlanStep, home: Home) -> str:
    """Why the step leads out, as far as the step itself says so; empty where it does not."""
    match step.action:
        case PressKeys(keys=keys):
            return leaving_by_keys(keys)
        case Click() | Drag():
            return leaving_by_words(step.zone_label)
        case Launch(application=name) if plain(name) != plain(home.launched):
            return f"it starts another program: {name}"
        case Navigate(url=url):
            return leaving_by_address(url, home)
        case Search() if step.zone_id == GLOBAL_ZONE_ID:
            return "it opens a search engine"
        case Replan():
            return "it is no action upon what is explored"
        case _:
            return ""


def leaving_by_keys(keys: tuple[str, ...]) -> str:
    """Why the chord leads out: to the desktop's own functions, or to the end of the program."""
    names = [_WITH.get(name, name) for name in chord_of(keys)]
    held, last = set(names), names[-1] if names else ""
    words = chord_words(keys)
    if held & _HOLDS or held & _KEYS or any(name.startswith("xf86") for name in held):
        return f"{words} belongs to the desktop"
    if {"ctrl", "alt"} <= held:
        return f"{words} belongs to the desktop: it may lock the screen or end the session"
    if "alt" in held and last in _ALT_KEYS:
        return f"{words} belongs to the window manager"
    if {"ctrl", "escape"} <= held:
        return f"{words} belongs to the desktop"
    if held == {"ctrl", "q"}:
        return f"{words} ends the program that is explored"
    return ""


def leaving_by_words(label: str) -> str:
    """Why pressing what is called so leads out."""
    words = plain(label)
    if _ENDS_SESSION.search(words):
        return f"“{label}” may lock the screen or end a session"
    if _QUITS.match(words):
        return f"“{label}” ends the program that is explored"
    return ""


def leaving_by_address(url: str, home: Home) -> str:
    """Why the address leads out of the site of the start."""
    host = host_of(url)
    if not home.host or (host and is_same_site(host, home.host)):
        return ""
    return f"{host or url} is not the site that is explored ({home.host})"


def acts_by_keyboard(action: Action) -> bool:
    return action.kind in ("press", "type")
