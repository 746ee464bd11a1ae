"""The offline explorer: the ``ExploreThinker`` port without a model."""

from __future__ import annotations

import random
from dataclasses import replace

from engine.domain.actions import PressKeys
from engine.domain.errors import GoalUnreadable
from engine.domain.exploring.groups import ActionGroup, Complete, Recommendation
from engine.domain.exploring.requests import ExploreRequest, ProgressRequest
from engine.domain.exploring.states import Progression
from engine.domain.exploring.traces import zone_key
from engine.thinking.offline.exploring.candidates import Candidate, candidates, key_of
from engine.thinking.offline.exploring.growing import first_groups, grown_groups

_TRIED_ENOUGH = 6
"""Once each thing was tried so often and nothing new has come up, there is nothing more to do."""
_NOTHING_THERE = "Nothing that this strategy could go on with is in reach now."


class OfflineExplorer:
    """The same seed and the same situations give the same groups. It remembers what was there, so
    that it is used for one run."""

    def __init__(self, seed: int = 0) -> None:
        self._dice = random.Random(seed)
        self._seen: frozenset[str] = frozenset()
        self._keys_pressed: dict[str, int] = {}

    @property
    def name(self) -> str:
        return "offline"

    def read_goal(self, goal: str) -> None:
        if not goal.strip():
            raise GoalUnreadable(
                "The goal is empty.",
                (),
                "Say what to explore, such as: Explore the calculator.",
            )

    async def propose(self, request: ExploreRequest) -> tuple[ActionGroup, ...]:
        tried = {**self._keys_pressed, **request.tried}
        found = candidates(replace(request, tried=tried), self._seen)
        has_new = bool({each.key for each in found} - self._seen)
        self._seen |= {zone_key(zone, request.situation) for zone in request.situation.zones}
        self._seen |= {each.key for each in found}
        if not found or (not has_new and all(each.tried >= _TRIED_ENOUGH for each in found)):
            return ()
        groups = self._groups(found, request)
        self._count_keys(groups)
        return groups

    async def judge(self, request: ProgressRequest) -> Progression | None:
        """It sees no more than local comparison does."""
        return None

    def _groups(self, found: list[Candidate], request: ExploreRequest) -> tuple[ActionGroup, ...]:
        if request.iteration == 1:
            return first_groups(found, self._dice)
        grown = grown_groups(found, request.successful, request.iteration, self._dice)
        return tuple(each if each.actions else _ended(each) for each in grown)

    def _count_keys(self, groups: tuple[ActionGroup, ...]) -> None:
        """Chords have no zone by which the run could count them."""
        for group in groups:
            for each in group.actions:
                if isinstance(each.action, PressKeys):
                    key = key_of(each.action.keys)
                    self._keys_pressed[key] = self._keys_pressed.get(key, 0) + 1


def _ended(group: ActionGroup) -> ActionGroup:
    return ActionGroup(_NOTHING_THERE, group.confidence, (Recommendation(Complete()),))
