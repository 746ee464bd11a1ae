"""What a group takes of all that could be done: as many of the best as it has room for.

A group of one family goes on with its family for a part of its actions and takes the best of all
others for the rest: faults hide where things of different kinds meet. What prepares (a text, an
option, an order) comes before what acts.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from engine.thinking.offline.exploring.candidates import Candidate

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
