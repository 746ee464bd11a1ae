"""The same thing keeps its id: when it is read late, moves with its window, or is told anew."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.spaces import Rect
from engine.domain.zones import Role, Source, Zone
from engine.perception import zone_registry
from engine.perception.zone_registry import PlacedNames, ZoneRegistry
from tests.support.drawn import window, zone

HERE, THERE = window(), window(bounds=Rect(60, 50, 320, 240))
BOX = Rect(40, 40, 80, 26)


def shape(label: str = "", role: Role = Role.BUTTON, box: Rect = BOX) -> Zone:
    return replace(zone(label, role, box), zone_id="", source=Source.SHAPE)


def told(label: str, key: str, box: Rect = BOX, **changes: object) -> Zone:
    plain = zone(label, Role.BUTTON, box)
    return replace(plain, zone_id=key, source_key=key, **changes)  # type: ignore[arg-type]


def ids(registry: ZoneRegistry) -> list[str]:
    return [one.zone_id for one in registry.zones]


def test_a_shape_keeps_its_id_when_it_is_read() -> None:
    names = PlacedNames("drawn")
    [bare] = names.named_all([(shape(), HERE)])
    [read] = names.named_all([(shape("Save"), HERE)])
    assert bare.zone_id == read.zone_id == "drawn_button"
    [again] = names.named_all([(shape("Save"), HERE)])
    assert again.zone_id == read.zone_id


def test_a_check_box_keeps_its_id_when_the_words_beside_it_are_known() -> None:
    names = PlacedNames("drawn")
    [bare] = names.named_all([(shape("", Role.CHECK_BOX, Rect(40, 40, 14, 14)), HERE)])
    [read] = names.named_all([(shape("Insured", Role.CHECK_BOX, Rect(40, 39, 90, 16)), HERE)])
    assert bare.zone_id == read.zone_id


def test_other_words_at_the_same_place_are_another_thing() -> None:
    names = PlacedNames("drawn")
    [save] = names.named_all([(shape("Save"), HERE)])
    [delete] = names.named_all([(shape("Delete"), HERE)])
    assert save.zone_id != delete.zone_id
    [back] = names.named_all([(shape("Save"), HERE)])
    assert back.zone_id == save.zone_id


def test_a_drawn_thing_keeps_its_id_when_its_window_moves() -> None:
    names = PlacedNames("drawn")
    [before] = names.named_all([(shape("Save"), HERE)])
    [after] = names.named_all([(shape("Save", box=BOX.moved(40, 30)), THERE)])
    assert after.zone_id == before.zone_id


def test_two_alike_at_one_time_have_two_ids() -> None:
    names = PlacedNames("drawn")
    pair = [(shape("Save"), HERE), (shape("Save", box=BOX.moved(4, 4)), HERE)]
    first = [one.zone_id for one in names.named_all(pair)]
    assert len(set(first)) == 2
    assert [one.zone_id for one in names.named_all(pair)] == first


def test_what_stays_keeps_its_id_though_thousands_of_lines_pass_by() -> None:
    names = PlacedNames("drawn")
    [quit_button] = names.named_all([(shape("Quit"), HERE)])
    for page in range(50):
        lines = [shape(f"line {page} {at}", Role.LABEL, BOX.moved(0, at)) for at in range(100)]
        now = names.named_all([(one, HERE) for one in (*lines, shape("Quit"))])
        assert now[-1].zone_id == quit_button.zone_id


def test_a_window_that_is_there_keeps_its_names_though_hundreds_come_and_go() -> None:
    names = PlacedNames("drawn")
    [first] = names.named_all([(shape("Save"), HERE)])
    for number in range(500):
        other = replace(HERE, window_id=f"other {number}")
        [again, _] = names.named_all([(shape("Save"), HERE), (shape("Save"), other)])
        assert again.zone_id == first.zone_id


def test_ids_stay_when_accessibility_names_all_its_things_anew() -> None:
    registry = ZoneRegistry()
    rows = [told("Save", "/1"), told("Save", "/2", BOX.moved(0, 60)), told("Quit", "/3")]
    registry.replace_all(rows, [HERE])
    before = ids(registry)
    anew = [replace(one, source_key=f"/new{one.source_key}") for one in rows]
    registry.replace_all(reversed(anew), [HERE])
    assert ids(registry) == before[::-1]


def test_ids_stay_when_it_is_told_anew_in_a_window_that_has_moved() -> None:
    registry = ZoneRegistry()
    registry.replace_all([told("Save", "/1")], [HERE])
    before = ids(registry)
    registry.replace_all([told("Save", "/9", BOX.moved(40, 30))], [THERE])
    assert ids(registry) == before


def test_after_an_empty_look_the_same_things_are_known_again() -> None:
    registry = ZoneRegistry()
    registry.replace_all([told("Save", "/1")], [HERE])
    before = ids(registry)
    registry.clear()
    registry.replace_all([told("Other", "/2", BOX.moved(0, 90))], [HERE])
    registry.replace_all([told("Save", "/3")], [HERE])
    assert ids(registry) == before


def test_a_second_one_of_the_same_name_elsewhere_is_another_thing() -> None:
    registry = ZoneRegistry()
    registry.replace_all([told("Save", "/1")], [HERE])
    before = ids(registry)
    registry.replace_all([told("Save", "/2", BOX.moved(0, 90))], [HERE])
    assert ids(registry) != before
    registry.replace_all([told("Save", "/1"), told("Save", "/2", BOX.moved(0, 90))], [HERE])
    assert len(set(ids(registry))) == 2


def test_entries_of_closed_menus_stay_apart_when_they_are_told_anew() -> None:
    registry = ZoneRegistry()

    def menus(prefix: str) -> list[Zone]:
        file, edit = told("File", f"{prefix}f"), told("Edit", f"{prefix}e", BOX.moved(90, 0))
        empty = Rect(0, 0, 0, 0)
        entries = [
            told("More", f"{prefix}{at}m", empty, on_screen=False, parent_id=f"{prefix}{at}")
            for at in ("f", "e")
        ]
        return [file, edit, *entries]

    registry.replace_all(menus("/1"), [HERE])
    before = ids(registry)
    registry.replace_all([*menus("/2")[1::-1], *menus("/2")[:1:-1]], [HERE])
    assert ids(registry) == [before[1], before[0], before[3], before[2]]


def test_what_comes_back_beside_the_one_that_took_its_place_has_an_id_of_its_own() -> None:
    registry = ZoneRegistry()
    first, second = told("Save", "/1"), told("Save", "/2", BOX.moved(3, 0))
    registry.replace_all([first], [HERE])
    registry.replace_all([second], [HERE])
    registry.replace_all([first, second], [HERE])
    assert len(set(ids(registry))) == 2


def test_a_thing_told_anew_a_few_pixels_off_keeps_its_id_wherever_it_stands() -> None:
    for left in range(40, 80):
        registry = ZoneRegistry()
        registry.replace_all([told("Save", "/1", Rect(left, 40, 80, 26))], [HERE])
        before = ids(registry)
        registry.replace_all([told("Save", "/2", Rect(left + 12, 28, 80, 26))], [HERE])
        assert ids(registry) == before
        registry.replace_all([told("Save", "/3", Rect(left - 1, 41, 80, 26))], [HERE])
        assert ids(registry) != before


def test_what_is_there_keeps_its_id_however_much_has_gone_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(zone_registry, "_MOST_SEEN", 400)
    registry = ZoneRegistry()
    registry.replace_all([told("Save", "/1")], [HERE])
    before = ids(registry)
    for turn in range(5):
        page = [told(f"{turn} {at}", f"/{turn}.{at}") for at in range(100)]
        registry.replace_all([told("Save", "/1"), *page], [HERE])
        assert ids(registry)[:1] == before
    registry.replace_all([told("Save", "/1")], [HERE])
    assert ids(registry) == before
