"""Where a secret may have come to after it was typed: onto the clipboard, into what is selected.

From there it can be put where it may not be typed, by a step that names no secret. So what is
copied once a secret was typed is remembered, and putting it somewhere is judged as typing the
secret there: withheld where it surely is the secret, asked about where nobody can tell. Both
raters ask here, so that a window and a page have one answer.
"""

from __future__ import annotations

from engine.domain.actions import Action, Click, Drag, PressKeys, TypeText
from engine.domain.situation import Situation
from engine.domain.zones import Role, Zone
from engine.language.command_words import canonical
from engine.language.grave_words import is_called
from engine.language.keys import chord_of
from engine.language.secret_names import secrets_in
from engine.safety.executed_lines import PASTING
from engine.safety.secret_places import SecretPlace, place_of_secret

_COPYING = (
    *({"ctrl", "c"}, {"ctrl", "x"}, {"ctrl", "shift", "c"}, {"ctrl", "insert"}),
    *({"shift", "delete"}, {"copy"}, {"cut"}, {"xf86copy"}, {"xf86cut"}),
)
_NOTHING = SecretPlace()


class SecretTraces:
    """For one run. ``goal`` is the operator's, ``start_url`` the page that they began with."""

    def __init__(self, goal: str, start_url: str = "") -> None:
        self._goal = goal
        self._start_url = start_url
        self._typed: dict[str, None] = {}
        self._is_copied = False
        self._is_surely_copied = False

    def place_of(self, action: Action, zone: Zone | None, seen: Situation) -> SecretPlace:
        """Whether the secret that the action names, or moves, may go where it puts it."""
        place = place_of_secret(action, zone, seen, self._goal, self._start_url)
        if place.withheld:
            return place
        if isinstance(action, TypeText):
            self._typed.update(dict.fromkeys(secrets_in(action.text)))
        if self._typed and _copies(action, zone):
            self._is_surely_copied = _holds_secret(seen.focused_zone)
            self._is_copied = self._is_surely_copied or _may_be_secret(action, seen)
        return self._of_moved(action, zone, seen) if place == _NOTHING else place

    def _of_moved(self, action: Action, zone: Zone | None, seen: Situation) -> SecretPlace:
        match action:
            case PressKeys(keys=keys) if set(chord_of(keys)) in PASTING and self._is_copied:
                return self._of_putting(seen.focused_zone, seen, is_sure=self._is_surely_copied)
            case Click(button="middle") if zone is not None and zone.is_editable:
                return self._of_putting(zone, seen, is_sure=False)
            case Click() if zone and self._is_copied and is_called("pastes", zone.label):
                return self._of_putting(seen.focused_zone, seen, is_sure=self._is_surely_copied)
            case Drag(to_zone_id=end_id) if zone is not None:
                end, may_hold = seen.zone(end_id), zone.is_secret or _holds_secret(zone)
                if end is None or end == zone or not end.is_editable or not may_hold:
                    return _NOTHING
                return self._of_putting(end, seen, is_sure=_holds_secret(zone))
            case _:
                return _NOTHING

    def _of_putting(self, aimed: Zone | None, seen: Situation, *, is_sure: bool) -> SecretPlace:
        """As typing each secret there that was typed before."""
        for name in self._typed:
            typed = TypeText(f"{{{{secret:{name}}}}}")
            place = place_of_secret(typed, aimed, seen, self._goal, self._start_url)
            if place.withheld and is_sure:
                return SecretPlace(f"what was copied is a secret: {place.withheld}")
            if place != _NOTHING:
                told = f"what is put there may be the secret “{name}”, which was typed before"
                return SecretPlace(asked=told)
        return _NOTHING


def _copies(action: Action, zone: Zone | None) -> bool:
    match action:
        case PressKeys(keys=keys):
            return set(chord_of(keys)) in _COPYING
        case Click() if zone is not None:
            return any(canonical(each) in ("copy", "cut") for each in zone.label.split()[:1])
        case _:
            return False


def _holds_secret(zone: Zone | None) -> bool:
    """A field in which it surely stands."""
    if zone is None or not zone.is_editable:
        return False
    return zone.is_secret or zone.role is Role.PASSWORD_FIELD


def _may_be_secret(action: Action, seen: Situation) -> bool:
    """Of a copy that is not surely one: what stands in an open field is known, what else is
    selected is not."""
    focused = seen.focused_zone
    if isinstance(action, PressKeys) and focused is not None and focused.is_editable:
        return False
    return any(zone.is_secret for zone in seen.zones_in_sight) or not isinstance(action, PressKeys)
