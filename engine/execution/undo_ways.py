"""The ways to take an action back, the best first, from what it changed and what is there now."""

from __future__ import annotations

from collections.abc import Iterator

from engine.domain.actions import Action, Click, Drag, PressKeys, Scroll, TypeText
from engine.domain.history import LocalActionNode
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.reversal import StateMark, UndoWay
from engine.domain.situation import Situation
from engine.domain.zones import CHECKABLE_ROLES, MENU_ROLES, Role, State, Zone

_LEAVING = ("cancel", "close", "dismiss", "back")


def ways_back(node: LocalActionNode, now: Situation) -> Iterator[UndoWay]:
    """Ways that fit what is there now; each is tried and judged before the next is asked for."""
    yield from _leave_what_came(node.before, now)
    yield from _choices_again(node.before, now)
    yield from _texts_again(node.before, now)
    yield from _opposite(node)


def _leave_what_came(before: StateMark, now: Situation) -> Iterator[UndoWay]:
    """A menu or a dialog that was not there: its Cancel or Close, or Escape."""
    known_windows = {window.window_id for window in before.windows}
    known_zones = {zone.zone_id for zone in before.zones}
    come = [window for window in now.windows if window.window_id not in known_windows]
    menus = [
        zone
        for zone in now.zones_in_sight
        if zone.role in MENU_ROLES and zone.zone_id not in known_zones
    ]
    if menus:
        yield _press("escape")
    for window in sorted(come, key=lambda window: window.order):
        for zone in now.zones_in_sight:
            is_leaving = zone.label.casefold().strip() in _LEAVING and zone.role is Role.BUTTON
            if zone.window_id == window.window_id and is_leaving:
                yield _click(zone)
        if window.is_dialog:
            yield _press("escape")
        yield _press("alt", "f4")


def _choices_again(before: StateMark, now: Situation) -> Iterator[UndoWay]:
    """What is ticked or chosen otherwise than before is clicked again."""
    for was in before.zones:
        zone = now.zone(was.zone_id)
        if zone is None or not zone.on_screen:
            continue
        if zone.role in CHECKABLE_ROLES and was.is_checked is not zone.is_checked:
            if zone.role is not Role.RADIO_BUTTON or was.is_checked:
                yield _click(zone)
        elif State.SELECTED in was.state and State.SELECTED not in zone.state:
            yield _click(zone)


def _texts_again(before: StateMark, now: Situation) -> Iterator[UndoWay]:
    """A text that is another than before: undone, or typed again as it was."""
    for was in before.zones:
        zone = now.zone(was.zone_id)
        if zone is None or not zone.is_editable or was.value == zone.value or zone.is_secret:
            continue
        yield UndoWay(
            f"undo in {zone.words}",
            (_step(zone, Click()), _step(None, PressKeys(("ctrl", "z")))),
        )
        action = TypeText(was.value, replace=True)
        yield UndoWay(f"put the old text back into {zone.words}", (_step(zone, action),))


def _opposite(node: LocalActionNode) -> Iterator[UndoWay]:
    """The action's own opposite."""
    match node.step.action:
        case Scroll(down=down, right=right):
            action: Action = Scroll(-down, -right)
            yield UndoWay("scroll back", (_again(node.step, action),))
        case Drag(offset_px=offset) if offset is not None:
            back = Drag(offset_px=type(offset)(-offset.x, -offset.y))
            yield UndoWay("drag it back", (_again(node.step, back),))
        case _:
            yield _press("ctrl", "z")
            yield _press("escape")


def _again(step: PlanStep, action: Action) -> PlanStep:
    return PlanStep(0, step.zone_id, step.zone_label, action, f"Take back: {step.description}")


def _press(*keys: str) -> UndoWay:
    words = f"press {'+'.join(key.capitalize() for key in keys)}"
    return UndoWay(words, (_step(None, PressKeys(keys)),))


def _click(zone: Zone) -> UndoWay:
    return UndoWay(f"click {zone.words}", (_step(zone, Click()),))


def _step(zone: Zone | None, action: Action) -> PlanStep:
    words = f"Take back: {action.kind} {zone.words if zone else ''}".strip()
    if zone is None:
        return PlanStep(0, GLOBAL_ZONE_ID, "", action, words)
    return PlanStep(0, zone.zone_id, zone.label, action, words)
