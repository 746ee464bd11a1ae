"""From shapes and lines to things: what names what, and what stays by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.spaces import Rect
from engine.domain.zones import Role, Source, Window, Zone
from engine.perception.drawn.boxes import Shape
from engine.perception.drawn.joining import joined
from engine.perception.drawn.memory import ShownLine
from engine.perception.drawn.text_reader import ReadText


def shape(role: Role, x: int, y: int, width: int, height: int, **changes: bool) -> Shape:
    return Shape(Rect(x, y, width, height), role, 0.7, **changes)


WINDOW = Window("1", "", "app", Rect(0, 0, 800, 600), True, 0)


def line(
    text: str | None, x: int, y: int, width: int = 60, height: int = 14, confidence: float = 0.98
) -> ShownLine:
    read = ReadText(text, confidence) if text is not None else None
    return ShownLine(Rect(x, y, width, height), WINDOW, "", read)


def facts(things: list[Zone]) -> list[tuple[Role, str, str, Source]]:
    return sorted((one.role, one.label, one.value, one.source) for one in things)


def test_a_text_on_a_button_is_its_label_and_no_thing_of_its_own() -> None:
    button = shape(Role.BUTTON, 10, 10, 100, 30)
    [thing] = joined([button], [line("Save", 40, 18)])
    assert (thing.role, thing.label, thing.source) == (Role.BUTTON, "Save", Source.SHAPE)
    assert thing.bounds_px == button.bounds_px and thing.confidence == 0.98


def test_the_keys_far_right_of_the_entry_that_a_menu_has_marked_are_no_part_of_its_name() -> None:
    marked = shape(Role.BUTTON, 5, 10, 213, 20)
    things = joined([marked], [line("Ctl-x k", 152, 12, 40), line("New...", 23, 13, 38)])
    assert set(facts(things)) == {
        (Role.BUTTON, "New...", "", Source.SHAPE),
        (Role.LABEL, "Ctl-x k", "", Source.TEXT),
    }


def test_words_that_stand_close_or_below_each_other_make_one_label() -> None:
    button = shape(Role.BUTTON, 10, 10, 213, 40)
    [beside] = joined([button], [line("Save", 40, 18, 30), line("all", 80, 18, 20)])
    [below] = joined([button], [line("Save", 20, 14, 30), line("as picture", 120, 30)])
    assert (beside.label, below.label) == ("Save all", "Save as picture")


@pytest.mark.parametrize("first", ["Informations", None])
def test_two_entries_between_the_lines_of_a_menu_are_two_things(first: str | None) -> None:
    """Also before both were read: a click on one in the middle of both went to the other."""
    between = shape(Role.BUTTON, 3, 234, 221, 60)
    things = joined([between], [line(first, 6, 245, 84), line("Edit attributes...", 6, 267, 160)])
    assert {one.role for one in things} == {Role.LABEL}
    [entry] = [one for one in things if one.label == "Edit attributes..."]
    assert entry.bounds_px == Rect(6, 267, 160, 14)


def test_two_entries_that_are_all_there_is_in_their_menu_are_two_things() -> None:
    menu = Window("2", "", "app", Rect(386, 242, 122, 54), False, 0)
    lines = [line("Display", 413, 247, 61), line("Colours", 413, 274, 63)]
    whole = shape(Role.BUTTON, 387, 243, 120, 52)
    things = joined([whole], [replace(each, window=menu) for each in lines])
    assert sorted((one.role, one.label) for one in things) == [
        (Role.LABEL, "Colours"),
        (Role.LABEL, "Display"),
    ]


def test_two_rows_in_the_middle_of_a_button_are_one_label() -> None:
    button = shape(Role.BUTTON, 10, 10, 100, 44)
    [thing] = joined([button], [line("Send", 40, 16, 40), line("Later", 40, 34, 40)])
    assert (thing.role, thing.label) == (Role.BUTTON, "Send Later")


def test_a_button_that_was_not_read_yet_is_there_without_a_label() -> None:
    [thing] = joined([shape(Role.BUTTON, 10, 10, 100, 30)], [line(None, 40, 18)])
    assert (thing.role, thing.label, thing.confidence) == (Role.BUTTON, "", 0.7)


@pytest.mark.parametrize("role", [Role.CHECK_BOX, Role.RADIO_BUTTON])
def test_the_text_right_of_a_check_box_is_its_label(role: Role) -> None:
    mark = shape(role, 10, 10, 14, 14, is_checked=True)
    things = joined([mark], [line("Insured", 30, 10), line("Elsewhere", 300, 10)])
    assert set(facts(things)) == {
        (role, "Insured", "", Source.SHAPE),
        (Role.LABEL, "Elsewhere", "", Source.TEXT),
    }
    [check] = [one for one in things if one.role is role]
    assert check.bounds_px == Rect(10, 10, 80, 14) and check.is_checked


def test_a_square_with_nothing_beside_it_is_an_icon() -> None:
    assert [one.role for one in joined([shape(Role.CHECK_BOX, 10, 10, 20, 20)], [])] == [Role.ICON]


def test_squares_in_a_column_are_check_boxes_without_words_too() -> None:
    column = [shape(Role.CHECK_BOX, 10, 10 + 24 * row, 16, 16) for row in range(3)]
    assert {one.role for one in joined(column, [])} == {Role.CHECK_BOX}


def test_a_field_is_named_by_what_stands_left_of_it_or_above_and_holds_its_value() -> None:
    things = joined(
        [shape(Role.TEXT_FIELD, 100, 10, 200, 26), shape(Role.TEXT_FIELD, 100, 90, 200, 26)],
        [line("Name:", 40, 16, 50), line("Albatross", 106, 16), line("Home port", 100, 72)],
    )
    fields = sorted((one.label, one.value) for one in things if one.role is Role.TEXT_FIELD)
    assert fields == [("Home port", ""), ("Name", "Albatross")]
    assert {one.label for one in things if one.source is Source.TEXT} == {"Name:", "Home port"}


def test_a_caption_makes_one_icon_with_what_stands_above_it() -> None:
    icon = shape(Role.ICON, 20, 20, 48, 48)
    [thing] = joined([icon], [line("Charts", 20, 72, 48)])
    assert (thing.role, thing.label, thing.source) == (Role.ICON, "Charts", Source.SHAPE)
    assert icon.bounds_px.contains(thing.bounds_px.center), "a click lands on the picture"


def test_a_large_mark_without_a_caption_is_nothing() -> None:
    assert joined([shape(Role.ICON, 20, 20, 120, 120)], []) == []


def test_words_are_no_icons_and_their_letters_no_buttons() -> None:
    words = shape(Role.ICON, 24, 12, 20, 12)
    letter = shape(Role.RADIO_BUTTON, 60, 12, 11, 11)
    hollow = shape(Role.BUTTON, 80, 12, 12, 12)
    [thing] = joined([words, letter, hollow], [line("An ordinary text", 20, 10, 120, 16)])
    assert (thing.role, thing.label) == (Role.LABEL, "An ordinary text")


def test_an_icon_that_was_taken_for_a_letter_is_an_icon() -> None:
    [thing] = joined([shape(Role.ICON, 20, 20, 18, 18)], [line("口", 18, 18, 22, 22)])
    assert (thing.role, thing.label) == (Role.ICON, "")


def test_several_lines_in_one_frame_stay_several() -> None:
    rows = [line(f"Port {row}", 16, 14 + 20 * row) for row in range(3)]
    things = joined([shape(Role.TEXT_FIELD, 10, 10, 200, 62)], rows)
    assert [one.label for one in things] == ["Port 0", "Port 1", "Port 2"]
    assert {one.role for one in things} == {Role.LABEL}


def test_before_lines_are_known_only_boxes_are_told() -> None:
    shapes = [
        shape(Role.BUTTON, 10, 10, 100, 30),
        shape(Role.ICON, 200, 10, 20, 20),
        shape(Role.CHECK_BOX, 300, 10, 14, 14),
        shape(Role.GROUP, 0, 0, 400, 300),
    ]
    assert [one.role for one in joined(shapes, None)] == [Role.BUTTON]


def test_a_frame_is_no_thing_to_press() -> None:
    assert joined([shape(Role.GROUP, 0, 0, 400, 300)], []) == []


def test_a_small_mark_is_an_icon_unless_a_longer_line_that_can_not_be_read_holds_it() -> None:
    mark = shape(Role.ICON, 20, 20, 12, 8)
    alone = line("?", 18, 18, 16, 12, 0.3)
    [icon] = joined([mark], [alone])
    assert (icon.role, icon.label) == (Role.ICON, "")
    assert joined([mark], [line("?x?y?z", 18, 18, 90, 12, 0.3)]) == []
