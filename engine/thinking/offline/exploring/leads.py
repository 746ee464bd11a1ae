"""What leads where: how much there is to do at the places that were come to, by what led there.

It is learnt from one asking to the next: the last action of an iteration that leads away, and what
is there after it. Places where options, fields and orders meet buttons are worth more visits than
a message with one button: faults hide in what is combined.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import replace

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
