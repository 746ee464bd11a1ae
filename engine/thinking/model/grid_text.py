"""Cells of a spreadsheet or table as its rows, rather than as a row of the table for each of them.

A spreadsheet is told as its used range, under its columns: a cell with an address for a name is
named by it. Of other tables each cell has its zone_id before it. A cell that says nothing is left
out; one for which there is no room is an ellipsis."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from engine.domain.zones import CELL_NAME, Role, State, Zone
from engine.language.labels import plain
from engine.thinking.model.fencing import COLUMN, estimated_tokens, one_line, told_value

LEAST_CELLS = 6
LEFT_OUT = "…"
_ID_CHARS = 60
_MARKED = (State.FOCUSED, State.SELECTED, State.CHECKED, State.EXPANDED)
Grid = tuple[Zone, ...]


def says_nothing(zone: Zone) -> bool:
    """A cell without text that is nowhere the keyboard or the selection is."""
    is_bare = not zone.value.strip() and (not zone.label.strip() or _address(zone) is not None)
    return zone.role is Role.CELL and is_bare and not any(each in zone.state for each in _MARKED)


def grids_in(zones: Iterable[Zone]) -> Mapping[str, Grid]:
    """The tables in sight that are worth a grid, by each cell's zone_id; a tree with columns is
    one, too."""
    parted: dict[tuple[str, str, Role], list[Zone]] = defaultdict(list)
    for zone in zones:
        is_cell = zone.role in (Role.CELL, Role.TREE_ITEM) and zone.on_screen
        if is_cell and not says_nothing(zone):
            parted[zone.window_id, zone.parent_id, zone.role].append(zone)
    grids = (tuple(cells) for cells in parted.values() if _is_grid(cells))
    return {zone.zone_id: grid for grid in grids for zone in grid}


def _is_grid(cells: Sequence[Zone]) -> bool:
    has_columns = cells[0].role is Role.CELL or 2 * len(lines_of(cells)) <= len(cells)
    return len(cells) >= LEAST_CELLS and has_columns


def cell_cost(zone: Zone, value_chars: int) -> int:
    """What it takes in its row, in tokens."""
    named = "" if _address(zone) else f"{zone.zone_id}: "
    return estimated_tokens(named + _cell(zone, value_chars) + COLUMN)


def grid_lines(grid: Grid, kept: frozenset[str], value_chars: int) -> list[str]:
    """Its rows; of ``kept`` are the cells for which there is room."""
    told = {each.zone_id: _cell(each, value_chars) for each in grid if each.zone_id in kept}
    if all(_address(each) for each in grid):
        cells: dict[tuple[int, str], str] = {}
        for each in grid:
            if (address := _address(each)) is not None:
                cells[address[1], address[0]] = told.get(each.zone_id, LEFT_OUT)
        columns = sorted({column for _, column in cells}, key=lambda each: (len(each), each))
        lines = ["(a spreadsheet: a cell's zone_id is its name, such as B2, an empty one's too)"]
        lines.append(COLUMN.join(("", *columns)).strip())
        for number in sorted({row for row, _ in cells}):
            row = (cells.get((number, column), "") for column in columns)
            lines.append(COLUMN.join((str(number), *row)).rstrip(" |"))
        return lines
    return ["(cells, as zone_id: what it holds)", *(_row(row, told) for row in lines_of(grid))]


def lines_of(zones: Iterable[Zone]) -> list[list[Zone]]:
    """Line by line, from the left: what begins above the middle of a line's first zone is in it."""
    lines: list[list[Zone]] = []
    for zone in sorted(zones, key=lambda zone: (zone.bounds_px.y, zone.bounds_px.x)):
        if lines and zone.bounds_px.y < lines[-1][0].bounds_px.center.y:
            lines[-1].append(zone)
        else:
            lines.append([zone])
    return [sorted(line, key=lambda one: one.bounds_px.x) for line in lines]


def _row(cells: Sequence[Zone], told: Mapping[str, str]) -> str:
    return COLUMN.join(
        f"{one_line(each.zone_id, _ID_CHARS)}: {told[each.zone_id]}"
        if each.zone_id in told
        else LEFT_OUT
        for each in cells
        if told.get(each.zone_id, LEFT_OUT)
    )


def _cell(zone: Zone, value_chars: int) -> str:
    text = zone.value if _address(zone) or zone.value.strip() else zone.label
    label = zone.label.strip()
    if zone.value.strip() and label and not _address(zone) and plain(label) != plain(zone.value):
        text = f"{label}: {zone.value}"
    held = told_value(text, value_chars, is_secret=zone.is_secret)
    marks = ", ".join(str(each) for each in _MARKED if each in zone.state)
    return f"{held} [{marks}]".strip() if marks else held


def _address(zone: Zone) -> tuple[str, int] | None:
    """Column and row of a cell of a spreadsheet."""
    found = CELL_NAME.fullmatch(zone.label.strip())
    return (found[1], int(found[2])) if found else None
