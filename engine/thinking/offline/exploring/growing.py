"""From candidates to action groups: different strategies at first, then what grows from each that
was successful.

A group of one family goes on with its family for a part of its actions and takes the best of all
others for the rest: faults hide where things of different kinds meet. What prepares (a text, an
option, an order) comes before what acts. What leads away puts the rest of its iteration out of
reach: it comes last in the group that is run last, and only where little is left to try.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace

from engine.domain.actions import Action, Click
from engine.domain.exploring.groups import (
    MAX_FIRST_GROUPS,
    ActionGroup,
    Recommendation,
    SuccessfulActionGroup,
    max_actions,
)
from engine.domain.plans import GLOBAL_ZONE_ID
from engine.thinking.offline.exploring.candidates import Candidate, asks_to_leave
from engine.thinking.words import quoted

_MOST_CONFIDENT, _LEAST_CONFIDENT = 0.95, 0.05
_MOST_TIMES = 3
"""How often one thing is acted upon in a group, where there is nothing else."""
_STEP_DOWN = 0.01
_STRATEGY = {
    "menus": "Go through the menus",
    "choices": "Change what can be chosen",
    "fields": "Fill in the fields",
    "lists": "Work with the entries of the list",
    "links": "Follow what leads elsewhere",
    "canvas": "Try what is drawn on the canvas",
    "keys": "Try the keys",
    "buttons": "Press the buttons",
}
_PHASE = {"fields": 0, "choices": 1, "lists": 2, "canvas": 3, "keys": 3, "menus": 3, "buttons": 4}
_LAST_PHASE = 5
_SHUFFLED_SHARE = 0.2
"""So many groups come in any order: some faults need the act before what prepares."""
_WORN_SHARE = 0.55
_LEFT_SHARE, _POOR_SHARE = 0.5, 0.25


@dataclass(frozen=True, slots=True)
class Course:
    """What the run has come to know that groups keep to: ``together`` are the pairs of keys that
    were in one group before; ``is_safe`` says of a candidate whether it may be done beside others;
    ``survey`` are ways to places of which nothing is known, each open from where the one before
    leads to; ``most_actions`` is what this place is worth in each group, 0 where all is;
    ``earlier`` are those of the groups before in this iteration."""

    together: Set[frozenset[str]] = frozenset()
    is_safe: Callable[[Candidate, Sequence[Candidate]], bool] = lambda each, beside: True
    survey: tuple[Candidate, ...] = ()
    most_actions: int = 0
    earlier: tuple[Candidate, ...] = ()
    is_in_dialog: bool = False


_FREE = Course()


def first_groups(found: Sequence[Candidate], dice: random.Random) -> tuple[ActionGroup, ...]:
    """Up to three groups of one action, each of another family where there are so many; what
    leads away comes last, and alone. Where entries are to be had by a menu only, it is opened."""
    drawn = _drawn(found, dice)
    direct = [each for each in drawn if each.length == 1]
    staying = [each for each in direct if not each.leads_away]
    leading = _leading(direct, dice)
    if not leading and not any(each.family == "menus" for each in staying):
        leading = [_opening(each) for each in drawn if each.family == "menus" and each.route][:1]
    best = max((each.worth for each in staying), default=0.0)
    leading = [each for each in leading if each.worth >= _WORN_SHARE * best]
    by_family: dict[str, Candidate] = {}
    for each in staying:
        by_family.setdefault(each.family, each)
    room = MAX_FIRST_GROUPS - bool(leading)
    chosen = sorted(by_family.values(), key=lambda each: -each.worth)[:room]
    chosen += [each for each in staying if each not in chosen][: room - len(chosen)]
    chosen += leading[: MAX_FIRST_GROUPS - len(chosen)]
    return _ordered([_group((each,), each.family) for each in chosen])


def _opening(entry: Candidate) -> Candidate:
    """The first click of the way to an entry."""
    opener = entry.route[0]
    words = f"click {quoted(opener.label)}"
    return replace(entry, words=words, action=Click(), zone=opener, route=(), then=())


def grown_groups(
    found: Sequence[Candidate],
    successful: Sequence[SuccessfulActionGroup],
    iteration: int,
    dice: random.Random,
    course: Course = _FREE,
) -> tuple[ActionGroup, ...]:
    """One for each that was successful, in their order; no two take the same thing, unless there
    is nothing that leads elsewhere."""
    room, taken = max_actions(iteration), set[str]()
    most = min(room, course.most_actions) if course.most_actions else room
    staying = _worthwhile([each for each in found if not each.leads_away])
    families = [family_of(group) for group in successful]
    leading = _leading(found, dice)
    chosen: list[tuple[Candidate, ...]] = []
    for family in families:
        drawn = _drawn(staying, dice)
        fresh = [each for each in drawn if each.key not in taken]
        if not leading:
            fresh = fresh or drawn  # as in a game: there is nothing else anywhere
        picked = _chosen(fresh, family, most, dice, course)
        if not leading:
            picked = _again(_filled(picked, found, most, dice, course), most)
        taken |= {each.key for each in picked}
        course = replace(course, earlier=(*course.earlier, *picked))
        chosen.append(picked)
    last = families.index("links") if "links" in families else len(families) - 1
    if course.survey:
        chosen[last] = tuple(course.survey[:room])
    elif leading := [each for each in leading if course.is_safe(each, course.earlier)]:
        chosen[last] = _then_away(chosen[last], leading, room, alone=not staying)
    if course.is_in_dialog and len(families) == 1:
        chosen[0] = _surely_away(chosen[0], leading, room)
    groups = [_group(picked, family) for picked, family in zip(chosen, families, strict=True)]
    lowest = min(each.confidence for each in groups)
    groups[last] = replace(groups[last], confidence=_bounded(lowest - _STEP_DOWN))
    return tuple(groups)


def _leading(found: Sequence[Candidate], dice: random.Random) -> list[Candidate]:
    """What leads away, without what is worth little beside the rest, such as quitting."""
    leading = [each for each in found if each.leads_away]
    best = max((each.worth for each in leading), default=0.0)
    kept = [each for each in leading if each.worth >= _POOR_SHARE * best or each.zone is None]
    return _drawn(kept, dice)


def _worthwhile(staying: list[Candidate]) -> list[Candidate]:
    """Without what was tried often while the rest was not: a poor place is soon left."""
    best = max((each.worth for each in staying), default=0.0)
    return [each for each in staying if not each.tried or each.worth >= _WORN_SHARE * best]


def family_of(group: SuccessfulActionGroup) -> str:
    """By the reasoning, which this thinker wrote itself."""
    said = (name for name, words in _STRATEGY.items() if group.reasoning.startswith(words))
    return next(said, "buttons")


def _chosen(
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
    picked += _within(others, room - _length(picked), picked, course)
    left = [each for each in own if each not in picked]
    picked += _within(left, room - _length(picked), picked, course)
    if dice.random() < _SHUFFLED_SHARE:
        dice.shuffle(picked)
        return tuple(picked)
    return tuple(sorted(picked, key=lambda each: _PHASE.get(each.family, _LAST_PHASE)))


def _is_left_as_it_is(each: Candidate, dice: random.Random) -> bool:
    """Of options and orders that are known, each group takes some: all at once are one
    combination only, and of several orders the last counts."""
    is_option = each.family in ("choices", "lists")
    return is_option and each.tried > 0 and dice.random() < _LEFT_SHARE


def _filled(
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
    return (*picked, *_within(_drawn(worn, dice), room - _length(picked), picked, course))


def _again(picked: tuple[Candidate, ...], room: int) -> tuple[Candidate, ...]:
    """The same once more, where there is nothing else anywhere, as in a game."""
    again = [each for each in picked if each.length == 1] * (_MOST_TIMES - 1)
    return (*picked, *again[: room - _length(picked)])


def _then_away(
    picked: tuple[Candidate, ...], leading: Sequence[Candidate], room: int, *, alone: bool
) -> tuple[Candidate, ...]:
    """With what leads away at its end. Where there is nothing else, such as in a dialog, all
    of them, for one may be refused, and the same once more: it may come back."""
    away = next((each for each in leading if each.length <= room), None)
    if away is None:
        return picked
    if alone:
        keys = [each for each in leading if each.zone is None][: room - 1]
        ways = [each for each in leading if each.length == 1 and each not in keys] or [away]
        most = min(max(_MOST_TIMES, len(ways)), (room - len(keys)) // ways[0].length)
        return (*itertools.islice(itertools.cycle(ways), most), *keys)
    kept = list(picked)
    while kept and _length(kept) + away.length > room:
        kept.pop(0)
    return (*kept, away)


def _surely_away(
    picked: tuple[Candidate, ...], leading: Sequence[Candidate], room: int
) -> tuple[Candidate, ...]:
    """With further ways out at its end, for the run is over if its only group leads nowhere. Where
    the first leads out, the others are not there any more; a key comes last."""
    more = [each for each in leading if each not in picked and each.length == 1]
    more.sort(key=lambda each: (each.zone is None, not asks_to_leave(each)))
    buttons = [each for each in more if each.zone is not None][:_MOST_TIMES]
    added = [*buttons, *(each for each in more if each.zone is None)]
    kept = list(picked)
    while kept and _length(kept) + len(added) > room:
        kept.pop(0)
    return (*kept, *added)


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
        space, all_before = room - _length(picked), (*course.earlier, *company)
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


def _length(picked: Sequence[Candidate]) -> int:
    return sum(each.length for each in picked)


def _group(chosen: Sequence[Candidate], family: str) -> ActionGroup:
    untried = sum(not each.tried for each in chosen)
    words = ", ".join(dict.fromkeys(each.words for each in chosen))
    reasoning = f"{_STRATEGY[family]}: {words} ({untried} not tried before)"
    worth = max((each.worth for each in chosen), default=0.0)
    actions = tuple(action for each in chosen for action in _actions(each))
    return ActionGroup(reasoning[:480], _bounded(worth), actions)


def _actions(candidate: Candidate) -> list[Recommendation]:
    steps: list[tuple[Action, str, str]] = [
        (Click(), zone.zone_id, zone.label) for zone in candidate.route
    ]
    label = candidate.zone.label if candidate.zone is not None else ""
    steps.append((candidate.action, candidate.zone_id, label))
    steps += [(action, GLOBAL_ZONE_ID, "") for action in candidate.then]
    return [
        Recommendation(action, zone_id, name, candidate.words, _bounded(candidate.worth))
        for action, zone_id, name in steps
    ]


def _ordered(groups: list[ActionGroup]) -> tuple[ActionGroup, ...]:
    """With confidences that keep to the order in which they stand."""
    ordered: list[ActionGroup] = []
    for each in groups:
        most = ordered[-1].confidence - _STEP_DOWN if ordered else each.confidence
        ordered.append(replace(each, confidence=_bounded(min(each.confidence, most))))
    return tuple(ordered)


def _bounded(confidence: float) -> float:
    return round(min(_MOST_CONFIDENT, max(_LEAST_CONFIDENT, confidence)), 3)


def _drawn(found: Sequence[Candidate], dice: random.Random) -> list[Candidate]:
    """In order of worth; the seed decides between equal ones. What was tried comes after what was
    not, in an order that differs more from time to time: then it is the company that counts."""
    lots = {each.key: dice.random() for each in found}

    def place(each: Candidate) -> tuple[bool, float, float]:
        if not each.tried:
            return False, -round(each.worth, 2), lots[each.key]
        return True, -each.worth * (0.5 + lots[each.key]), 0.0

    return sorted(found, key=place)
