"""What remains of a goal: its single clauses, without those that are over."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.language.goals.clauses import Intent, Listed, MenuPath, Reading, Target


def parts_of(readings: Iterable[Reading]) -> list[Intent]:
    """All single clauses, in order."""
    return [
        each
        for reading in readings
        for each in (reading.parts if isinstance(reading, Listed) else (reading,))
    ]


def remaining(
    readings: Iterable[Reading], is_over: Callable[[Intent], bool], is_label: Callable[[str], bool]
) -> list[Intent]:
    """The clauses after the last one that is over: what came before it was done as well, or was so
    already and left no step. A list is one clause where something on the screen has its name."""
    left: list[Intent] = []
    for reading in readings:
        parts = parts_of((reading,))
        whole = reading.whole if isinstance(reading, Listed) else None
        if whole and (is_over(whole) or (not any(map(is_over, parts)) and is_label(_name(whole)))):
            parts = [whole]
        over = [at for at, each in enumerate(parts) if is_over(each)]
        left = parts[over[-1] + 1 :] if over else [*left, *parts]
    return left


def _name(intent: Intent) -> str:
    """What the thing would be called that the clause points at; empty where it points at none."""
    if isinstance(intent.clause, MenuPath):
        return intent.clause.labels[-1]
    target = getattr(intent.clause, "target", None)
    return target.said if isinstance(target, Target) else ""
