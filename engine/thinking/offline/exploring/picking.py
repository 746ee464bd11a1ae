"""What a group takes of all that could be done: as many of the best as it has room for.

A group of one family goes on with its family for a part of its actions and takes the best of all
others for the rest: faults hide where things of different kinds meet. What prepares (a text, an
option, an order) comes before what acts.

What leads where (``Leads``) tells how much there is to do at the places that were come to. It is
learnt from one asking to the next: the last action of an iteration that leads away, and what
is there after it. Places where options, fields and orders meet buttons are worth more visits than
a message with one button: faults hide in what is combined.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from engine.domain.exploring.groups import SuccessfulActionGroup
from engine.domain.zones import Role
from engine.thinking.offline.exploring.candidates import Candidate

_PREPARING = frozenset({"choices", "fields", "lists"})
_COMMON = 0.6
"""What is there in so many of the looks belongs to no place."""
_PAIRED_SHARE = 0.5
_LEAST_SHARE = 0.05
_FAILED_AFTER = 2
_SURVEY_FROM = 3
_VISIT_STEP, _EXPECTED = 0.25, 1.5


class Leads:
    """``learn`` is told what is there at each asking, how the groups before it went and what was
    done last, ``led_by`` what the groups end with."""

    def __init__(self) -> None:
        self._by = ""
        self._riches: dict[str, float] = {}
        self._passed_by: set[str] = set()
        self._openers: set[str] = set()
        self._staying: set[str] = set()
        self._surveyed: set[str] = set()
        self._keys: dict[str, str] = {}

    def learn(
        self,
        found: Sequence[Candidate],
        familiar: Mapping[str, float],
        done: Sequence[SuccessfulActionGroup],
        last_key: str,
    ) -> None:
        """What was done last has led here, if it was the lead, or what all later actions of its
        group failed after: that leads away too, whatever it is called."""
        openers = {self._keys.get(zone_id, "") for group in done if (zone_id := _stopped_by(group))}
        self._openers |= openers - {""}
        if last_key and last_key in (self._by, *openers):
            self._riches[last_key] = _riches(found, familiar)
            self._passed_by.discard(last_key)
        self._by = ""
        self._keys = {each.zone_id: each.key for each in found if each.zone is not None}

    def led_to(self, key: str, found: Sequence[Candidate], familiar: Mapping[str, float]) -> None:
        """This is what an action of a group has come to."""
        self._riches[key] = _riches(found, familiar)

    def opened_by(self, key: str, *, is_gone: bool) -> None:
        """It leads away, whatever it is called; what it opened is there, or was only passed by."""
        if is_gone and key not in self._openers:
            self._passed_by.add(key)
        self._openers.add(key)

    def stayed(self, last_key: str) -> None:
        """The last lead, if it was done, has come to nowhere else."""
        if last_key == self._by:
            self._staying.add(self._by)
        self._by = ""

    def led_by(self, key: str) -> None:
        self._by = key

    def unknown_places(self, found: Sequence[Candidate]) -> tuple[Candidate, ...]:
        """Tabs that were never opened, each of which can be opened from the others: in one go it
        can be seen what there is. Each is given once."""
        tabs = tuple(
            each
            for each in found
            if each.zone is not None
            and each.zone.role is Role.TAB
            and not each.route
            and each.key not in self._riches.keys() | self._surveyed
        )
        if len(tabs) < _SURVEY_FROM:
            return ()
        return tabs

    def survey(self, tabs: Sequence[Candidate]) -> None:
        """These are about to be opened."""
        self._surveyed |= {each.key for each in tabs}

    def worth_here(self, found: Sequence[Candidate], familiar: Mapping[str, float]) -> float:
        """How much there is to do here, as a share of the richest place that leads from here."""
        most = max((self._riches.get(each.key, 0.0) for each in found), default=0.0)
        return _riches(found, familiar) / most if most else 1.0

    def weighed(self, found: Sequence[Candidate]) -> list[Candidate]:
        """With the worth of what leads away by what is there; what is not known yet counts as the
        richest."""
        most = max(self._riches.values(), default=0.0)
        told = (
            replace(
                each,
                leads_away=each.key not in self._staying
                and (each.leads_away or each.key in self._openers),
            )
            for each in found
        )
        return [
            replace(each, worth=min(1.0, each.worth * self._share(each, most)))
            if each.leads_away
            else each
            for each in told
        ]

    def _share(self, each: Candidate, most: float) -> float:
        """A place is worth another visit by what there is, more than by how often one was there;
        of a dialog that is not known, as much is expected as of those that are."""
        if each.zone is None:
            return _LEAST_SHARE  # a key leads to nowhere that is known
        if not most or each.key in self._passed_by:
            return 1.0
        riches = self._riches.get(each.key)
        if riches is not None:
            again = (1 + each.tried) / (1 + each.tried * _VISIT_STEP)
            return max(_LEAST_SHARE, again * riches / most)
        known = [self._riches[key] for key in self._openers if key in self._riches]
        if each.family == "links" or not known:
            return 1.0
        return max(_LEAST_SHARE, _EXPECTED * statistics.mean(known) / most)


def _stopped_by(group: SuccessfulActionGroup) -> str:
    """The zone of the last action that succeeded, where two or more after it failed."""
    went_well = [at for at, each in enumerate(group.actions) if each.succeeded]
    if not went_well or len(group.actions) - went_well[-1] <= _FAILED_AFTER:
        return ""
    return group.actions[went_well[-1]].step.zone_id


def _riches(found: Sequence[Candidate], familiar: Mapping[str, float]) -> float:
    """What is untried counts whole, what was tried less each time; and what can be combined."""
    own = [each for each in found if not each.leads_away and familiar.get(each.key, 0.0) < _COMMON]
    fresh = sum(each.worth for each in own)
    preparing = sum(each.family in _PREPARING for each in own)
    acting = sum(each.family == "buttons" for each in own)
    return fresh + _PAIRED_SHARE * math.sqrt(preparing * acting)


MOST_TIMES = 3
"""How often one thing is acted upon in a group, where there is nothing else."""
WORN_SHARE = 0.55
_LEFT_SHARE = 0.5
_PHASE = {"fields": 0, "choices": 1, "lists": 2, "canvas": 3, "keys": 3, "menus": 3, "buttons": 4}
_LAST_PHASE = 5
_SHUFFLED_SHARE = 0.2
"""So many groups come in any order: some faults need the act before what prepares."""


@dataclass(frozen=True, slots=True)
class Course:
    """What the run has come to know that groups keep to: ``together`` are the pairs of keys that
    were in one group before; ``is_safe`` says of a candidate whether it may be done beside others;
    ``survey`` are ways to places of which nothing is known, each open from where the one before
    leads to; ``most_actions`` is what this place is worth in each group, 0 where all is;
    ``earlier`` are those of the groups before in this iteration; ``behind`` is what a dialog keeps
    out of reach until it is closed."""

    together: Set[frozenset[str]] = frozenset()
    is_safe: Callable[[Candidate, Sequence[Candidate]], bool] = lambda each, beside: True
    survey: tuple[Candidate, ...] = ()
    most_actions: int = 0
    earlier: tuple[Candidate, ...] = ()
    is_in_dialog: bool = False
    behind: tuple[Candidate, ...] = ()


FREE = Course()


def picked_from(
    fresh: Sequence[Candidate],
    family: str,
    room: int,
    dice: random.Random,
    course: Course,
) -> tuple[Candidate, ...]:
    fresh = [each for each in fresh if not _is_left_as_it_is(each, dice)] or fresh
    own = [each for each in fresh if each.family == family]
    others = [each for each in fresh if each.family != family]
    half = -(-room // 2)
    share = half if any(not each.tried for each in own) else dice.randint(1, half)
    picked = _within(own, share, (), course)
    picked += _within(others, room - length_of(picked), picked, course)
    left = [each for each in own if each not in picked]
    picked += _within(left, room - length_of(picked), picked, course)
    if dice.random() < _SHUFFLED_SHARE:
        dice.shuffle(picked)
        return tuple(picked)
    return tuple(sorted(picked, key=lambda each: _PHASE.get(each.family, _LAST_PHASE)))


def filled(
    picked: tuple[Candidate, ...],
    found: Sequence[Candidate],
    room: int,
    dice: random.Random,
    course: Course,
) -> tuple[Candidate, ...]:
    """With what was tried often already, where there is nothing else anywhere: it may do more now
    that other things have changed."""
    known = {each.key for each in picked}
    worn = [each for each in found if not each.leads_away and each.key not in known]
    return (*picked, *_within(by_lot(worn, dice), room - length_of(picked), picked, course))


def again(picked: tuple[Candidate, ...], room: int) -> tuple[Candidate, ...]:
    """The same once more, where there is nothing else anywhere, as in a game."""
    again = [each for each in picked if each.length == 1] * (MOST_TIMES - 1)
    return (*picked, *again[: room - length_of(picked)])


def worthwhile(staying: list[Candidate]) -> list[Candidate]:
    """Without what was tried often while the rest was not: a poor place is soon left."""
    best = max((each.worth for each in staying), default=0.0)
    return [each for each in staying if not each.tried or each.worth >= WORN_SHARE * best]


def by_lot(found: Sequence[Candidate], dice: random.Random) -> list[Candidate]:
    """In order of worth; the seed decides between equal ones. What was tried comes after what was
    not, in an order that differs more from time to time: then it is the company that counts."""
    lots = {each.key: dice.random() for each in found}

    def place(each: Candidate) -> tuple[bool, float, float]:
        if not each.tried:
            return False, -round(each.worth, 2), lots[each.key]
        return True, -each.worth * (0.5 + lots[each.key]), 0.0

    return sorted(found, key=place)


def length_of(picked: Sequence[Candidate]) -> int:
    return sum(each.length for each in picked)


def _is_left_as_it_is(each: Candidate, dice: random.Random) -> bool:
    """Of options and orders that are known, each group takes some: all at once are one
    combination only, and of several orders the last counts."""
    is_option = each.family in ("choices", "lists")
    return is_option and each.tried > 0 and dice.random() < _LEFT_SHARE


def _within(
    found: Sequence[Candidate],
    room: int,
    beside: Sequence[Candidate],
    course: Course,
) -> list[Candidate]:
    """As many of the best as there is room for, routes counted. Of what was tried, that comes
    first which was seldom together with what is picked already."""
    picked: list[Candidate] = []
    left = list(found)
    while True:
        company = [*beside, *picked]
        space, all_before = room - length_of(picked), (*course.earlier, *company)
        left = [each for each in left if each.length <= space and course.is_safe(each, all_before)]
        if not left:
            return picked
        best = left[0]
        if best.tried and company:
            best = _least_worn(left, company, course.together)
        picked.append(best)
        left.remove(best)


def _least_worn(
    left: Sequence[Candidate], company: Sequence[Candidate], together: Set[frozenset[str]]
) -> Candidate:
    at = {each.key: place for place, each in enumerate(left)}
    return min(left, key=lambda each: (_worn(each, company, together), at[each.key]))


def _worn(each: Candidate, company: Sequence[Candidate], together: Set[frozenset[str]]) -> int:
    """In fifths, how much of its company it was with before."""
    known = sum(frozenset({each.key, other.key}) in together for other in company)
    return math.floor(5 * known / len(company))
