"""Pilothouse's own windows on the screen that the agent works on: unseen, untouched, no unrest."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import psutil
import pytest
import pytest_asyncio

from engine.domain.actions import Click, Drag, FocusWindow, PressKeys, Scroll, TypeText
from engine.domain.errors import ActionImpossible
from engine.domain.spaces import Frame, Point, Rect
from engine.domain.surface_ports import AccessibleTree
from engine.domain.zones import COVERED
from engine.geometry.regions import is_in_any
from engine.surfaces.desktop.applications import ApplicationCatalogue
from engine.surfaces.desktop.input.pacing import MOST_KEYS
from engine.surfaces.desktop.surface import DesktopSurface
from engine.surfaces.desktop.terminals import OwnProcesses, own_processes
from engine.surfaces.desktop.vnc_desktop import ExistingDisplay
from tests.support.bare_desktop import BareDesktop
from tests.support.trees import Launch
from tests.support.waiting import BOUND_SECS, until, until_so

pytestmark = pytest.mark.asyncio(loop_scope="module")

QUIET_SECS = 0.5
OWN, OTHER = Rect(100, 100, 400, 300), Rect(700, 100, 400, 300)


class NoSecrets:
    def reveal(self, name: str) -> str:
        raise AssertionError(name)


class Shared:
    """A screen with a window of "Pilothouse" on it, and one of somebody else's."""

    def __init__(self, desktop: BareDesktop, surface: DesktopSurface, folder: Path) -> None:
        self.desktop = desktop
        self.surface = surface
        self._folder = folder

    def told(self, title: str) -> str:
        file = self._folder / title
        return file.read_text() if file.exists() else ""

    async def capture(self) -> Frame:
        return await self.surface.eyes.capture()

    def move(self, title: str, x: int, y: int) -> None:
        self.desktop.xdotool("search", "--name", f"^{title}$", "windowmove", "--sync", x, y)

    def activate(self, title: str) -> None:
        self.desktop.xdotool("search", "--name", f"^{title}$", "windowactivate", "--sync")


def command(folder: Path, title: str, at: str) -> list[str]:
    module = "tests.support.restless_window"
    words = ["--title", title, "--told", str(folder / title), "--at", at]
    return [sys.executable, "-m", module, *words]


async def _is_covered(surface: DesktopSurface) -> bool:
    """With its title bar: it stands where it will stay."""
    frame = await surface.eyes.capture()
    is_framed = min((part.y for part in frame.own_px), default=OWN.y) < OWN.y
    return is_framed and is_grey(frame, OWN)


async def _has_other(surface: DesktopSurface) -> bool:
    tree = await surface.eyes.read_tree()
    found = [node.bounds_px for node in tree.nodes if node.name == "Press me" and node.is_showing]
    return any(OTHER.intersection(bounds) == bounds for bounds in found)


def surface_for(desktop: BareDesktop, own: OwnProcesses) -> DesktopSurface:
    return DesktopSurface(
        "screen",
        ExistingDisplay(desktop.display, desktop.environment),
        catalogue_for=lambda host: ApplicationCatalogue(()),
        secrets=NoSecrets(),
        is_practice=False,
        own=own,
    )


class OwnWindow:
    """The window of "Pilothouse" and a surface that knows it, for several tests: both are made
    anew where a test has moved it or put it away."""

    def __init__(self, desktop: BareDesktop, folder: Path) -> None:
        self.folder = folder
        self._desktop = desktop
        self._process: subprocess.Popen[bytes] | None = None
        self._surface: DesktopSurface | None = None

    async def surface(self) -> DesktopSurface:
        """Of the window in its place."""
        if self._surface is None or not await _is_covered(self._surface):
            await self.close()
            words = command(self.folder, "Console", "100,100,400,300")
            self._process = self._desktop.launch(*words)
            self._surface = surface_for(self._desktop, OwnProcesses((self._process.pid,)))
            await self._surface.start()
            await until_so(lambda: _is_covered(self._surface))
        return self._surface

    async def close(self) -> None:
        if self._surface is not None:
            await self._surface.close()
        if self._process is not None:
            self._desktop.end(self._process)
        self._surface = self._process = None


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def own_window(
    desktop: BareDesktop, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[OwnWindow]:
    window = OwnWindow(desktop, tmp_path_factory.mktemp("told"))
    yield window
    await window.close()


@pytest_asyncio.fixture(loop_scope="module")
async def shared(desktop: BareDesktop, own_window: OwnWindow, launch: Launch) -> Shared:
    """With a window of somebody else's that is new."""
    surface = await own_window.surface()
    for told in own_window.folder.iterdir():
        told.unlink()
    launch(*command(own_window.folder, "Other", "700,100,400,300"))
    await until_so(lambda: _has_other(surface))
    return Shared(desktop, surface, own_window.folder)


def pixels(frame: Frame) -> np.ndarray:
    return np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width, 4)


def is_grey(frame: Frame, place: Rect) -> bool:
    part = pixels(frame)[place.y : place.bottom, place.x : place.right]
    return bool((part == COVERED).all())


def spot(tree: AccessibleTree, name: str) -> Point:
    return next(
        node for node in tree.nodes if node.name == name and node.is_showing
    ).bounds_px.center


async def test_it_is_grey_in_the_picture_and_left_out_of_the_tree(shared: Shared) -> None:
    frame, tree = await shared.capture(), await shared.surface.eyes.read_tree()
    assert is_grey(frame, Rect(100, 100, 400, 300))
    assert not is_grey(frame, Rect(700, 100, 400, 300))
    assert [window.title for window in tree.windows] == ["Other"]
    assert {node.window_key for node in tree.nodes} == {tree.windows[0].window_id}


async def test_its_menu_that_hangs_out_of_it_is_grey_too(shared: Shared) -> None:
    before = (await shared.capture()).own_px
    shared.activate("Console")
    shared.desktop.click(300, 188)  # the button that opens the menu
    await until_so(lambda: _covers_more(shared, before))
    parts = (await shared.capture()).own_px
    tree = await shared.surface.eyes.read_tree()
    assert not [node for node in tree.nodes if "entry" in node.name and node.is_showing]
    with pytest.raises(ActionImpossible, match="A menu of Pilothouse's own is open"):
        await shared.surface.hands.perform(Click(), spot(tree, "Press me"))
    shared.desktop.xdotool("key", "Escape")
    await until_so(lambda: _covers(shared, before))
    assert len(parts) > len(before)


async def _covers_more(shared: Shared, before: tuple[Rect, ...]) -> bool:
    return len((await shared.capture()).own_px) > len(before)


async def _covers(shared: Shared, parts: tuple[Rect, ...]) -> bool:
    return {*(await shared.capture()).own_px} == {*parts}


async def test_what_lies_upon_it_is_seen(shared: Shared) -> None:
    shared.move("Other", 200, 150)
    shared.activate("Other")
    await until_so(lambda: _lies_upon_it(shared))
    shared.activate("Console")
    await until_so(lambda: _is_grey_now(shared, Rect(220, 200, 260, 180)))


async def _lies_upon_it(shared: Shared) -> bool:
    frame = await shared.capture()
    is_seen = not is_grey(frame, Rect(220, 200, 260, 180))
    return is_seen and is_grey(frame, Rect(100, 200, 80, 180))


async def _is_grey_now(shared: Shared, place: Rect) -> bool:
    return is_grey(await shared.capture(), place)


async def test_its_painting_is_no_change_of_the_picture(
    desktop: BareDesktop, own_window: OwnWindow
) -> None:
    surface = await own_window.surface()
    await until_so(lambda: _is_quiet(surface))
    async with asyncio.timeout(BOUND_SECS):  # it is painted all the time
        live = await _quiet_live(surface)
    desktop.xdotool("search", "--name", "^Console$", "windowmove", 500, 400)
    moved = await live
    await until_so(lambda: _is_quiet(surface))
    now = await surface.eyes.capture()
    assert moved is not None and moved.own_px
    assert is_grey(now, Rect(520, 440, 300, 200))
    assert not is_grey(now, Rect(100, 100, 300, 200)), "the place that it left is still covered"


async def _quiet_live(surface: DesktopSurface) -> asyncio.Task[Frame | None]:
    """The live picture that does not come; of what moved at the start, some may come late."""
    while True:
        count = await surface.eyes.change_count()
        live = asyncio.create_task(surface.eyes.next_live_frame(count, 0.01, 60))
        if (await asyncio.wait([live], timeout=QUIET_SECS))[1]:
            return live


async def _is_quiet(surface: DesktopSurface) -> bool:
    watch = surface.eyes.watch()
    try:
        return await watch.next(QUIET_SECS) is None
    finally:
        watch.close()


async def test_what_it_covers_changes_the_picture_again_once_it_is_gone(
    shared: Shared, launch: Launch
) -> None:
    shared.move("Console", 700, 100)
    shared.activate("Console")
    before = await shared.surface.eyes.change_count()
    shared.desktop.xdotool("search", "--name", "^Console$", "windowunmap", "--sync")
    await until_so(lambda: _shows_other(shared))
    assert await shared.surface.eyes.change_count() > before


async def _shows_other(shared: Shared) -> bool:
    frame = await shared.capture()
    return not frame.own_px and not is_grey(frame, Rect(720, 140, 360, 200))


async def test_no_click_scroll_or_drag_touches_it(shared: Shared) -> None:
    hands = shared.surface.hands
    at, beside = Point(300, 155), Point(900, 155)
    pointer = await hands.pointer()
    for action, ways in ((Click(), ()), (Scroll(down=2), ()), (Drag(), [[at, beside]])):
        with pytest.raises(ActionImpossible, match="Pilothouse's own window lies at"):
            await hands.perform(action, at, ways)
    with pytest.raises(ActionImpossible, match="own window lies at"):
        await hands.perform(Drag(), None, [[Point(40, 200), beside]])  # across it
    with pytest.raises(ActionImpossible, match="own window lies at"):
        await hands.perform(TypeText("hello"), at)
    assert await hands.pointer() == pointer, "the pointer moved before it was refused"
    assert shared.told("Console") == ""


async def test_a_title_bar_of_it_counts_too(shared: Shared) -> None:
    top = min((await shared.capture()).own_px, key=lambda part: part.y)
    assert top.y < 100, "there is no title bar to try"
    with pytest.raises(ActionImpossible, match="own window lies at"):
        await shared.surface.hands.perform(Click(), Point(300, top.y + 4))


async def test_no_key_goes_to_it(shared: Shared) -> None:
    shared.activate("Console")
    hands = shared.surface.hands
    for action in (TypeText("hello"), PressKeys(("a",))):
        with pytest.raises(ActionImpossible, match="own window has the keyboard") as refused:
            await hands.perform(action, None)
        assert refused.value.remedy == "Click into the window that is meant first."
    with pytest.raises(ActionImpossible, match="no window called “Console”"):
        await hands.perform(FocusWindow("Console"), None)
    field = spot(await shared.surface.eyes.read_tree(), "Diary")
    await hands.perform(TypeText("mine"), field)  # the click takes the keyboard along
    await until(lambda: "text mine" in shared.told("Other"))
    assert shared.told("Console") == ""


async def test_typing_ends_when_it_takes_the_keyboard(shared: Shared) -> None:
    text = "0123456789" * 2_000  # more than is typed until somebody has looked
    field = spot(await shared.surface.eyes.read_tree(), "Diary")
    typing = asyncio.create_task(shared.surface.hands.perform(TypeText(text), field))
    await until(lambda: "text 0123456789" in shared.told("Other"))
    await asyncio.to_thread(shared.activate, "Console")
    with pytest.raises(ActionImpossible, match="own window has the keyboard"):
        await typing
    strays = shared.told("Console").splitlines()
    assert not strays or len(strays[-1]) <= len("text ") + MOST_KEYS, (
        "more than a burst went astray"
    )


async def test_a_window_of_it_that_moved_over_the_target_is_noticed(shared: Shared) -> None:
    at = spot(await shared.surface.eyes.read_tree(), "Press me")
    await shared.surface.hands.perform(Click(), at)
    await until(lambda: shared.told("Other") == "click\n")
    shared.move("Console", 650, 80)
    shared.activate("Console")
    with pytest.raises(ActionImpossible, match="own window lies at"):
        await shared.surface.hands.perform(Click(), at)
    assert shared.told("Other") == "click\n"


async def _is_covered_at(surface: DesktopSurface, at: Point) -> bool:
    return is_in_any(at, (await surface.eyes.capture()).own_px)


async def test_the_terminal_in_which_it_runs_is_neither_seen_nor_typed_into(
    desktop: BareDesktop, own_window: OwnWindow, launch: Launch, tmp_path: Path
) -> None:
    await own_window.close()  # here a terminal is what is its own
    launch(*command(tmp_path, "Other", "700,100,400,300"))
    told = tmp_path / "inside"
    script = f"{sys.executable} -c 'import os; print(os.getpid())' > {told}; sleep 600"
    xterm = launch("xterm", "-geometry", "40x8+50+50", "-T", "Shell", "-e", "sh", "-c", script)
    await until(lambda: told.exists() and told.read_text())
    shell = next(child for child in psutil.Process(xterm.pid).children())
    own = own_processes(shell.pid)
    assert own.terminal_ids[0] == xterm.pid
    surface = surface_for(desktop, own)
    try:
        await surface.start()
        await until_so(lambda: _has_other(surface))
        tree = await surface.eyes.read_tree()
        assert "Shell" not in {window.title for window in tree.windows}, "it tells of each step"
        await until_so(lambda: _is_covered_at(surface, Point(100, 100)))
        desktop.xdotool("search", "--name", "^Shell$", "windowactivate", "--sync")
        with pytest.raises(ActionImpossible, match="terminal in which Pilothouse runs has the key"):
            await surface.hands.perform(TypeText("exit\n"), None)
        with pytest.raises(ActionImpossible, match="terminal in which Pilothouse runs lies at"):
            await surface.hands.perform(Click(button="middle"), Point(100, 100))
        await surface.hands.perform(Click(), spot(tree, "Press me"))
        await until(lambda: (tmp_path / "Other").exists())
    finally:
        await surface.close()
