"""Several monitors: what lies across them is hit on each, what none shows is left alone."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.domain.actions import Click
from engine.domain.errors import ActionImpossible
from engine.domain.spaces import Point, Rect
from engine.surfaces.desktop.applications import ApplicationCatalogue
from engine.surfaces.desktop.surface import DesktopSurface
from engine.surfaces.desktop.terminals import OwnProcesses
from engine.surfaces.desktop.vnc_desktop import ExistingDisplay
from engine.surfaces.desktop.x11.window_stack import WindowStack
from tests.support.bare_desktop import BareDesktop
from tests.support.monitors import LEFT, RIGHT, set_two_monitors
from tests.support.trees import Launch
from tests.support.waiting import until, until_so

NOBODYS_PROCESS = 2**22 + 1


@pytest.fixture(scope="module")
def two_monitors(desktop: BareDesktop) -> None:
    set_two_monitors(desktop.environment)


@pytest.fixture
async def surface(desktop: BareDesktop, two_monitors: None) -> AsyncIterator[DesktopSurface]:
    surface = DesktopSurface(
        "screen",
        ExistingDisplay(desktop.display, desktop.environment),
        catalogue_for=lambda host: ApplicationCatalogue(()),
        secrets={},  # type: ignore[arg-type]
        is_practice=False,
        own=OwnProcesses((NOBODYS_PROCESS,)),
    )
    try:
        await surface.start()
        yield surface
    finally:
        await surface.close()


async def button_of(surface: DesktopSurface) -> Rect | None:
    nodes = (await surface.eyes.read_tree()).nodes
    return next((n.bounds_px for n in nodes if n.name == "Press me" and n.is_showing), None)


async def placed_button(surface: DesktopSurface) -> Rect:
    """Where it stays: a window may be read before its manager has placed it."""
    places: list[Rect | None] = [None]

    async def stands() -> bool:
        places.append(await button_of(surface))
        return places[-1] is not None and places[-1] == places[-2]

    await until_so(stands)
    assert places[-1] is not None
    return places[-1]


async def test_the_frame_spans_all_monitors(surface: DesktopSurface) -> None:
    frame = await surface.eyes.capture()
    assert frame.bounds_px == Rect(0, 0, 1600, 900)
    bounds = {monitor.name: monitor.bounds_px for monitor in surface.eyes.monitors}
    assert bounds == {"left": LEFT, "right": RIGHT}


async def test_a_window_across_two_monitors_is_hit_on_either(
    surface: DesktopSurface, launch: Launch, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    module = [sys.executable, "-m", "tests.support.restless_window"]
    # the middle of its button is on the right monitor
    launch(*module, "--at", "500,300,1000,300", "--told", str(told), "--calm")
    bounds = await placed_button(surface)
    assert bounds.x < LEFT.right < RIGHT.x < bounds.right
    hands, y = surface.hands, bounds.center.y
    await hands.perform(Click(), Point(LEFT.right - 20, y))
    await until(lambda: told.exists() and told.read_text() == "click\n")
    await hands.perform(Click(), bounds.center)
    await until(lambda: told.read_text() == "click\n" * 2)
    with pytest.raises(ActionImpossible, match="No monitor shows the place at 850"):
        await hands.perform(Click(), Point(850, y))


async def test_what_no_monitor_shows_is_not_in_sight(
    surface: DesktopSurface, desktop: BareDesktop, launch: Launch, tmp_path: Path
) -> None:
    module = [sys.executable, "-m", "tests.support.restless_window"]
    launch(*module, "--at", "950,300,300,300", "--told", str(tmp_path / "told"), "--calm")
    await placed_button(surface)
    window = ["search", "--name", "^Restless$", "windowmove", "--sync"]
    desktop.xdotool(*window, 1000, 20)  # above the right monitor

    async def is_out_of_sight() -> bool:
        return await button_of(surface) is None

    await until_so(is_out_of_sight)


def test_where_no_monitor_is_known_all_counts() -> None:
    assert WindowStack((), Rect(0, 0, 10, 10)).is_shown(Point(5, 5))
