"""Which zones of a tree lead elsewhere: bars and strips, by their roles and what is around."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.spaces import Rect
from engine.domain.surface_ports import AccessibleNode, AccessibleTree
from engine.domain.zones import Role
from engine.perception.accessibility import zones_of
from tests.engine.perception.test_perceiver import node

FRAME = Rect(0, 0, 100, 100)


def leading(*nodes: AccessibleNode) -> set[str]:
    zones = zones_of(AccessibleTree(nodes, ()), FRAME)
    return {zone.label for zone in zones if zone.is_navigation}


def test_menus_of_a_bar_lead_elsewhere_and_entries_of_an_open_menu_are_what_it_is_about() -> None:
    assert leading(
        node("/bar", Role.MENU_BAR),
        node("/file", Role.MENU, "File", "/bar"),
        node("/save", Role.MENU_ITEM, "Save", "/file"),
        node("/more", Role.MENU, "More", "/file"),
    ) == {"File"}


def test_so_does_all_that_stands_in_tool_and_status_bars() -> None:
    assert leading(
        node("/tools", Role.TOOL_BAR),
        node("/group", Role.GROUP, "", "/tools"),
        node("/bold", Role.TOGGLE_BUTTON, "Bold", "/group"),
        node("/status", Role.STATUS, "Ready"),
        node("/zoom", Role.BUTTON, "Zoom", "/status"),
        node("/ok", Role.BUTTON, "OK"),
    ) == {"Bold", "Ready", "Zoom"}


def test_tabs_do_and_their_pages_do_not() -> None:
    assert leading(
        node("/tab", Role.TAB, "General"), node("/name", Role.TEXT_FIELD, "Name", "/tab")
    ) == {"General"}


def test_a_tree_that_goes_in_circles_ends() -> None:
    assert (
        leading(
            node("/a", Role.BUTTON, "A", "/b"),
            node("/b", Role.BUTTON, "B", "/a"),
            node("/c", Role.BUTTON, "C", "/c"),
        )
        == set()
    )


def test_an_alert_holds_what_stands_in_it_though_it_has_no_name() -> None:
    nodes = (
        node("/bar", Role.ALERT),
        node("/box", Role.GROUP, "", "/bar"),
        node("/text", Role.LABEL, "It could not be saved", "/box"),
    )
    alert, text = zones_of(AccessibleTree(nodes, ()), FRAME)
    assert (alert.role, text.parent_id) == (Role.ALERT, alert.zone_id)


def test_a_combo_box_holds_what_stands_in_the_entry_field_in_it() -> None:
    entry = replace(node("/box/entry", Role.TEXT_FIELD, "", "/box"), text="Plum")
    tree = AccessibleTree((node("/box", Role.COMBO_BOX, "Sort"), entry), ())
    assert [zone.value for zone in zones_of(tree, FRAME)] == ["Plum", "Plum"]
