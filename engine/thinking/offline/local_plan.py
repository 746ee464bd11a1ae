"""Local planning without a model: distances and proposals from the goal's words and the zones.

The distance, 0 to 10:

10       the goal condition holds (the engine looks itself)
4 to 8   something in sight is called like what the goal is about: 8 where it is called the same,
         6 where it shares the meaning of half of the words; one less for each menu before it
2 to 3   nothing is, but there are menus, pages or entries that were not looked into; the more,
         the more their names have to do with it
1        not even those
minus 1  where a menu or dialog is open that has nothing to do with the goal
0        no window is left

A proposal is the best lead; else the next thing to look into; else none, and what was opened is
taken back by the engine.
"""

from __future__ import annotations

from engine.domain.actions import Click, PressKeys
from engine.domain.errors import PlanFailed
from engine.domain.local_planning import (
    Assessment,
    ExplorationOption,
    LocalProposal,
    LocalRequest,
)
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.zones import MENU_ROLES, Role, Zone
from engine.language.action_words import action_words
from engine.language.labels import normal, promises_window, quoted
from engine.thinking.offline.local_view import LocalView
from engine.thinking.offline.vocabulary import STANDARD_CHORDS

NEAR, NEARER = 4.0, 4.0
UNEXPLORED, NOTHING, ASTRAY = 2.0, 1.0, 1.0
_LOOK_INSIDE = ExplorationOption("look_inside", "Look through what it opened")


def assess(request: LocalRequest) -> Assessment:
    """How near the goal the situation is."""
    view = LocalView(request)
    if view.front is None:
        return Assessment(0.0, why="No window is left.")
    leads = view.leads()
    if leads:
        best = leads[0]
        distance = NEAR + NEARER * best.relation - best.depth
        return Assessment(max(UNEXPLORED, distance), why=f"{best.meant.words} is near.")
    openers = view.openers()
    distance = UNEXPLORED + 2 * view.promise(openers[0]) if openers else NOTHING
    if view.is_in_popup_or_dialog():
        distance -= ASTRAY
    return Assessment(distance, why="Nothing in sight is called like it.")


def propose(request: LocalRequest) -> LocalProposal:
    """The next action. Raises ``PlanFailed`` where nothing is left to try from here."""
    view = LocalView(request)
    if not view.wanted:
        raise PlanFailed("The step says nothing that could be looked for.")
    distance = assess(request).distance if request.distance is None else None
    leads = view.leads()
    if leads:
        return LocalProposal(_click(leads[0].zone), _options(leads[0].zone), distance=distance)
    openers = view.openers()
    if openers:
        return LocalProposal(_click(openers[0]), _options(openers[0]), distance=distance)
    chord = _chord(request, view)
    if chord is not None:
        return LocalProposal(chord, distance=distance)
    raise PlanFailed("Nothing in sight is called like it, and everything was looked into.")


def _click(zone: Zone) -> PlanStep:
    return PlanStep(
        1, zone.zone_id, zone.label, Click(), f"Click the {zone.role} {quoted(zone.label)}"
    )


def _options(zone: Zone) -> tuple[ExplorationOption, ...]:
    """A button may open a menu whose entries have other names: they are worth a look."""
    is_opener = zone.role in (Role.BUTTON, Role.TOGGLE_BUTTON, *MENU_ROLES)
    return (_LOOK_INSIDE,) if is_opener and not promises_window(zone.label) else ()


def _chord(request: LocalRequest, view: LocalView) -> PlanStep | None:
    """The shortcut that nearly all applications have for it."""
    pressed = {tried.step.action for tried in request.tried}
    for words in view.wanted:
        keys = STANDARD_CHORDS.get(normal(words))
        if keys is not None and PressKeys(keys) not in pressed:
            action = PressKeys(keys)
            return PlanStep(1, GLOBAL_ZONE_ID, "", action, action_words(action))
    return None
