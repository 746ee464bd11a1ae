"""The change to expect of a step, as a condition that the next look can settle, and whether it has
come true meanwhile: a step that "failed" was done then, whoever plans."""

from dataclasses import replace

from engine.domain import actions
from engine.domain import conditions as c
from engine.domain.plans import Came, PastStep, PlanRequest, Situation
from engine.domain.zones import ROW_ROLES, Role, State, Zone
from engine.language.labels import promises_window
from engine.states.conditions_held import shows

SECRET_MARK = "{{secret:"

_READABLE_CHARS = 40  # longer texts are broken over lines where text recognition reads them
_WHOLE_VALUES = frozenset({Role.TEXT_FIELD, Role.SPIN_BOX})

SCREEN_CHANGING_CHORDS = frozenset(
    {
        *(("ctrl", letter) for letter in "onpwtqfhg"),
        *(("ctrl", "shift", letter) for letter in "fnpt"),
        *(("return",), ("escape",), ("alt", "tab"), ("alt", "f4"), ("super",), ("f1",), ("f2",)),
        *(("f3",), ("f5",), ("f10",), ("f11",), ("ctrl", "shift", "s"), ("ctrl", "comma")),
        *(("ctrl", "tab"), ("ctrl", "page_up"), ("ctrl", "page_down"), ("alt", "left")),
        ("alt", "right"),
    }
)


def by_rule(action: actions.Action, zone: Zone | None, situation: Situation) -> c.Condition | None:
    """What such an action brings about as a rule; a page's picture tells of nothing."""
    match action:
        case _ if situation.page is not None:
            return _on_page(action, zone)
        case actions.Click(button="left", count=1) if zone is not None:
            inside = (each for each in situation.zones if each.parent_id == zone.zone_id)
            first = next((each for each in inside if not each.on_screen and each.label), None)
            if zone.role.is_of_menu and first is not None:
                return after_opening(first)
            return after_click(zone)
        case actions.TypeText(text=text, replace=replaced):
            return after_typing(zone, text, replaced=replaced)
        case actions.Launch(application=name):
            return after_launching(name)
        case actions.FocusWindow(title=title):
            return c.WindowActive(title)
        case actions.PressKeys(keys=keys):
            return after_pressing(keys, situation.focused_zone)
        case actions.Wait():
            return None
        case _:
            return c.SomethingChanges()


def _on_page(action: actions.Action, zone: Zone | None) -> c.Condition | None:
    """What the control itself tells; of all else the page tells by what changes on it."""
    wanted: c.Condition | None = None
    match action:
        case actions.Click(button="left", count=1) if zone is not None:
            wanted = after_click(zone)
        case actions.TypeText(text=text, replace=replaced) if "\n" not in text:
            wanted = after_typing(zone, text, replaced=replaced)
    return wanted if isinstance(wanted, c.ZoneState | c.ZoneValue) else None


def after_click(zone: Zone) -> c.Condition | None:
    """What a click on the zone should bring about."""
    if promises_window(zone.label):
        return c.NewWindow()
    if zone.role.is_checkable:
        will_be = zone.role is Role.RADIO_BUTTON or not zone.is_checked
        turned = c.ZoneState(zone.zone_id, zone.label, State.CHECKED, will_be)
        if zone.role is Role.TOGGLE_BUTTON:  # some spring back: keys of a calculator, openers
            return c.AnyOf((turned, c.SomethingChanges()))
        return turned
    if zone.role is Role.TAB:
        return c.ZoneState(zone.zone_id, zone.label, State.SELECTED)
    if zone.role.is_field and zone.role is not Role.COMBO_BOX:
        told = zone.source.tells
        return c.ZoneState(zone.zone_id, zone.label, State.FOCUSED) if told else None
    if zone.role.is_picture:
        return None  # what a click in a picture does is its own affair
    if zone.role in ROW_ROLES and State.SELECTED in zone.state:  # it stays so, or does more
        marked = c.ZoneState(zone.zone_id, zone.label, State.SELECTED)
        return c.AnyOf((marked, c.SomethingChanges()))
    return c.SomethingChanges()


def after_launching(name: str) -> c.Condition:
    """Its window may have any title."""
    return c.AnyOf((c.WindowShown(name), c.NewWindow()))


def after_opening(child: Zone) -> c.Condition:
    """A menu opens: what was hidden in it is in sight."""
    return c.ZoneShown(child.label, child.role) if child.label else c.SomethingChanges()


def after_typing(zone: Zone | None, text: str, *, replaced: bool) -> c.Condition:
    """The text stands there, or where a Return may have handed in the line of a field, anywhere
    else; a secret's can't be compared, since nobody may read it."""
    is_secret = SECRET_MARK in text or (zone is not None and zone.role is Role.PASSWORD_FIELD)
    if is_secret or not text.strip():
        return c.SomethingChanges()
    if zone is not None and zone.source.tells:
        is_exact = replaced and zone.role in _WHOLE_VALUES  # a spin box that keeps its 1 holds 15
        line = text.removesuffix("\n")
        is_handed_in = line != text and zone.role is not Role.TEXT_AREA and "\n" not in line
        told = line if is_handed_in else text
        held = c.ZoneValue(zone.zone_id, zone.label, told, contains=not is_exact)
        return c.AnyOf((held, c.TextShown(line))) if is_handed_in else held
    if len(text) <= _READABLE_CHARS and "\n" not in text:
        return c.TextShown(text)
    return c.SomethingChanges()


def after_pressing(keys: tuple[str, ...], focused: Zone | None) -> c.Condition | None:
    """Something changes after chords that open or end something; of others nobody can be sure."""
    is_line_feed = keys == ("return",) and focused is not None and focused.role is Role.TEXT_AREA
    return c.SomethingChanges() if keys in SCREEN_CHANGING_CHORDS and not is_line_feed else None


def already_holds(condition: c.Condition | None, situation: Situation) -> bool:
    """Whether the situation alone shows that it has come true (late, after a step "failed")."""
    return any(
        isinstance(each, _SHOWN_BY_A_LOOK) and shows(situation, each)
        for each in c.either(c.telling(condition))
    )


_SHOWN_BY_A_LOOK = c.ZoneState | c.ZoneValue | c.ZoneShown | c.WindowShown | c.WindowGone


def with_late_success(request: PlanRequest) -> PlanRequest:
    """The request, with the failed step among the completed where it was done after all."""
    failed = request.failed
    if failed is None or not already_holds(failed.step.expected_change, request.situation):
        return request
    late = PastStep(Came.DONE, failed.step.description, "It was seen on looking again.")
    completed, past = (*request.completed, failed.step), (*request.past, late)
    return replace(request, completed=completed, past=past, failed=None)
