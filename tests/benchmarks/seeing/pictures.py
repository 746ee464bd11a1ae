"""Brings up an application on a practice desktop and takes its picture, with the truth of it."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.domain.spaces import Frame, Rect
from engine.domain.surface_ports import AccessibleTree
from engine.domain.zones import Role, Window
from engine.perception.pixels import Pixels, bgr_of
from engine.surfaces.desktop.eyes import DesktopEyes
from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop
from tests.benchmarks.seeing.applications import (
    TERMINAL_BORDER_PX,
    TERMINAL_COLUMNS,
    TERMINAL_ROWS,
    TERMINAL_TEXT,
    SeenApplication,
    Told,
)
from tests.benchmarks.seeing.truth import (
    Thing,
    things_in,
    told_by_cells,
    told_by_tree,
    told_by_widgets,
    told_by_x,
)
from tests.benchmarks.workplace import json_from

PATIENCE_SECS = 60.0
_QUIET_SECS = 2.0
_SCREEN = (1920, 1080)
_WORDED_ROLES = frozenset({Role.LABEL, Role.HEADING, Role.MENU, Role.TAB, Role.COLUMN_HEADER})


@dataclass(frozen=True, slots=True)
class Portrait:
    """The window of an application, without the window manager's frame.

    ``pixels`` are those of ``inner_px`` in the frame; ``things`` lie in the same pixels."""

    application: SeenApplication
    frame: Frame
    tree: AccessibleTree
    window: Window
    inner_px: Rect
    pixels: Pixels
    things: tuple[Thing, ...]

    @property
    def words(self) -> list[str]:
        """Of what is told as text and can't be anywhere but in the picture, each label once."""
        texts = {(one.words, one.told_px) for one in self.things if one.role in _WORDED_ROLES}
        words = [word.strip(".,:;…") for text, _ in texts for word in text.split()]
        return [word for word in words if word]


async def portrait_of(application: SeenApplication) -> Portrait:
    """Raises ``TimeoutError`` where it does not come up."""
    desktop = PracticeDesktop(width=_SCREEN[0], height=_SCREEN[1], is_sandboxed=False)
    await desktop.start()
    eyes = DesktopEyes(
        desktop.environment, on_lost=lambda message: None, on_resized=lambda width, height: None
    )
    try:
        with tempfile.TemporaryDirectory() as folder:
            await eyes.start()
            command = [word.replace("{folder}", folder) for word in application.command]
            await desktop.spawn(command, cwd=Path.cwd())
            frame, tree = await _at_rest(eyes, tells=application.told_by is Told.TREE)
            x_windows = await json_from("seeing.x_widgets", desktop.environment)
            return _portrait(application, frame, tree, x_windows, Path(folder))
    finally:
        await eyes.close()
        await desktop.close()


async def _at_rest(eyes: DesktopEyes, *, tells: bool) -> tuple[Frame, AccessibleTree]:
    """The picture and the tree once the same number of nodes and windows was told for a while."""
    clock = asyncio.get_running_loop().time
    last, since = (0, 0), clock()
    async with asyncio.timeout(PATIENCE_SECS):
        while True:
            tree = await eyes.read_tree()
            now = (len(tree.nodes), len(tree.windows))
            if now != last or not tree.windows or (tells and not tree.nodes):
                last, since = now, clock()
            elif clock() - since >= _QUIET_SECS:
                return await eyes.capture(), await eyes.read_tree()
            await asyncio.sleep(0.2)


def _portrait(
    application: SeenApplication,
    frame: Frame,
    tree: AccessibleTree,
    x_windows: Mapping[str, Any],
    folder: Path,
) -> Portrait:
    window = max(tree.windows, key=lambda one: one.bounds_px.area)
    inner = Rect(*x_windows[window.window_id]["inner"]).intersection(frame.bounds_px)
    match application.told_by:
        case Told.TREE:
            nodes = [node for node in tree.nodes if node.window_key == window.window_id]
            told = told_by_tree(nodes, inner)
        case Told.WIDGETS:
            told = told_by_widgets((folder / "widgets").read_text().splitlines(), inner)
        case Told.X_WINDOWS:
            told = told_by_x(x_windows[window.window_id]["leaves"], inner)
        case Told.CELLS:
            told = told_by_cells(
                TERMINAL_TEXT.read_text().splitlines(),
                (inner.width, inner.height),
                TERMINAL_COLUMNS,
                TERMINAL_ROWS,
                TERMINAL_BORDER_PX,
            )
    pixels = bgr_of(frame, inner)
    return Portrait(application, frame, tree, window, inner, pixels, tuple(things_in(pixels, told)))
