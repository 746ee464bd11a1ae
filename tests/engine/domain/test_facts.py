"""Facts by their base: frozen, slotted, equal by what they say, told apart by their kind. Parts."""

import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError

import pytest

from engine.domain.facts import KW_ONLY, Frozen, OfKind, Part, Told, field, fields, replace, same


class Spot(Frozen):
    x: int
    y: int = 0


class MarkedSpot(Spot):
    words: tuple[str, ...] = field(default_factory=tuple)


class Lamp(Frozen, eq=False):
    name: str


class Ring(OfKind, kind="ring"):
    times: int = 1


class Rang(Told, kind="rang"):
    times: int


class RangAnew(Told, kind="rang_anew", version=3):
    times: int


def test_a_fact_says_its_fields_and_nothing_else_can_be_put_into_it() -> None:
    spot = MarkedSpot(1, 2)
    with pytest.raises(FrozenInstanceError):
        spot.x = 3  # type: ignore[misc]
    assert not hasattr(spot, "__dict__")
    assert (spot, hash(spot)) == (MarkedSpot(1, 2, ()), hash(MarkedSpot(1, 2)))
    assert spot != replace(spot, words=("here",))
    assert pickle.loads(pickle.dumps(spot)) == spot


def test_one_that_is_told_to_is_equal_to_itself_only() -> None:
    lamp = Lamp("left")
    assert lamp == lamp and lamp != Lamp("left")


def test_the_kind_and_the_version_are_fields_behind_its_own() -> None:
    names = [[each.name for each in fields(kind)] for kind in (Ring, Rang, RangAnew)]
    assert names == [["times", "kind"], *[["times", "kind", "version"]] * 2]
    assert (Ring().kind, Rang(2).kind) == ("ring", "rang")
    assert (Rang(2).version, RangAnew(2).version) == (1, 3)


def test_what_one_says_by_the_same_names_makes_another_but_its_kind() -> None:
    assert Rang(**same(RangAnew(4), Rang)) == Rang(4)
    assert same(Ring(4), Rang, but=["times"]) == {}


class Bell(Part):
    name: str
    _: KW_ONLY
    on_rung: Callable[[str], None]
    rung: list[int] = field(default_factory=list, init=False)
    is_loud = False

    def __post_init__(self) -> None:
        self.on_rung(f"hung {self.name}")


class Tower(Part, eq=True):
    bells: list[Bell] = field(default_factory=list)


def test_a_part_is_made_of_what_it_declares_and_changes_and_is_equal_to_itself_only() -> None:
    told: list[str] = []
    bell = Bell("left", on_rung=told.append)
    bell.name, bell.is_loud = "right", True
    assert told == ["hung left"] and (bell.rung, Bell.is_loud) == ([], False)
    assert bell != Bell("right", on_rung=told.append) and len({bell, bell}) == 1
    assert Tower([bell]) == Tower([bell]) != Tower()
