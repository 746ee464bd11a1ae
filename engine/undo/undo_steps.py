"""What the ways back are made of: clicks, keys and typing, in the operator's words.

Nothing here may lose data: a way is walked without asking what it would cost, and what an
application asks on the way ("Save changes?") is answered by staying.
"""

from __future__ import annotations

from engine.domain.actions import Action, Click, PressKeys
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.reversal import UndoWay
from engine.domain.situation import Situation
from engine.domain.zones import Zone
from engine.language.action_words import chord_words


def step(zone: Zone | None, action: Action) -> PlanStep:
    """The action on the zone; None for whatever has the keyboard."""
    act = f"press {chord_words(action.keys)}" if isinstance(action, PressKeys) else action.kind
    words = f"Take back: {act.replace('_', ' ')} {zone.words if zone else ''}".strip()
    if zone is None:
        return PlanStep(0, GLOBAL_ZONE_ID, "", action, words)
    return PlanStep(0, zone.zone_id, zone.label, action, words)


def press(*keys: str) -> UndoWay:
    return UndoWay(f"press {chord_words(keys)}", (step(None, PressKeys(keys)),))


def click(zone: Zone, now: Situation, *, modifiers: tuple[str, ...] = ()) -> UndoWay:
    """Click it; what is hidden in a menu is reached by opening the menus above it."""
    opened = tuple(step(each, Click()) for each in path_to(zone, now))
    action = Click(modifiers=modifiers)
    return UndoWay(f"click {zone.words}", (*opened, step(zone, action)))


def path_to(zone: Zone, now: Situation) -> tuple[Zone, ...]:
    """The zones that must be clicked before it comes into sight, the outermost first."""
    path: list[Zone] = []
    while not zone.on_screen:
        above = now.zone(zone.parent_id)
        if above is None or above in path:
            break
        path.insert(0, above)
        zone = above
    return tuple(path)


def can_be_reached(zone: Zone, now: Situation) -> bool:
    """It is in sight, or a menu that is in sight leads to it."""
    path = path_to(zone, now)
    return zone.on_screen or bool(path and path[0].on_screen)
