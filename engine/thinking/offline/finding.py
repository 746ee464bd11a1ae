"""Finds the zone that words mean: by label, place and role, in sight or behind a closed menu.

Where a label stands twice, the context decides (window in front, role, enabled, the window used
last, nearness); where it can't, the operator is asked."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rapidfuzz import fuzz

from engine.domain.errors import NeedsOperator
from engine.domain.facts import Frozen, replace
from engine.domain.plans import Situation
from engine.domain.zones import ACTIONABLE_ROLES, CHECKABLE_ROLES, EDITABLE_ROLES, Role, State, Zone
from engine.language.goals.clauses import Target
from engine.language.labels import normal, quoted
from engine.states.reaching import route_to
from engine.thinking.offline import matching
from engine.thinking.offline.applications import windows_of
from engine.thinking.offline.matching import ACCEPT, GOOD, SPACELESS, words_score, zone_score

_TELLING_ROLES = frozenset({Role.LABEL, Role.HEADING, Role.CELL, Role.LIST_ITEM, Role.CHECK_BOX})
_FAR_PX = 300.0  # a label farther off belongs to something else
_SHORT_CHARS = 40


_ROLE_ONLY_SCORE = 80.0  # "the slider": no label to compare, the role is all that was said
_FIELD_ROLES = EDITABLE_ROLES | {Role.SLIDER, Role.SWITCH}
_HEADING_ROLES = frozenset({Role.LABEL, Role.HEADING, Role.GROUP})
_CONTAINERS = frozenset({Role.WINDOW, Role.DIALOG, Role.MENU_BAR, Role.ALERT})


class Found(Frozen):
    """A zone, what to click before it comes in sight, and which of its namesakes it is."""

    zone: Zone
    route: tuple[Zone, ...] = ()
    which: str = ""
    score: float = 100.0


class Finder:
    """Looks in one situation. ``answers`` are the operator's, by question."""

    def __init__(self, situation: Situation, answers: Mapping[str, str]) -> None:
        self._situation = situation
        self._answers = answers
        self.last_window_id = ""

    def find(
        self,
        target: Target,
        wanted: frozenset[Role] = ACTIONABLE_ROLES,
        *,
        asked_for: str = "",
        only_wanted: bool = False,
    ) -> Found | None:
        """The zone that the words mean, or None. Raises ``NeedsOperator`` where two fit alike."""
        whole = [(Target(target.whole, scope=target.scope), GOOD)] if target.whole else []
        loosest = GOOD if target.count else ACCEPT  # "first name" before the first of all names
        kinds = (wanted,) if only_wanted else (wanted, frozenset(Role) - _CONTAINERS)
        for each, least in (*whole, (target, loosest)):
            for roles in kinds:
                if found := self._find(each, roles, least, asked_for):
                    return found
        return self._counted(target, wanted, asked_for) if target.count else None

    def is_called(self, words: str) -> bool:
        """Whether the words as a whole are the label of something that can be reached."""
        return any(
            words_score(words, zone.label) >= GOOD and route_to(zone, self._situation) is not None
            for zone in self._situation.zones
            if zone.is_actionable
        )

    def nearest_labels(self, words: str, count: int = 8) -> tuple[str, ...]:
        """The labels in sight that come nearest to the words, for messages."""
        labels = {
            zone.label: fuzz.ratio(normal(words), normal(zone.label))
            for zone in self._situation.zones_in_sight
            if zone.label and zone.is_actionable
        }
        return tuple(sorted(labels, key=lambda label: (-labels[label], label))[:count])

    def hidden_like(self, words: str) -> str:
        """What holds the words, and more, where it is hidden: nothing that was not said is done."""
        hidden = ((zone, route_to(zone, self._situation)) for zone in self._situation.zones)
        told = (
            f" Hidden in {route[-1].words} is {quoted(zone.label)}: say its whole name."
            for zone, route in hidden
            if route and _is_part(words, zone)
        )
        return next(told, "")

    def is_greyed(self, zone: Zone) -> bool:
        """Only where the source would tell: text recognition knows nothing of it."""
        return zone.on_screen and zone.source.tells and not zone.is_enabled

    def has_place(self, target: Target, zone: Zone | None = None) -> bool:
        """Anything, or the zone, is known to stand in the place that is named."""
        return any(zone is None or each.zone_id == zone.zone_id for each in self._within(target))

    def _find(
        self, target: Target, wanted: frozenset[Role], least: float, asked_for: str
    ) -> Found | None:
        """In sight a part of a label will do, behind a closed menu, list or tab only the whole."""
        candidates = self._not_behind_dialog(self._candidates(target, wanted, least))
        in_sight = [each for each in candidates if not each.route]
        hidden = [
            each for each in candidates if each.route and not _is_part(target.words, each.zone)
        ]
        for group, bar in ((in_sight, GOOD), (hidden, GOOD), (in_sight, least), (hidden, least)):
            fitting = [each for each in group if each.score >= bar]
            if fitting:
                return self._best(fitting, target, wanted, asked_for)
        return None

    def _counted(self, target: Target, wanted: frozenset[Role], asked_for: str) -> Found | None:
        """ "the second item": in the order of reading, among what is alike."""
        zones = [z for z in self._within(target) if z.on_screen]
        front = self._situation.front_window
        zones = [z for z in zones if front is None or z.window_id in ("", front.window_id)]
        series = matching.series_of(zones, target, wanted)
        chosen = (zone for each in series for zone in matching.counted(each, target.count))
        found = [Found(zone, which=target.said) for zone in chosen]
        if len(found) > 1:
            return self._asked(found, target, asked_for)
        return found[0] if found else None

    def _not_behind_dialog(self, candidates: list[Found]) -> list[Found]:
        """A dialog in front goes first; of what lies behind it only what is called just so."""
        front = self._situation.front_window
        if front is None or not front.is_dialog:
            return candidates
        here = [each for each in candidates if each.zone.window_id in ("", front.window_id)]
        return here or [each for each in candidates if each.score >= GOOD]

    def _candidates(self, target: Target, wanted: frozenset[Role], least: float) -> list[Found]:
        zones = self._within(target)
        fitting = [zone for zone in zones if zone.role in wanted]
        if target.roles:
            fitting = [zone for zone in fitting if zone.role in target.roles] or fitting
        elif not wanted <= _FIELD_ROLES | CHECKABLE_ROLES:
            fitting = list(_by_content(fitting, target.words))
        found = []
        for zone in fitting:
            score = zone_score(target.words, zone) if target.words else _role_score(target, zone)
            route = route_to(zone, self._situation)
            if score >= least and route is not None:
                found.append(Found(zone, route, score=score))
        may_tell = not found and bool(wanted & EDITABLE_ROLES)
        may_tell = may_tell and wanted <= _FIELD_ROLES | CHECKABLE_ROLES
        return [*found, *self._beside(target.words, zones, fitting, least, may_tell=may_tell)]

    def _beside(
        self, words: str, zones: list[Zone], fitting: list[Zone], least: float, *, may_tell: bool
    ) -> list[Found]:
        """A field without a label of its own goes by the label beside it; so does the one of a
        label that tells another name, where it ``may_tell``. A name that several tell is their
        group's, and none of theirs."""
        fields = [z for z in fitting if z.role in _FIELD_ROLES and z.on_screen]
        seen = [zone for zone in zones if zone.on_screen and fields]
        count = Counter(each.label for each in fields)
        nameless = [each for each in fields if not each.label or count[each.label] > 1]
        field, score = matching.captioned_field(words, seen, fields) if may_tell else None, GOOD
        if field is None:
            field, score = matching.field_beside(words, seen, nameless)
        found = Found(replace(field, label=words), score=min(score, GOOD)) if field else None
        return [found] if found and score >= least else []

    def _within(self, target: Target) -> list[Zone]:
        """The zones of its place: what is called just so and has zones in it goes before a window
        of such a name, and that before what is called alike; all without a place."""
        place = target.within or target.scope
        zones = list(self._situation.zones)
        called = [each for each in zones if place and zone_score(place, each) >= SPACELESS]
        is_held = self._below(place, SPACELESS) or any(e.role in _HEADING_ROLES for e in called)
        if not place or (target.scope and not is_held):
            return zones
        windows = windows_of(place, self._situation, is_exact=bool(is_held))
        inside = {each.window_id for each in windows}
        below = self._below(place, SPACELESS) or (set() if is_held else self._below(place, ACCEPT))
        return [each for each in zones if each.window_id in inside or each.zone_id in below]

    def _below(self, place: str, least: float) -> set[str]:
        """The ids of what stands in what is called so."""
        zones, known = self._situation.zones, self._situation
        holders = {each.zone_id for each in zones if zone_score(place, each) >= least}
        up = ((zone, {each.zone_id for each in known.above(zone)}) for zone in zones)
        return {zone.zone_id for zone, ids in up if ids & holders}

    def _best(
        self, found: list[Found], target: Target, wanted: frozenset[Role], asked_for: str
    ) -> Found:
        ranked = sorted(
            found, key=lambda e: (self._rank(e, wanted), e.zone.bounds_px.reading_order)
        )
        best = ranked[0]
        rank = self._rank(best, wanted)
        equal = [each for each in ranked if self._rank(each, wanted) == rank]
        equal = _without_nested(equal)
        if len(equal) > 1:
            return self._asked(equal, target, asked_for)
        namesakes = [each for each in ranked if normal(each.zone.label) == normal(best.zone.label)]
        if len(_without_nested(namesakes)) > 1:
            window = self._situation.window_of(best.zone)
            return replace(best, which=f"the one in {quoted(window.title)}" if window else "")
        return best

    def _rank(self, found: Found, wanted: frozenset[Role]) -> tuple[float, ...]:
        zone = found.zone
        return (
            -round(found.score),
            self._window_rank(zone),
            not zone.is_actionable,
            zone.role is Role.TAB and State.SELECTED in zone.state,  # a click there does nothing
            self.is_greyed(zone),
            zone.window_id != self.last_window_id if self.last_window_id else 0,
            len(found.route),
            zone.role.is_of_menu
            and not found.route
            and not all(role.is_of_menu for role in wanted),
        )

    def _window_rank(self, zone: Zone) -> int:
        front = self._situation.front_window
        window = self._situation.window_of(zone)
        if window is None or front is None or window.window_id == front.window_id:
            return 0
        return 1 + window.order

    def _asked(self, equal: list[Found], target: Target, asked_for: str) -> Found:
        # a choice for each: by its window, holder, own label, kind or neighbour, else by its order
        situation, zones, rows = self._situation, [each.zone for each in equal], []
        for zone in zones:
            window = situation.window_of(zone)
            holder = next((each.label for each in situation.above(zone) if each.label), "")
            near = [  # the short texts on its left or above it
                (gap, other.label)
                for other in situation.zones_in_sight
                if other.role in _TELLING_ROLES and other not in zones
                if 0 < len(other.label) <= _SHORT_CHARS and other.label != zone.label
                if (gap := matching.gap_px(other, zone)) is not None and gap <= _FAR_PX
            ]
            beside = min(near, default=(0.0, ""))[1]
            rows.append(
                (
                    f"the one in {quoted(window.title)}" if window and window.title else "",
                    f"the one in {quoted(holder)}" if holder else "",
                    quoted(zone.label) if zone.label else "",
                    f"the {zone.role}",
                    f"the one beside {quoted(beside)}" if beside else "",
                )
            )
        choices = matching.told_apart(rows)
        question = f"Which {quoted(target.said)} is meant in {quoted(asked_for or target.said)}?"
        answer = self._answers.get(question, "")
        for each, words in zip(equal, choices, strict=True):
            if words == answer:
                return replace(each, which=words)
        raise NeedsOperator(question, choices)


def _role_score(target: Target, zone: Zone) -> float:
    is_meant = zone.role in target.roles and zone.on_screen
    return (_ROLE_ONLY_SCORE + (State.FOCUSED in zone.state)) if is_meant else 0.0


def _by_content(zones: Iterable[Zone], words: str) -> Iterator[Zone]:
    """To be clicked: what is drawn as a field goes by the text in it (it may be a button), not by
    the one beside it, which may be a menu's title or a button itself."""
    for zone in zones:
        if zone.role not in _FIELD_ROLES or not zone.source.is_drawn:
            yield zone
        elif words_score(words, zone.value) >= SPACELESS:
            yield replace(zone, label=zone.value)


def _is_part(words: str, zone: Zone) -> bool:
    """The words are some of the label's, and others stand there too."""
    wanted, there = normal(words).split(), normal(zone.label).split()
    return set() < set(wanted) < set(there) and "".join(wanted) != "".join(there)


def _without_nested(found: Iterable[Found]) -> list[Found]:
    """A zone within another of the same name is the same thing, seen twice; keep the inner."""
    kept: list[Found] = []
    for each in found:
        if not any(_same_thing(each.zone, other.zone) for other in kept):
            kept.append(each)
    return kept


def _same_thing(one: Zone, other: Zone) -> bool:
    if not one.on_screen or not other.on_screen:
        return one.parent_id == other.zone_id or other.parent_id == one.zone_id
    shared = one.bounds_px.intersection(other.bounds_px).area
    return shared > 0 and shared >= 0.8 * min(one.bounds_px.area, other.bounds_px.area)
