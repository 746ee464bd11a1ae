"""Qt 5 says of the list of a closed combo box that it shows, at a place of no meaning."""

from __future__ import annotations

import pytest

from engine.domain.spaces import Rect
from engine.surfaces.desktop.at_spi.node import ApplicationFacts, SpiNode
from engine.surfaces.desktop.at_spi.placing import TreePlacer
from engine.surfaces.desktop.at_spi.spi_roles import SpiRole, SpiState
from engine.surfaces.desktop.x11.window_stack import WindowStack, XWindow

SCREEN = Rect(0, 0, 1280, 800)
FACTS = ApplicationFacts(":1.7", 7, "drawing", "Qt", "5.15.8")
SHOWS = sum(1 << state for state in (SpiState.VISIBLE, SpiState.SHOWING, SpiState.ENABLED))


def node(path: str, role: SpiRole, extents: Rect, *children: SpiNode) -> SpiNode:
    made = SpiNode(path, role, SHOWS)
    made.name, made.extents, made.is_showing = path.strip("/"), extents, True
    for child in children:
        child.parent = made
        made.children.append(child)
    return made


def window(xid: int, bounds_px: Rect, *, is_popup: bool) -> XWindow:
    title = "" if is_popup else "window"
    return XWindow(
        xid, title, 7, "", bounds_px, bounds_px, not is_popup, False, is_popup, False, False
    )


def in_sight(list_px: Rect, popup_px: Rect | None) -> bool:
    """Whether an entry of a combo box's list is, with such a window that popped up."""
    entry = node("/red", SpiRole.LIST_ITEM, Rect(list_px.x, list_px.y + 24, list_px.width, 24))
    entries = node("/list", SpiRole.LIST, list_px, entry)
    combo = node("/colour", SpiRole.COMBO_BOX, Rect(20, 60, 120, 24), entries)
    frame = node("/window", SpiRole.WINDOW, SCREEN, combo)
    root = node("/root", SpiRole.APPLICATION, SCREEN, frame)
    windows = [window(1, SCREEN, is_popup=False)]
    if popup_px is not None:
        windows.insert(0, window(2, popup_px, is_popup=True))
    stack = WindowStack(tuple(windows), SCREEN)
    told = {each.name: each for each in TreePlacer(FACTS, stack, {}).nodes(root)}
    assert told["red"].parent_key == told["colour"].key and told["colour"].is_showing
    return told["red"].is_showing


@pytest.mark.parametrize("popup_px", [None, Rect(300, 60, 200, 200)])
def test_what_a_closed_box_offers_is_hidden_in_it(popup_px: Rect | None) -> None:
    assert not in_sight(Rect(0, 0, 640, 480), popup_px)


def test_what_an_open_one_offers_is_in_sight() -> None:
    assert in_sight(Rect(21, 85, 118, 200), Rect(20, 84, 120, 202))
