"""Messages that applications show: dialogs, small windows that came up, and alerts within windows.

Each is told by what it says, so that the same one is known again when it comes back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.acting.exploring.stable_words import stable
from engine.domain.situation import Situation
from engine.domain.zones import CHECKABLE_ROLES, DRAWN_SOURCES, EDITABLE_ROLES, Role, Window, Zone

_READ_ROLES = frozenset({Role.LABEL, Role.HEADING, Role.ALERT, Role.STATUS, Role.TEXT_AREA})
_WORKED_WITH = (EDITABLE_ROLES | {Role.SLIDER, Role.TAB, Role.TREE_ITEM, Role.CELL}) - {
    Role.TEXT_AREA
}
_MOST_BUTTONS = 5
_MOST_SHARE = 0.5
_SAID_IN_PAGE = "The page said in a dialog: "


@dataclass(frozen=True, slots=True)
class Message:
    """``place_id`` is the window's or the alert's own id, another for each time that it is made;
    ``texts`` are what it says, as far as that can be read for sure. ``is_brief``: there is nothing
    in it to work with but a few buttons."""

    place_id: str
    application: str
    title: str
    texts: tuple[str, ...]
    is_brief: bool

    @property
    def key(self) -> tuple[str, str, tuple[str, ...]]:
        """The same each time that it comes up."""
        return (self.application, stable(self.title), tuple(map(stable, self.texts)))


def messages_in(situation: Situation) -> tuple[Message, ...]:
    """Dialogs first, then alerts, then what a page said in dialogs that were answered."""
    return (*dialogs_in(situation), *_alerts(situation), *said_in_page(situation))


def dialogs_in(situation: Situation) -> tuple[Message, ...]:
    """Those that are windows of their own."""
    windows = [window for window in situation.windows if window.is_dialog]
    return tuple(_dialog(each, situation) for each in (*windows, *_small_windows(situation)))


def _small_windows(situation: Situation) -> Iterator[Window]:
    """Programs exist that only show a message: theirs are no dialogs of anything."""
    most_px = _MOST_SHARE * situation.frame.bounds_px.area
    for window in situation.windows:
        if not window.is_dialog and window.title and window.bounds_px.area < most_px:
            zones = [zone for zone in situation.zones if zone.window_id == window.window_id]
            if _is_brief(zones) and any(zone.role is Role.BUTTON for zone in zones):
                yield window


def _dialog(window: Window, situation: Situation) -> Message:
    zones = [zone for zone in situation.zones if zone.window_id == window.window_id]
    return Message(
        window.window_id, window.application, window.title, tuple(_texts(zones)), _is_brief(zones)
    )


def _texts(zones: list[Zone]) -> Iterator[str]:
    for zone in zones:
        if zone.role in _READ_ROLES and zone.source not in DRAWN_SOURCES and zone.on_screen:
            text = zone.value if zone.role is Role.TEXT_AREA else zone.label or zone.value
            if text:
                yield text


def _is_brief(zones: list[Zone]) -> bool:
    roles = [zone.role for zone in zones if zone.on_screen]
    is_worked_with = any(role in _WORKED_WITH for role in roles)
    boxes = sum(role in CHECKABLE_ROLES for role in roles)
    return not is_worked_with and boxes <= 1 and roles.count(Role.BUTTON) <= _MOST_BUTTONS


def _alerts(situation: Situation) -> Iterator[Message]:
    dialogs = {window.window_id for window in situation.windows if window.is_dialog}
    names = {window.window_id: window.application for window in situation.windows}
    for zone in situation.zones:
        if zone.role is Role.ALERT and zone.on_screen and zone.window_id not in dialogs:
            texts = tuple(dict.fromkeys(filter(None, (zone.label, zone.value))))
            yield Message(zone.zone_id, names.get(zone.window_id, ""), "", texts, is_brief=True)


def said_in_page(situation: Situation) -> Iterator[Message]:
    """What a page said since the look before, in dialogs that the browser answered."""
    if situation.page is None:
        return
    application = next((window.application for window in situation.windows), "")
    for number, notice in enumerate(situation.page.notices):
        if notice.startswith(_SAID_IN_PAGE):
            said = notice.removeprefix(_SAID_IN_PAGE).strip("“”.")
            place_id = f"{situation.frame.change_count}/{number}"
            yield Message(place_id, application, "", (said,), is_brief=True)
