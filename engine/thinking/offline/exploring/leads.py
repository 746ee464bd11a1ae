"""What leads where: how much there is to do at the places that were come to, by what led there.

It is learnt from one asking to the next: the last action of an iteration that leads away, and what
is there after it. Places where options, fields and orders meet buttons are worth more visits than
a message with one button: faults hide in what is combined.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.domain.exploring.groups import SuccessfulActionGroup
from engine.thinking.offline.exploring.candidates import Candidate

_PREPARING = frozenset({"choices", "fields", "lists"})
_COMMON = 0.6
"""What is there in so many of the looks belongs to no place."""
_PAIRED_SHARE = 0.5
_LEAST_SHARE = 0.05
_FAILED_AFTER = 2


class Leads:
    """``learn`` is told what is there at each asking and how the groups before it went, ``led_by``
    what the groups end with."""

    def __init__(self) -> None:
        self._by = ""
        self._riches: dict[str, float] = {}
        self._openers: set[str] = set()
        self._keys: dict[str, str] = {}

    def learn(
        self,
        found: Sequence[Candidate],
        familiar: Mapping[str, float],
        done: Sequence[SuccessfulActionGroup],
    ) -> None:
        """This is what the last lead has come to. What all later actions of its group failed after
        leads away too, whatever it is called."""
        openers = {self._keys.get(zone_id, "") for group in done if (zone_id := _stopped_by(group))}
        self._openers |= openers - {""}
        for key in (self._by, *openers):
            self._riches[key] = _riches(found, familiar)
        self._riches.pop("", None)
        self._by = ""
        self._keys = {each.zone_id: each.key for each in found if each.zone is not None}

    def led_by(self, key: str) -> None:
        self._by = key

    def weighed(self, found: Sequence[Candidate]) -> list[Candidate]:
        """With the worth of what leads away by what is there; what is not known yet counts as the
        richest."""
        most = max(self._riches.values(), default=0.0)
        told = (
            replace(each, leads_away=True) if each.key in self._openers else each for each in found
        )
        return [
            replace(each, worth=each.worth * self._share(each.key, most))
            if each.leads_away
            else each
            for each in told
        ]

    def _share(self, key: str, most: float) -> float:
        return max(_LEAST_SHARE, self._riches.get(key, most) / most) if most else 1.0


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
