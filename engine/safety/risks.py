"""Rating the risk of a step, and saying beforehand how it could be taken back.

The words on what is pressed are those of ``engine.language.grave_words``. The planner's own word
(``has_risk_of``) can raise a class, never lower it.

looking             wait for a text, scroll a list, bring a window to the front
reversible          tick Autosave, type into a field, open a menu, save a new file
unknown             a button without a name, a label that is clicked
irreversible        Delete, Replace an existing file, Discard changes, Empty trash
leaves the machine  Send, Upload, Publish, Pay, Sign in"""

from collections.abc import Set
from dataclasses import replace
from functools import partial

from engine.domain import actions
from engine.domain.plans import PlanStep, Situation
from engine.domain.risks import Control, Reversibility, Risk, RiskClass
from engine.domain.zones import MENU_ROLES, ROW_ROLES, SHOWING_ROLES, Role, State, Zone
from engine.language import action_words, grave_words, labels, questions
from engine.language.keys import chord_of, opposites_of, stands_for
from engine.safety import secret_places, unknowns
from engine.safety.executed_lines import entered, pressed_by_enter, why_executed
from engine.states.spots import control_upon

_SELECTED_ROLES = frozenset(
    {Role.TAB, Role.RADIO_BUTTON, Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL, Role.COMBO_BOX}
)
_CLOSING_CHORDS = (("alt", "f4"), ("ctrl", "w"), ("ctrl", "q"), ("ctrl", "f4"))
_DELETING_KEYS = (("delete",), ("backspace",), ("ctrl", "delete"), ("ctrl", "backspace"))
_SAVING_CHORDS = (("ctrl", "s"), ("ctrl", "shift", "s"))
_UNDO = "Undo (Ctrl+Z)"
_IF_CLOSED = "Open it again. What is not saved is asked for before, or is gone."
_IF_SAVED = "Undo and save again: the file's former content is not kept."
_IF_LEFT = "Open it again. What was entered there is gone."
_IF_PLAIN = f"its words don't tell what it does. Escape, Cancel or {_UNDO} will be tried."
_IF_KEY = f"it is a key among digits. {_UNDO} or Backspace will be tried."
_IF_DRAWN = f"nothing but its picture tells of it. Escape or {_UNDO} will be tried."
_IF_UNTOLD = f"nothing tells what takes the text. {_UNDO} will be tried."
_IF_APPLIED = "Open it again and put the former values back."
_OF_ROWS = {
    **dict.fromkeys(("shuts", "quits"), _IF_CLOSED),
    "saves": _IF_SAVED,
    **dict.fromkeys(("calls_off", "denies", "goes_back", "dismisses"), _IF_LEFT),
    **dict.fromkeys(("affirms", "applies", "completes"), _IF_APPLIED),
}
_PRESSED_ROLES = (MENU_ROLES - {Role.MENU}) | {
    Role.BUTTON,
    Role.TOGGLE_BUTTON,
    Role.LINK,
    Role.ICON,
}
_SETTING_ROLES = frozenset({Role.CHECK_BOX, Role.SWITCH})
_TURNED_ROLES = frozenset({Role.COMBO_BOX, Role.SPIN_BOX, Role.SLIDER, Role.TAB})
_NEVER_COMMANDS = SHOWING_ROLES | {Role.RADIO_BUTTON, Role.SLIDER, Role.WINDOW, Role.DIALOG}
LOOKS = frozenset({"wait", "scroll", "scroll_to", "screenshot", "focus_window", "replan"})
KIND_WORDS = {
    "press": "a key",
    "type": "typing",
    "launch": "starting a program",
    "drag": "moving something",
    "click": "a click",
    "navigate": "opening an address",
    "search": "a search",
    "go_back": "going back a page",
    "go_forward": "going forward a page",
    "switch_tab": "showing another tab",
    "close_tab": "closing a tab",
}
_FEWEST_BESIDE = 3
_ENTER_KEYS = ({"enter"}, {"space"})


def reversibility_of_action(
    action: actions.Action, zone: Zone | None, focused: Zone | None = None
) -> Reversibility:
    """How this kind of action on this zone is taken back; ``focused`` has the keyboard."""
    match action:
        case actions.Wait() | actions.TakeScreenshot() | actions.FocusWindow() | actions.Replan():
            return Reversibility.fully("Nothing to take back.")
        case actions.Scroll() | actions.ScrollTo():
            return Reversibility.fully("Scroll back.")
        case actions.Click() | actions.PressKeys() if actions.half_of(action):
            return Reversibility.unknown(_IF_DRAWN)
        case actions.PressKeys(keys=keys):
            return _of_keys(chord_of(keys), focused)
        case actions.TypeText():
            field = zone or focused
            if field is not None and field.role is Role.PASSWORD_FIELD:
                return Reversibility.partly("Clear it: what stood there before can't be read.")
            if field is None or not field.role.is_field or field.source.is_drawn:
                return Reversibility.unknown(_IF_UNTOLD)
            return Reversibility.fully(f"{_UNDO}, or type the old text again.")
        case actions.Launch():
            return Reversibility.fully("Close its window.")
        case actions.Drag(strokes=strokes) if strokes:
            return Reversibility.unknown(_IF_DRAWN)
        case actions.Drag():
            return Reversibility.fully("Drag it back.")
        case actions.Click(button="right"):
            return Reversibility.fully("Escape closes the menu.")
        case actions.Click():
            return _of_click(zone)
        case actions.CloseTab():
            return Reversibility.partly("Open its address again. What was entered in it is gone.")
        case actions.SwitchTab():
            return Reversibility.fully("Switch to the tab that was shown before.")
        case actions.GoBack() | actions.GoForward() | actions.Navigate() | actions.Search():
            return Reversibility.fully("Go back in the tab's history.")


def _of_click(zone: Zone | None) -> Reversibility:
    if zone is None or zone.source.is_drawn:
        return Reversibility.unknown(_IF_DRAWN)
    opens = zone.role is Role.MENU or labels.promises_window(zone.label)
    label = labels.plain(zone.label)
    how = next((_OF_ROWS[row] for row in _OF_ROWS if grave_words.is_called(row, label)), "")
    if how and not opens and (zone.role.is_of_menu or zone.role in (Role.BUTTON, Role.LINK)):
        return Reversibility.partly(how)
    if zone.role is Role.CHECK_MENU_ITEM:
        return Reversibility.fully("Click it again, or what was ticked before.")
    if (zone.role.is_checkable or zone.is_checked) and zone.role is not Role.RADIO_BUTTON:
        return Reversibility.fully("Click it again.")
    if zone.role in _SELECTED_ROLES:
        return Reversibility.fully("Select what was selected before.")
    if zone.role.is_field:
        return Reversibility.fully("Nothing to take back: it only takes the focus.")
    if opens:
        return Reversibility.fully("Escape or Cancel closes what it opens.")
    return Reversibility.unknown(_IF_PLAIN)


def _of_keys(chord: tuple[str, ...], focused: Zone | None) -> Reversibility:
    opposites = opposites_of(chord)
    is_writing = focused is not None and focused.is_editable
    if chord in _CLOSING_CHORDS:
        return Reversibility.partly(_IF_CLOSED)
    if chord in _SAVING_CHORDS:
        return Reversibility.partly(_IF_SAVED)
    if chord in _DELETING_KEYS and not is_writing:
        return Reversibility.partly(f"{_UNDO} or the wastebasket, if there is one.")
    if is_writing and (chord in _DELETING_KEYS or len(chord) == 1):
        return Reversibility.fully(f"{_UNDO}, or type the old text again.")
    if opposites:
        return Reversibility.fully(f"Press {action_words.chord_words(opposites[0])}.")
    if len(chord) == 1:
        return Reversibility.unknown(_IF_PLAIN)
    return Reversibility.partly(f"Leave what it opens, press it again, or {_UNDO}.")


class WordRiskRater:
    """Implements the ``RiskRater`` port by what is executed, the kind of action and the words on
    its target. ``goal`` is the operator's, ``start_url`` the page that they began with;
    ``returned`` are controls of which it was seen that what they did was taken back."""

    def __init__(
        self, *, goal: str = "", start_url: str = "", returned: Set[Control] = frozenset()
    ) -> None:
        self._goal = goal
        self._returned = returned
        self._secrets = secret_places.SecretTraces(goal, start_url)

    def rate(self, step: PlanStep, situation: Situation) -> Risk:
        """The gravest of what the kind of action, its target and the planner say."""
        zone = situation.zone(step.zone_id)
        ordinary = self._ordinary(step, zone, situation)
        risks = [ordinary]
        if why := why_executed(step.action, zone, situation, self._goal):
            risks.append(Risk.final(RiskClass.IRREVERSIBLE, why))
        risks += self._set_off(step, zone, situation)
        if unknown := self._unknown(step, situation):
            risks.append(Risk.unknown(unknown, ordinary.undo))
        if step.has_risk_of:
            worded = grave_words.class_of_words(step.has_risk_of) or RiskClass.IRREVERSIBLE
            risks.append(Risk.final(worded, step.has_risk_of))
        gravest = replace(
            max(risks, key=lambda risk: risk.risk_class.rank),
            hands_over=next((each.hands_over for each in risks if each.hands_over), ""),
        )
        return self._secrets.place_of(step.action, zone, situation).in_risk(gravest)

    def _ordinary(self, step: PlanStep, zone: Zone | None, situation: Situation) -> Risk:
        """By the kind of action alone, with how that is taken back."""
        action, focused = step.action, situation.focused_zone
        is_key = isinstance(action, actions.Click) and zone is not None and _is_key(zone, situation)
        way = reversibility_of_action(action, zone, focused)
        back = Reversibility.unknown(_IF_KEY) if is_key else way
        match action:
            case actions.Scroll(modifiers=held) if held or (zone and zone.role in _TURNED_ROLES):
                why = f"the wheel {action_words.chord_words(held)}".rstrip()
                return Risk(RiskClass.REVERSIBLE, why, back.how, back.degree)
            case _ if action.kind in LOOKS:
                return Risk(RiskClass.LOOKING, "nothing is changed by it", back.how, back.degree)
            case actions.PressKeys(keys=keys) if chord_of(keys) == ("delete",) and not (
                focused is not None and focused.is_editable
            ):
                why = "the key deletes what is selected"
                return Risk(RiskClass.IRREVERSIBLE, why, back.how, back.degree)
            case actions.TypeText() if entered(action, zone or focused, situation) == []:
                why = "the text has a Return in it, which may set something off"
                return Risk.final(RiskClass.IRREVERSIBLE, why)
            case _:
                return Risk(RiskClass.REVERSIBLE, KIND_WORDS[action.kind], back.how, back.degree)

    def _set_off(self, step: PlanStep, zone: Zone | None, situation: Situation) -> list[Risk]:
        """By the words on what is pressed or dropped upon, what is asked there, and the chord."""
        action = step.action
        risks = []
        for pressed in pressed_zones(action, zone, situation):
            is_dropped = isinstance(action, actions.Drag) or actions.half_of(action) == "up"
            if is_dropped and grave_words.takes_away(pressed.label):
                why = f"it is dropped on “{pressed.label}”"
                risks.append(Risk.final(RiskClass.IRREVERSIBLE, why))
            worded = _class_of(pressed, situation, is_dropped=is_dropped)
            # dots promise a dialog; of what destroys only where what came was taken back before
            is_known = control_upon(step, situation) in self._returned
            is_known |= worded is not RiskClass.IRREVERSIBLE
            if worded is not None and not (is_known and labels.promises_window(pressed.label)):
                risks.append(Risk.final(worded, f"the words “{pressed.label}”"))
            elif (asked := _question_answered(pressed, situation)) is not None:
                risks.append(Risk.final(asked[0], f"“{pressed.label}” to “{asked[1]}”"))
        if isinstance(action, actions.PressKeys):
            told = unknowns.risk_of_chord(chord_of(action.keys), situation)
            risks += [Risk.final(*told)] if told is not None else []
        return risks

    def _unknown(self, step: PlanStep, situation: Situation) -> str:
        """Why nobody can tell what it does; empty where it can be told, or need not be."""
        asking = partial(_asked_in_dialog, situation=situation)
        pressed = pressed_zones(step.action, situation.zone(step.zone_id), situation)
        return unknowns.unknown_of(step, situation, self._returned, pressed, asking)


def _is_key(zone: Zone, situation: Situation) -> bool:
    """It stands among digits, so that it writes rather than toggles, whatever its toolkit says."""
    return zone.role is Role.TOGGLE_BUTTON and any(
        other.label.isdigit() and other.role is Role.TOGGLE_BUTTON
        for other in situation.zones_in_sight
        if other.window_id == zone.window_id
    )


def _class_of(pressed: Zone, situation: Situation, *, is_dropped: bool) -> RiskClass | None:
    """By its label; "Replace" means texts, not files, where texts are searched for, or dots end it.
    What is no button is read as a command where it is short, an entry that is ticked by where its
    verb stands, and what stands among the values of a list not at all."""
    if pressed.role in _SETTING_ROLES:
        return grave_words.class_of_setting(pressed.label)
    if pressed.role is Role.CHECK_MENU_ITEM:
        return grave_words.class_of_label(pressed.label, "window")
    if pressed.role in ROW_ROLES and _is_value(pressed, situation):
        return None
    if pressed.role not in _PRESSED_ROLES and not is_dropped:
        return grave_words.class_of_command(pressed.label, "window")
    window = situation.window_of(pressed)
    around = f"{pressed.label} {window.title if window is not None else ''}"
    comes_back = grave_words.has_word(
        "brings_back", labels.plain(pressed.label)
    ) and grave_words.has_word("bins", around)
    is_search = labels.promises_window(pressed.label) or any(
        grave_words.begins_with("searches", zone.label)
        or grave_words.has_word("replaces_with", zone.label)
        for zone in situation.zones_in_sight
        if zone.window_id == pressed.window_id and not zone.role.is_of_menu
    )
    but = ("replaces",) * is_search + ("resets",) * comes_back
    return grave_words.class_of_words(pressed.label, but=but)


def _is_value(entry: Zone, situation: Situation) -> bool:
    """One word in a list from which another is chosen, and of which no other says what it does: a
    deed in one language is the name of a thing in others ("Delta", "Poster")."""
    place = (entry.window_id, entry.parent_id, entry.role)
    within = [z for z in situation.zones_in_sight if (z.window_id, z.parent_id, z.role) == place]
    is_chosen_from = any(State.SELECTED in z.state for z in within if z.zone_id != entry.zone_id)
    is_name = " " not in entry.label.strip() and not grave_words.is_strong(entry.label)
    saying = [each for each in within if grave_words.says_what_it_does(each.label)]
    return is_chosen_from and is_name and len(within) > _FEWEST_BESIDE and len(saying) < 2


def _question_answered(pressed: Zone, situation: Situation) -> tuple[RiskClass, str] | None:
    """What a window asks, where this button answers it so that something lasts."""
    window = situation.window_of(pressed)
    if window is None or pressed.role not in (Role.BUTTON, Role.LINK):
        return None
    texts = unknowns.asked_in(window, situation)
    return questions.class_of_answer(pressed.label, texts, is_dialog=window.is_dialog)


def _asked_in_dialog(pressed: Zone, situation: Situation) -> tuple[str, ...]:
    window = situation.window_of(pressed)
    return unknowns.asked_in(window, situation) if window is not None and window.is_dialog else ()


def pressed_zones(action: actions.Action, zone: Zone | None, situation: Situation) -> list[Zone]:
    """What the action sets off: the button clicked, the thing dragged onto, what Enter means,
    the menu entries that a chord stands for, in sight or not."""
    match action:
        case actions.Click(button="left") | actions.Drag(strokes=(_, *_), to_zone_id=""):
            return [zone] if zone is not None and zone.role not in _NEVER_COMMANDS else []
        case actions.Drag(to_zone_id=end_id):
            end = situation.zone(end_id)
            return [end] if end is not None else []
        case actions.PressKeys(keys=keys) if frozenset(chord_of(keys)) in _ENTER_KEYS:
            # in a dialog any button may be the one that Enter presses, unless one is focused
            focused = situation.focused_zone
            if focused is not None and focused.role in _PRESSED_ROLES:
                return [focused]
            found = pressed_by_enter(situation.active_window, situation)
            return found or _taking_line(focused, situation) * ("enter" in chord_of(keys))
        case actions.PressKeys(keys=keys):
            chord = chord_of(keys)
            return [one for one in situation.zones if stands_for(one.shortcut, chord)]
        case actions.TypeText(has_return=True):
            field = zone or situation.focused_zone
            return entered(action, field, situation) or _taking_line(field, situation)
        case _:
            return []


def _taking_line(field: Zone | None, seen: Situation) -> list[Zone]:
    """The buttons of a window that is no dialog which send and which a Return in the field may
    press: those below it, or beside a text of lines (a letter's stand above). To search finds."""
    is_line = field is not None and field.is_editable and seen.page is None
    if field is None or not is_line or grave_words.begins_with("searches", field.label):
        return []
    at, is_text = field.bounds_px, field.role is Role.TEXT_AREA
    return [
        it
        for it in seen.zones_in_sight
        if (it.window_id, it.role) == (field.window_id, Role.BUTTON)
        and it.bounds_px.bottom > at.y
        and (it.bounds_px.y < at.bottom or not is_text)
        and _class_of(it, seen, is_dropped=False) is RiskClass.LEAVES_MACHINE
    ]
