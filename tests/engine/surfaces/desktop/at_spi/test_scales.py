"""Under a display scale things are found where they are painted: told by clicks that land."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from engine.domain.spaces import Point, Rect
from engine.domain.surface_ports import AccessibleNode, AccessibleTree
from engine.domain.zones import Role, State
from engine.surfaces.desktop.at_spi.scale import (
    ToldSpace,
    offset_within,
    scale_of,
    space_of,
    whole_scale_of,
)
from engine.surfaces.desktop.at_spi.tree_reader import AtSpiReader
from tests.support.bare_desktop import BareDesktop
from tests.support.trees import Launch, find, the, until

NEAR_PX = 2


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BareDesktop]:
    started = BareDesktop(tmp_path_factory.mktemp("home"), width=2560, height=1600)
    yield started
    started.close()


@pytest.fixture
async def reader(desktop: BareDesktop) -> AsyncIterator[AtSpiReader]:
    connected = AtSpiReader(
        display=desktop.display, bus_address=desktop.environment["DBUS_SESSION_BUS_ADDRESS"]
    )
    await connected.connect()
    yield connected
    await connected.close()


@pytest.mark.parametrize("scale", ["1", "1.25", "1.5", "2"])
async def test_a_qt_button_is_hit_up_to_its_edges(
    desktop: BareDesktop, launch: Launch, reader: AtSpiReader, tmp_path: Path, scale: str
) -> None:
    told = tmp_path / "told"
    module = [sys.executable, "-m", "tests.support.restless_window"]
    at = ["--at", "141,133,401,301", "--told", str(told), "--calm"]
    launch("env", f"QT_SCALE_FACTOR={scale}", *module, *at)
    tree = await until(
        reader, lambda tree: find(tree, Role.BUTTON, "Press me", in_sight=True), "the button"
    )
    bounds = the(tree, Role.BUTTON, "Press me").bounds_px
    assert await reader.extents(the(tree, Role.BUTTON, "Press me").key) == bounds
    middle = bounds.center
    inside = (bounds.x + NEAR_PX, bounds.right - 1 - NEAR_PX)
    outside = (bounds.x - 1 - NEAR_PX, bounds.right + NEAR_PX)
    for x in (*outside, *inside):
        desktop.click(x, middle.y)
    for y in (bounds.y + NEAR_PX, bounds.bottom - 1 - NEAR_PX):
        desktop.click(middle.x, y)
    await until(reader, lambda _: told.exists() and told.read_text() == "click\n" * 4, "4 clicks")


@pytest.mark.parametrize("scale", ["1", "2"])
async def test_a_gtk_3_check_box_is_hit(
    desktop: BareDesktop, launch: Launch, reader: AtSpiReader, scale: str
) -> None:
    launch("env", f"GDK_SCALE={scale}", "gtk3-widget-factory")
    await asyncio.to_thread(desktop.xdotool, "search", "--sync", "--class", "widget-factory")
    box = usable_box(await until(reader, usable_box, "the box"))
    assert box is not None
    was_checked = State.CHECKED in box.states
    desktop.click(box.bounds_px.x + 4 * int(scale), box.bounds_px.center.y)
    await until(
        reader,
        lambda tree: usable_box(tree) is not None and is_checked(tree, box.key) is not was_checked,
        "its change",
    )


def usable_box(tree: AccessibleTree) -> AccessibleNode | None:
    boxes = [node for node in tree.nodes if node.role is Role.CHECK_BOX and node.is_showing]
    return next((box for box in boxes if State.ENABLED in box.states), None)


def is_checked(tree: AccessibleTree, key: str) -> bool:
    return any(node.key == key and State.CHECKED in node.states for node in tree.nodes)


@pytest.mark.parametrize("scale", ["1", "2"])
async def test_a_gtk_4_expander_is_hit(
    desktop: BareDesktop, launch: Launch, reader: AtSpiReader, scale: str
) -> None:
    launch("env", f"GDK_SCALE={scale}", "gtk4-demo")
    tree = await until(reader, lambda tree: expanders(tree), "something to expand")
    spots = expanders(tree)
    assert len(spots) > 1
    desktop.click(spots[0].center.x, spots[0].center.y)

    def has_more(tree: AccessibleTree) -> bool:
        now = expanders(tree)  # none of them while the list is made anew
        return bool(now) and now[1:2] != spots[1:2]

    await until(reader, has_more, "more")


def expanders(tree: AccessibleTree) -> list[Rect]:
    buttons = [node for node in tree.nodes if node.role is Role.BUTTON and node.is_showing]
    return [node.bounds_px for node in buttons if node.name == "Expand"]


@pytest.mark.parametrize(
    ("told", "window", "scale"),
    [
        (Rect(0, 0, 800, 600), Rect(0, 0, 800, 600), 1.0),
        (Rect(100, 100, 399, 299), Rect(150, 150, 599, 449), 1.5),
        (Rect(101, 99, 401, 301), Rect(126, 124, 501, 376), 1.25),
        (Rect(95, 22, 810, 656), Rect(190, 44, 1620, 1312), 2.0),
        (Rect(0, 0, 700, 500), Rect(0, 0, 802, 573), 802 / 700),
        (Rect(0, 0, 800, 600), Rect(0, 0, 1600, 900), 1.0),  # of something else
        (Rect(0, 0, 0, 0), Rect(0, 0, 1600, 900), 1.0),
        (Rect(0, 0, 10, 10), Rect(0, 0, 20, 20), 1.0),  # too small to tell
    ],
)
def test_a_scale_is_found_by_what_x_knows_of_a_window(
    told: Rect, window: Rect, scale: float
) -> None:
    assert scale_of([(told, window)]) == pytest.approx(scale, abs=0.002)


def test_gtk_4_scales_by_whole_numbers_within_a_border() -> None:
    told = Rect(0, 0, 790, 590)
    assert whole_scale_of([(told, Rect(5, 5, 800, 600))]) == 1
    assert whole_scale_of([(told, Rect(5, 5, 1600, 1200))]) == 2
    assert whole_scale_of([(told, Rect(5, 5, 1500, 1200))]) == 1  # another window's size
    assert offset_within(Rect(5, 5, 1600, 1200), told, 2) == Point(5, 5)


def test_what_is_told_meets_the_window_at_its_corner_on_any_monitor() -> None:
    window = Rect(2710, 150, 599, 449)
    space = space_of(Rect(2660, 100, 399, 299), window, 1.5)
    assert space.frame_from_told(Rect(2660, 100, 399, 299)) == window
    assert space.frame_from_told(Rect(2671, 111, 100, 20)) == Rect(2727, 167, 150, 30)
    assert ToldSpace().frame_from_told(Rect(7, 5, 3, 1)) == Rect(7, 5, 3, 1)
