"""Cells are told as rows: a spreadsheet as its used range, a table with the cells' names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.plans import Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Role, Source, State, Zone
from engine.thinking.model.screen_text import zone_table
from tests.engine.thinking.offline.screens import Screen

PLENTY = 100_000


def cell(row: int, column: int, label: str, value: str = "", **facts: object) -> Zone:
    bounds_px = Rect(50 * column, 20 * row, 50, 20)
    zone = Zone(f"cell_{row}_{column}", label, Role.CELL, bounds_px, parent_id="table", **facts)
    return replace(zone, value=value)


def seen(*cells: Zone) -> Situation:
    here = Screen()
    here.window("Numbers")
    situation = here.situation()
    window_id = situation.windows[0].window_id
    zones = tuple(replace(each, window_id=window_id) for each in cells)
    return replace(situation, zones=(*situation.zones, *zones))


def sheet(rows: int = 30) -> tuple[Zone, ...]:
    used = {"A1": "Item", "B1": "Price", "D1": "Note", "A2": "Rope", "B2": "4", "A12": "Pot | big"}
    return tuple(
        cell(row, at, f"{column}{row}", used.get(f"{column}{row}", ""))
        for row in range(1, rows)
        for at, column in enumerate("ABCDEFG")
    )


def test_a_spreadsheet_is_told_as_its_used_range_under_its_columns() -> None:
    told = zone_table(seen(*sheet()), "Sum the prices", PLENTY).text
    at = told.index("(a spreadsheet")
    assert told[at:].splitlines()[1:] == [
        "| A | B | D",
        "1 | Item | Price | Note",
        "2 | Rope | 4",
        "12 | Pot \\| big",
    ]
    assert told.count("cell") == 1  # in the line above


def test_where_the_keyboard_is_is_told_though_the_cell_is_empty() -> None:
    here = replace(cell(3, 2, "C3"), state=frozenset({State.FOCUSED}))
    told = zone_table(seen(*sheet(), replace(here, zone_id="here")), "x", PLENTY).text
    assert "3 |  |  | [focused]" in told


def test_cells_of_a_table_have_their_ids_and_an_ellipsis_where_there_is_no_room() -> None:
    cells = [cell(row, at, f"Entry {row}.{at}") for row in range(20) for at in range(3)]
    whole = zone_table(seen(*cells), "x", PLENTY)
    assert "cell_7_0: Entry 7.0 | cell_7_1: Entry 7.1 | cell_7_2: Entry 7.2" in whole.text
    part = zone_table(seen(*cells), "x", whole.rows_tokens // 3)
    assert "…" in part.text and part.rows_tokens <= whole.rows_tokens // 3
    left_out = 60 - part.text.count(": Entry")
    assert f"({left_out} less important rows left out)" in part.text


@pytest.mark.parametrize(("columns", "is_told_in_rows"), [(2, True), (1, False)])
def test_a_tree_is_told_in_rows_where_it_has_columns(columns: int, is_told_in_rows: bool) -> None:
    cells = [cell(row, at, f"Entry {row}.{at}") for row in range(6) for at in range(columns)]
    open_ones = [replace(each, role=Role.TREE_ITEM) for each in cells]
    open_ones[0] = replace(open_ones[0], state=frozenset({State.EXPANDED}))
    open_ones.append(replace(cell(0, 2, ""), role=Role.TREE_ITEM))  # the size of a folder
    told = zone_table(seen(*open_ones), "x", PLENTY).text
    row = "cell_0_0: Entry 0.0 [expanded] | cell_0_1: Entry 0.1\n"
    assert (row in told) is is_told_in_rows
    assert ("cell_1_0 | tree item | Entry 1.0 |" in told) is not is_told_in_rows


def test_a_secret_cell_stays_hidden_and_few_cells_are_rows() -> None:
    secret = [replace(each, is_secret=True) for each in sheet()]
    told = zone_table(seen(*secret), "x", PLENTY).text
    assert "Rope" not in told and "(secret)" in told
    few = [cell(0, at, f"Entry {at}") for at in range(3)]
    assert "cell_0_1 | cell | Entry 1" in zone_table(seen(*few), "x", PLENTY).text


def test_what_is_drawn_and_has_no_name_is_counted_where_there_are_many() -> None:
    def drawn(count: int) -> list[Zone]:
        return [
            Zone(f"drawn_{at}", "", Role.TEXT_FIELD, Rect(10 * at, 40, 9, 8), source=Source.SHAPE)
            for at in range(count)
        ]

    many = zone_table(seen(*drawn(30)), "x", PLENTY)
    line = "(30 text fields without a name, such as drawn_0, from 0,40 to 299,48 px, are left out)"
    assert many.text.count("drawn_") == 1 and line in many.text
    few = zone_table(seen(*drawn(3)), "x", PLENTY).text
    assert "drawn_2 | text field |  |  | at 20,40, 9×8 px" in few
