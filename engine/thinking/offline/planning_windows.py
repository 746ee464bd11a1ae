"""Plans for "open X", "in the X app", "go to X": applications, windows, and what opens in them; and
for closing a dialog, a tab, a window, an application; and what it asks then."""

import contextlib
import re
from dataclasses import replace

from engine.domain import conditions
from engine.domain.actions import Click, FocusWindow, Launch, PressKeys, Wait
from engine.domain.conditions import SomethingChanges, WindowGone
from engine.domain.errors import NeedsOperator
from engine.domain.plans import Application, Came, Situation
from engine.domain.zones import ITEM_ROLES, MENU_ROLES, Role, Window, Zone
from engine.language.action_words import chord_words, zone_words
from engine.language.goals.clauses import Close, Context, Open, Target
from engine.language.goals.words import DESKTOP_VERBS
from engine.language.grave_words import has_word, is_called, told_risk
from engine.language.labels import has_words, normal, quoted
from engine.states.dialogs import way_out_of_greeting
from engine.states.expected import after_launching
from engine.thinking.offline import applications
from engine.thinking.offline.clicking import click, is_selected, opens_window
from engine.thinking.offline.desk import Desk, Progress
from engine.thinking.offline.finding import Found
from engine.thinking.offline.matching import ACCEPT, GOOD, words_score, zone_score

_OPENING_ROLES = MENU_ROLES | {
    *(Role.BUTTON, Role.TOGGLE_BUTTON, Role.TAB, Role.LIST_ITEM, Role.TREE_ITEM, Role.LINK),
    *(Role.ICON, Role.CELL, Role.COMBO_BOX),
}
_NO_PROGRAM = re.compile(r"(?i)\b(?:dialog|dialog box|folder|directory)$")
_SLOW = Wait(60.0)
_LAUNCHING_VERBS = frozenset({"launch", "start", "start up", "run"})


def plan_context(desk: Desk, clause: Context) -> Progress:
    """Bring the place to the front; nothing where it is there."""
    if not clause.place:
        front = desk.front  # "in the dialog": the one in front
        if front is None or (clause.kind == "dialog" and not front.is_dialog):
            raise desk.cannot(f"no {clause.kind} is in front.")
        return Progress.DONE
    if clause.kind == "tab":
        return _enter_zone(desk, clause.place)
    windows = applications.windows_of(clause.place, desk.situation)
    if clause.kind == "dialog":  # no program is started for it, even where one has such a name
        if not windows:
            raise desk.not_in_sight(clause.place)
        return Progress.DONE if desk.front in windows else bring_to_front(desk, windows[0])
    if applications.is_in_front(clause.place, desk.situation):
        return Progress.DONE
    if windows:
        return bring_to_front(desk, windows[0])
    application = _not_tried(desk, clause.place)
    return _launch(desk, application) if application else _enter_zone(desk, clause.place)


def plan_open(desk: Desk, clause: Open) -> Progress:
    """What is open already, then a zone in sight or in a closed menu, then an application."""
    target = clause.target
    entered = enter_application(desk, target.within)
    if entered is Progress.CHANGES:
        return Progress.UNFINISHED
    if entered is Progress.DONE:
        target = replace(target, within="", whole="")
    name = _program_name(target)
    if name and applications.is_in_front(name, desk.situation):
        return desk.note(f"{quoted(name)} is open and in front.")
    found = desk.find(target, _OPENING_ROLES, only_wanted=True)
    application = _not_tried(desk, name) if name else None
    windows = applications.windows_of(name, desk.situation) if name else ()
    is_sure = found is not None and (found.score >= GOOD or not windows)
    if found and is_sure and not _prefers_application(clause, found, application):
        return _open_zone(desk, found)
    if windows:
        return bring_to_front(desk, windows[0])
    if application:
        return _launch(desk, application)
    if desk.failed and name and (slow := applications.installed(name, desk.situation)):
        return _wait_for(desk, slow)
    named = replace(target, words=f"{clause.verb} {target.words}", whole="")
    if started := desk.find(named) or desk.find(target):
        return click(desk, started)
    if not desk.zones_in_front():
        names = ", ".join(quoted(each.name) for each in desk.situation.applications[:12])
        can = f" There are: {names}." if names else ""
        raise desk.cannot(f"no program called {quoted(clause.target.said)} is installed.{can}")
    raise desk.not_in_sight(clause.target.said)


def _program_name(target: Target) -> str:
    """What a program or a window would be called: all that was said, where a role is part of it.
    "the text editor" may be a program, but of "the File menu" only a program of that whole name."""
    if target.within or _NO_PROGRAM.search(target.said):
        return ""
    return target.said if target.roles else target.words


def enter_application(desk: Desk, place: str) -> Progress | None:
    """Where the place of "open X in Y" is an application: bring it to the front first. None where
    it is no application, so that the place is looked for among the zones."""
    if not place:
        return None
    if not applications.windows_of(place, desk.situation) and not _may_be_started(desk, place):
        return None
    if applications.is_in_front(place, desk.situation):
        return Progress.DONE
    plan_context(desk, Context(place))
    return Progress.CHANGES


def _may_be_started(desk: Desk, place: str) -> bool:
    """Beside an open window, what may be the name of a menu or a field starts no program but one
    that is called just so: by its own name, or by what it is in general."""
    application = applications.installed(place, desk.situation)
    if application is None or desk.front is None:
        return application is not None
    own = set(normal(application.name).split())
    return normal(place) == normal(application.generic_name) or (
        bool(own) and own <= set(normal(place).split())
    )


def _prefers_application(clause: Open, found: Found, application: Application | None) -> bool:
    """Zones go before applications, unless the words fit the application plainly better."""
    if application is None:
        return False
    if clause.verb in _LAUNCHING_VERBS:
        return found.score < 100 or normal(application.name) == normal(clause.target.words)
    return found.score < GOOD


def _open_zone(desk: Desk, found: Found) -> Progress:
    """A click, or two where a file manager wants two; what opens is looked at before going on."""
    if found.zone.role is Role.TAB and is_selected(found.zone):
        return desk.note(f"{quoted(found.zone.label)} is open already.")
    if found.zone.role is Role.MENU and not found.route:
        return click(desk, found)
    if found.zone.role in {Role.ICON, Role.CELL} or (
        found.zone.role in ITEM_ROLES and desk.failed_zone_id == found.zone.zone_id
    ):
        click(desk, found, Click(count=2))
        return Progress.CHANGES
    is_tab = found.zone.role is Role.TAB
    click(desk, found, expected=None if is_tab else opens_window(found.zone))
    return Progress.CHANGES


_LEAVE, _OPEN = "Leave it", "Double-click it"


def open_marked(desk: Desk) -> bool:
    """A double click on the row in front that the step before clicked, where it stands there still
    and is marked: in many lists a single click does no more. In others it opened already, slowly or
    unseen, so that the operator is asked."""
    steps = [step for step in desk.request.completed if not isinstance(step.action, Wait)][-1:]
    row = desk.situation.zone(steps[0].zone_id) if steps and steps[0].action == Click() else None
    if row not in desk.zones_in_front(ITEM_ROLES) or not is_selected(row):
        return False
    if DESKTOP_VERBS.verb_of(steps[0].intent.partition(": ")[2])[0] == "choose":
        return False  # "select Charts" asked for no more
    if desk.failed is not None and not isinstance(desk.failed_action, Wait):
        return False
    question = f"Nothing tells whether {quoted(row.label)} opened by the click. Double-click it?"
    if is_wanted := desk.ask(question, _LEAVE, _OPEN) == _OPEN:
        click(desk, Found(row), Click(count=2))
    return is_wanted


def _not_tried(desk: Desk, words: str) -> Application | None:
    """The application, or the next best where launching it has failed."""
    application = applications.installed(words, desk.situation)
    if desk.failed_action == _SLOW:
        return None
    if application and desk.has_failed(Launch(application.name)):
        return applications.installed(words, desk.situation, exclude=application.name)
    return application


def _launch(desk: Desk, application: Application) -> Progress:
    name = application.name
    return desk.add(None, Launch(name), f"Launch {name}", after_launching(name))


def _wait_for(desk: Desk, application: Application) -> Progress:
    """What was started and shows nothing yet may be slow, at its first start above all."""
    name = application.name
    if desk.failed_action != Launch(name):
        raise desk.cannot(f"{name} was started, and no window came up that tells it is its own.")
    if f"Launch {name}" in (e.words for e in desk.request.past if e.came is Came.REJECTED):
        raise desk.cannot(f"{name} is not to be started.")
    return desk.add(None, _SLOW, f"Wait for {name} to come up", after_launching(name))


def bring_to_front(desk: Desk, window: Window) -> Progress:
    action = FocusWindow(window.name)
    words = f"Bring {quoted(window.name)} to the front"
    vain = f"the window {quoted(window.title)} does not come to the front."
    return desk.add(None, action, words, conditions.WindowActive(action.title), vain=vain)


def _enter_zone(desk: Desk, place: str) -> Progress:
    """The place is a part of a window: a tab is opened, anything else needs only be in sight."""
    tab = desk.find(Target(place), frozenset({Role.TAB}), only_wanted=True)
    if tab:
        if is_selected(tab.zone):
            return Progress.DONE
        click(desk, tab)
        return Progress.CHANGES
    if any(zone_score(place, zone) >= ACCEPT for zone in desk.situation.zones_in_sight):
        return Progress.DONE
    raise desk.not_in_sight(place)


_CLOSE_WINDOW = ("alt", "f4")
_LOSES = told_risk("discards")


def leave_greeting(desk: Desk) -> bool:
    """A step that leaves the dialog in front, where that only greets and the goal neither speaks of
    it nor goes on in it; it is no part of the goal."""
    way_out = greeting_in_front(desk.situation)
    if desk.front is None or way_out is None:
        return False
    goal, failed = desk.request.goal, desk.request.failed
    is_meant = has_words(desk.front.title, goal) or has_words(way_out.label, goal)
    target = getattr(desk.intent.clause, "target", None)
    with contextlib.suppress(NeedsOperator):  # two of them are below it
        if target is not None and (its := desk.find(target)) is not None:
            is_sure = its.score >= GOOD and not its.route
            is_meant |= is_sure and its.zone in desk.zones_in_front()
    if is_meant or (failed is not None and failed.step.zone_id == way_out.zone_id):
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
        return Progress.DONE if begun else _close_otherwise(desk, clause)
    front = desk.front
    if front and front.window_id != window.window_id:
        bring_to_front(desk, window)
        return Progress.UNFINISHED
    # by its own button or menu entry where one is known, else by the usual keys
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


def _window(desk: Desk, clause: Close) -> Window | None:
    if clause.target is None:
        is_done = any(isinstance(s.expected_change, WindowGone) for s in desk.done_here)
        front = desk.front
        if clause.what == "dialog" and front and not front.is_dialog:
            return None
        return None if is_done else front
    found = applications.windows_of(clause.target.words, desk.situation)
    return found[0] if found else None


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
    if words and clause.what == "anything" and not applications.installed(words, desk.situation):
        raise desk.not_in_sight(words)
    return desk.note(f"{quoted(words)} is closed already." if words else "It is closed already.")


def _answer_question(desk: Desk, clause: Close) -> Progress:
    """ "Save changes?": discard only where the goal or the operator says so."""
    buttons = _buttons(desk)
    title = desk.front.title if desk.front else ""
    discards = [b for b in buttons if has_word("discards", b.label) or is_called("denies", b.label)]
    told = [zone.label for zone in desk.zones_in_front(frozenset({Role.LABEL, Role.HEADING}))]
    said = max(told, key=len, default="") or title
    question = f"Closing asks something: {quoted(said)}. What shall be clicked?"
    labels, is_said = [each.label for each in buttons], clause.discard and discards
    button = discards[0] if is_said else buttons[labels.index(desk.ask(question, *labels))]
    risk = _LOSES if button in discards else ""
    return desk.add(button, Click(), f"Click {zone_words(button)}", SomethingChanges(), risk)


def _buttons(desk: Desk) -> list[Zone]:
    return [zone for zone in desk.zones_in_front(frozenset({Role.BUTTON})) if zone.label]
