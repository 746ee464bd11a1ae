"""A completion that popped up over the field swallows the next click, unless it is closed first."""

from __future__ import annotations

from pathlib import Path

from engine.processes.descendants import python_module
from engine.surfaces.desktop.at_spi.tree_reader import AtSpiReader
from engine.surfaces.desktop.terminals import NOBODY
from engine.surfaces.desktop.x11.windows import XWindows
from tests.support import trees
from tests.support.bare_desktop import BareDesktop
from tests.support.hands_process import Hands
from tests.support.trees import Launch
from tests.support.waiting import until

SAVE = "click Save"


async def test_a_click_past_a_completion_presses_its_button_once(
    desktop: BareDesktop, launch: Launch, reader: AtSpiReader, hands: Hands, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    told.touch()
    options = (
        "--told",
        str(told),
        "--field",
        "",
        "--completion",
        "harbour.txt",
        "--button",
        "Save",
    )
    launch(*python_module("tests.support.notice_window", *options))

    names = {"Note", "Save"}
    tree = await trees.until(
        reader, lambda tree: names <= {node.name for node in tree.nodes}, "the field and the button"
    )
    there = {node.name: node.bounds_px.center for node in tree.nodes}
    windows = XWindows(desktop.display, NOBODY)
    hands.click(there["Note"])
    hands.do("type", text="har")
    await until(lambda: any(each.is_popup for each in windows.read().windows))
    hands.click(there["Save"])
    await until(lambda: SAVE in told.read_text())
    assert told.read_text().count(SAVE) == 1
