"""What could be done in a situation: one candidate for each thing that can be acted upon, and the
keys that a program without things to name may listen to.

A candidate's worth is what orders them: things that were never tried before those that were, what
has just come up before what stood there all the time, and by role what leads on in most programs.

Upon one thing is tried, turn by turn: values in a field, an ordinary one first, then edges; presses
all over a canvas, of whose content nothing is told, and strokes. A press at a place of its own is a
drag of a pixel or two: a click is always in the middle."""

from collections.abc import Iterator, Mapping, Set

from engine.domain.actions import Action, Click, Drag, PressKeys, TypeText
from engine.domain.exploring.groups import ExploreRequest
from engine.domain.exploring.limits import Scope
from engine.domain.facts import Frozen
from engine.domain.plans import GLOBAL_ZONE_ID, Situation
from engine.domain.scripts import zone_key
from engine.domain.spaces import Point
from engine.domain.zones import ITEM_ROLES, Role, State, Window, Zone
from engine.language.action_words import action_words, zone_words
from engine.language.grave_words import is_called
from engine.language.labels import normal, promises_window, quoted
from engine.states.reaching import route_to

_GOLDEN, _SILVER = 0.618, 0.414
"""Multiples of these, less their whole part, spread evenly and never come to a grid's lines."""
_STROKE_EVERY = 4
_INSIDE = 0.8
"""So much of the canvas is used: its edge may belong to something else."""


def _place(zone: Zone, turn: int) -> Point:
    """From the middle, in pixels."""
    width, height = zone.bounds_px.width * _INSIDE, zone.bounds_px.height * _INSIDE
    return Point(
        round((turn * _GOLDEN % 1 - 0.5) * width), round((turn * _SILVER % 1 - 0.5) * height)
    )


_NUMBERS = ("7", "0", "-1", "2.5", "1000000", "abc", "")
_TEXTS = (
    "Ann",
    "7",
    "2023-02-29",
    "ann@",
    "Zoë Ångström 木",
    "-1",
    "x" * 300,
    "'\"<b>&;%s\\",
    "   ",
    "",
)


_KINDS = {
    Role.BUTTON: ("buttons", 0.9),
    Role.TOGGLE_BUTTON: ("choices", 0.85),
    Role.CANVAS: ("canvas", 0.85),
    Role.TAB: ("links", 0.8),
    Role.CHECK_BOX: ("choices", 0.8),
    Role.RADIO_BUTTON: ("choices", 0.8),
    Role.SWITCH: ("choices", 0.8),
    Role.COMBO_BOX: ("choices", 0.75),
    Role.TEXT_FIELD: ("fields", 0.75),
    Role.SPIN_BOX: ("fields", 0.75),
    Role.LINK: ("links", 0.75),
    Role.MENU_ITEM: ("menus", 0.7),
    Role.CHECK_MENU_ITEM: ("menus", 0.7),
    Role.MENU: ("menus", 0.65),
    Role.TEXT_AREA: ("fields", 0.65),
    Role.COLUMN_HEADER: ("lists", 0.65),
    Role.LIST_ITEM: ("lists", 0.6),
    Role.TREE_ITEM: ("lists", 0.6),
    Role.ICON: ("lists", 0.6),
    Role.SLIDER: ("choices", 0.5),
    Role.CELL: ("lists", 0.4),
    Role.PASSWORD_FIELD: ("fields", 0.4),
}
"""The family of a thing, and its worth beside others where nothing else is known."""
_CHOOSING = (PressKeys(("down",)), PressKeys(("return",)))
"""What a list that was opened is chosen from by."""
_OPENS_ENTRIES = frozenset({Role.MENU, Role.COMBO_BOX})
_TYPED_INTO = frozenset({Role.TEXT_FIELD, Role.TEXT_AREA})
_PLACES = frozenset({Role.TAB, Role.LINK})
_KEYS = (("right",), ("down",), ("left",), ("up",), ("enter",), ("space",), ("escape",), ("tab",))
_KEY_PRIOR, _ESCAPE_PRIOR = 0.55, 0.4
_FEW_THINGS = 4
"""With fewer things than that to act upon, or a canvas, keys are likely to matter."""
_RESIZING = frozenset({"minimise", "minimize", "maximise", "maximize", "iconify"})
_LEAVING_SHARE = 0.2
_MOST_OF_A_KIND = 6
"""Of the entries of a long list, tried one by one, nothing new is learnt."""
_ALIKE_STEP, _ROUTE_STEP = 0.3, 0.5
_FAMILIAR_SHARE = 0.6
_GOAL_BONUS = 1.5


class Candidate(Frozen):
    """``route`` are the zones to click first, such as the menu above an entry; ``then`` is what
    follows, such as the keys that choose in a list. ``key`` is the same for the same thing over the
    run, ``worth`` 0 to 1. ``leads_away``: what else is there now may be out of reach after it."""

    key: str
    family: str
    words: str
    action: Action
    worth: float
    zone: Zone | None = None
    route: tuple[Zone, ...] = ()
    tried: int = 0
    then: tuple[Action, ...] = ()
    leads_away: bool = False

    @property
    def zone_id(self) -> str:
        return self.zone.zone_id if self.zone is not None else GLOBAL_ZONE_ID

    @property
    def length(self) -> int:
        """In actions."""
        return len(self.route) + 1 + len(self.then)


def candidates(request: ExploreRequest, familiar: Mapping[str, float]) -> list[Candidate]:
    """All of them, those of the highest worth first; ``familiar`` says by their keys in which share
    of the looks so far things were there: what stands everywhere tells least."""
    situation = request.situation
    front = windows_in_reach(situation, request.scope)
    goal = frozenset(normal(request.goal).split())
    ways = (
        route_to(each, situation)
        for each in situation.zones
        if not each.on_screen and each.is_enabled and each.role in _KINDS
    )
    # by a click on these, as the last one, something comes into sight that could be acted upon
    opening = frozenset(way[-1].zone_id for way in ways if way)
    found = [
        candidate
        for zone, alike in _acted_upon(situation, front, request.scope)
        if not _is_pointless(zone, opening)
        and (candidate := _of_zone(zone, request, goal, familiar, alike)) is not None
    ]
    if front and not request.scope.zones:
        if is_dialog(front[0], situation):
            found.append(_escape(request))
        else:
            roles = [each.zone.role for each in found if each.zone is not None]
            staying = sum(not each.leads_away for each in found)
            few = Role.CANVAS in roles or staying < _FEW_THINGS
            for keys in _KEYS:
                tried, words = request.tried.get(key_of(keys), 0), f"press {keys[0]}"
                worth = _KEY_PRIOR / (1 + tried / 3) if few else _KEY_PRIOR / 3 / (1 + tried)
                its = (key_of(keys), "keys", words, PressKeys(keys), worth)
                found.append(Candidate(*its, tried=tried))
    return sorted(found, key=lambda each: (-each.worth, each.key))


def asks_to_leave(candidate: Candidate) -> bool:
    """By its word, it closes the dialog that it stands in."""
    return candidate.zone is not None and is_called("closes", normal(candidate.zone.label))


def key_of(keys: tuple[str, ...]) -> str:
    """What a chord is counted under, as things are under theirs."""
    return f"keys|{'+'.join(keys)}"


def _acted_upon(
    situation: Situation, windows: tuple[Window, ...], scope: Scope
) -> Iterator[tuple[Zone, int]]:
    """Each with how many of its kind come before it in a list."""
    ids = {window.window_id for window in windows}
    counts: dict[tuple[str, Role], int] = {}
    for zone in situation.zones:
        if zone.role not in _KINDS or not zone.is_enabled or zone.window_id not in ids:
            continue
        if not scope.allows_zone(zone.label):
            continue
        kind = (zone.window_id, zone.role)
        alike = counts.get(kind, 0) if _KINDS[zone.role][0] == "lists" else 0
        counts[kind] = alike + 1
        if alike < _MOST_OF_A_KIND:
            yield zone, alike


def _of_zone(
    zone: Zone,
    request: ExploreRequest,
    goal: frozenset[str],
    familiar: Mapping[str, float],
    alike: int,
) -> Candidate | None:
    route = route_to(zone, request.situation)
    if route is None:
        return None
    if not all(each.is_enabled for each in route):
        return None  # the entries of a menu that can't be opened don't say so themselves
    key = zone_key(zone, request.situation)
    tried = request.tried.get(key, 0)
    if zone.role in ITEM_ROLES and not tried:
        kind = "|".join(key.split("|", 2)[:2]) + "|"  # whatever they say
        alike_count = sum(n for each, n in request.tried.items() if each.startswith(kind))
        tried = int(alike_count >= _MOST_OF_A_KIND)
    family, prior = _KINDS[zone.role]
    worth = prior / (1 + tried) / (1 + _ALIKE_STEP * alike)
    worth /= 1 + _ROUTE_STEP * len(route)
    if _leaves(zone):
        worth *= _LEAVING_SHARE
    if goal & frozenset(normal(zone.label).split()):
        worth *= _GOAL_BONUS
    worth *= 1 - _FAMILIAR_SHARE * familiar.get(key, 0.0)
    action, verb = _action_on(zone, tried)
    if zone.label and action_words(action, zone_words(zone)) in request.refused:
        return None
    return Candidate(
        key,
        family,
        f"{verb} {zone_words(zone)}",
        action,
        min(1.0, worth),
        zone,
        route,
        tried,
        _CHOOSING if zone.role is Role.COMBO_BOX else (),
        _leads_away(zone, request.situation),
    )


def _is_pointless(zone: Zone, opening: Set[str]) -> bool:
    """A tab that is shown already, a field for reading, or a list whose entries are tried."""
    if zone.role is Role.TAB:
        return State.SELECTED in zone.state
    if zone.role in _TYPED_INTO:
        return not zone.is_editable
    return zone.role in _OPENS_ENTRIES and zone.zone_id in opening


def _leaves(zone: Zone) -> bool:
    """It closes or resizes its window, or ends more than that."""
    label = normal(zone.label)
    return label in _RESIZING or is_called("quits", label, "shuts", "ends_session")


def _leads_away(zone: Zone, situation: Situation) -> bool:
    if zone.role in _PLACES or promises_window(zone.label) or _leaves(zone):
        return True
    if zone.role is Role.MENU:
        return True  # nothing is known of its entries, so it stays open
    window = situation.window_of(zone)
    return zone.role is Role.BUTTON and window is not None and is_dialog(window, situation)


def _action_on(zone: Zone, tried: int) -> tuple[Action, str]:
    if zone.is_editable and zone.role is not Role.COMBO_BOX and not zone.is_secret:
        values = _NUMBERS if zone.role is Role.SPIN_BOX else _TEXTS
        text = values[tried % len(values)]
        return TypeText(text, replace=True), f"type {quoted(text)} into"
    if zone.role is Role.CANVAS and tried:
        begin = _place(zone, tried)
        if tried % _STROKE_EVERY:
            by = Point(-1 if begin.x > 0 else 1, 0)
            return Drag(offset_px=by, from_offset_px=begin), "press at another place of"
        end = _place(zone, tried + 1)
        by = Point(end.x - begin.x, end.y - begin.y)
        return Drag(offset_px=by, from_offset_px=begin), "draw a line on"
    if zone.role in (Role.LIST_ITEM, Role.ICON, Role.TREE_ITEM) and tried % 2:
        return Click(count=2), "double-click"
    if State.CHECKED in zone.state:
        return Click(), "untick"
    return Click(), "click"


def _escape(request: ExploreRequest) -> Candidate:
    """The way out of a dialog that needs no button."""
    key = key_of(("escape",))
    tried = request.tried.get(key, 0)
    worth = _ESCAPE_PRIOR / (1 + tried / 3)
    return Candidate(
        key, "keys", "press escape", PressKeys(("escape",)), worth, tried=tried, leads_away=True
    )


def is_dialog(window: Window, situation: Situation) -> bool:
    """A window in front of a dialog of its application is one too, whatever it says of itself."""
    return window.is_dialog or any(
        each.is_dialog and each.application == window.application and each.order > window.order
        for each in situation.windows
    )


def windows_in_reach(situation: Situation, scope: Scope) -> tuple[Window, ...]:
    """The windows to act upon: a dialog in front of its application keeps all else out of reach."""
    windows = [
        window
        for window in sorted(situation.windows, key=lambda window: window.order)
        if scope.allows_window(window)
    ]
    dialog = next((window for window in windows if window.is_dialog), None)
    if dialog is None:
        return tuple(windows)
    return tuple(
        window
        for window in windows
        if window is dialog or window.application != dialog.application or window.is_active
    )
