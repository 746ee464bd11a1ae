"""Lines that something executes: what is confirmed in a terminal, a console, a notebook's cell, a
box that runs commands, or an address bar with an address that runs.

What a line does there nobody can tell from its words, so that it is never harmless. Terminals are
known by what runs in them, by what they tell, and by a focus of which nobody can tell what it is.
"""

import re

from engine.domain.actions import Action, Click, Drag, PressKeys, TypeText
from engine.domain.plans import Situation
from engine.domain.web.sites import is_program
from engine.domain.zones import CELL_NAME, ITEM_ROLES, MENU_ROLES, Role, State, Window, Zone
from engine.language import action_words, folding, labels
from engine.language.grave_words import begins_with, has_word, is_called, leaves_as_it_is
from engine.language.keys import chord_of, stands_for
from engine.language.orders import content_of, words_in

_LINE_ENDS = re.compile("[\x00-\x08\n-\x1f\x7f\x85\u2028\u2029]")
"""And what else is a key rather than a letter where keys are commands."""
_RETURNS = frozenset({"enter", "linefeed", "iso_enter", "3270_enter", "execute"})
_CONFIRMING = ({"ctrl", "j"}, {"ctrl", "m"})
_HELD = frozenset({"ctrl", "alt", "super", "hyper", "meta"})
_FUNCTION_KEY = re.compile(r"f\d{1,2}")
_PASTING = ({"ctrl", "v"}, {"ctrl", "shift", "v"}, {"shift", "insert"}, {"paste"}, {"xf86paste"})
_ADDRESS_THAT_RUNS = re.compile(
    r"(?i)\s*(?:file|javascript|vbscript|data|view-source|blob|[a-z-]*chrome|about|resource):"
)
_PROMPT = re.compile(r"(?:>>>|In \[\d*\]:|\w{1,20}>|\S{0,60}[\w~/][$#%❯])(?:\s.*)?$")
"""Before what is written in a console whose text can be edited."""
_GOES_ON = re.compile(r"\s*\.\.\.:?(?:\s.*)?$")
"""Before the further lines of what is written there."""
_ASKING_FORMULA = re.compile(r"(?is)\s*(?:=.*(?:\w://|\bDDE\b)|[=+@-].*\|.*!)")
_SCRIPT = re.compile(r"(?is).*\.(?:pyw?|pl|rb|service)")
_HIDDEN = re.compile(r"(?:.*[/\\])?\.[^./\\\s].*", re.S)
"""What a system, a shell or a tool reads by itself is hidden, or its folder is."""
_LINES_BEFORE = 50
_BUTTONS = frozenset({Role.BUTTON, Role.TOGGLE_BUTTON, Role.ICON, Role.LINK}) | MENU_ROLES
_KEPT_FROM_LINES = frozenset(
    {Role.CHECK_BOX, Role.RADIO_BUTTON, Role.SWITCH, Role.SLIDER, Role.SCROLL_BAR, Role.TAB}
    | {Role.COLUMN_HEADER, Role.MENU_BAR, Role.COMBO_BOX, Role.SPIN_BOX}
    | ITEM_ROLES
    | _BUTTONS
)
"""Told to be something else than a place for lines."""


def why_executed(action: Action, zone: Zone | None, seen: Situation, goal: str = "") -> str:
    """Why the action confirms a line that something may execute; empty where it does not. ``goal``
    is the operator's: where it names the program and the text, a focus that nobody can read is no
    terminal."""
    if why := _why_opened(action, zone, seen, goal) or _why_run_later(action, zone, seen, goal):
        return why
    match action:
        case TypeText(text=text) if _ASKING_FORMULA.match(text) and text not in goal:
            return "a formula may run a program, or tell a site what stands beside it"
        case TypeText(text=text) if _LINE_ENDS.search(text):
            place = _place(zone or seen.focused_zone, seen, typed=text)
            is_meant = _is_meant(text, seen, goal)
            return _why("the text has a line's end in it", place, is_meant=is_meant)
        case TypeText():
            place = _busy_terminal(zone or seen.focused_zone, seen)
            return _why("each key may be a command", place)
        case PressKeys(keys=keys):
            return _of_keys(set(chord_of(keys)), keys, seen, goal)
        case Click(button="middle"):
            return _why("a middle click pastes", _place(zone, seen))
        case Drag(to_zone_id=end_id) if (end := seen.zone(end_id)) not in (None, zone):
            return _why("what is dropped may have a line's end in it", _terminal(end, seen))
        case Click() if zone is not None and zone.role in _BUTTONS:
            leads_elsewhere = seen.page is not None and zone.role is Role.LINK
            if begins_with("runs", zone.label) and not leads_elsewhere:
                return _runs(zone)
            return _of_pasting(seen, goal) if pastes(action, zone) else ""
        case _:
            return ""


def _of_keys(chord: set[str], keys: tuple[str, ...], seen: Situation, goal: str) -> str:
    focused, words = seen.focused_zone, action_words.chord_words(keys)
    for entry in seen.zones:
        if stands_for(entry.shortcut, chord_of(keys)) and begins_with("runs", entry.label):
            return _runs(entry)
    place = _place(focused, seen)
    if chord in _CONFIRMING or (len(chord) == 1 and chord <= _RETURNS):
        is_meant = _is_meant(words, seen, goal)
        return _why(f"{words} confirms what stands there", place, is_meant=is_meant)
    if chord & _RETURNS:
        known = "" if place == _UNREADABLE and "alt" in chord else place
        return _why(f"{words} may run what stands there", known or _runs_beside(focused, seen))
    if chord in _PASTING:
        return _of_pasting(seen, goal)
    if chord & _HELD or _FUNCTION_KEY.fullmatch(chord_of(keys)[-1]):
        return _why(f"{words} may mean a command there", _terminal(focused, seen))
    return _why(f"{words} may be a command", _busy_terminal(focused, seen))


def _why_opened(action: Action, zone: Zone | None, seen: Situation, goal: str) -> str:
    """Of what opens a file that is a program, by its name, or a script that the goal does not name:
    twice clicked, by a Return, or by an "Open" for what is chosen."""
    opened: list[Zone | None] = []
    chosen = [each for each in seen.zones_in_sight if State.SELECTED in each.state]
    match action:
        case Click(count=2):
            opened = [zone]
        case Click() if zone is not None and content_of(folding.folded(zone.label)) == {"open"}:
            opened = [*chosen]
        case PressKeys(keys=keys) if set(chord_of(keys)) == {"ctrl", "o"}:
            opened = [*chosen]
        case PressKeys(keys=keys) if set(chord_of(keys)) <= _RETURNS:
            opened = [seen.focused_zone]
    for each in opened if seen.page is None else ():
        name = each.label.strip() if each is not None and each.role in ITEM_ROLES else ""
        if is_program(name) or (_SCRIPT.fullmatch(name) and not _is_named(name, goal)):
            return f"it opens a program: “{labels.shortened(name)}”"
    if isinstance(action, Click) and zone and zone.role is Role.LINK and seen.page is None:
        found = _ADDRESS_THAT_RUNS.match(zone.label)
        return f"the address {found[0].strip()} may run something" if found else ""
    return ""


def _why_run_later(action: Action, zone: Zone | None, seen: Situation, goal: str) -> str:
    """Of what confirms, in a window, a file's name under which something may run it, which the goal
    does not name, or a field that takes commands."""
    typed = ""
    match action:
        case TypeText(text=typed) if _LINE_ENDS.search(typed):
            fields = [zone or seen.focused_zone]
        case PressKeys(keys=keys) if set(chord_of(keys)) <= _RETURNS:
            fields = [seen.focused_zone]
        case Click() if zone is not None and zone.role is Role.BUTTON:
            window = seen.window_of(zone)
            is_asked = window is not None and window.is_dialog and not leaves_as_it_is(zone.label)
            is_asked = is_asked or is_called("saves", zone.label)
            inside = [it for it in seen.zones_in_sight if it.window_id == zone.window_id]
            fields = list(inside) if is_asked else []
        case _:
            return ""
    for each in fields if seen.page is None else ():
        if each is None or each.role not in (Role.TEXT_FIELD, Role.COMBO_BOX):
            continue
        name = (typed or each.value).strip()
        if name and has_word("commands", each.label):
            return f"“{labels.shortened(each.label)}” takes what is to be run"
        is_run = is_program(name) or _SCRIPT.fullmatch(name) or _HIDDEN.fullmatch(name)
        if is_run and not _is_named(name, goal):
            return f"a file called “{labels.shortened(name)}” may be run, or read as commands"
    return ""


def _is_named(file: str, goal: str) -> bool:
    """As a whole, with what is hidden of its folders: who wants "data.py" has not named "a.py"."""
    parts = [each for each in re.split(r"[/\\]", file.casefold()) if each.strip(".")]
    wanted = {re.escape(each) for each in parts if each.startswith(".") or each is parts[-1]}
    return bool(wanted) and all(
        re.search(rf"(?<![\w.-]){each}(?!\.?[\w-])", goal.casefold(), re.ASCII) for each in wanted
    )


def _of_pasting(seen: Situation, goal: str) -> str:
    """What was copied can't be seen. A field of one line confirms none, other texts take lines."""
    focused = seen.focused_zone
    if focused is not None and focused.is_editable and focused.role is not Role.TEXT_AREA:
        return ""
    is_meant = _is_meant("paste", seen, goal)
    what = "what is pasted may have a line's end in it"
    return _why(what, _place(focused, seen), is_meant=is_meant)


def pastes(action: Action, zone: Zone | None) -> bool:
    """What somebody copied, by its chord or by an entry."""
    if isinstance(action, PressKeys):
        return set(chord_of(action.keys)) in _PASTING
    is_left = isinstance(action, Click) and action.button == "left"
    return is_left and zone is not None and is_called("pastes", zone.label)


def _runs(zone: Zone) -> str:
    return f"“{labels.shortened(zone.label)}” may run what stands there"


def why_executes(field: Zone, seen: Situation) -> str:
    """Why what is written in the field may be executed; empty where it is an ordinary one."""
    window = window_taking(field, seen)
    if field.role is Role.TEXT_AREA and (why := _keeps_terminal(window)):
        return why
    return _place(field, seen)


_UNREADABLE = "nobody can tell what has the keyboard"


def _why(what: str, place: str, *, is_meant: bool = False) -> str:
    if not place or (is_meant and place == _UNREADABLE):
        return ""
    return f"{what}, and {place}"


def _place(aimed: Zone | None, seen: Situation, typed: str = "") -> str:
    """Why a line that is confirmed there may be executed; empty where it is not."""
    if aimed is not None and aimed.is_editable:
        for text in (typed, aimed.value):
            if found := _ADDRESS_THAT_RUNS.match(text):
                return f"the address {found[0].strip()} may run something"
        return _of_console(aimed) if aimed.role is Role.TEXT_AREA else _runs_beside(aimed, seen)
    if known := _terminal(aimed, seen):
        return known
    window = window_taking(aimed, seen)
    if seen.page is not None or not _takes_lines(aimed):
        return ""
    return "" if aimed is None and pressed_by_enter(window, seen) else _UNREADABLE


def _terminal(aimed: Zone | None, seen: Situation) -> str:
    """Why it is one; empty where it is none, or where nobody can tell."""
    if aimed is not None and aimed.is_editable:
        return _of_console(aimed)
    if aimed is not None and aimed.is_terminal:
        return "it is a terminal: a text that takes keys and can't be edited"
    return _keeps_terminal(window_taking(aimed, seen)) if _takes_lines(aimed) else ""


def _keeps_terminal(window: Window | None) -> str:
    """Why the window may be a terminal's; empty where it is known that it is not."""
    if window is None or window.keeps_terminal is False:
        return ""
    name = f"“{labels.shortened(window.title or window.application)}”"
    if window.keeps_terminal is None:
        return f"nobody can tell what runs in {name}"
    return f"a program runs on a terminal in {name}"


def _busy_terminal(aimed: Zone | None, seen: Situation) -> str:
    window = window_taking(aimed, seen)
    if window is None or not window.keys_act or not _terminal(aimed, seen):
        return ""
    title = labels.shortened(window.title)
    return f"what runs on the terminal in “{title}” is no shell that awaits a line"


def pressed_by_enter(window: Window | None, seen: Situation) -> list[Zone]:
    """The buttons of a dialog: Enter presses one of them."""
    if window is None or not window.is_dialog:
        return []
    return [zone for zone in seen.zones_in(window) if zone.role is Role.BUTTON]


def entered(typed: TypeText, zone: Zone | None, situation: Situation) -> list[Zone] | None:
    """What a text's Return may press in the dialog of its field, nothing where that is none; None
    where it has no Return, or the field takes lines, or is a sheet's cell, which it leaves."""
    takes_lines = zone is not None and zone.role is Role.TEXT_AREA and zone.is_editable
    beside = [z for z in situation.zones if zone and z.parent_id == zone.parent_id]
    cells = [each.label for each in beside if each.role is Role.CELL]
    is_cell = zone is not None and zone.label in cells and all(map(CELL_NAME.fullmatch, cells))
    if takes_lines or is_cell or not typed.has_return:
        return None
    return pressed_by_enter(situation.window_of(zone) if zone else None, situation)


def _takes_lines(aimed: Zone | None) -> bool:
    return aimed is None or aimed.role not in _KEPT_FROM_LINES


def _of_console(field: Zone) -> str:
    """By the prompt before what is written, or before the lines that go on from it."""
    lines = field.value.rstrip("\n").split("\n")[-_LINES_BEFORE:]
    if field.role is not Role.TEXT_AREA:
        return ""
    while len(lines) > 1 and _GOES_ON.match(lines[-1]):
        del lines[-1]
    return "it is a console: a prompt stands before it" if _PROMPT.match(lines[-1]) else ""


def _runs_beside(field: Zone | None, seen: Situation) -> str:
    """A button of the same window that runs what is written."""
    if field is None or not field.is_editable:
        return ""
    for zone in seen.zones_in_sight:
        is_beside = zone.window_id == field.window_id and zone.role in _BUTTONS - MENU_ROLES
        if is_beside and begins_with("runs", zone.label):
            return f"“{labels.shortened(zone.label)}” stands beside it"
    return ""


def window_taking(zone: Zone | None, seen: Situation) -> Window | None:
    if zone is None or not zone.window_id:
        return seen.active_window
    return seen.window_of(zone)


def _is_meant(text: str, seen: Situation, goal: str) -> bool:
    """The goal names the program that has the keyboard, and the text."""
    window = seen.active_window
    if window is None or not goal:
        return False
    said = f" {' '.join(words_in(folding.folded(goal)))} "
    names = content_of(folding.folded(f"{window.application} {window.title}"))
    is_program = bool(names & content_of(folding.folded(goal)))
    lines = (" ".join(words_in(folding.folded(line))) for line in _LINE_ENDS.split(text))
    return is_program and all(f" {line} " in said for line in lines if line)
