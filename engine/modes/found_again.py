"""Finding the thing of a step again, in another look or another run, as a person would."""

from engine.domain import actions, recoveries, scripts
from engine.domain import conditions as c
from engine.domain.facts import Frozen, replace
from engine.domain.plans import GLOBAL_ZONE_ID, SOUGHT_ZONE_ID, FailedStep, PlanStep, Situation
from engine.domain.zones import Role, State, Zone
from engine.language.labels import plain, promises_window


class Aimed(Frozen):
    """A step as it stands in the plan, and how its things are found again."""

    step: PlanStep
    locator: scripts.Locator | None = None
    end: scripts.Locator | None = None


def aimed_along(traced: scripts.TracedStep, number: int) -> Aimed:
    """The step of a path that is walked again."""
    label = traced.locator.label if traced.locator is not None else ""
    zone_id = SOUGHT_ZONE_ID if traced.locator is not None else GLOBAL_ZONE_ID
    action = traced.action  # its ids are another run's
    if isinstance(action, actions.Drag) and traced.end is not None:
        action = replace(action, to_zone_id=SOUGHT_ZONE_ID)
    step = PlanStep(number, zone_id, label, action, traced.description)
    return Aimed(step, traced.locator, traced.end)


def aimed_now(aimed: Aimed, now: Situation) -> PlanStep | FailedStep:
    """The step with the ids of now, or why it can't be done: what it is aimed at is not there."""
    step, action = aimed.step, aimed.step.action
    if step.zone_id == GLOBAL_ZONE_ID:
        return step
    sought = replace(step, zone_id=SOUGHT_ZONE_ID)
    zone = _found(step.zone_id, aimed.locator, now)
    if zone is None:
        thing = f"“{step.zone_label or step.zone_id}”"
        if (known := aimed.locator) is not None:
            thing = f"The {known.role} “{known.label}”"
        return FailedStep(sought, f"{thing} is not there.")
    if isinstance(action, actions.Drag) and action.to_zone_id:
        end = _found(action.to_zone_id, aimed.end, now)
        if end is None:
            return FailedStep(sought, "The place to drag to is not there.")
        action = replace(action, to_zone_id=end.zone_id)
    sure = surely_after(action, zone) if now.page is None else None
    return replace(
        step,
        zone_id=zone.zone_id,
        zone_label=zone.label,
        action=action,
        expected_change=sure or step.expected_change,
    )


def surely_after(action: actions.Action, zone: Zone) -> c.Condition | None:
    """What an action on a desktop surely brings about: it is waited for before the next look, since
    programs that are busy show late what a click did. Where nothing is sure, the surface's rest is
    all that is waited for; pages have their own ways to tell."""
    if not isinstance(action, actions.Click) or action.button != "left":
        return None
    if zone.role is Role.TAB:
        return c.ZoneState(zone.zone_id, zone.label, State.SELECTED)
    if promises_window(zone.label):
        return c.NewWindow()
    return c.SomethingChanges() if zone.role is Role.MENU_ITEM else None


def _found(zone_id: str, locator: scripts.Locator | None, now: Situation) -> Zone | None:
    """By its id as long as that names the same kind of thing, and else as a person would."""
    zone = now.zone(zone_id)
    if zone is not None and locator is not None and zone.role is locator.role:
        return zone if _can_be_reached(zone, now) else None
    zone = scripts.find(locator, now) if locator is not None else None
    return zone if zone is not None and _can_be_reached(zone, now) else None


def _can_be_reached(zone: Zone, now: Situation) -> bool:
    """A page is scrolled to what is out of view; the entries of a closed menu stay out of reach,
    and so does what stands behind a dialog that must be answered first."""
    if now.page is not None:
        return True
    return zone.on_screen and not _is_held(zone, now)


def _is_held(zone: Zone, now: Situation) -> bool:
    """A dialog of its application stands in front of it and has the keyboard, or is modal."""
    own = now.window_of(zone)
    modal = {each.window_id for each in now.zones if State.MODAL in each.state}
    return own is not None and any(
        window.application == own.application
        and window.order < own.order
        and (window.window_id in modal or (window.is_dialog and window.is_active))
        for window in now.windows
    )


WAS_DONE = frozenset(
    {
        recoveries.FailureClass.NO_EFFECT,
        recoveries.FailureClass.NOT_TYPED,
        recoveries.FailureClass.OBSTRUCTED,
        recoveries.FailureClass.NOT_AGAIN,
    }
)
"""The hands did it, and nothing that was told of changed. That is no failure where nobody
said what is to come of it."""


def expected_now(condition: c.Condition, own: Zone | None, now: Situation) -> c.Condition | None:
    """The condition with the ids of now. What it names is the step's ``own`` zone where that is
    called so, and else what is called so, fields first. None where what is to go is not there."""
    match condition:
        case c.AnyOf(conditions=several):
            known = [expected_now(each, own, now) for each in several]
            return c.AnyOf(tuple(each for each in known if each is not None))  # type: ignore[misc]
        case c.ZonePresent(label=label):
            return c.ZoneShown(label)
        case c.ZoneGone(label=label) | c.ZoneState(label=label) | c.ZoneValue(label=label):
            called = [own] if own is not None else []
            called += sorted(now.zones_in_sight, key=lambda zone: not zone.is_editable)
            there = [each.zone_id for each in called if plain(each.label) == plain(label)]
            if not there and isinstance(condition, c.ZoneGone):
                return None
            return replace(condition, zone_id=there[0] if there else "")
        case c.WindowGone(title=title):
            ids = [each.window_id for each in now.windows if each.title == title]
            return replace(condition, window_id=ids[0]) if ids else None
        case c.TextShown(zone_id=str(known)) if known:
            return replace(condition, zone_id=own.zone_id if own is not None else "")
        case _:
            return condition
