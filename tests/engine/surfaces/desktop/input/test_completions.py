"""A completion that popped up over the field swallows the next click, unless it is closed first.

Nothing else that comes up is a reason to click where nobody asked for a click."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.domain.spaces import Point
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
    hands.do("type", text="har", is_clicked=True)
    await until(lambda: any(each.is_popup for each in windows.read().windows))
    hands.click(there["Save"])
    await until(lambda: SAVE in told.read_text())
    assert told.read_text().count(SAVE) == 1


@pytest.mark.parametrize(
    ("pops", "on", "field", "keys"),
    [
        pytest.param("plain", "key", "here", (), id="a hint takes no click"),
        pytest.param("taking", "return", "dialog", (), id="the field's window is gone"),
        pytest.param("taking", "return", "turning", ("return",), id="another thing is there now"),
    ],
)
async def test_a_click_is_the_only_one(
    desktop: BareDesktop,
    launch: Launch,
    reader: AtSpiReader,
    hands: Hands,
    tmp_path: Path,
    pops: str,
    on: str,
    field: str,
    keys: tuple[str, ...],
) -> None:
    told, there = await _hinting(launch, reader, tmp_path, pops=pops, on=on, field=field)
    hands.click(there["Note"])
    hands.do("type", text="har\n" if on == "return" and not keys else "har", is_clicked=True)
    if keys:
        hands.do("press", keys=keys)
    await _popped_up(desktop)
    hands.click(there["Search"])
    if pops == "taking":  # it took that one
        hands.click(there["Search"])
    await until(lambda: "Search" in told.read_text())
    assert told.read_text().split() == ["Note", "Search"]


async def test_nothing_is_clicked_where_the_pointer_only_rests(
    desktop: BareDesktop, launch: Launch, reader: AtSpiReader, hands: Hands, tmp_path: Path
) -> None:
    told, there = await _hinting(launch, reader, tmp_path, pops="taking", on="key", field="here")
    hands.do("move", x=there["Open"].x, y=there["Open"].y)
    hands.do("type", text="har")
    await _popped_up(desktop)
    hands.click(there["Search"])
    hands.click(there["Search"])
    await until(lambda: "Search" in told.read_text())
    assert told.read_text().split() == ["Search"]  # the list took the first one


async def _hinting(
    launch: Launch, reader: AtSpiReader, tmp_path: Path, *, pops: str, on: str, field: str
) -> tuple[Path, dict[str, Point]]:
    """Where it writes what was pressed, and where its parts lie."""
    told = tmp_path / "told"
    told.touch()
    options = ("--told", str(told), "--pops", pops, "--on", on, "--field", field)
    launch(*python_module("tests.support.hint_window", *options))
    names = {"Note", "Search"}
    tree = await trees.until(
        reader, lambda tree: names <= {node.name for node in tree.nodes}, "the field and the button"
    )
    return told, {node.name: node.bounds_px.center for node in tree.nodes}


async def _popped_up(desktop: BareDesktop) -> None:
    windows = XWindows(desktop.display, NOBODY)
    await until(
        lambda: any(each.is_popup and not each.is_managers for each in windows.read().windows)
    )
