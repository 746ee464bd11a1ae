"""What an action of exploring surely brings about: it is waited for before the next look.

Programs that are busy show late what a click did. A look before that would tell of the old place as
if the click had led there. Where nothing is sure, the surface's rest is all that is waited for.
"""

from __future__ import annotations

from engine.domain.actions import Action, Click
from engine.domain.conditions import Condition, NewWindow, SomethingChanges, ZoneState
from engine.domain.zones import Role, State, Zone

_PROMISES = ("…", "...")
"""By custom a label that ends so opens a window."""


def surely_after(action: Action, zone: Zone) -> Condition | None:
    """On a desktop; pages have their own ways to tell."""
    if not isinstance(action, Click) or action.button != "left":
        return None
    if zone.role is Role.TAB:
        return ZoneState(zone.zone_id, zone.label, State.SELECTED)
    if zone.label.rstrip().endswith(_PROMISES):
        return NewWindow()
    return SomethingChanges() if zone.role is Role.MENU_ITEM else None
