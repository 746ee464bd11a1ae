"""Plans for closing: a dialog, a tab, a window, an application; and what it asks then."""

from dataclasses import replace

from engine.domain.actions import Click, FocusWindow, PressKeys
from engine.domain.conditions import SomethingChanges, WindowGone
from engine.domain.errors import NeedsOperator
from engine.domain.plans import Situation
from engine.domain.zones import MENU_ROLES, Role, Window, Zone
from engine.language.action_words import chord_words, zone_words
from engine.language.goals.clauses import Close, Target
from engine.language.grave_words import has_word, is_called, told_risk
from engine.language.labels import has_words, normal, quoted
from engine.states.dialogs import way_out_of_greeting
from engine.thinking.offline.applications import installed, windows_of
from engine.thinking.offline.clicking import click
from engine.thinking.offline.desk import Desk, Progress
from engine.thinking.offline.finding import Found
from engine.thinking.offline.matching import GOOD, words_score

_CLOSE_WINDOW = ("alt", "f4")
_LOSES = told_risk("discards")


def leave_greeting(desk: Desk) -> bool:
    """A step that leaves the dialog in front, where that only greets and the goal does not speak of
    it; it is no part of the goal."""
    way_out = greeting_in_front(desk.situation)
    if desk.front is None or way_out is None:
        return False
    goal, failed = desk.request.goal, desk.request.failed
    if has_words(desk.front.title, goal) or has_words(way_out.label, goal):
        return False
    if failed is not None and failed.step.zone_id == way_out.zone_id:
        return False
    gone = WindowGone(desk.front.window_id, desk.front.title)
    words = f"Click {zone_words(way_out)} to leave {quoted(desk.front.title)}, which only greets"
    desk.add(way_out, Click(), words, gone)
    desk.steps[-1] = replace(desk.steps[-1], intent="")
    return True


def greeting_in_front(situation: Situation) -> Zone | None:
    """What leaves it."""
    front = situation.front_window
    return way_out_of_greeting(front, situation) if front is not None else None


def plan_close(desk: Desk, clause: Close) -> Progress:
    """Nothing where it is closed already; what the closing asked is answered first."""
    if desk.may_differ and desk.steps:
        return Progress.UNFINISHED  # what was clicked may have opened what is to be closed
    if clause.what == "tab":
        raise desk.cannot("programs close their tabs by keys of their own: say “press Ctrl+W”.")
    begun = bool(desk.done_here or desk.failed)
    if begun and desk.front and desk.front.is_dialog and _buttons(desk):
        return _answer_question(desk, clause)
    window = _window(desk, clause)
    if window is None:
        if begun:
            return Progress.DONE
        return _close_otherwise(desk, clause)
    front = desk.front
    if front and front.window_id != window.window_id:
        action = FocusWindow(window.title)
        words = f"Bring {quoted(window.title)} to the front"
        desk.add(None, action, words, SomethingChanges())
        return Progress.UNFINISHED
    return _close_window(desk, window)


def _window(desk: Desk, clause: Close) -> Window | None:
    if clause.target is None:
        is_done = any(isinstance(s.expected_change, WindowGone) for s in desk.done_here)
        front = desk.front
        if clause.what == "dialog" and front and not front.is_dialog:
            return None
        return None if is_done else front
    found = windows_of(clause.target.words, desk.situation)
    return found[0] if found else None


def _close_window(desk: Desk, window: Window) -> Progress:
    """By its own button or menu entry where one is known, else by the usual keys."""
    gone = WindowGone(window.window_id, window.title)
    risk = _LOSES if window.title.startswith("*") else ""
    by_button = _own_way(desk, window)
    if by_button and desk.failed is None:
        click(desk, by_button, expected=gone, risk=risk)
        return Progress.CHANGES
    keys = ("escape",) if window.is_dialog else _CLOSE_WINDOW
    words = f"Press {chord_words(keys)} to close {quoted(window.title)}"
    vain = f"{quoted(window.title)} does not close."
    return desk.add(None, PressKeys(keys), words, gone, risk, vain=vain)


def _own_way(desk: Desk, window: Window) -> Found | None:
    names = ("close", "cancel") if window.is_dialog else ("quit", "exit", "close window", "close")
    roles = frozenset({Role.BUTTON}) if window.is_dialog else MENU_ROLES
    for name in names:
        found = desk.find(Target(name), roles, only_wanted=True)
        is_called_so = found and words_score(name, found.zone.label) >= GOOD
        if found and is_called_so and found.zone.window_id in ("", window.window_id):
            return found
    return None


def _close_otherwise(desk: Desk, clause: Close) -> Progress:
    """No window goes by that name: a zone that says "Close X", or it is closed already."""
    words = clause.target.words if clause.target else ""
    found = desk.find(Target(f"close {words}")) if words else None
    if found and normal(found.zone.label).startswith("close"):
        return click(desk, found)
    if words and clause.what == "anything" and not installed(words, desk.situation):
        raise desk.not_in_sight(words)
    return desk.note(f"{quoted(words)} is closed already." if words else "It is closed already.")


# --- what the closing asks


def _answer_question(desk: Desk, clause: Close) -> Progress:
    """ "Save changes?": discard only where the goal or the operator says so."""
    buttons = _buttons(desk)
    title = desk.front.title if desk.front else ""
    choices = tuple(button.label for button in buttons)
    discards = [b for b in buttons if has_word("discards", b.label) or is_called("denies", b.label)]
    question = f"Closing asks something: {quoted(_said(desk) or title)}. What shall be clicked?"
    chosen = desk.request.answers.get(question, "")
    if clause.discard and discards:
        chosen = discards[0].label
    button = next((each for each in buttons if each.label == chosen), None)
    if button is None:
        raise NeedsOperator(question, choices)
    risk = _LOSES if button in discards else ""
    return desk.add(button, Click(), f"Click {zone_words(button)}", SomethingChanges(), risk)


def _buttons(desk: Desk) -> list[Zone]:
    return [zone for zone in desk.zones_in_front(frozenset({Role.BUTTON})) if zone.label]


def _said(desk: Desk) -> str:
    """The dialog's own words: its longest label."""
    labels = [zone.label for zone in desk.zones_in_front(frozenset({Role.LABEL, Role.HEADING}))]
    return max(labels, key=len, default="")
