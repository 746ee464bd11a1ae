"""What leads out by the keyboard: chords of the desktop, chords that close, what keys
set off, and commands that a shell must not be given.

A chord may belong to the desktop whatever is shown. Others do what the screen says: Return presses
what has the keyboard, a chord stands for an entry of a menu, and a letter chooses one from an open
menu. A terminal is an application like others: commands that lock the screen, end the session or
its programs are refused, and so is a Return whose line nobody can read.
"""

from __future__ import annotations

import re

from engine.domain.actions import Action, PressKeys, TypeText
from engine.domain.situation import Situation
from engine.domain.zones import MENU_ROLES, Role, State, Zone
from engine.language.action_words import chord_words
from engine.language.keys import chord_of
from engine.safety.risks import pressed_zones

_COMMAND = re.compile(
    r"\b(?:(?:loginctl|systemctl)\b.*\b(?:lock|terminate|kill|suspend|hibernate|poweroff|reboot"
    r"|halt|hybrid|sleep|exit|isolate|kexec)"
    r"|(?:shutdown|poweroff|reboot|halt|telinit|init\s+[06]|pm-(?:suspend|hibernate)|rtcwake"
    r"|xlock|i3lock|slock|swaylock|vlock|physlock|xtrlock|dm-tool|light-locker-command|xflock4"
    r"|xdg-screensaver|xset\s+(?:s|dpms)|(?:xfce4|gnome|mate|cinnamon|cosmic|lxqt|kde)-screensaver"
    r"(?:-command)?|xscreensaver(?:-command)?|(?:gnome|mate|cinnamon|xfce4|lxqt|lxsession)-session"
    r"-?(?:quit|save|logout)|lxqt-leave|lxsession-logout|openbox\s+--exit|chvt|openvt|pkill|killall"
    r"|xkill|wmctrl|xdotool)\b"
    r"|(?:dbus-send|gdbus|busctl|qdbus)\b.*(?:screensaver|login1|session|power|lock)"
    r"|kill\b.*\s-1\b)",
    re.I,
)
_ENDS_SHELL = re.compile(r"^\s*(?:exit|logout|exec\b.*)\s*;?\s*$", re.I | re.M)
_TERMINALS = re.compile(
    r"terminal|konsole|xterm|rxvt|\bst\b|kitty|alacritty|tilix|terminator", re.I
)
_PROMPT = re.compile(r"^(?!>).*?[$#%>❯]\s")
"""A sign alone asks for the rest of a command that was begun before."""
_LINES = 3
"""What is looked at where no prompt is known."""
_RETURN = frozenset({"enter", "\n", "\r"})


def leaving_by_command(action: Action, zone: Zone | None, seen: Situation) -> str:
    """Why what is typed or confirmed leads out; empty where it goes to no shell."""
    match action:
        case TypeText(text=text) if _goes_to_shell(zone, seen):
            return _why(text) or (_unread(zone or seen.focused_zone) if _RETURN & {*text} else "")
        case PressKeys(keys=keys) if _RETURN & {*chord_of(keys)} and _goes_to_shell(zone, seen):
            shell = zone or seen.focused_zone
            return _unread(shell) or _why(_standing_there(shell))
        case PressKeys(keys=keys) if set(chord_of(keys)) == {"ctrl", "d"} and _goes_to_shell(
            zone, seen
        ):
            return "Ctrl+D ends the shell"
        case _:
            return ""


def _goes_to_shell(zone: Zone | None, seen: Situation) -> bool:
    """A text that takes keys and can't be edited, or a terminal's window that tells nothing."""
    aimed = zone or seen.focused_zone
    if aimed is not None and (aimed.is_editable or aimed.role is Role.TEXT_AREA):
        return not aimed.is_editable
    active = seen.active_window
    return active is not None and bool(_TERMINALS.search(f"{active.application} {active.title}"))


def _unread(shell: Zone | None) -> str:
    """Where the shell tells nothing, nobody knows what a Return would start: a picture of a text is
    not read well enough for that."""
    if shell is not None and shell.value.strip():
        return ""
    return "nobody can read what a Return would start in this terminal"


def _standing_there(shell: Zone | None) -> str:
    """All since the last prompt, as one line: long ones are broken where the window ends."""
    lines = shell.value.rstrip().split("\n") if shell is not None else []
    at = max((at for at, line in enumerate(lines) if _PROMPT.search(line)), default=-_LINES)
    return "".join(lines[at:])


def _why(text: str) -> str:
    typed = "\n".join(_PROMPT.sub("", line) for line in text.splitlines())
    if found := _COMMAND.search(text):
        return f"the command “{found[0]}” may lock the screen or end a session or its programs"
    if found := _ENDS_SHELL.search(typed):
        return f"the command “{found[0].strip()}” ends the shell"
    return ""


_HOLDS = frozenset({"super", "hyper"})
"""Held or alone they open menus of the desktop."""
_KEYS = frozenset({"print", "power", "sleep", "wakeup", "menu key"})
_ALT_KEYS = frozenset(
    {"tab", "escape", "space", "f1", "f2", "f3", "f5", "f6", "f7", "f8", "f9", "f10", "print"}
    | {"insert", "delete", "`"}
)
"""With Alt: other windows and workspaces, the window manager's menu, starting programs, moving and
hiding."""
_WORKSPACES = frozenset(f"f{number}" for number in range(1, 13))
"""With Ctrl, on some desktops."""
_QUITTING = ({"ctrl", "q"}, {"ctrl", "shift", "q"})
_CLOSING_WINDOW = ({"alt", "f4"}, {"ctrl", "shift", "w"})
_CLOSING_TAB = ({"ctrl", "w"},)


def leaving_by_keys(keys: tuple[str, ...]) -> str:
    """Why the chord leads out: to the desktop's own functions, or to the end of the program."""
    held, last = _held(keys), chord_of(keys)[-1:]
    words = chord_words(keys)
    if held & _HOLDS or held & _KEYS or any(name.startswith("xf86") for name in held):
        return f"{words} belongs to the desktop"
    if {"ctrl", "alt"} <= held:
        return f"{words} belongs to the desktop: it may lock the screen or end the session"
    if "alt" in held and _ALT_KEYS.issuperset(last):
        return f"{words} belongs to the window manager"
    if {"ctrl", "escape"} <= held:
        return f"{words} belongs to the desktop"
    if "ctrl" in held and _WORKSPACES.issuperset(last):
        return f"{words} may show another workspace"
    if held in _QUITTING:
        return f"{words} ends the program that is explored"
    return ""


def closes_window(keys: tuple[str, ...]) -> bool:
    return _held(keys) in _CLOSING_WINDOW


def may_close_window(keys: tuple[str, ...], seen: Situation) -> bool:
    """Whether the chord closes the window where nothing is left in it to close: where there are no
    tabs, and no entry says that it does something else."""
    if _held(keys) not in _CLOSING_TAB:
        return False
    tabs = [zone for zone in seen.zones_in_sight if zone.role is Role.TAB]
    return len(tabs) < 2 and not pressed_zones(PressKeys(keys), None, seen)


def set_off_by(action: Action, seen: Situation) -> tuple[Zone, ...]:
    """What the keys press on what is shown."""
    match action:
        case PressKeys(keys=keys):
            pressed = pressed_zones(action, None, seen)
            if _held(keys) in ({"enter"}, {"space"}):
                pressed += _highlighted(seen)
            return (*pressed, *_chosen_by("".join(key for key in keys if len(key) == 1), seen))
        case TypeText(text=text):
            pressed = _highlighted(seen) if "\n" in text or "\r" in text else []
            return (*pressed, *_chosen_by(text, seen))
        case _:
            return ()


def _highlighted(seen: Situation) -> list[Zone]:
    """The entry of an open menu that Return would choose."""
    marks = {State.FOCUSED, State.SELECTED}
    return [zone for zone in _entries_in_sight(seen) if marks & zone.state]


def _chosen_by(text: str, seen: Situation) -> list[Zone]:
    """Entries of an open menu that a letter of the text may choose; which letter chooses which is
    not told."""
    letters, active = set(text.casefold()) - {" "}, seen.active_window
    return [
        zone
        for zone in _entries_in_sight(seen)
        if (active is None or zone.window_id != active.window_id)  # a bar's wait for Alt
        and letters & set(zone.label.casefold())
    ]


def _entries_in_sight(seen: Situation) -> list[Zone]:
    return [
        zone
        for zone in seen.zones_in_sight
        if zone.role in MENU_ROLES and zone.role is not Role.MENU
    ]


def _held(keys: tuple[str, ...]) -> set[str]:
    return set(chord_of(keys))
