"""Where the states of an exploration stand in a drawing: in layers, by how they were first come to.

A state stands below the one from which it was first seen, near what was seen from there too. The
report and the console draw by these places.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class LayerPlace(NamedTuple):
    """Rows and columns count from 0; ``layer`` is the number of steps from a start, and may take
    more than one row. ``across`` is how many stand in the row."""

    row: int
    column: int
    layer: int
    across: int


def places_of(came_from: Mapping[str, str], most_across: int) -> dict[str, LayerPlace]:
    """The place of each state; ``came_from`` names, in the order in which they were first seen,
    the state from which each was, or one that is not among them for a start."""
    places: dict[str, LayerPlace] = {}
    row = 0
    for layer, states in enumerate(_layers(came_from)):
        rows = -(-len(states) // most_across)
        widths = [len(states) // rows + (at < len(states) % rows) for at in range(rows)]
        waiting = iter(states)
        for width in widths:
            for column in range(width):
                places[next(waiting)] = LayerPlace(row, column, layer, width)
            row += 1
    return places


def _layers(came_from: Mapping[str, str]) -> list[list[str]]:
    """Starts first; in each layer those that have one origin stand together."""
    below: dict[str, list[str]] = {}
    starts: list[str] = []
    known: set[str] = set()
    for state, origin in came_from.items():
        is_start = origin not in known
        (starts if is_start else below.setdefault(origin, [])).append(state)
        known.add(state)
    layers: list[list[str]] = []
    while starts:
        layers.append(starts)
        starts = [each for origin in starts for each in below.get(origin, ())]
    return layers
