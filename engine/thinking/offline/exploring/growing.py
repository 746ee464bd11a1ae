"""From candidates to action groups: different families at first, then what grows from each group
that was successful.

A group of one family goes on with its family for a part of its actions and takes the best of all
others for the rest: faults hide where things of different kinds meet. What prepares (a text, an
option, an order) comes before what acts. What leads away puts the rest of its iteration out of
reach: it comes last in the group that is run last."""

import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.domain.actions import Action, Click
from engine.domain.exploring.groups import (
    MAX_FIRST_GROUPS,
    ActionGroup,
    Complete,
    Recommendation,
    SuccessfulActionGroup,
    max_actions,
)
from engine.domain.plans import GLOBAL_ZONE_ID
from engine.domain.zones import Role
from engine.language.labels import quoted
from engine.thinking.offline.exploring.candidates import Candidate, asks_to_leave

IsSafe = Callable[[Candidate, Sequence[Candidate]], bool]
"""Whether a candidate may be done after others of its iteration."""
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
_PHASE = {"fields": 0, "choices": 1, "lists": 2, "canvas": 3, "keys": 3, "menus": 3, "buttons": 4}
_POOR_SHARE = 0.25
_WORN_SHARE = 0.55
_MOST_TIMES = 3
"""How often one thing is acted upon in a group, where there is nothing else."""
_MOST_IN_DIALOG = 4
_SURVEY_FROM = 3
"""So many tabs that were never opened, each of which can be opened from the others, are opened in
one go: then it is seen what there is."""
_NOTHING_THERE = "Nothing that this strategy could go on with is in reach now."


def first_groups(found: Sequence[Candidate], dice: random.Random) -> tuple[ActionGroup, ...]:
    """Up to three groups of one action, each of another family where there are so many; what
    leads away comes last. Where entries are to be had by a menu only, it is opened."""
    drawn = _by_lot(found, dice)
    staying = [each for each in drawn if each.length == 1 and not each.leads_away]
    leading = _leading([each for each in drawn if each.length == 1], dice)
    if not leading and not any(each.family == "menus" for each in staying):
        leading = [_opening(each) for each in drawn if each.family == "menus" and each.route][:1]
    best = max((each.worth for each in staying), default=0.0)
    leading = [each for each in leading if each.worth >= _WORN_SHARE * best]
    by_family: dict[str, Candidate] = {}
    for each in staying:
        by_family.setdefault(each.family, each)
    chosen = sorted(by_family.values(), key=lambda each: -each.worth)
    chosen += [each for each in staying if each not in chosen]
    likely = sum(each.worth >= _WORN_SHARE * best for each in chosen)
    ways = [each for each in leading if _is_tab(each)] or leading[:1]
    ways = ways[: max(1, MAX_FIRST_GROUPS - likely)]  # from each tab the next can be opened
    chosen = [*chosen[: MAX_FIRST_GROUPS - len(ways)], *ways]
    return _in_order([_group((each,), each.family) for each in chosen])


def _is_tab(each: Candidate) -> bool:
    return each.zone is not None and each.zone.role is Role.TAB


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
    is_safe: IsSafe,
) -> tuple[ActionGroup, ...]:
    """One for each that was successful; no two take the same thing, if others lead on."""
    room, leading = max_actions(iteration), _leading(found, dice)
    best = max((each.worth for each in found if not each.leads_away), default=0.0)
    staying = [e for e in found if not e.leads_away]
    worthwhile = [e for e in staying if not e.tried or e.worth >= _WORN_SHARE * best]
    done: list[Candidate] = []
    groups: list[tuple[Candidate, ...]] = []

    def is_safe_now(each: Candidate, beside: Sequence[Candidate]) -> bool:
        return is_safe(each, [*done, *beside])

    for family in map(family_of, successful):
        taken = {each.key for each in done}
        fresh = [each for each in worthwhile if each.key not in taken]
        fresh = fresh if leading or fresh else staying
        picked = _picked(_by_lot(fresh, dice), family, room, dice, is_safe_now)
        if not leading:  # it may do more now that other things have changed
            picked += _within(_by_lot(staying, dice), room, picked, is_safe_now)
            again = [each for each in picked if each.length == 1] * (_MOST_TIMES - 1)
            picked += again[: room - _length(picked)]
        done += picked
        groups.append(tuple(picked))
    tabs = [each for each in leading if _is_tab(each) and not each.tried]
    if groups and len(tabs) >= _SURVEY_FROM:
        groups[-1] = tuple(tabs[:room])
    elif groups:
        ways = [e for e in leading if e.length <= room // 2 and is_safe(e, done)]
        others = [each for each in ways[1:] if _is_tab(each) and len(groups) == 1]
        ways = [*others[:1], *ways[:1]]  # the run is over if its only group leads nowhere
        groups[-1] = (*_shortened(groups[-1], room - _length(ways)), *ways)
    return _in_order([_group(e, family_of(f)) for e, f in zip(groups, successful, strict=True)])


def leaving_group(
    found: Sequence[Candidate], family: str, iteration: int, dice: random.Random
) -> ActionGroup:
    """Works with a dialog and leaves it: by each of its buttons, those first that are there for
    that, for one may be refused; where there is but one, again and again, for the dialog may come
    back; by a key at last."""
    room = max_actions(iteration)
    ways = _leading(found, dice)
    keys = [each for each in ways if each.zone is None][:1]
    buttons = [each for each in ways if each.zone is not None and each.length == 1]
    buttons = sorted(buttons, key=lambda each: not asks_to_leave(each))[:_MOST_TIMES]
    ways = buttons or keys
    out = [*itertools.islice(itertools.cycle(ways), _MOST_TIMES if ways else 0), *keys]
    inside = _by_lot([each for each in found if not (each.leads_away or each.tried)], dice)
    room = min(_MOST_IN_DIALOG, room - _length(out))
    within = _within(inside, room, (), lambda _each, _beside: True)
    return _group((*within, *out[: max_actions(iteration)]), family)


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


def _by_lot(found: Sequence[Candidate], dice: random.Random) -> list[Candidate]:
    """In order of worth; the seed decides between equal ones. What was tried comes after what was
    not, in an order that differs more from time to time: then it is the company that counts."""
    lots = {each.key: dice.random() for each in found}

    def place(each: Candidate) -> tuple[bool, float, float]:
        if not each.tried:
            return False, -round(each.worth, 2), lots[each.key]
        return True, -each.worth * (0.5 + lots[each.key]), 0.0

    return sorted(found, key=place)


def _picked(
    fresh: Sequence[Candidate], family: str, room: int, dice: random.Random, is_safe: IsSafe
) -> list[Candidate]:
    own = [each for each in fresh if each.family == family]
    half = -(-room // 2)
    share = half if any(not each.tried for each in own) else dice.randint(1, half)
    picked = _within(own, share, (), is_safe)
    for more in ([each for each in fresh if each.family != family], own):
        picked += _within(more, room, picked, is_safe)
    return sorted(picked, key=lambda each: _PHASE.get(each.family, len(_PHASE)))


def _within(
    found: Sequence[Candidate], room: int, beside: Sequence[Candidate], is_safe: IsSafe
) -> list[Candidate]:
    """As many as there is room for beside what is picked already, routes counted."""
    picked: list[Candidate] = []
    for each in found:
        before = [*beside, *picked]
        fits = each not in before and _length(before) + each.length <= room
        if fits and is_safe(each, before):
            picked.append(each)
    return picked


def _length(picked: Sequence[Candidate]) -> int:
    return sum(each.length for each in picked)


def _shortened(picked: Sequence[Candidate], room: int) -> Sequence[Candidate]:
    while picked and _length(picked) > room:
        picked = picked[1:]
    return picked


def _group(chosen: Sequence[Candidate], family: str) -> ActionGroup:
    if not chosen:
        return ActionGroup(_NOTHING_THERE, _LEAST_CONFIDENT, (Recommendation(Complete()),))
    untried = sum(not each.tried for each in chosen)
    words = ", ".join(dict.fromkeys(each.words for each in chosen))
    reasoning = f"{_STRATEGY[family]}: {words} ({untried} not tried before)"
    worth = max(each.worth for each in chosen)
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


def _in_order(groups: Sequence[ActionGroup]) -> tuple[ActionGroup, ...]:
    """With confidences that keep to the order in which they stand."""
    most = [_MOST_CONFIDENT, *(each.confidence for each in groups)]
    down = itertools.accumulate(most, lambda one, other: min(one - _STEP_DOWN, other))
    return tuple(
        replace(each, confidence=_bounded(confidence))
        for each, confidence in zip(groups, itertools.islice(down, 1, None), strict=True)
    )


def _bounded(confidence: float) -> float:
    return round(min(_MOST_CONFIDENT, max(_LEAST_CONFIDENT, confidence)), 3)
