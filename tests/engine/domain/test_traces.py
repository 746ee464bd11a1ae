"""A thing is found again by what a person would call it, in another run too."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.plans import Situation
from engine.domain.scripts import find, locator_of, zone_key
from engine.domain.spaces import Rect
from engine.domain.zones import Role, Window
from tests.support.stage import situation, zone

FIRST = zone("Add", zone_id="a")
SECOND = zone("Add", at=1, zone_id="b")
FIELD = zone("Add", Role.TEXT_FIELD, at=2, zone_id="c")
NOW = situation(SECOND, FIELD, FIRST)


def moved(now: Situation) -> Situation:
    """The same things under other ids, elsewhere."""
    zones = (
        replace(
            each,
            zone_id=f"new-{each.zone_id}",
            bounds_px=replace(each.bounds_px, x=each.bounds_px.x + 20),
        )
        for each in reversed(now.zones)
    )
    return replace(now, zones=tuple(zones))


def test_equal_labels_are_told_apart_by_role_and_order() -> None:
    later = moved(NOW)
    for each in NOW.zones:
        found = find(locator_of(each, NOW), later)
        assert found is not None
        assert found.zone_id == f"new-{each.zone_id}"
    assert len({zone_key(each, NOW) for each in NOW.zones}) == 3
    assert zone_key(FIRST, NOW) == zone_key(moved(NOW).zones[0], moved(NOW))


def test_what_is_not_there_is_not_found() -> None:
    assert find(locator_of(SECOND, NOW), situation(FIRST)) is None
    assert find(locator_of(FIELD, NOW), situation(FIRST, SECOND)) is None


def test_the_same_label_in_another_application_is_another_thing() -> None:
    other = Window("other", "Other", "other", Rect(0, 0, 64, 48), False, 1)
    there = replace(FIRST, zone_id="x", window_id="other", bounds_px=Rect(4, 0, 16, 8))
    now = replace(situation(FIRST, there), windows=(*NOW.windows, other))
    assert locator_of(there, now).application == "other"
    assert locator_of(there, now).ordinal == locator_of(FIRST, now).ordinal == 0
    assert find(locator_of(there, now), situation(FIRST)) is None
