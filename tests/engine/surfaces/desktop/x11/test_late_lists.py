"""A window manager shows a window before it lists it: on a busy machine that is seen."""

from __future__ import annotations

import struct

import xcffib
import xcffib.xproto as x

from engine.surfaces.desktop.terminals import NOBODY
from engine.surfaces.desktop.x11 import x_calls
from engine.surfaces.desktop.x11.windows import XWindows
from tests.support.bare_desktop import BareDesktop
from tests.support.trees import Launch
from tests.support.waiting import until


def framed_dialog(connection: xcffib.Connection, title: bytes, *, marks: bool) -> None:
    """In a frame, as a manager has it; or, unmarked, in a window that no manager minds."""
    core, root = connection.core, x_calls.root_of(connection)
    frame, inner = connection.generate_id(), connection.generate_id()
    kind, own_ways = x.WindowClass.InputOutput, (x.CW.OverrideRedirect, [1])
    core.CreateWindow(0, frame, root, 50, 50, 300, 200, 0, kind, 0, *own_ways)
    core.CreateWindow(0, inner, frame, 0, 20, 300, 180, 0, kind, 0, 0, [])
    told = {"_NET_WM_NAME": ("UTF8_STRING", 8, title), "WM_TRANSIENT_FOR": ("WINDOW", 32, root)}
    if marks:
        told["WM_STATE"] = ("WM_STATE", 32, 1)
    for name, (of, bits, value) in told.items():
        names = [core.InternAtom(False, len(each), each) for each in (name.encode(), of.encode())]
        atoms = [each.reply().atom for each in names]
        data = value if isinstance(value, bytes) else struct.pack("I", value)
        core.ChangeProperty(x.PropMode.Replace, inner, *atoms, bits, 8 * len(data) // bits, data)
    for each in (inner, frame):
        core.MapWindow(each)
    core.GetInputFocus().reply()


async def test_a_dialog_that_its_manager_shows_and_has_not_listed_yet_is_one(
    desktop: BareDesktop, launch: Launch
) -> None:
    launch("galculator")
    windows = XWindows(desktop.display, NOBODY)
    await until(lambda: windows.read().windows)
    connection = x_calls.connect(desktop.environment)
    framed_dialog(connection, b"Question", marks=True)
    framed_dialog(connection, b"", marks=False)
    found = {(each.title, each.is_dialog, each.is_popup) for each in windows.read().windows}
    assert found >= {("Question", True, False), ("", False, True)}
    connection.disconnect()
