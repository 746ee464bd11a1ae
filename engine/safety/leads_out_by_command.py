"""Commands that a shell must not be given: they lock the screen, end the session or its programs.

A terminal is an application like others, and what is explored in it may be a game. What is typed is
looked at, and what stands there when Return is pressed, since it may have been typed in pieces.
"""

from __future__ import annotations

import re

from engine.domain.actions import Action, PressKeys, TypeText
from engine.domain.situation import Situation
from engine.domain.zones import Role, Zone
from engine.language.chords import chord_of

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
