"""Trees in which nothing can be trusted: no hang, no crash, and the neighbours are read as ever."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from engine.domain.spaces import Rect
from engine.domain.surface_ports import AccessibleTree
from engine.domain.zones import Role, Zone
from engine.perception.accessibility import zones_of
from engine.surfaces.desktop.at_spi import application, finding
from engine.surfaces.desktop.at_spi.tree_reader import AtSpiReader
from tests.support.bare_desktop import BareDesktop
from tests.support.trees import Launch, find, until

SCREEN = Rect(0, 0, 1600, 900)
MOST_NODES = 400


@pytest.fixture(autouse=True)
def tenth_of_the_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The product's own are as many thousands: the liar would need seconds to tell of them."""
    monkeypatch.setattr(application, "MOST_NODES", MOST_NODES)
    monkeypatch.setattr(finding, "_MOST_IN_SIGHT", 300)


@pytest.fixture(scope="module")
def neighbour(desktop: BareDesktop) -> Iterator[subprocess.Popen[bytes]]:
    desktop.xdotool("mousemove", 2, 2)  # where it brings up no tooltip
    process = desktop.launch("galculator")
    yield process
    desktop.end(process)


@pytest.fixture
async def neighbours(reader: AtSpiReader, neighbour: subprocess.Popen[bytes]) -> frozenset[object]:
    """What the calculator tells while it is alone."""
    told: list[frozenset[object]] = []

    def is_at_rest(now: AccessibleTree) -> bool:
        """Where it was at the last look: the window has been placed."""
        told.append(told_by(now, "galculator"))
        is_alone = len(now.windows) == 1 and find(now, Role.TOGGLE_BUTTON, "7")
        return bool(is_alone) and told[-2:] == told[-1:] * 2

    await until(reader, is_at_rest, "the calculator alone")
    return told[-1]


def told_by(tree: AccessibleTree, application: str) -> frozenset[object]:
    return frozenset(
        (one.key, one.name, one.bounds_px, one.is_showing)
        for one in tree.nodes
        if one.application == application
    )


async def zones_beside(
    reader: AtSpiReader,
    launch: Launch,
    neighbours: frozenset[object],
    kind: str,
    *,
    until_shown: str = "Honest",
) -> tuple[AccessibleTree, dict[str, Zone]]:
    """The first reading with this thing of the liar's in sight, and the liar's zones by label."""
    launch(sys.executable, "-m", "tests.support.lying_application", kind)

    def is_told(now: AccessibleTree) -> bool:
        return any(
            node.application == "Liar" and node.name == until_shown and node.is_showing
            for node in now.nodes
        )

    tree = await until(reader, is_told, f"the liar with {kind}")
    keys = [node.key for node in tree.nodes]
    assert len(keys) == len(set(keys)), "each is told once"
    assert told_by(tree, "galculator") == neighbours, "the neighbour is read as ever"
    ids = {node.window_key for node in tree.nodes if node.application == "Liar"}
    [liar] = [window for window in tree.windows if window.window_id in ids]
    zones = [one for one in zones_of(tree, SCREEN) if one.window_id == liar.window_id]
    for zone in zones:
        inside = zone.bounds_px.intersection(liar.bounds_px.grown(30))  # with its frame
        assert inside == zone.bounds_px and not inside.is_empty, zone
    return tree, {zone.label: zone for zone in zones}


@pytest.mark.parametrize("kind", ["rings", "cached ring", "counts", "types"])
async def test_what_is_true_among_lies_is_told_once(
    reader: AtSpiReader, launch: Launch, neighbours: frozenset[object], kind: str
) -> None:
    tree, zones = await zones_beside(reader, launch, neighbours, kind)
    assert zones["Honest"].role is Role.BUTTON
    assert len(tree.nodes) < 300


async def test_places_without_sense_are_no_zones(
    reader: AtSpiReader, launch: Launch, neighbours: frozenset[object]
) -> None:
    _, zones = await zones_beside(reader, launch, neighbours, "places")
    assert zones.keys() == {"Honest", "Over the edge", "Vast"}
    assert zones["Over the edge"].bounds_px.width < 50


async def test_names_are_cut_and_what_turns_them_around_is_left_out(
    reader: AtSpiReader, launch: Launch, neighbours: frozenset[object]
) -> None:
    _, zones = await zones_beside(reader, launch, neighbours, "names")
    assert zones.keys() == {"Honest", "Pay[31m evil now", "x" * 1000}
    field = zones["Pay[31m evil now"]
    assert field.role is Role.TEXT_FIELD and len(field.value) == 4000


@pytest.mark.parametrize(
    ("kind", "shown"), [("many", "Thing 0"), ("cached many", "Thing 0"), ("endless", "Liar")]
)
async def test_of_too_much_a_part_is_told_with_a_note(
    reader: AtSpiReader, launch: Launch, neighbours: frozenset[object], kind: str, shown: str
) -> None:
    tree, zones = await zones_beside(reader, launch, neighbours, kind, until_shown=shown)
    assert len(tree.nodes) <= MOST_NODES + len(neighbours)
    assert tree.cut_applications == ("Liar",) and tree.silent_applications == ()
    assert kind == "endless" or len(zones) > 100


async def test_errors_and_a_death_in_the_middle_are_nodes_less(
    reader: AtSpiReader, launch: Launch, neighbours: frozenset[object]
) -> None:
    _, zones = await zones_beside(reader, launch, neighbours, "errors", until_shown="Liar")
    assert zones == {}
    process = launch(sys.executable, "-m", "tests.support.lying_application", "vanishing")
    while process.poll() is None:
        tree = await reader.read()
        assert told_by(tree, "galculator") == neighbours
    tree = await reader.read()
    assert told_by(tree, "galculator") == neighbours


async def test_a_part_that_is_told_too_high_lies_where_what_holds_it_does(
    reader: AtSpiReader, launch: Launch, neighbours: frozenset[object]
) -> None:
    """What another toolkit tells rightly within it stays where it is."""
    tree, zones = await zones_beside(reader, launch, neighbours, "two toolkits")
    [liar] = {each.bounds_px for each in tree.windows if each.title == "Liar"}
    places = {name: zone.bounds_px.y - liar.y for name, zone in zones.items() if name}
    assert places == {"Save": 65, "Font": 65, "Honest": 67, "Size": 67}


async def test_what_is_scrolled_away_is_not_in_sight_wherever_it_is_told(
    reader: AtSpiReader, launch: Launch, neighbours: frozenset[object]
) -> None:
    _, zones = await zones_beside(reader, launch, neighbours, "scrolled")
    assert zones.keys() == {"Honest"}


async def test_of_a_wide_sheet_all_cells_in_sight_are_told_with_what_they_hold(
    reader: AtSpiReader, launch: Launch, neighbours: frozenset[object]
) -> None:
    _, zones = await zones_beside(reader, launch, neighbours, "sheet", until_shown="J14")
    cells = {name: zone for name, zone in zones.items() if zone.role is Role.CELL}
    assert len(cells) == 140 and cells["C7"].value == f"text {6 * 26 + 2}"
