"""From candidates to action groups: different strategies at first, then what grows from each that
was successful.

What leads away puts the rest of its iteration out of reach: it comes last in the group that is run
last. What stands behind a dialog is gone on with by groups that are run once it has been closed.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace

from engine.domain.actions import Action, Click
from engine.domain.exploring.groups import (
    MAX_FIRST_GROUPS,
    ActionGroup,
    Recommendation,
    SuccessfulActionGroup,
    max_actions,
)
from engine.domain.plans import GLOBAL_ZONE_ID
from engine.domain.zones import Role
from engine.language.labels import quoted
from engine.thinking.offline.exploring import picking
from engine.thinking.offline.exploring.candidates import Candidate, asks_to_leave
from engine.thinking.offline.exploring.picking import Course

_MOST_CONFIDENT, _LEAST_CONFIDENT = 0.95, 0.05
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
_POOR_SHARE = 0.25


def first_groups(found: Sequence[Candidate], dice: random.Random) -> tuple[ActionGroup, ...]:
    """Up to three groups of one action, each of another family where there are so many; what
    leads away comes last, and alone. Where entries are to be had by a menu only, it is opened."""
    drawn = picking.by_lot(found, dice)
    direct = [each for each in drawn if each.length == 1]
    staying = [each for each in direct if not each.leads_away]
    leading = _leading(direct, dice)
    if not leading and not any(each.family == "menus" for each in staying):
        leading = [_opening(each) for each in drawn if each.family == "menus" and each.route][:1]
    best = max((each.worth for each in staying), default=0.0)
    leading = [each for each in leading if each.worth >= picking.WORN_SHARE * best]
    by_family: dict[str, Candidate] = {}
    for each in staying:
        by_family.setdefault(each.family, each)
    chosen = sorted(by_family.values(), key=lambda each: -each.worth)
    chosen += [each for each in staying if each not in chosen]
    likely = [each for each in chosen if each.worth >= picking.WORN_SHARE * best]
    ways = [each for each in leading if each.zone and each.zone.role is Role.TAB] or leading[:1]
    ways = ways[: max(1, MAX_FIRST_GROUPS - len(likely))]  # from each tab the next can be opened
    room = MAX_FIRST_GROUPS - len(ways)
    if len(ways) > 1:
        chosen.sort(key=lambda each: each not in likely)
    chosen = chosen[:room] + ways
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
    course: Course = picking.FREE,
) -> tuple[ActionGroup, ...]:
    """One for each that was successful, in their order; no two take the same thing, unless there
    is nothing that leads elsewhere."""
    room, taken = max_actions(iteration), set[str]()
    most = min(room, course.most_actions) if course.most_actions else room
    staying = picking.worthwhile([each for each in found if not each.leads_away])
    families = [family_of(group) for group in successful]
    leading = _leading(found, dice)
    chosen: list[tuple[Candidate, ...]] = []
    for family in families:
        drawn = picking.by_lot(staying, dice)
        fresh = [each for each in drawn if each.key not in taken]
        if not leading:
            fresh = fresh or drawn  # as in a game: there is nothing else anywhere
        picked = picking.picked_from(fresh, family, most, dice, course)
        if not leading:
            picked = picking.again(picking.filled(picked, found, most, dice, course), most)
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
    after = [at for at, picked in enumerate(chosen) if not picked and at != last]
    for at, picked in zip(after, _after_dialog(families, after, room, dice, course), strict=True):
        chosen[at] = picked
    groups = [_group(picked, family) for picked, family in zip(chosen, families, strict=True)]
    return _run_last(groups, (last, *after))


def _after_dialog(
    families: Sequence[str], after: Sequence[int], room: int, dice: random.Random, course: Course
) -> list[tuple[Candidate, ...]]:
    """Groups for which the dialog has nothing go on with what is behind it: they are run once it
    has been closed."""
    staying = picking.worthwhile([each for each in course.behind if not each.leads_away])
    taken, chosen = set[str](), list[tuple[Candidate, ...]]()
    for at in after:
        fresh = [each for each in picking.by_lot(staying, dice) if each.key not in taken]
        picked = picking.picked_from(fresh, families[at], room, dice, course)
        taken |= {each.key for each in picked}
        course = replace(course, earlier=(*course.earlier, *picked))
        chosen.append(picked)
    leading = [
        each for each in _leading(course.behind, dice) if course.is_safe(each, course.earlier)
    ]
    if chosen and leading:
        chosen[-1] = _then_away(chosen[-1], leading, room, alone=False)
    return chosen


def _run_last(groups: Sequence[ActionGroup], last: Sequence[int]) -> tuple[ActionGroup, ...]:
    """With confidences by which these are run after all others, in this order."""
    least = min(each.confidence for each in groups)
    least = max(least, _LEAST_CONFIDENT + len(last) * _STEP_DOWN)
    steps = {at: step for step, at in enumerate(last, 1)}
    confidences = (
        least - steps[at] * _STEP_DOWN if at in steps else max(least, each.confidence)
        for at, each in enumerate(groups)
    )
    return tuple(
        replace(each, confidence=_bounded(confidence))
        for each, confidence in zip(groups, confidences, strict=True)
    )


def _leading(found: Sequence[Candidate], dice: random.Random) -> list[Candidate]:
    """What leads away, without what is worth little beside the rest, such as quitting. A place that
    is known to be rich may come before one of which nothing is known."""
    leading = [each for each in found if each.leads_away]
    best = max((each.worth for each in leading), default=0.0)
    kept = [each for each in leading if each.worth >= _POOR_SHARE * best or each.zone is None]
    lots = {each.key: 0.5 + dice.random() for each in kept}
    return sorted(kept, key=lambda each: -each.worth * lots[each.key])


def family_of(group: SuccessfulActionGroup) -> str:
    """By the reasoning, which this thinker wrote itself."""
    said = (name for name, words in _STRATEGY.items() if group.reasoning.startswith(words))
    return next(said, "buttons")


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
        most = min(max(picking.MOST_TIMES, len(ways)), (room - len(keys)) // ways[0].length)
        return (*itertools.islice(itertools.cycle(ways), most), *keys)
    kept = list(picked)
    while kept and picking.length_of(kept) + away.length > room:
        kept.pop(0)
    return (*kept, away)


def _surely_away(
    picked: tuple[Candidate, ...], leading: Sequence[Candidate], room: int
) -> tuple[Candidate, ...]:
    """With further ways out at its end, for the run is over if its only group leads nowhere. Where
    the first leads out, the others are not there any more; a key comes last."""
    more = [each for each in leading if each not in picked and each.length == 1]
    more.sort(key=lambda each: (each.zone is None, not asks_to_leave(each)))
    buttons = [each for each in more if each.zone is not None][: picking.MOST_TIMES]
    added = [*buttons, *(each for each in more if each.zone is None)]
    kept = list(picked)
    while kept and picking.length_of(kept) + len(added) > room:
        kept.pop(0)
    return (*kept, *added)


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
