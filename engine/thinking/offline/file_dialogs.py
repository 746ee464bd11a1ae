"""File dialogs in front: the one that asks for a name, and the one that asks whether to replace."""

from engine.domain.facts import Frozen
from engine.domain.plans import Situation
from engine.domain.zones import ROW_ROLES, Role, State, Window, Zone
from engine.language.labels import normal
from engine.thinking.offline.desk import DISMISSING_BUTTONS, Desk
from engine.thinking.offline.matching import GOOD, field_beside, is_captioned, words_score

_TEXT_ROLES = frozenset({Role.LABEL, Role.HEADING, Role.ALERT, Role.OTHER})
_NAME_ROLES = frozenset({Role.TEXT_FIELD, Role.COMBO_BOX})
_FILE_BUTTON_WORDS = ("save", "save as", "open", "export")
_NAME_FIELD_WORDS = ("name", "file name", "filename", "save as", "location", "file", "path")
_SAVE_WORDS = ("save", "save as", "save file", "export")
_OPEN_WORDS = ("open", "open file", "choose", "select")
_REPLACE_WORDS = ("replace", "overwrite", "yes", "replace file", "ok")
_EXISTS_WORDS = ("already exists", "exists already", "already there")
_REPLACING_WORDS = ("overwrite", "replace")
_TITLE_WORDS = ("save", "open", "export", "file", "choose", "select")


class FileDialog(Frozen):
    window: Window
    name_field: Zone
    button: Zone


def save_dialog(desk: Desk) -> FileDialog | None:
    """The dialog in front that has a name field and a Save button."""
    return _dialog(desk, _SAVE_WORDS)


def open_dialog(desk: Desk) -> FileDialog | None:
    return _dialog(desk, _OPEN_WORDS)


def unread_dialog(desk: Desk) -> Window | None:
    """A file dialog in front that tells nothing of what is in it, and was not read (yet)."""
    window = desk.front
    told = [zone for zone in desk.zones_in_front() if zone.source.tells]
    return window if window is not None and is_of_files(window) and not told else None


def closes_dialog(desk: Desk, button: Zone) -> bool:
    """Whether a dialog goes away when the button has done its work: OK, or Open of a file."""
    window = desk.situation.window_of(button)
    if window is None or not window.is_dialog or button.role is not Role.BUTTON:
        return False
    if normal(button.label) in DISMISSING_BUTTONS:
        return True
    return is_of_files(window) and _button([button], _FILE_BUTTON_WORDS) is not None


def is_of_files(window: Window) -> bool:
    """By what its title begins with."""
    title = normal(window.title).split()
    return bool(title) and title[0] in _TITLE_WORDS


def asks_for_file(desk: Desk) -> bool:
    """By the title in front, or since it opens what is chosen in its list, whatever that says."""
    zones = desk.zones_in_front()
    is_listed = any(zone.role in ROW_ROLES | {Role.COLUMN_HEADER} for zone in zones)
    is_opening = is_listed and _button(zones, _OPEN_WORDS[:2]) is not None
    return desk.front is not None and (is_opening or is_of_files(desk.front))


def replace_question(desk: Desk) -> Zone | None:
    """The Replace button of a dialog that says the file exists. Any window may be it, not only the
    active one: the question is there before it has the focus."""
    found = (
        _replace_button(each, desk.situation.zones_in(each)) for each in desk.situation.windows
    )
    return next((button for button in found if button), None)


def _replace_button(window: Window, zones: list[Zone]) -> Zone | None:
    """It is the window's texts that ask: other things have a button of that name as well."""
    is_dialog = window.is_dialog or any(State.MODAL in zone.state for zone in zones)
    texts = [window.title, *(f"{z.label} {z.value}" for z in zones if z.role in _TEXT_ROLES)]
    if not is_dialog or not any(_asks_of_file(text) for text in texts):
        return None
    has_field = any(zone.role in _NAME_ROLES and zone.is_editable for zone in zones)
    return None if has_field else _button(zones, _REPLACE_WORDS)


def _asks_of_file(text: str) -> bool:
    says_so = any(words in normal(text) for words in _EXISTS_WORDS)
    return says_so or ("?" in text and any(words in normal(text) for words in _REPLACING_WORDS))


def known_content(situation: Situation, typed: str, application: str) -> str | None:
    """What the application's only text area holds, where that is exactly what was typed."""
    windows = {w.window_id for w in situation.windows if w.application == application}
    areas = [
        zone
        for zone in situation.zones
        if zone.role is Role.TEXT_AREA and zone.window_id in windows
    ]
    if len(areas) != 1 or not typed or areas[0].value != typed:
        return None
    return typed


def _dialog(desk: Desk, button_words: tuple[str, ...]) -> FileDialog | None:
    window = desk.front
    zones = desk.zones_in_front()
    is_modal = any(State.MODAL in zone.state for zone in zones)
    if window is None or not (window.is_dialog or is_modal or is_of_files(window)):
        return None  # a form with a Save button is none
    button = _button(zones, button_words)
    # a field that is drawn and not told of tells nothing of whether it takes text
    may_take = (z for z in zones if z.is_editable or not z.source.tells)
    field = _name_field(zones, [zone for zone in may_take if zone.role in _NAME_ROLES])
    return FileDialog(window, field, button) if button and field else None


def _name_field(zones: list[Zone], fields: list[Zone]) -> Zone | None:
    """By its label, by the label beside it, by the caret, else the topmost that tells of itself,
    and of which no caption says that it is for another thing."""
    for words in _NAME_FIELD_WORDS:
        named = [zone for zone in fields if words_score(words, zone.label) >= GOOD]
        if named:
            return named[0]
        beside, score = field_beside(words, zones, [zone for zone in fields if not zone.label])
        if beside and score >= GOOD:
            return beside
    focused = [zone for zone in fields if State.FOCUSED in zone.state]
    told = [zone for zone in fields if zone.source.tells and not is_captioned(zone, zones)]
    return min(focused or told, key=lambda zone: zone.bounds_px.y, default=None)


def _button(zones: list[Zone], words: tuple[str, ...]) -> Zone | None:
    """The button that fits the earliest of the words."""
    buttons = [zone for zone in zones if zone.role is Role.BUTTON]
    fitting = (b for each in words for b in buttons if words_score(each, b.label) >= GOOD)
    return next(fitting, None)
