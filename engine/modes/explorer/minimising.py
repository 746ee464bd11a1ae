"""Making the path to a fault as short as it goes, by walking parts of it (delta debugging).

Faults mostly follow from the last few steps at one place: the last one, two, four… are tried first,
by themselves and after the last steps that led to somewhere else. What then
is left is thinned out in ever smaller pieces, until no single step can be left out or the replays
are used up. No clock, no surface: whether a path leads to the fault is asked of the caller.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

S = TypeVar("S")
_TRANSITIONS = (1, 2, 0)
_NEVER_AGAIN = "It did not come up again when its whole path was walked."


@dataclass(frozen=True, slots=True)
class Minimised(Generic[S]):
    """``why`` is empty where the path is known to lead to the fault. ``is_least``: without any
    single one of its steps it does not."""

    path: tuple[S, ...]
    replays: int
    is_least: bool = False
    why: str = ""


class _Spent(Exception):
    """No further replay is allowed."""


class _Trials(Generic[S]):
    """Asks once for each path, and as often as is allowed."""

    def __init__(
        self,
        reproduces: Callable[[tuple[S, ...]], Awaitable[bool]],
        max_replays: int,
        is_over: Callable[[], bool],
    ) -> None:
        self._reproduces = reproduces
        self._max_replays = max_replays
        self._is_over = is_over
        self._known: list[tuple[tuple[S, ...], bool]] = []
        self.least: tuple[S, ...] | None = None

    @property
    def count(self) -> int:
        return len(self._known)

    async def leads_there(self, path: tuple[S, ...]) -> bool:
        known = next((result for each, result in self._known if each == path), None)
        if known is not None:
            return known
        if self.count >= self._max_replays or self._is_over():
            raise _Spent
        result = await self._reproduces(path)
        if self._is_over() and not result:
            raise _Spent  # it was broken off, which says nothing
        self._known.append((path, result))
        if result and (self.least is None or len(path) < len(self.least)):
            self.least = path
        return result


async def minimised(
    path: tuple[S, ...],
    reproduces: Callable[[tuple[S, ...]], Awaitable[bool]],
    *,
    max_replays: int,
    is_over: Callable[[], bool] = lambda: False,
    transitions: tuple[int, ...] = (),
) -> Minimised[S]:
    """The shortest part of the path that still leads there, in at most ``max_replays`` walks.
    ``transitions`` are the indices of the steps that led to somewhere else."""
    trials = _Trials(reproduces, max_replays, is_over)
    try:
        if not await _find_end(path, trials, transitions):
            return Minimised(path, trials.count, why=_NEVER_AGAIN)
        await _thin_out(trials)
    except _Spent:
        if trials.least is None:
            why = "There was no room left to walk its path again."
            return Minimised(path, trials.count, why=why)
        return Minimised(trials.least, trials.count)
    assert trials.least is not None
    return Minimised(trials.least, trials.count, is_least=True)


async def _find_end(path: tuple[S, ...], trials: _Trials[S], transitions: tuple[int, ...]) -> bool:
    """Whether some end of the path leads there: the last step, the last two, four…, all; each after
    the last transition before it, after the last two, and by itself."""
    count = 1
    while count < len(path):
        ways = [path[at] for at in transitions if at < len(path) - count]
        for most in (each for each in _TRANSITIONS if each <= len(ways)):
            if await trials.leads_there((*ways[len(ways) - most :], *path[-count:])):
                return True
        count *= 2
    return await trials.leads_there(path)


async def _thin_out(trials: _Trials[S]) -> None:
    """Leave out pieces, halves first, single steps last, until nothing more can go."""
    assert trials.least is not None
    size = max(1, len(trials.least) // 2)
    while True:
        before = trials.least
        at = 0
        while at < len(trials.least) and len(trials.least) > 1:
            left = (*trials.least[:at], *trials.least[at + size :])
            if not left or not await trials.leads_there(left):
                at += size
        if size > 1:
            size //= 2
        elif trials.least == before:
            return
