"""Rating the risk of a step, and saying beforehand how it could be taken back.

The words stand in one table each, for labels of what is pressed. The planner's own word
(``has_risk_of``) can raise a class, never lower it.

looking             wait for a text, scroll a list, bring a window to the front
reversible          tick Autosave, type into a field, open a menu, save a new file
irreversible        Delete, Replace an existing file, Discard changes, Empty trash
leaves the machine  Send, Upload, Publish, Pay, Sign in
"""

from __future__ import annotations

import re

from engine.domain.actions import (
    Action,
    Click,
    Drag,
    FocusWindow,
    PressKeys,
    Replan,
    Scroll,
    TypeText,
    Wait,
)
from engine.domain.plans import PlanStep
from engine.domain.risks import Risk, RiskClass
from engine.domain.situation import Situation
from engine.domain.zones import MENU_ROLES, Role, Zone
from engine.execution.reversibility import NEVER, reversibility_of_action

_LEAVES_MACHINE = re.compile(
    r"\b(send|submit|publish|post|upload|share|pay|buy|order|checkout|donate|transfer|tweet|reply"
    r"|reply all|invite|sign in|log in|login|sync|e-?mail|print|commit|push)\b"
)
_IRREVERSIBLE = re.compile(
    r"\b(delete|remove|erase|discard|overwrite|replace|replace all|empty trash"
    r"|format|wipe|reset|don'?t save|without saving|close without"
    r"|shred|destroy|uninstall|purge|clear history"
    r"|revert|shut ?down|restart|reboot|power off|log ?out|kill|terminate)\b"
)
_IRREVERSIBLE_CHORDS = (frozenset({"shift", "delete"}), frozenset({"ctrl", "alt", "delete"}))
_KEY_ALIASES = {"del": "delete", "control": "ctrl", "return": "enter", "kp_enter": "enter"}
_PRESSED_ROLES = MENU_ROLES | {Role.BUTTON, Role.TOGGLE_BUTTON, Role.LINK, Role.ICON}
_KIND_WORDS = {
    "press": "a key",
    "type": "typing",
    "launch": "starting a program",
    "drag": "moving something",
    "click": "a click",
}
_ENTER_KEYS = ({"enter"}, {"space"})


class WordRiskRater:
    """Implements the ``RiskRater`` port by the kind of action and the words on its target."""

    def rate(self, step: PlanStep, situation: Situation) -> Risk:
        """The gravest of what the kind of action, the target's words and the planner say."""
        zone = situation.zone(step.zone_id)
        risks = [_risk_of_action(step.action, zone)]
        for pressed in _pressed_zones(step.action, zone, situation):
            worded = _class_of_words(pressed.label.casefold())
            if worded is not None and not _only_asks(pressed):
                risks.append(_final(worded, f"the words “{pressed.label}”"))
        if step.has_risk_of:
            worded = _class_of_words(step.has_risk_of.casefold()) or RiskClass.IRREVERSIBLE
            risks.append(_final(worded, step.has_risk_of))
        return max(risks, key=lambda risk: risk.risk_class.rank)


def _only_asks(zone: Zone) -> bool:
    """A label that ends in dots opens a dialog, which has a button of its own for the deed."""
    return zone.label.rstrip().endswith(("…", "..."))


def _class_of_words(words: str) -> RiskClass | None:
    if _LEAVES_MACHINE.search(words):
        return RiskClass.LEAVES_MACHINE
    if _IRREVERSIBLE.search(words):
        return RiskClass.IRREVERSIBLE
    return None


def _pressed_zones(action: Action, zone: Zone | None, situation: Situation) -> list[Zone]:
    """What the action sets off: the button clicked, the thing dragged onto, what Enter means."""
    match action:
        case Click(button="left"):
            return [zone] if zone is not None and zone.role in _PRESSED_ROLES else []
        case Drag(to_zone_id=end_id):
            end = situation.zone(end_id)
            return [end] if end is not None else []
        case PressKeys(keys=keys) if _chord(keys) in _ENTER_KEYS:
            return _set_off_by_enter(situation)
        case PressKeys(keys=keys):
            return _entries_for(_chord(keys), situation)
        case _:
            return []


def _entries_for(chord: frozenset[str], situation: Situation) -> list[Zone]:
    """The menu entries that the chord stands for, in sight or not."""
    return [
        zone
        for zone in situation.zones
        if zone.shortcut and _chord(tuple(zone.shortcut.split("+"))) == chord
    ]


def _set_off_by_enter(situation: Situation) -> list[Zone]:
    """The focused button; in a dialog any button may be the one that Enter presses."""
    focused, active = situation.focused_zone, situation.active_window
    if focused is not None and focused.role in _PRESSED_ROLES:
        return [focused]
    if active is None or not active.is_dialog:
        return []
    return [
        zone
        for zone in situation.zones_in_sight
        if zone.window_id == active.window_id and zone.role is Role.BUTTON
    ]


def _chord(keys: tuple[str, ...]) -> frozenset[str]:
    """The keys of a chord under one name each, whatever their order and case."""
    names = (key.casefold().strip() for key in keys)
    return frozenset(_KEY_ALIASES.get(name, name) for name in names)


def _risk_of_action(action: Action, zone: Zone | None) -> Risk:
    back = reversibility_of_action(action, zone)
    match action:
        case Wait() | Scroll() | FocusWindow() | Replan():
            return Risk(RiskClass.LOOKING, "nothing is changed by it", back.how, back.degree)
        case PressKeys(keys=keys) if _chord(keys) in _IRREVERSIBLE_CHORDS:
            return _final(RiskClass.IRREVERSIBLE, "the key chord")
        case TypeText(text=text) if "\n" in text.replace("\r", "\n") and not _takes_lines(zone):
            why = "the text has a Return in it, which may set something off"
            return _final(RiskClass.IRREVERSIBLE, why)
        case _:
            return Risk(RiskClass.REVERSIBLE, _KIND_WORDS[action.kind], back.how, back.degree)


def _final(risk_class: RiskClass, why: str) -> Risk:
    """What can't be taken back."""
    return Risk(risk_class, why, NEVER.how, NEVER.degree)


def _takes_lines(zone: Zone | None) -> bool:
    return zone is not None and zone.role is Role.TEXT_AREA
