"""Plans for computing: the calculator's buttons where they are in sight, else its keys."""

from __future__ import annotations

from engine.domain import conditions
from engine.domain.actions import Click, Launch, PressKeys, TypeText
from engine.domain.conditions import Condition
from engine.domain.zones import Role, Zone
from engine.language.action_words import zone_words
from engine.language.amounts import looks_numeric
from engine.language.goals.arithmetic import number_text
from engine.language.goals.clauses import Compute
from engine.language.labels import normal, quoted
from engine.thinking.offline.applications import installed
from engine.thinking.offline.desk import Desk, Progress
from engine.thinking.offline.vocabulary import CALCULATOR, CLEAR_BUTTONS, OPERATOR_BUTTONS

_BUTTON_ROLES = frozenset({Role.BUTTON, Role.TOGGLE_BUTTON})
_DISPLAY_ROLES = frozenset(
    {Role.TEXT_FIELD, Role.TEXT_AREA, Role.LABEL, Role.STATUS, Role.CANVAS, Role.OTHER}
)


def plan_compute(desk: Desk, clause: Compute) -> Progress:
    """Click the expression, expect its exact result."""
    display = _display(desk)
    shown = _result_shown(desk, display, number_text(clause.result))
    buttons = _buttons_for(desk, (*"".join(clause.tokens), "="))
    has_failed = desk.failed is not None
    if buttons and not (has_failed and isinstance(desk.failed_action, Click)):
        _click_all(desk, buttons, display, shown)
    elif desk.front is None or (display is None and not buttons):
        return _start_calculator(desk)
    elif has_failed and isinstance(desk.failed_action, TypeText | PressKeys):
        raise desk.cannot("the calculator does not show the result.")
    else:
        _type_all(desk, clause, shown)
    return Progress.DONE


def _start_calculator(desk: Desk) -> Progress:
    application = installed(CALCULATOR, desk.situation)
    if application is None or desk.failed or desk.done_here:
        raise desk.cannot("no calculator is in sight.")
    shown = conditions.AnyOf((conditions.WindowShown(application.name), conditions.NewWindow()))
    desk.add(None, Launch(application.name), f"Launch {application.name}", shown)
    return Progress.UNFINISHED


def _click_all(
    desk: Desk, buttons: list[tuple[str, Zone]], display: Zone | None, shown: Condition | None
) -> None:
    number = _clear_first(desk, display)
    is_new = True
    for sign, button in buttons[:-1]:
        expected: Condition | None = None
        if sign.isdigit():
            then = sign if is_new or number == "0" else number + sign
            expected = conditions.SomethingChanges() if then != number else None
            number = then
        is_new = sign in "+-*/()"
        desk.add(button, Click(), f"Click {zone_words(button)}", expected)
    equals = buttons[-1][1]
    desk.add(equals, Click(), f"Click {zone_words(equals)}", shown)


def _clear_first(desk: Desk, display: Zone | None) -> str:
    """What the display shows when the first digit comes. Half a computation is cleared away."""
    now = normal(display.value or display.label) if display else "0"
    if now in ("", "0") and not _has_begun(desk):
        return now
    for label in CLEAR_BUTTONS:
        for zone in desk.zones_in_front(_BUTTON_ROLES):
            if normal(zone.label) == label:
                desk.add(zone, Click(), f"Click {zone_words(zone)} to begin anew")
                return "0"
    if _has_begun(desk):
        desk.add(None, PressKeys(("escape",)), "Press Escape to begin anew")
    return now


def _has_begun(desk: Desk) -> bool:
    return any(not isinstance(step.action, Launch) for step in desk.done_here)


def _type_all(desk: Desk, clause: Compute, shown: Condition | None) -> None:
    text = "".join(clause.tokens)
    if desk.failed or _has_begun(desk):
        desk.add(None, PressKeys(("escape",)), "Press Escape to begin anew")
    desk.add(None, TypeText(text), f"Type {quoted(text)}", conditions.SomethingChanges())
    desk.add(None, PressKeys(("return",)), "Press Return for the result", shown)


def _buttons_for(desk: Desk, signs: tuple[str, ...]) -> list[tuple[str, Zone]]:
    """A button for each sign; empty where one has none."""
    buttons = desk.zones_in_front(_BUTTON_ROLES)
    found = [(sign, _button(sign, buttons)) for sign in signs]
    return [(sign, zone) for sign, zone in found if zone] if all(z for _, z in found) else []


def _button(sign: str, buttons: list[Zone]) -> Zone | None:
    for label in OPERATOR_BUTTONS.get(sign, (sign,)):
        for zone in buttons:
            if normal(zone.label) == normal(label):
                return zone
    return None


def _display(desk: Desk) -> Zone | None:
    """The largest zone in front that shows nothing but a number (or is an empty field)."""
    zones = [
        zone
        for zone in desk.zones_in_front(_DISPLAY_ROLES)
        if looks_numeric((zone.value or zone.label).rstrip(".,"))
        or (zone.role in {Role.TEXT_FIELD, Role.TEXT_AREA} and not zone.value)
    ]
    return max(zones, key=lambda zone: zone.bounds_px.area, default=None)


def _result_shown(desk: Desk, display: Zone | None, result: str) -> Condition | None:
    """In the display, where it is known: a single digit stands on a button as well.

    None where the result is drawn rather than written: nobody could tell.
    """
    is_written = display is not None and display.role is Role.TEXT_FIELD
    if not is_written and desk.zones_in_front(frozenset({Role.CANVAS})):
        desk.note("The result is drawn; whether it is right can be seen only by you.")
        return None
    if display and (display.value or display.role in {Role.TEXT_FIELD, Role.TEXT_AREA}):
        is_cut = "." in result
        held = conditions.ZoneValue(display.zone_id, display.label, result, contains=is_cut)
        told = conditions.TextShown(f"= {result}")  # some show it beneath what was typed
        return conditions.AnyOf((held, told)) if display.role is Role.TEXT_AREA else held
    on_button = any(normal(zone.label) == result for zone in desk.zones_in_front(_BUTTON_ROLES))
    return conditions.SomethingChanges() if on_button else conditions.TextShown(result)
