"""A completion that popped up over the field swallows the next click, unless it is closed first."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.domain.spaces import Point
from engine.processes.environment import python_module
from engine.surfaces.desktop.at_spi.tree_reader import AtSpiReader
from engine.surfaces.desktop.input.releaser import Releaser
from engine.surfaces.desktop.own_processes import NOBODY
from engine.surfaces.desktop.x11.windows import XWindows
from tests.support import trees
from tests.support.bare_desktop import BareDesktop
from tests.support.trees import Launch
from tests.support.waiting import BOUND_SECS, until

SAVE = "click Save"


class Hands:
    """The hands' own process, commanded as the surface does."""

    def __init__(self, desktop: BareDesktop) -> None:
        keycodes = map(str, Releaser(desktop.environment).spare_keycodes)
        self._process = subprocess.Popen(
            python_module(
                "engine.surfaces.desktop.input.hands_child", NOBODY.to_argument(), *keycodes
            ),
            env={**desktop.environment, "XAUTHORITY": "/dev/null"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def do(self, op: str, **arguments: Any) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        request = {"id": 1, "op": op, **arguments}
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "error" not in answer, answer

    def click(self, at: Point) -> None:
        self.do("click", x=at.x, y=at.y, button="left", count=1, modifiers=())

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(BOUND_SECS)
        self._process.stdout.close()


@pytest.fixture
def hands(desktop: BareDesktop) -> Iterator[Hands]:
    started = Hands(desktop)
    yield started
    started.close()


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
