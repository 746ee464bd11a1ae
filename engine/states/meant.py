"""Which thing an action is done to, for who is asked about it: "Delete?" does not say of which."""

from itertools import groupby

from engine.domain import actions, plans, zones
from engine.language.labels import normal, quoted
from engine.states.web.rows import cells_of

_ACTS = (zones.Role.BUTTON, zones.Role.MENU_ITEM, zones.Role.LINK, zones.Role.ICON)
_THINGS = zones.ITEM_ROLES | {zones.Role.BUTTON}
"""A page's rows that can be pressed are buttons, too."""
_MOST_THINGS, _SAME_LINE_PX = 3, 4


def thing_meant(step: plans.PlanStep, seen: plans.Situation, asked_of: str = "") -> str:
    """The row in which it stands, else what is chosen there, in words; else, where it came of the
    step before, what that was done to (``asked_of``). Empty where none is told."""
    zone = seen.zone(step.zone_id)
    is_press = isinstance(step.action, actions.Click) and zone is not None and zone.role in _ACTS
    if not (is_press or isinstance(step.action, actions.PressKeys)):
        return ""
    if zone is not None and (row := _row_of(zone, seen)):
        return f"the row {quoted(row)}"
    if asked_of:
        return asked_of
    chosen = _chosen(seen)
    more = f" and {len(chosen) - _MOST_THINGS} more" if len(chosen) > _MOST_THINGS else ""
    told = ", ".join(map(quoted, chosen[:_MOST_THINGS]))
    return f"what is chosen: {told}{more}" if told else ""


def _row_of(zone: zones.Zone, seen: plans.Situation) -> str:
    if (element := seen.element_of(zone)) is not None and seen.page is not None:
        row = " | ".join(each for each in cells_of(element, seen.page) if each != element.name)
        alike = {each.context for each in seen.page.elements if each.name == element.name}
        return row or (element.context if len(alike) > 1 and not element.dialog else "")
    spot = zone.bounds_px.center
    around = [each for each in _things(seen) if each != zone and each.window_id == zone.window_id]
    rows = [e for e in around if e.bounds_px.contains(spot) and e.role is not zones.Role.BUTTON]
    return next((each.label for each in rows if normal(each.label) != normal(zone.label)), "")


def _chosen(seen: plans.Situation) -> list[str]:
    """Selected rows, each with its cells, and rows of a table with a tick in them."""
    page = seen.page
    chosen = [each for each in _things(seen) if zones.State.SELECTED in each.state]
    lines = groupby(chosen, key=lambda each: each.bounds_px.center.y // _SAME_LINE_PX)
    rows = [" | ".join(each.label for each in its) for _, its in lines]
    ticked = (seen.element_of(each) for each in seen.zones_in_sight if each.is_checked)
    rows += [" | ".join(cells_of(each, page)) for each in ticked if each is not None and page]
    return list(dict.fromkeys(filter(None, rows)))


def _things(seen: plans.Situation) -> list[zones.Zone]:
    told = (each for each in seen.zones_in_sight if each.role in _THINGS and each.label)
    return sorted(told, key=lambda each: (each.bounds_px.center.y, each.bounds_px.x))
