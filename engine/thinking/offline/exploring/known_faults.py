"""Keeping off the paths to faults that are known: what is found once is not looked for again.

Of a path, its last step counts that is not merely more of the same (a dialog closed again and
again): where all before it is in effect, that one is left out. What is chosen is in effect as long
as it is shown so, anything else from when it was done on.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.domain.exploring.groups import TracedStep, find
from engine.domain.exploring.requests import ExploreRequest
from engine.domain.zones import CHECKABLE_ROLES, Role, State
from engine.thinking.offline.exploring.candidates import Candidate

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
