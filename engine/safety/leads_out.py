"""What leads out of an exploration's scope, by what is pressed and by the keyboard.

An exploration presses what it finds. What locks the screen, ends the desktop's session, changes to
another program or ends the one that is explored is therefore never done, whoever proposes it.

A chord may belong to the desktop whatever is shown. Others do what the screen says: Return presses
what has the keyboard, a chord stands for an entry of a menu, and a letter chooses one from an open
menu. A terminal is an application like others: commands that lock the screen, end the session or
its programs are refused, and so is a Return whose line nobody can read."""

import re

from engine.domain import actions, plans, zones
from engine.domain.exploring.limits import Home
from engine.domain.web.sites import host_of, is_same_site, is_web
from engine.language import action_words, labels
from engine.language.grave_words import has_word, is_called
from engine.language.keys import chord_of
from engine.safety import executed_lines, risks

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
_CLOSING_TAB = {"ctrl", "w"}


def leaving_to_desktop(keys: tuple[str, ...]) -> str:
    """Why the chord is the desktop's own, or its window manager's; empty where it is not."""
    held, last, words = _held(keys), chord_of(keys)[-1:], action_words.chord_words(keys)
    is_own = held & _HOLDS or held & _KEYS or {"ctrl", "escape"} <= held
    if is_own or any(name.startswith("xf86") for name in held):
        return f"{words} belongs to the desktop"
    if {"ctrl", "alt"} <= held:
        return f"{words} belongs to the desktop: it may lock the screen or end the session"
    if "alt" in held and _ALT_KEYS.issuperset(last):
        return f"{words} belongs to the window manager"
    if "ctrl" in held and _WORKSPACES.issuperset(last):
        return f"{words} may show another workspace"
    return ""


def closes_window(keys: tuple[str, ...], seen: plans.Situation) -> bool:
    """Or may: the chord that closes a tab, without tabs or an entry that says otherwise."""
    if _held(keys) != _CLOSING_TAB:
        return _held(keys) in _CLOSING_WINDOW
    tabs = [zone for zone in seen.zones_in_sight if zone.role is zones.Role.TAB]
    return len(tabs) < 2 and not risks.pressed_zones(actions.PressKeys(keys), None, seen)


def set_off_by(action: actions.Action, seen: plans.Situation) -> tuple[zones.Zone, ...]:
    """What the keys press on what is shown."""
    match action:
        case actions.PressKeys(keys=keys):
            pressed = risks.pressed_zones(action, None, seen)
            if _held(keys) in ({"enter"}, {"space"}):
                pressed += _highlighted(seen)
            return (*pressed, *_chosen_by("".join(key for key in keys if len(key) == 1), seen))
        case actions.TypeText() as typed:
            pressed = _highlighted(seen) if typed.has_return else []
            return (*pressed, *_chosen_by(typed.text, seen))
        case _:
            return ()


def _highlighted(seen: plans.Situation) -> list[zones.Zone]:
    """The entry of an open menu that Return would choose."""
    marks = {zones.State.FOCUSED, zones.State.SELECTED}
    return [it for it in seen.zones_in_sight if it.role.is_menu_entry and marks & it.state]


def _chosen_by(text: str, seen: plans.Situation) -> list[zones.Zone]:
    """Entries of an open menu that a letter of the text may choose; which one is not told."""
    letters, active = set(text.casefold()) - {" "}, seen.active_window
    return [
        zone
        for zone in seen.zones_in_sight
        if zone.role.is_menu_entry
        and (active is None or zone.window_id != active.window_id)  # a bar's wait for Alt
        and letters & set(zone.label.casefold())
    ]


def _held(keys: tuple[str, ...]) -> set[str]:
    return set(chord_of(keys))


_CORNER_PX = 60
_STAYS_INSIDE = re.compile(r"(?i)(#|javascript:|blob:|data:|about:)")
_OF_A_PHONE = re.compile(r"(?i)(tel|sms|callto|sip):")
"""Its number reads like the port of a host."""


def leaving_by_pressing(step: plans.PlanStep, seen: plans.Situation) -> str:
    """By what the keys or the click set off, as it is shown, and by what a shell is told."""
    zone = seen.zone(step.zone_id)
    by_keys = (leaving_by_words(each.label) for each in set_off_by(step.action, seen))
    if why := next(filter(None, by_keys), ""):
        return why
    if seen.page is not None:
        return ""
    pressed = (*risks.pressed_zones(step.action, zone, seen), *set_off_by(step.action, seen))
    for each in pressed:
        if _OPENS_PROGRAM.search(_words(each.label)):
            return f"“{each.label}” opens another program"
    return executed_lines.why_executed(step.action, zone, seen)


def closes(zone: zones.Zone | None, seen: plans.Situation) -> bool:
    """It closes its whole window: by its words, or in the corner of one that draws its bar."""
    if zone is None or seen.page is not None:
        return False
    words = _words(zone.label)
    if zone.role.is_of_menu:
        return words in ("close window", "close all windows")
    window = seen.window_of(zone)
    if words != "close" or zone.role is not zones.Role.BUTTON or window is None or window.is_dialog:
        return False
    at, around = zone.bounds_px.center, window.bounds_px
    corner_px = min(_CORNER_PX, around.width // 4)
    return around.right - at.x <= corner_px and at.y - around.y <= _CORNER_PX


def link_followed(step: plans.PlanStep, seen: plans.Situation) -> str:
    """The address of the link that is clicked, or takes a Return; empty for none."""
    match step.action:
        case actions.Click():
            element = seen.element_of(seen.zone(step.zone_id))
        case actions.PressKeys(keys=keys) if chord_of(keys)[-1:] == ("enter",):
            element = seen.element_of(seen.focused_zone)
        case _:
            return ""
    return element.href if element is not None else ""


def led_to_program(step: plans.PlanStep, seen: plans.Situation) -> str:
    """The address of a link that no browser shows, such as that of a mail; empty for others."""
    address = link_followed(step, seen)
    if _OF_A_PHONE.match(address):
        return address
    return "" if is_web(address) or _STAYS_INSIDE.match(address) else address


_OPENS_PROGRAM = re.compile(
    r"^(open|show|reveal|browse|view)\b.*\b((containing|parent) folder|file ?(manager|browser)"
    r"|in files|terminal|web ?browser|default application)$"
    r"|^open (with|in (another|external|default)) .*|^(visit (the |our )?)?(web ?site|home ?page)$"
    r"|^(report (a |an )?(bug|problem|issue)s?|get help|help|contents?) online$"
    r"|^(https?://|www\.)\S+$"
)
"""On a desktop; on a page such words lead to another page at most."""


def leaving_by_action(step: plans.PlanStep, home: Home) -> str:
    """Why the step leads out, as far as the step itself says so; empty where it does not."""
    match step.action:
        case actions.PressKeys(keys=keys):
            quits = f"{action_words.chord_words(keys)} ends the program that is explored"
            return leaving_to_desktop(keys) or (quits if _held(keys) in _QUITTING else "")
        case actions.Click() | actions.Drag():
            return leaving_by_words(step.zone_label)
        case actions.Launch(application=name) if labels.plain(name) != labels.plain(home.launched):
            return f"it starts another program: {name}"
        case actions.Navigate(url=url):
            host = host_of(url)
            if not home.host or (host and is_same_site(host, home.host)):
                return ""
            return f"{host or url} is not the site that is explored ({home.host})"
        case actions.Search() if step.zone_id == plans.GLOBAL_ZONE_ID:
            return "it opens a search engine"
        case actions.Replan():
            return "it is no action upon what is explored"
        case _:
            return ""


def leaving_by_words(label: str) -> str:
    """Why pressing what is called so leads out."""
    words = _words(label)
    if has_word("ends_session", words, "locks") or is_called("locks", words):
        return f"“{label}” may lock the screen or end a session"
    if is_called("quits", words):
        return f"“{label}” ends the program that is explored"
    return ""


def _words(label: str) -> str:
    """Without the mark of a mnemonic inside a word, too: "E_xit"."""
    return labels.plain(label.replace("_", ""))
