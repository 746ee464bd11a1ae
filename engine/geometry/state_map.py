"""Where the states of an exploration stand on a map: in layers, by how they were first come to.

A state stands below the one from which it was first seen, near what was seen from there too. The
report and the console draw this map."""

from collections.abc import Mapping
from typing import NamedTuple


class LayerPlace(NamedTuple):
    """Rows and columns count from 0; ``across`` is how many stand in the row."""

    row: int
    column: int
    across: int


class CardSizes(NamedTuple):
    """Of one card, of the gaps between two, and of the margin around all, in units of the map."""

    width: int
    height: int
    gap_across: int
    gap_down: int
    margin: int

    def most_across(self, width: int) -> int:
        """How many cards stand beside each other in that width; at least one."""
        room = width - 2 * self.margin + self.gap_across
        return max(1, room // (self.width + self.gap_across))


class StateMap(NamedTuple):
    """``corners`` are the left upper ones of the cards, ``rows`` those in which they stand."""

    width: int
    height: int
    corners: dict[str, tuple[float, float]]
    rows: dict[str, int]


def state_map(
    came_from: Mapping[str, str], sizes: CardSizes, most_across: int, width: int = 0
) -> StateMap:
    """Each row in the middle of the width; without one the map is as wide as its longest row."""
    places = places_of(came_from, most_across)
    across, down = sizes.width + sizes.gap_across, sizes.height + sizes.gap_down
    longest = max((place.across for place in places.values()), default=1)
    width = width or longest * across - sizes.gap_across + 2 * sizes.margin
    return StateMap(
        width,
        2 * sizes.margin + len({place.row for place in places.values()}) * down,
        {
            state: (
                (width - place.across * across + sizes.gap_across) / 2 + place.column * across,
                sizes.margin + place.row * down,
            )
            for state, place in places.items()
        },
        {state: place.row for state, place in places.items()},
    )


def places_of(came_from: Mapping[str, str], most_across: int) -> dict[str, LayerPlace]:
    """The place of each state; ``came_from`` names, in the order in which they were first seen,
    the state from which each was, or one that is not among them for a start."""
    places: dict[str, LayerPlace] = {}
    row = 0
    for states in _layers(came_from):
        rows = -(-len(states) // most_across)
        widths = [len(states) // rows + (at < len(states) % rows) for at in range(rows)]
        waiting = iter(states)
        for width in widths:
            for column in range(width):
                places[next(waiting)] = LayerPlace(row, column, width)
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
