"""Where states stand on a map."""

from __future__ import annotations

from engine.geometry.state_map import CardSizes, LayerPlace, places_of, state_map


def test_a_state_stands_below_the_one_from_which_it_was_first_seen() -> None:
    places = places_of({"a": "", "b": "a", "c": "b", "d": "a"}, most_across=4)
    assert places == {
        "a": LayerPlace(0, 0, 1),
        "b": LayerPlace(1, 0, 2),
        "d": LayerPlace(1, 1, 2),
        "c": LayerPlace(2, 0, 1),
    }


def test_those_of_one_origin_stand_together() -> None:
    places = places_of({"a": "", "b": "a", "c": "a", "d": "c", "e": "b", "f": "c"}, most_across=9)
    below = sorted((each for each in "def"), key=lambda each: places[each].column)
    assert below == ["e", "d", "f"]


def test_a_layer_that_is_too_wide_takes_rows_of_nearly_one_length() -> None:
    places = places_of({"a": ""} | {f"b{n}": "a" for n in range(7)}, most_across=3)
    rows = [sum(each.row == row for each in places.values()) for row in range(4)]
    assert rows == [1, 3, 2, 2]


def test_what_came_from_nowhere_that_is_known_begins_anew() -> None:
    places = places_of({"a": "", "b": "gone", "c": "c"}, most_across=3)
    assert {each.row for each in places.values()} == {0}


def test_each_row_stands_in_the_middle_of_the_width() -> None:
    sizes = CardSizes(width=100, height=50, gap_across=20, gap_down=10, margin=8)
    came_from = {"a": "", "b": "a", "c": "a"}
    laid = state_map(came_from, sizes, most_across=4)
    assert (laid.width, laid.height) == (236, 136)
    assert laid.corners == {"a": (68, 8), "b": (8, 68), "c": (128, 68)}
    wide = state_map(came_from, sizes, most_across=4, width=436)
    assert wide.corners["b"] == (108, 68)


def test_as_many_cards_stand_beside_each_other_as_there_is_room_for() -> None:
    sizes = CardSizes(width=100, height=50, gap_across=20, gap_down=10, margin=8)
    assert [sizes.most_across(width) for width in (40, 235, 236, 400)] == [1, 1, 2, 3]
