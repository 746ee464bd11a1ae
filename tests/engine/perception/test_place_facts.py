"""What is known of one pixel: its window, what is told of it, and what became of reading it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.places import (
    LookVerdict,
    NotKept,
    PlaceFacts,
    SourceLook,
    ToldThing,
    distance_px,
    nearest_zone,
)
from engine.domain.spaces import Point, Rect
from engine.domain.surface_ports import AccessibleTree
from engine.domain.zones import Role, Source
from engine.perception.drawn.memory import ShownLine
from engine.perception.drawn.text_reader import ReadText
from engine.perception.drawn.zones import look_of_texts
from engine.perception.masking.rules import MaskRules
from engine.perception.place_facts import place_facts
from tests.engine.perception.test_perceiver import TREE, CountingStage, node, perceiver
from tests.support.drawn import drawn, window, zone

APP = window(bounds=Rect(20, 60, 320, 200))
ABOVE = window("Dialog", Rect(200, 100, 100, 100), order=-1)
SAVE = zone("Save", Role.BUTTON, Rect(30, 70, 60, 20))
OPEN = zone("Open", Role.MENU_ITEM, Rect(30, 120, 60, 20), shown=False)
SITUATION = drawn([APP, ABOVE], [SAVE, OPEN])
NO_TREE = AccessibleTree((), ())
LINE = Rect(40, 150, 80, 14)


def facts(point: Point, *, tree: AccessibleTree = NO_TREE, **changes: object) -> PlaceFacts:
    situation = replace(SITUATION, **changes)  # type: ignore[arg-type]
    return place_facts(point, situation, tree, (), MaskRules())


def test_the_topmost_window_is_the_one_that_lies_there() -> None:
    assert facts(Point(250, 150)).window == ABOVE
    assert facts(Point(250, 150), windows=(ABOVE, APP)).window == ABOVE
    assert facts(Point(150, 150)).window == APP
    assert facts(Point(390, 290)).window is None


def test_what_the_console_covers_is_said_to_be_its_own() -> None:
    covered = replace(SITUATION.frame, own_px=(Rect(150, 150, 20, 20),))
    assert facts(Point(150, 150), frame=covered).is_own
    assert not facts(Point(170, 150), frame=covered).is_own


def test_a_title_bar_belongs_to_its_window() -> None:
    title = facts(Point(150, 40))
    assert title.window == APP and title.is_title_bar
    assert not facts(Point(150, 150)).is_title_bar


def test_zones_of_the_place_and_of_its_window_are_told() -> None:
    on_save = facts(SAVE.bounds_px.center)
    assert on_save.zones == (SAVE,) and on_save.told_count == 1
    unopened = facts(OPEN.bounds_px.center)
    assert unopened.zones == (OPEN,) and unopened.nearest == SAVE
    assert facts(Point(250, 150)).told_count == 0, "the dialog tells nothing"


def test_what_is_told_of_and_is_no_zone_says_why_and_not_what_it_says() -> None:
    place = {"bounds_px": Rect(100, 200, 50, 20), "window_key": APP.window_id}
    tree = AccessibleTree(
        (
            node("/w", Role.WINDOW, "App", bounds_px=APP.bounds_px, window_key=APP.window_id),
            node("/g", Role.GROUP, "Tools", "/w", **{**place, "bounds_px": Rect(90, 190, 99, 50)}),
            node("/l", Role.LABEL, "", "/g", **place),
        ),
        (),
    )
    there = facts(Point(110, 210), tree=tree)
    assert there.things == (
        ToldThing(Role.LABEL, NotKept.UNNAMED),
        ToldThing(Role.GROUP, NotKept.CONTAINER),
    )
    button = node("/b", Role.BUTTON, "s3cret", "/w", is_showing=False, **place)
    hidden = AccessibleTree((button,), ())
    there = facts(Point(110, 210), tree=hidden)
    assert there.things == (ToldThing(Role.BUTTON, NotKept.HIDDEN),)
    assert "s3cret" not in repr(there)


@pytest.mark.parametrize(
    ("rules", "is_masked"),
    [
        (MaskRules(), False),
        (MaskRules(regions_px=(Rect(140, 140, 20, 20),)), True),
        (MaskRules(regions_px=(Rect(0, 0, 20, 20),)), False),
        (MaskRules(window_titles=("App",)), True),
    ],
)
def test_a_place_is_masked_by_its_region_or_its_window(rules: MaskRules, is_masked: bool) -> None:
    assert place_facts(Point(150, 150), SITUATION, NO_TREE, (), rules).is_masked is is_masked


def test_a_masked_zone_masks_its_place() -> None:
    secret = replace(SAVE, is_secret=True)
    assert facts(SAVE.bounds_px.center, zones=(secret,)).is_masked


def test_the_nearest_zone_is_in_sight_and_near() -> None:
    assert nearest_zone(Point(100, 80), (SAVE, OPEN)) == SAVE
    assert nearest_zone(Point(60, 130), (OPEN,)) is None
    assert nearest_zone(Point(399, 299), (SAVE,)) is None
    assert distance_px(Point(92, 92), SAVE.bounds_px) == pytest.approx(4.24, abs=0.01)
    assert distance_px(SAVE.bounds_px.center, SAVE.bounds_px) == 0


def look(*lines: ShownLine, is_reading: bool = False, waits: bool = False) -> SourceLook:
    return look_of_texts(lines, waits=waits, is_reading=is_reading)


def line(text: str, confidence: float) -> ShownLine:
    return ShownLine(LINE, APP, "digest", ReadText(text, confidence))


def test_reading_tells_what_became_of_the_place() -> None:
    unread = ShownLine(LINE, APP, "digest", None)
    assert look().verdict is LookVerdict.NOTHING
    assert look(is_reading=True).verdict is LookVerdict.GOING_ON
    assert look(unread, is_reading=True).verdict is LookVerdict.GOING_ON
    assert look(waits=True, is_reading=True).verdict is LookVerdict.WAITING
    assert look(line("", 0.9), is_reading=True).verdict is LookVerdict.NOTHING
    assert look(line("Save", 0.9)) == SourceLook(Source.TEXT, LookVerdict.FOUND, 0.9)
    assert look(line("S?ve", 0.4)) == SourceLook(Source.TEXT, LookVerdict.UNSURE, 0.4)


async def test_the_last_look_is_asked() -> None:
    looking = perceiver(CountingStage(TREE))
    assert looking.facts_at(Point(6, 6)) is None, "nothing was looked at yet"
    seen = await looking.observe()
    there = looking.facts_at(Point(6, 6))
    assert there is not None
    assert set(there.zones) == {one for one in seen.zones if one.bounds_px.contains(Point(6, 6))}
    assert there.looks == ()
    assert not seen.is_being_read
