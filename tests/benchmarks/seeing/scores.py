"""Recall and precision of what was found in a picture, against what is really there.

A found zone is right for a thing where their boxes overlap by half (intersection over union) and
the zone's middle lies within that box, so that a click on it lands. Each thing makes one zone
right, the one that fits best; a second one for the same thing is wrong. A line of a longer text
is right too where its words stand in a text that is told there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz

from engine.domain.spaces import Rect
from engine.domain.zones import Role, Zone
from tests.benchmarks.seeing.truth import TEXT_ROLES, Thing

_LEAST_OVERLAP = 0.5
_LEAST_ALIKE = 80
_LONG_TEXT_ROLES = (
    TEXT_ROLES
    | {Role.TEXT_AREA, Role.TEXT_FIELD, Role.GROUP, Role.OTHER}
    | {Role.MENU_BAR, Role.CELL, Role.LIST_ITEM}
)


@dataclass
class Score:
    """``by_role`` counts, for each role of the truth, how many are there, how many were found,
    and how many of those under their role. ``strictly`` counts those found by told boxes alone."""

    things: int = 0
    found: int = 0
    strictly: int = 0
    zones: int = 0
    right: int = 0
    by_role: dict[Role, tuple[int, int, int]] = field(default_factory=dict)
    missed: list[Thing] = field(default_factory=list)
    wrong: list[Zone] = field(default_factory=list)

    @property
    def recall(self) -> float:
        return self.found / self.things if self.things else 1.0

    @property
    def precision(self) -> float:
        return self.right / self.zones if self.zones else 1.0

    def add(self, other: Score) -> None:
        for name in ("things", "found", "strictly", "zones", "right"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for role, counts in other.by_role.items():
            before = self.by_role.get(role, (0, 0, 0))
            self.by_role[role] = (
                before[0] + counts[0],
                before[1] + counts[1],
                before[2] + counts[2],
            )


def score_of(zones: Sequence[Zone], things: Sequence[Thing]) -> Score:
    """Both in the same pixels."""
    score = Score(zones=len(zones))
    for thing in things:
        if thing.is_counted:
            _count(thing, zones, score)
    taken: set[int] = set()
    fits = sorted(
        (
            (fit, number, at)
            for number, zone in enumerate(zones)
            for at, thing in enumerate(things)
            if (fit := _fit(zone, thing.boxes)) >= _LEAST_OVERLAP
        ),
        reverse=True,
    )
    right: set[int] = set()
    for _, number, at in fits:
        if number not in right and at not in taken:
            right.add(number)
            taken.add(at)
    for number, zone in enumerate(zones):
        if number in right or any(_is_line_of(zone, thing) for thing in things):
            score.right += 1
        else:
            score.wrong.append(zone)
    return score


def words_right(found: Sequence[Sequence[str]], told: Sequence[Sequence[str]]) -> str:
    """Over all pictures: how many of the told words were read, letter by letter."""
    right = count = 0
    for words, truth in zip(found, told, strict=True):
        left = [word.strip(".,:;…") for word in words]
        for word in truth:
            count += 1
            if word in left:
                right += 1
                left.remove(word)
    return f"{right} of {count} ({right / max(1, count):.0%})"


def _count(thing: Thing, zones: Sequence[Zone], score: Score) -> None:
    matches = [z for z in zones if _fit(z, thing.boxes) >= _LEAST_OVERLAP]
    is_strict = any(_fit(z, (thing.told_px,)) >= _LEAST_OVERLAP for z in matches)
    is_role = any(zone.role is thing.role for zone in matches)
    there, found, named = score.by_role.get(thing.role, (0, 0, 0))
    score.by_role[thing.role] = (there + 1, found + bool(matches), named + is_role)
    score.things += 1
    score.found += bool(matches)
    score.strictly += is_strict
    if not matches:
        score.missed.append(thing)


def _fit(zone: Zone, boxes: Sequence[Rect]) -> float:
    middle = zone.bounds_px.center
    return max((zone.bounds_px.overlap(box) for box in boxes if box.contains(middle)), default=0.0)


def _is_line_of(zone: Zone, thing: Thing) -> bool:
    words = zone.label or zone.value
    if thing.role not in _LONG_TEXT_ROLES or len(words) < 2 or len(words) > len(thing.words):
        return False
    if not thing.told_px.contains(zone.bounds_px.center):
        return False
    return fuzz.partial_ratio(words.casefold(), thing.words.casefold()) >= _LEAST_ALIKE
