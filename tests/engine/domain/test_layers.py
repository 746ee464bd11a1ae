"""Where states stand in a drawing."""

from __future__ import annotations

from engine.domain.exploring.layers import LayerPlace, places_of


def test_a_state_stands_below_the_one_from_which_it_was_first_seen() -> None:
    places = places_of({"a": "", "b": "a", "c": "b", "d": "a"}, most_across=4)
    assert places == {
        "a": LayerPlace(0, 0, 0, 1),
        "b": LayerPlace(1, 0, 1, 2),
        "d": LayerPlace(1, 1, 1, 2),
        "c": LayerPlace(2, 0, 2, 1),
    }


def test_those_of_one_origin_stand_together() -> None:
    places = places_of({"a": "", "b": "a", "c": "a", "d": "c", "e": "b", "f": "c"}, most_across=9)
    below = sorted((each for each in "def"), key=lambda each: places[each].column)
    assert below == ["e", "d", "f"]


def test_a_layer_that_is_too_wide_takes_rows_of_nearly_one_length() -> None:
    places = places_of({"a": ""} | {f"b{n}": "a" for n in range(7)}, most_across=3)
    rows = [sum(each.row == row for each in places.values()) for row in range(4)]
    assert rows == [1, 3, 2, 2]
    assert {each.layer for name, each in places.items() if name != "a"} == {1}


def test_what_came_from_nowhere_that_is_known_begins_anew() -> None:
    places = places_of({"a": "", "b": "gone", "c": "c"}, most_across=3)
    assert {each.layer for each in places.values()} == {0}
