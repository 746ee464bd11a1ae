"""What the operator should know of a reading of the accessibility bus, told once."""

from __future__ import annotations

from engine.domain.accessible import AccessibleTree

_LONGEST_NAME = 60


class TreeTroubles:
    """Remembers what was told already; an application that recovers and fails anew is told of
    again. ``take`` gives what is new since the last time, as sentences."""

    def __init__(self) -> None:
        self._told: set[str] = set()
        self._new: list[str] = []

    def note(self, tree: AccessibleTree) -> None:
        silent = map(_called, tree.silent_applications)
        cut = map(_called, tree.cut_applications)
        now = [
            *(
                f"{name} does not answer over accessibility. What it told before counts no more;"
                " its window is read as a picture until it answers."
                for name in silent
            ),
            *(
                f"{name} shows more than can be told at once; a part of it is left out."
                for name in cut
            ),
        ]
        self._new += [one for one in now if one not in self._told and one not in self._new]
        self._told = set(now)

    def take(self) -> tuple[str, ...]:
        new, self._new = tuple(self._new), []
        return new


def _called(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"
