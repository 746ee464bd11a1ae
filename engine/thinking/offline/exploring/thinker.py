"""The offline explorer: the ``ExploreThinker`` port without a model."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.domain.actions import PressKeys
from engine.domain.errors import GoalUnreadable
from engine.domain.exploring.groups import (
    ActionGroup,
    Complete,
    ExploreRequest,
    ProgressRequest,
    Recommendation,
    TracedStep,
    find,
)
from engine.domain.exploring.states import Progression
from engine.domain.zones import CHECKABLE_ROLES, Role, State
from engine.language.goals.literals import refuse_long
from engine.thinking.offline.exploring.candidates import Candidate, candidates, key_of
from engine.thinking.offline.exploring.growing import first_groups, grown_groups
from engine.thinking.offline.exploring.picking import Course, Leads
from engine.thinking.offline.exploring.places import Place, behind_dialogs, place_of

_PASSING = frozenset({Role.TAB, Role.LINK, Role.MENU})
"""These lead to where a fault is; they have no part in it."""


class KnownFaults:
    """For one asking."""

    def __init__(self, request: ExploreRequest) -> None:
        self._situation = request.situation
        self._done = {key_of_step(each) for each in request.trace}
        self._paths = [path for path in map(_essential, request.faults) if path]

    def is_safe(self, candidate: Candidate, beside: Sequence[Candidate]) -> bool:
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

    def _is_in_effect(self, step: TracedStep) -> bool:
        if step.locator is None or step.locator.role not in CHECKABLE_ROLES:
            return key_of_step(step) in self._done
        zone = find(step.locator, self._situation)
        return zone is not None and State.CHECKED in zone.state


def _essential(path: tuple[TracedStep, ...]) -> tuple[TracedStep, ...]:
    """Without what leads there and what is done again and again at its end."""
    steps = [step for step in path if step.locator is None or step.locator.role not in _PASSING]
    count = len(steps)
    while count > 1 and key_of_step(steps[count - 1]) == key_of_step(steps[count - 2]):
        count -= 1
    if count < len(steps):
        count -= 1  # the dialog that was closed again and again: what opened it counts
    return tuple(steps[:count])


def key_of_step(step: TracedStep) -> str:
    """As ``zone_key`` has it."""
    name = step.locator
    if name is None:
        return step.description
    return f"{name.application}|{name.role}|{name.label}|{name.ordinal}"


_TRIED_ENOUGH = 6
"""Once each thing that was ever there was tried so often and nothing new has come up, there is
nothing more to do."""
_LONG_NOTHING_NEW = 20
"""Askings."""
_IN_DIALOG, _IN_POOR_PLACE = 4, 2
"""Actions in a group: a dialog is seldom worth more, nor is a place that has less than
``_POOR_SHARE`` of what the best place has."""
_POOR_SHARE = 0.3
_NOTHING_THERE = "Nothing that this strategy could go on with is in reach now."


class OfflineExplorer:
    """The same seed and the same situations give the same groups. It remembers what was there, so
    that it is used for one run."""

    def __init__(self, seed: int = 0) -> None:
        self._dice = random.Random(seed)
        self._looks = self._since_new = 0
        self._seen: Counter[str] = Counter()
        self._tried: dict[str, int] = {}
        self._keys_pressed: Counter[str] = Counter()
        self._leads = Leads()
        self._together: set[frozenset[str]] = set()
        self._visits: Counter[Place] = Counter()
        self._in_dialogs: set[str] = set()
        self._place: Place | None = None

    @property
    def name(self) -> str:
        return "offline"

    def read_goal(self, goal: str) -> None:
        refuse_long(goal)
        if not goal.strip():
            raise GoalUnreadable(
                "The goal is empty.",
                (),
                "Say what to explore, such as: Explore the calculator.",
            )

    async def propose(self, request: ExploreRequest) -> tuple[ActionGroup, ...]:
        request = replace(request, tried={**self._keys_pressed, **request.tried})
        familiar = {key: count / self._looks for key, count in self._seen.items()}
        found = candidates(request, familiar)
        has_new = self._note(found)
        place = place_of(request)
        is_last = len(request.successful) == 1
        if place.is_dialog and place != self._place and not is_last:  # its buttons first
            found = [each for each in found if each.zone is not None] or found
        self._learn(found, familiar, request, place)
        found = self._leads.weighed(found)
        self._visits[place] += 1
        faults = KnownFaults(request)
        found = [each for each in found if faults.is_safe(each, ())] or found
        behind = self._behind(request, familiar, faults) if place.is_dialog else ()
        self._since_new = 0 if has_new else self._since_new + 1
        if not found or self._has_enough(found):
            return ()
        course = self._course(found, familiar, request, place, faults)
        groups = self._groups(found, request, replace(course, behind=behind))
        self._count_keys(groups)
        self._note_lead(groups, [*found, *behind])
        self._note_company(groups, [*found, *behind])
        return groups

    async def judge(self, request: ProgressRequest) -> Progression | None:
        """It sees no more than local comparison does."""
        return None

    def _learn(
        self,
        found: list[Candidate],
        familiar: Mapping[str, float],
        request: ExploreRequest,
        place: Place,
    ) -> None:
        """What the groups before have come to: where they ended, and what they showed between."""
        for shown in request.shown:
            there = replace(request, situation=shown.after)
            self._leads.led_to(shown.key, candidates(there, familiar), familiar)
            if place_of(there).is_dialog and shown.key not in self._in_dialogs:
                self._leads.opened_by(shown.key, is_gone=place_of(there) != place)
        last_key = _done_last(request)
        if place.is_dialog:
            self._in_dialogs |= {each.key for each in found}
            if place == self._place:
                self._leads.stayed(last_key)
        self._place = place
        self._leads.learn(found, familiar, request.successful, last_key)

    def _behind(
        self, request: ExploreRequest, familiar: Mapping[str, float], faults: KnownFaults
    ) -> tuple[Candidate, ...]:
        """What is in reach once a dialog is closed."""
        found = self._leads.weighed(candidates(behind_dialogs(request), familiar))
        return tuple(each for each in found if faults.is_safe(each, ()))

    def _course(
        self,
        found: list[Candidate],
        familiar: Mapping[str, float],
        request: ExploreRequest,
        place: Place,
        faults: KnownFaults,
    ) -> Course:
        most_actions = 0
        if place.is_dialog:
            most_actions = _IN_DIALOG if self._visits[place] <= 1 else 1
        elif self._leads.worth_here(found, familiar) < _POOR_SHARE:
            most_actions = _IN_POOR_PLACE
        survey = () if place.is_dialog else self._leads.unknown_places(found)
        self._leads.survey(survey if request.iteration > 1 else ())
        return Course(
            self._together, faults.is_safe, survey, most_actions, is_in_dialog=place.is_dialog
        )

    def _groups(
        self, found: list[Candidate], request: ExploreRequest, course: Course
    ) -> tuple[ActionGroup, ...]:
        if request.iteration == 1:
            return first_groups(found, self._dice)
        grown = grown_groups(found, request.successful, request.iteration, self._dice, course)
        return tuple(each if each.actions else _ended(each) for each in grown)

    def _has_enough(self, found: list[Candidate]) -> bool:
        """Some of what was there may never come back; it is not waited for without end."""
        is_worn = all(each.tried >= _TRIED_ENOUGH for each in found) and self._since_new > 0
        is_all = min(self._tried.values()) >= _TRIED_ENOUGH
        return is_worn and (is_all or self._since_new >= _LONG_NOTHING_NEW)

    def _note(self, found: list[Candidate]) -> bool:
        """What there is, here and elsewhere, and how often it was tried; whether any is new."""
        has_new = any(each.key not in self._seen for each in found)
        self._looks += 1
        self._seen.update(each.key for each in found)
        self._tried.update((each.key, each.tried) for each in found)
        return has_new

    def _note_lead(self, groups: tuple[ActionGroup, ...], found: list[Candidate]) -> None:
        """The group that is run last, and its last action."""
        last = min(groups, key=lambda group: group.confidence).actions[-1:]
        leading = {each.zone_id: each.key for each in found if each.leads_away}
        for each in last:
            self._leads.led_by(leading.get(each.zone_id, ""))

    def _note_company(self, groups: tuple[ActionGroup, ...], found: list[Candidate]) -> None:
        """What is in one group, two by two."""
        keys = {each.zone_id: each.key for each in found if each.zone is not None}
        for group in groups:
            there = {keys[each.zone_id] for each in group.actions if each.zone_id in keys}
            self._together.update(map(frozenset, itertools.combinations(there, 2)))

    def _count_keys(self, groups: tuple[ActionGroup, ...]) -> None:
        """Chords have no zone by which the run could count them."""
        self._keys_pressed.update(
            key_of(each.action.keys)
            for group in groups
            for each in group.actions
            if isinstance(each.action, PressKeys)
        )


def _done_last(request: ExploreRequest) -> str:
    """The key of the step before this look; none for a tab that has not opened."""
    if not request.trace:
        return ""
    locator = request.trace[-1].locator
    zone = find(locator, request.situation) if locator is not None else None
    if zone is not None and zone.role is Role.TAB and State.SELECTED not in zone.state:
        return ""
    return key_of_step(request.trace[-1])


def _ended(group: ActionGroup) -> ActionGroup:
    return ActionGroup(_NOTHING_THERE, group.confidence, (Recommendation(Complete()),))
