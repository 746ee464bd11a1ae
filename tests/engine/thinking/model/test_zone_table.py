"""The table of zones: one row each, in the order of reading, cut to a number of tokens."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.plans import Situation
from engine.domain.spaces import Rect
from engine.domain.zones import MASK, Role, Source, State
from engine.thinking.model.fencing import estimated_tokens
from engine.thinking.model.screen_text import (
    HEADER,
    applications_text,
    in_reading_order,
    zone_row,
    zone_table,
)
from tests.engine.thinking.offline.screens import desktop, editor, save_dialog, screen
from tests.support.situations import Screen

PLENTY = 10_000


def many(count: int = 300) -> Situation:
    here = Screen()
    here.window("Big")
    for number in range(count):
        here.zone(f"Entry {number} of the long list", Role.LIST_ITEM)
    here.zone("Send")
    return here.situation()


def rows(text: str) -> list[str]:
    return [line for line in text.splitlines() if " | " in line and line != HEADER]


def test_that_more_of_the_picture_may_be_told_is_told() -> None:
    reading = replace(editor(), is_being_read=True)
    assert "still being read" in zone_table(reading, "x", PLENTY).text
    assert "still being read" not in zone_table(editor(), "x", PLENTY).text


def test_a_row_has_id_role_label_value_and_state() -> None:
    seen = save_dialog(name="Untitled 1")
    text = zone_table(seen, "save", PLENTY).text
    assert "text_field_name | text field | Name | Untitled 1 | focused" in rows(text)
    assert "button_save | button | Save" in rows(text)


def test_the_text_and_the_icon_upon_what_is_called_so_are_not_told_again() -> None:
    here = Screen()
    here.window("Calculator")
    seven = here.zone("7 7")
    here.zone("7", Role.LABEL, parent=seven)
    square = here.zone("Square", Role.LIST_ITEM)
    here.zone("", Role.ICON, parent=square)
    here.zone("x2", Role.LABEL, parent=square)
    here.zone("Square", Role.LABEL, parent=square, source=Source.TEXT)
    group = here.zone("Result 42", Role.GROUP)
    here.zone("42", Role.LABEL, parent=group)
    told = [row.split(" | ")[1:3] for row in rows(zone_table(here.situation(), "", PLENTY).text)]
    assert told == [
        ["button", "7 7"],
        ["list item", "Square"],
        ["label", "x2"],
        ["label", "Square"],
        ["group", "Result 42"],
        ["label", "42"],
    ]


def test_windows_are_headings_the_one_in_front_first() -> None:
    lines = zone_table(save_dialog(), "save", PLENTY).text.splitlines()
    headings = [line for line in lines if line.startswith("# ")]
    assert headings == [
        "# dialog 1, in front: Save As (of mousepad)",
        "# window 2: *Untitled 1 - Mousepad",
    ]


def test_hidden_entries_stand_behind_their_menu() -> None:
    lines = rows(zone_table(editor(), "save as", PLENTY).text)
    at = lines.index("menu_file | menu | File")
    assert lines[at + 1] == "menu_item_save | menu item | Save |  | hidden in menu_file"


@pytest.mark.parametrize("budget", [0, 50, 333, 1000])
def test_rows_are_cut_to_the_budget_and_never_in_the_middle(budget: int) -> None:
    seen = many()
    whole = {zone_row(zone) for zone in seen.zones}
    table = zone_table(seen, "click Send", budget)
    assert set(rows(table.text)) <= whole
    assert estimated_tokens("\n".join(rows(table.text))) <= budget
    left_out = 301 - len(rows(table.text))
    assert table.text.splitlines()[-1] == f"({left_out} less important rows left out)"


def test_what_the_goal_is_about_is_the_last_to_be_left_out() -> None:
    table = zone_table(many(), "click Send", 40)
    assert "button_send | button | Send" in table.text


def test_rows_that_all_fit_are_not_said_to_be_left_out() -> None:
    assert "left out" not in zone_table(editor(), "x", PLENTY).text


def test_an_empty_screen_says_so() -> None:
    assert "nothing else can be made out" in zone_table(desktop(), "x", PLENTY).text


def test_the_order_is_line_by_line_from_the_left() -> None:
    here = Screen()
    here.window("Form")
    here.zone("right", bounds=Rect(200, 11, 50, 20))
    here.zone("below", bounds=Rect(0, 60, 50, 20))
    here.zone("left", bounds=Rect(0, 14, 50, 20))
    zones = in_reading_order(here.situation().zones)
    assert [zone.label for zone in zones] == ["left", "right", "below"]


def test_of_a_text_in_which_something_is_masked_all_else_is_told() -> None:
    here = Screen()
    here.window("Notes")
    here.zone("Note", Role.TEXT_AREA, value=f"Write to {MASK} before noon")
    here.zone("Card", Role.TEXT_FIELD, value=f" {MASK} ")
    seen = here.situation()
    secret = tuple(replace(zone, is_secret=True) for zone in seen.zones)
    told = rows(zone_table(replace(seen, zones=secret), "", PLENTY).text)
    assert f"Write to {MASK} before noon" in told[0]
    assert told[1].endswith("| (secret)")


def test_a_secret_is_not_told_and_a_check_box_says_both() -> None:
    here = Screen()
    here.window("Sign in")
    here.zone("Password", Role.PASSWORD_FIELD, value="hunter2")
    here.zone("Remember me", Role.CHECK_BOX)
    here.zone("Show", Role.CHECK_BOX, State.CHECKED)
    seen = here.situation()
    secret = replace(seen.zones[0], is_secret=True)
    table = zone_table(replace(seen, zones=(secret, *seen.zones[1:])), "sign in", PLENTY)
    assert "hunter2" not in table.text
    assert "Remember me |  | not checked" in table.text
    assert "Show |  | checked" in table.text


def test_only_who_can_know_says_that_something_is_disabled() -> None:
    here = Screen()
    here.window("Game")
    here.zone("Told", enabled=False)
    here.zone("Read", Role.LABEL, enabled=False, source=Source.TEXT)
    here.zone("Drawn", Role.OTHER, enabled=False, source=Source.SHAPE)
    here.zone("Named", enabled=False, source=Source.SHAPE)
    seen = here.situation()
    named = replace(seen.zones[3], named_by=Source.VISION)
    table = zone_table(replace(seen, zones=(*seen.zones[:3], named)), "x", PLENTY)
    told = [row.split(" | ")[2] for row in rows(table.text) if row.endswith("disabled")]
    assert told == ["Told", "Named"]


def test_long_values_end_in_an_ellipsis() -> None:
    lines = rows(zone_table(editor("word " * 500), "x", 2_400).text)
    [row] = [line for line in lines if "word" in line]
    assert "word word…" in row
    assert len(row) < 250


def test_applications_are_few_and_those_of_the_goal_first() -> None:
    text = applications_text(screen().situation(), "Start the calculator", PLENTY)
    assert "\nApplications: Galculator (Calculator), " in text


@pytest.mark.parametrize(
    ("text", "least"),
    [("hello world", 2), ("button_save_as_2", 6), ("12345", 4), ("日本語", 3), ("", 0), ("…", 1)],
)
def test_tokens_are_estimated_rather_too_many(text: str, least: int) -> None:
    assert estimated_tokens(text) >= least


def test_with_more_room_hidden_entries_and_whole_values_are_told() -> None:
    here = Screen()
    here.window("Editor")
    here.zone("Help", Role.MENU)
    here.zone("About", Role.MENU_ITEM, shown=False)
    here.zone("Note", Role.TEXT_AREA, value="word " * 100)
    seen = here.situation()
    small, large = (zone_table(seen, "save", budget).text for budget in (2_000, 20_000))
    assert "About" not in small and "word…" in small
    assert "menu item | About |  | hidden" in large and "word…" not in large


def test_what_has_no_name_is_told_with_its_place_whatever_tells_of_it() -> None:
    here = Screen()
    here.window("Board")
    here.zone("", Role.BUTTON)
    here.zone("", Role.TEXT_FIELD, value="1")
    here.zone("Next", Role.BUTTON)
    here.zone("", Role.TEXT_AREA, State.FOCUSED)
    seen = here.situation()
    told = rows(zone_table(seen, "", 2_000).text)
    for row, zone in zip(told[:2], seen.zones, strict=False):
        box = zone.bounds_px
        assert row.endswith(f"at {box.x},{box.y}, {box.width}×{box.height} px")
    assert all("px" not in row for row in told[2:])


def test_with_more_room_a_long_label_is_told_whole() -> None:
    here = Screen()
    here.window("Characters")
    here.zone(f"{'archaic ' * 20}spelling 0295", Role.STATUS)
    assert "spelling 0295" in zone_table(here.situation(), "", 20_000).text
