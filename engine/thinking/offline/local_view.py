"""What a situation offers to a local plan: entries that speak for the goal, and what may hide more.

Only moves that can be taken back are considered: menus, tabs, entries that open something, and what
is called like the goal itself. What is named otherwise and does something at once is left alone."""

from engine.domain import conditions as c
from engine.domain import facts
from engine.domain.local_planning import LocalRequest
from engine.domain.plans import Situation
from engine.domain.zones import Role, State, Zone
from engine.language.grave_words import what_it_does
from engine.language.labels import meanings, normal, promises_window
from engine.thinking.offline.matching import words_score

SAME = meanings(
    "settings: settings, preferences, options, configuration, configure, properties, setup, prefs",
    "open: open, load, add, import, insert, browse, disk, choose",
    "find: find, search, look",
    "quit: quit, exit, close",
    "delete: delete, remove, erase, clear",
    "new: new, create",
    "help: help, guide, manual, documentation",
    "save: save, store, write",
    "export: export, publish",
    "display: display, view, show, appearance, theme",
    "file: file, files, document, documents, note, notes",
)
_ANOTHER_WORD = 0.8
"""What an entry of the same meaning and other words is worth beside one of the same words."""


def relation(words: str, label: str) -> float:
    """How much a label has to do with the words: 0 nothing, 1 the same."""
    literal = words_score(words, label) / 100
    wanted, there = _meant(words), _meant(label)
    if not wanted or not there:
        return literal
    shared = len(wanted & there) / len(wanted)
    excess = len(there - wanted) / len(there)
    return max(literal, _ANOTHER_WORD * shared * (1 - excess / 2))


def _meant(text: str) -> frozenset[str]:
    return frozenset(SAME.get(word, word) for word in normal(text).split())


RELATED, WHOLE = 0.5, 0.97
_PRESSED = frozenset(
    {Role.BUTTON, Role.TOGGLE_BUTTON, Role.LINK, Role.ICON, Role.MENU, Role.MENU_ITEM, Role.TAB}
)
_RANK = {Role.MENU: 0, Role.TAB: 1}
_DEEPER = 0.1
"""What an entry loses by standing in a menu that must be opened first."""


class Lead(facts.Frozen):
    """A zone to click: how much speaks for it, and how many clicks it hides behind. ``zone`` is in
    sight; ``meant`` is what it leads to, itself where nothing is between."""

    zone: Zone
    meant: Zone
    relation: float
    depth: int = 0


class LocalView:
    """One situation, seen with one goal in mind."""

    def __init__(self, request: LocalRequest) -> None:
        self._situation: Situation = request.situation
        goals = (request.goal.condition, request.goal.way)
        self.wanted = tuple(words for each in goals for words in _words_of(each))
        self._useless = {
            tried.step.zone_id
            for tried in request.tried
            if tried.is_reverted or tried.distance_after <= tried.distance_before
        }
        self.front = self._situation.front_window
        # what is called otherwise than a thing that is sought may do something else
        self._is_sought = isinstance(request.goal.condition, c.ZoneShown)

    def leads(self) -> list[Lead]:
        """What speaks for the goal, the best first: in sight, or known to be behind menus."""
        found = []
        for zone in self._situation.zones:
            how_much = self._relation(zone)
            only_opens = zone.role in _RANK or promises_window(zone.label)
            least = WHOLE if self._is_sought and not only_opens else RELATED
            if how_much < least or not self._is_worth(zone):
                continue
            lead = self._lead_to(zone, how_much)
            if lead is not None:
                found.append(lead)
        return sorted(found, key=lambda e: (-e.relation, e.depth, e.zone.bounds_px.reading_order))

    def openers(self) -> list[Zone]:
        """What may hide more: menus and pages that were not looked into yet, entries with dots."""
        found = [zone for zone in self._in_reach() if self._may_hide_more(zone)]
        return sorted(found, key=lambda zone: (-self.promise(zone), _RANK.get(zone.role, 2)))

    def promise(self, opener: Zone) -> float:
        """How much what may hide more has to do with the goal: by its name or its entries'."""
        inside = [zone for zone in self._situation.zones if zone.parent_id == opener.zone_id]
        deeper = max((self.promise(zone) for zone in inside), default=0.0) - _DEEPER
        return max(self._relation(opener), deeper, 0.0)

    def is_in_popup_or_dialog(self) -> bool:
        """Something is open that takes all clicks."""
        return self.front is not None and (self.front.is_dialog or bool(self._entries()))

    def _relation(self, zone: Zone) -> float:
        return max((relation(words, zone.label) for words in self.wanted), default=0.0)

    def _in_reach(self) -> list[Zone]:
        """Zones that a click would reach: of an open menu, else of the window in front."""
        if self.front is None:
            return []
        zones = self._situation.zones_in_sight
        if entries := self._entries():
            holders = {(zone.window_id, zone.parent_id) for zone in entries}
            menus = [zone for zone in zones if zone.role is Role.MENU]
            return entries + [each for each in menus if (each.window_id, each.parent_id) in holders]
        return [zone for zone in zones if zone.window_id in ("", self.front.window_id)]

    def _entries(self) -> list[Zone]:
        """Of menus that are open."""
        return [z for z in self._situation.zones_in_sight if z.role.is_menu_entry]

    def _lead_to(self, zone: Zone, how_much: float) -> Lead | None:
        """The first zone in sight on the way to it; None where there is no way."""
        reach = {each.zone_id for each in self._in_reach()}
        way = (zone, *self._situation.above(zone))
        seen = ((depth, at) for depth, at in enumerate(way) if at.on_screen)
        depth, at = next(seen, (0, None))
        return Lead(at, zone, how_much, depth) if at and at.zone_id in reach else None

    def _is_worth(self, zone: Zone) -> bool:
        does = any(map(what_it_does, normal(zone.label).split()))
        is_risky = does and not promises_window(zone.label)
        is_useless = zone.zone_id in self._useless  # it was clicked and led nowhere
        return zone.role in _PRESSED and zone.is_enabled and not (is_risky or is_useless)

    def _may_hide_more(self, zone: Zone) -> bool:
        if not self._is_worth(zone):
            return False
        if zone.role is Role.MENU:
            inside = [each for each in self._situation.zones if each.parent_id == zone.zone_id]
            return not inside or any(self._may_hide_more(each) for each in inside)
        if zone.role is Role.TAB:
            return State.SELECTED not in zone.state
        # settings are where all that has no other place may be
        has_to_do = self._relation(zone) > 0 or "settings" in _meant(zone.label)
        return has_to_do and promises_window(zone.label)


def _words_of(condition: c.Condition | None) -> tuple[str, ...]:
    """The words that a condition is about."""
    match condition:
        case c.WindowShown(title=words) | c.WindowActive(title=words) | c.TextShown(text=words):
            return (words,)
        case c.ZoneShown(label=words) | c.ZonePresent(label=words) | c.ZoneGone(label=words):
            return (words,)
        case c.ZoneState(label=words) | c.ZoneValue(label=words):
            return (words,)
        case c.AnyOf(conditions=several):
            return tuple(words for each in several for words in _words_of(each))
        case _:
            return ()
