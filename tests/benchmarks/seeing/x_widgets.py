"""The windows of a display as X knows them: ``python -m tests.benchmarks.seeing.x_widgets``.

Prints one JSON object: by the number of each client window, its inner rectangle and those of the
windows below it that hold no others and are in sight; old toolkits make one for each widget."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any

import xcffib
import xcffib.xproto

from engine.surfaces.desktop.x11.windows import XWindows

_LEAST_SIDE_PX = 4


def leaves(core: Any, xid: int, root: int) -> Iterator[list[int]]:
    children = list(core.QueryTree(xid).reply().children)
    attributes = core.GetWindowAttributes(xid).reply()
    is_shown = attributes.map_state == xcffib.xproto.MapState.Viewable
    is_painted = attributes._class != xcffib.xproto.WindowClass.InputOnly
    if not is_shown:
        return
    for child in children:
        yield from leaves(core, child, root)
    size = core.GetGeometry(xid).reply()
    if not children and is_painted and min(size.width, size.height) >= _LEAST_SIDE_PX:
        at = core.TranslateCoordinates(xid, root, 0, 0).reply()
        border = size.border_width
        yield [
            at.dst_x - border,
            at.dst_y - border,
            size.width + 2 * border,
            size.height + 2 * border,
        ]


def main() -> None:
    display = os.environ["DISPLAY"]
    windows = XWindows(display)
    connection = xcffib.connect(display=display)
    root = connection.get_setup().roots[connection.pref_screen].root
    told = {}
    for window in windows.read().windows:
        inner = window.inner_px
        told[window.window_id] = {
            "inner": [inner.x, inner.y, inner.width, inner.height],
            "leaves": list(leaves(connection.core, window.xid, root)),
        }
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
