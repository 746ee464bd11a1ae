"""From candidates to action groups: different strategies at first, then what grows from each that
was successful.

A group of one family goes on with its family for half of its actions and takes the best of all
others for the rest: faults hide where things of different kinds meet. What opens a window comes
last, since it may put the rest out of reach.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.domain.actions import Action, Click
from engine.domain.exploring.groups import (
    MAX_FIRST_GROUPS,
    ActionGroup,
    Recommendation,
    SuccessfulActionGroup,
    max_actions,
)
from engine.domain.plans import GLOBAL_ZONE_ID
from engine.thinking.offline.exploring.candidates import Candidate

_MOST_CONFIDENT, _LEAST_CONFIDENT = 0.95, 0.05
_MOST_TIMES = 3
"""How often one thing is acted upon in a group, where there is nothing else."""
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


def first_groups(found: Sequence[Candidate], dice: random.Random) -> tuple[ActionGroup, ...]:
    """Up to three groups of one action, each of another family where there are so many."""
    direct = [each for each in _shuffled_equals(found, dice) if not each.route]
    by_family: dict[str, Candidate] = {}
    for each in direct:
        by_family.setdefault(each.family, each)
    chosen = sorted(by_family.values(), key=lambda each: -each.worth)[:MAX_FIRST_GROUPS]
    chosen += [each for each in direct if each not in chosen][: MAX_FIRST_GROUPS - len(chosen)]
    return tuple(_group((each,), each.family) for each in chosen)


def grown_groups(
    found: Sequence[Candidate],
    successful: Sequence[SuccessfulActionGroup],
    iteration: int,
    dice: random.Random,
) -> tuple[ActionGroup, ...]:
    """One for each that was successful, in their order; no two take the same thing where there is
    enough for all."""
    room, taken = max_actions(iteration), set[str]()
    groups = []
    for group in successful:
        family = family_of(group)
        chosen = _chosen(_shuffled_equals(found, dice), family, room, taken)
        taken |= {each.key for each in chosen}
        groups.append(_group(chosen, family))
    return tuple(groups)


def family_of(group: SuccessfulActionGroup) -> str:
    """By the reasoning, which this thinker wrote itself."""
    said = (name for name, words in _STRATEGY.items() if group.reasoning.startswith(words))
    return next(said, "buttons")


def _chosen(
    found: Sequence[Candidate], family: str, room: int, taken: set[str]
) -> tuple[Candidate, ...]:
    fresh = [each for each in found if each.key not in taken] or list(found)
    own = [each for each in fresh if each.family == family]
    others = [each for each in fresh if each.family != family]
    half = -(-room // 2)
    picked = _within(own, half)
    picked += _within(others, room - _length(picked))
    picked += _within([each for each in own if each not in picked], room - _length(picked))
    if picked and _length(picked) < room:
        again = [each for each in picked if not each.route] * (_MOST_TIMES - 1)
        picked += again[: room - _length(picked)]
    return tuple(sorted(picked, key=lambda each: each.opens))


def _within(found: Sequence[Candidate], room: int) -> list[Candidate]:
    """As many of the best as there is room for, routes counted."""
    picked: list[Candidate] = []
    for each in found:
        if len(each.route) + 1 <= room - _length(picked):
            picked.append(each)
    return picked


def _length(picked: Sequence[Candidate]) -> int:
    return sum(len(each.route) + 1 for each in picked)


def _group(chosen: Sequence[Candidate], family: str) -> ActionGroup:
    untried = sum(not each.tried for each in chosen)
    words = ", ".join(dict.fromkeys(each.words for each in chosen))
    reasoning = f"{_STRATEGY[family]}: {words} ({untried} not tried before)"
    worth = max((each.worth for each in chosen), default=0.0)
    confidence = round(min(_MOST_CONFIDENT, max(_LEAST_CONFIDENT, worth)), 3)
    actions = tuple(action for each in chosen for action in _actions(each))
    return ActionGroup(reasoning[:480], confidence, actions)


def _actions(candidate: Candidate) -> list[Recommendation]:
    steps: list[tuple[Action, str, str]] = [
        (Click(), zone.zone_id, zone.label) for zone in candidate.route
    ]
    label = candidate.zone.label if candidate.zone is not None else ""
    steps.append((candidate.action, candidate.zone_id or GLOBAL_ZONE_ID, label))
    confidence = round(min(_MOST_CONFIDENT, max(_LEAST_CONFIDENT, candidate.worth)), 3)
    return [
        Recommendation(action, zone_id, name, candidate.words, confidence)
        for action, zone_id, name in steps
    ]


def _shuffled_equals(found: Sequence[Candidate], dice: random.Random) -> list[Candidate]:
    """In order of worth; the seed decides between equal ones."""
    lots = {each.key: dice.random() for each in found}
    return sorted(found, key=lambda each: (-round(each.worth, 2), lots[each.key]))
