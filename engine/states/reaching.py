"""The way to a zone that is known but not in sight: which menus, combo boxes or tabs to open.

A closed menu's entries have ``on_screen`` false and a chain of parents. Toolkits differ in that
chain: some put a menu named like its title between the title and the entries; that one can't be
clicked and is left out. And the way that led to what is only drawn: what was clicked before it."""

from collections.abc import Sequence
from dataclasses import replace

from engine.domain.actions import Click, Wait
from engine.domain.history import LocalActionNode
from engine.domain.plans import PlanStep, Situation
from engine.domain.zones import Role, State, Zone
from engine.language.labels import normal

_OPENERS = frozenset(
    {Role.MENU, Role.MENU_ITEM, Role.COMBO_BOX, Role.BUTTON, Role.TOGGLE_BUTTON, Role.TAB}
)
_WITH_BODY = _OPENERS - {Role.MENU, Role.TAB}  # a menu right beneath these is what they open


def route_to(zone: Zone, situation: Situation) -> tuple[Zone, ...] | None:
    """What to click, in order, before the zone itself; None where no way is known."""
    if zone.on_screen:
        return ()
    route: list[Zone] = []
    chain = tuple(situation.above(zone))
    for at, parent in enumerate(chain):
        if _opens(parent, chain[at + 1 :]):
            route.append(parent)
        if parent.on_screen:
            break
    else:
        return None
    openers = tuple(reversed(route))
    return openers if openers and openers[0].on_screen else None


def _opens(zone: Zone, above: tuple[Zone, ...]) -> bool:
    """Whether a click on the zone opens what is below it."""
    if zone.role not in _OPENERS or (zone.role is Role.TAB and State.SELECTED in zone.state):
        return False
    if zone.role is not Role.MENU or not above:
        return True
    parent = above[0]
    is_body = parent.role in _WITH_BODY or normal(parent.label) == normal(zone.label)
    return bool(zone.label) and not is_body


def click_towards(
    node: LocalActionNode, before: Sequence[LocalActionNode], now: Situation
) -> PlanStep | None:
    """Of the clicks ``before`` the node that opened, one after the other, the drawn menus in the
    last of which it was clicked, the one nearest to it whose place is in sight. None where it was
    clicked in no such menu, or that is open."""
    is_drawn = node.step.zone_label and node.before.zone(node.step.zone_id) is None
    closed = {e.bounds_px for e in node.before.windows if e.is_popup}
    closed -= {each.bounds_px for each in now.windows}
    if not (is_drawn and closed):
        return None
    for step in (each.step for each in reversed(before) if not isinstance(each.step.action, Wait)):
        named = [e for e in now.zones_in_sight if e.source.is_drawn and e.label == step.zone_label]
        if step.action != Click() or len(named) == 1:
            return replace(step, zone_id=named[0].zone_id) if step.action == Click() else None
    return None
