"""Dialogs in which a file is chosen or named, as any toolkit has them: by a button that opens or
saves, beside a list or a field. What else has such a button counts as one, too."""

from collections.abc import Iterable

from engine.domain.zones import ROW_ROLES, Role, State, Window, Zone
from engine.language.grave_words import is_called

_LISTED = ROW_ROLES | {Role.COLUMN_HEADER}


def is_of_files(window: Window, zones: Iterable[Zone]) -> bool:
    """``zones`` are all that are told of; where none is, nobody knows, and it counts as one."""
    own = [zone for zone in zones if zone.window_id == window.window_id]
    is_dialog = window.is_dialog or any(State.MODAL in zone.state for zone in own)
    has_place = any(zone.role in _LISTED or zone.is_editable for zone in own)
    return is_dialog and (not own or (has_place and any(takes_file(zone) for zone in own)))


def takes_file(zone: Zone) -> bool:
    """The button that opens or saves what is named."""
    return zone.role is Role.BUTTON and is_called("saves", zone.label, "takes_files")


def leaves(zone: Zone) -> bool:
    return zone.role is Role.BUTTON and is_called("calls_off", zone.label, "shuts")


def may_stay(zone: Zone) -> bool:
    """It tells of no file but the one that is named."""
    return zone.is_editable or takes_file(zone) or leaves(zone)
