"""The offline explorer: the ``ExploreThinker`` port without a model."""

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.domain import actions, scripts, zones
from engine.domain.exploring import groups as action_groups
from engine.domain.exploring.limits import Progression
from engine.language.goals.pieces import refuse_empty
from engine.thinking.offline.exploring import candidates as offers
from engine.thinking.offline.exploring import growing

_PASSING = frozenset({zones.Role.TAB, zones.Role.LINK, zones.Role.MENU})
"""These lead to where a fault is; they have no part in it."""


class KnownFaults:
    """For one asking."""

    def __init__(self, request: action_groups.ExploreRequest) -> None:
        self._situation = request.situation
        self._done = {key_of_step(each) for each in request.trace}
        self._paths = [path for path in map(_essential, request.faults) if path]

    def is_safe(self, candidate: offers.Candidate, beside: Sequence[offers.Candidate]) -> bool:
        """Whether it leads to no known fault, after these of the same group, in any order."""
        keys = {each.key for each in beside}
        return not any(
            candidate.key in {key_of_step(step) for step in path}
            and all(
                key_of_step(step) in (*keys, candidate.key) or self._is_in_effect(step)
                for step in path
            )
            for path in self._paths
        )

    def _is_in_effect(self, step: scripts.TracedStep) -> bool:
        if step.locator is None or not step.locator.role.is_checkable:
            return key_of_step(step) in self._done
        zone = scripts.find(step.locator, self._situation)
        return zone is not None and zones.State.CHECKED in zone.state


def _essential(path: tuple[scripts.TracedStep, ...]) -> tuple[scripts.TracedStep, ...]:
    """Without what leads there and what is done again and again at its end."""
    steps = [step for step in path if step.locator is None or step.locator.role not in _PASSING]
    count = len(steps)
    while count > 1 and key_of_step(steps[count - 1]) == key_of_step(steps[count - 2]):
        count -= 1
    if count < len(steps):
        count -= 1  # the dialog that was closed again and again: what opened it counts
    return tuple(steps[:count])


def key_of_step(step: scripts.TracedStep) -> str:
    return step.locator.key if step.locator is not None else step.description


_TRIED_ENOUGH = 6
"""Once each thing that was ever there was tried so often and nothing new has come up, there is
nothing more to do."""
_LONG_NOTHING_NEW = 20
"""Askings."""
_COMMON = 0.6
"""What is there in so many of the looks belongs to no place."""
_PAIRED_SHARE, _LEAST_SHARE = 0.5, 0.05
_FAILED_AFTER = 2
_PREPARING = frozenset({"choices", "fields", "lists"})


class OfflineExplorer:
    """The same seed and the same situations give the same groups. It remembers what was there and
    what led where, so that it is used for one run."""

    def __init__(self, seed: int = 0) -> None:
        self._dice = random.Random(seed)
        self._looks = self._since_new = 0
        self._seen: Counter[str] = Counter()
        self._tried: dict[str, int] = {}
        self._keys_pressed: Counter[str] = Counter()
        self._keys: dict[str, str] = {}
        self._in_dialogs: set[str] = set()
        self._leading: set[str] = set()
        """What has led away, whatever it is called."""
        self._riches: dict[str, float] = {}
        """How much there is to do where something leads, by its key."""

    reads = ()

    @property
    def name(self) -> str:
        return "offline"

    def read_goal(self, goal: str) -> None:
        refuse_empty(goal, "Say what to explore, such as: Explore the calculator.")

    async def propose(
        self, request: action_groups.ExploreRequest
    ) -> tuple[action_groups.ActionGroup, ...]:
        request = replace(request, tried={**self._keys_pressed, **request.tried})
        self._learn(request)
        found = self._note(self._candidates(request))
        if is_in_dialog(request):
            self._in_dialogs |= {each.key for each in found}
        if not found or self._has_enough(found):
            return ()
        is_safe = KnownFaults(request).is_safe
        found = self._weighed([each for each in found if is_safe(each, ())] or found)
        groups = self._groups(found, request, is_safe)
        proposed = (each.action for group in groups for each in group.actions)
        pressed = (each.keys for each in proposed if isinstance(each, actions.PressKeys))
        self._keys_pressed.update(map(offers.key_of, pressed))  # no zone by which they are counted
        return groups

    async def judge(self, request: action_groups.ProgressRequest) -> Progression | None:
        """It sees no more than local comparison does."""
        return None

    def _groups(
        self,
        found: list[offers.Candidate],
        request: action_groups.ExploreRequest,
        is_safe: growing.IsSafe,
    ) -> tuple[action_groups.ActionGroup, ...]:
        """In a dialog the first group leaves it, and the others go on with what is behind it."""
        if request.iteration == 1:
            return growing.first_groups(found, self._dice)
        if not is_in_dialog(request):
            return growing.grown_groups(
                found, request.successful, request.iteration, self._dice, is_safe
            )
        first, *others = request.successful
        left = growing.leaving_group(found, growing.family_of(first), request.iteration, self._dice)
        now = request.situation
        windows = tuple(each for each in now.windows if not offers.is_dialog(each, now))
        closed = replace(request, situation=replace(now, windows=windows))
        behind = self._weighed(self._candidates(closed))
        behind = [each for each in behind if is_safe(each, ())]
        grown = growing.grown_groups(behind, others, request.iteration, self._dice, is_safe)
        return (replace(left, confidence=1.0), *grown)

    def _candidates(self, request: action_groups.ExploreRequest) -> list[offers.Candidate]:
        familiar = {key: count / self._looks for key, count in self._seen.items()}
        return offers.candidates(request, familiar)

    def _learn(self, request: action_groups.ExploreRequest) -> None:
        """What new states the groups before have shown, each with what led there; and what all
        later actions of its group failed after. It leads away, whatever it is called."""
        for shown in request.shown:
            there = replace(request, situation=shown.after)
            self._riches[shown.key] = self._worth_of(self._candidates(there))
            if is_in_dialog(there) and shown.key not in self._in_dialogs:
                self._leading.add(shown.key)
        self._leading |= {
            self._keys[zone_id]
            for group in request.successful
            if (zone_id := _stopped_by(group)) in self._keys
        }

    def _worth_of(self, found: Sequence[offers.Candidate]) -> float:
        """How much there is to do: the untried counts whole, the tried less each time."""
        most = _COMMON * self._looks
        own = [e for e in found if not e.leads_away and self._seen[e.key] <= most]
        preparing = sum(each.family in _PREPARING for each in own)
        acting = sum(each.family == "buttons" for each in own)
        return sum(each.worth for each in own) + _PAIRED_SHARE * math.sqrt(preparing * acting)

    def _weighed(self, found: Sequence[offers.Candidate]) -> list[offers.Candidate]:
        """With the worth of what leads away by what is there, more than by how often one was there;
        what is not known yet counts as the richest."""
        most = max(self._riches.values(), default=0.0)
        weighed = []
        for each in found:
            each = replace(each, leads_away=each.leads_away or each.key in self._leading)
            if each.leads_away:
                share = _LEAST_SHARE if each.zone is None else 1.0
                if each.key in self._riches and most:
                    share = (1 + each.tried) * max(_LEAST_SHARE, self._riches[each.key] / most)
                each = replace(each, worth=min(1.0, each.worth * share))
            weighed.append(each)
        return weighed

    def _has_enough(self, found: list[offers.Candidate]) -> bool:
        """Some of what was there may never come back; it is not waited for without end."""
        is_worn = all(each.tried >= _TRIED_ENOUGH for each in found) and self._since_new > 0
        is_all = min(self._tried.values()) >= _TRIED_ENOUGH
        return is_worn and (is_all or self._since_new >= _LONG_NOTHING_NEW)

    def _note(self, found: list[offers.Candidate]) -> list[offers.Candidate]:
        """What there is, here and elsewhere, and how often it was tried."""
        has_new = any(each.key not in self._seen for each in found)
        self._since_new = 0 if has_new else self._since_new + 1
        self._looks += 1
        self._seen.update(each.key for each in found)
        self._tried.update((each.key, each.tried) for each in found)
        self._keys = {each.zone_id: each.key for each in found if each.zone is not None}
        return found


def is_in_dialog(request: action_groups.ExploreRequest) -> bool:
    """A dialog is in front of all else that may be acted upon."""
    front = offers.windows_in_reach(request.situation, request.scope)[:1]
    return bool(front) and offers.is_dialog(front[0], request.situation)


def _stopped_by(group: action_groups.SuccessfulActionGroup) -> str:
    """The zone of the last action that succeeded, where two or more after it failed."""
    went_well = [at for at, each in enumerate(group.actions) if each.succeeded]
    if not went_well or len(group.actions) - went_well[-1] <= _FAILED_AFTER:
        return ""
    return group.actions[went_well[-1]].step.zone_id
