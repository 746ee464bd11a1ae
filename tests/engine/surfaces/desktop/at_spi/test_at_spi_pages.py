"""What a container tells of its parts: GTK 4 of its buttons what stands on them, and of its pages
that were shown once only the one that shows; GTK 3 of its expanders what takes a click."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engine.domain.surface_ports import AccessibleNode, AccessibleTree
from engine.domain.zones import Role, State
from engine.surfaces.desktop.at_spi import bus as spi
from engine.surfaces.desktop.at_spi.application import ApplicationReader
from engine.surfaces.desktop.at_spi.finding import Announced
from engine.surfaces.desktop.at_spi.node import ApplicationFacts, ApplicationLine
from engine.surfaces.desktop.at_spi.spi_roles import SpiRole, SpiState
from engine.surfaces.desktop.at_spi.tree_reader import AtSpiReader
from tests.support.bare_desktop import BareDesktop
from tests.support.trees import Launch, the, until


def click(desktop: BareDesktop, node: AccessibleNode) -> None:
    middle = node.bounds_px.center
    desktop.xdotool("mousemove", middle.x, middle.y, "click", 1)


async def until_in_sight(reader: AtSpiReader, role: Role, name: str) -> AccessibleTree:
    def is_there(now: AccessibleTree) -> bool:
        return any(e.role is role and e.name == name and e.is_showing for e in now.nodes)

    return await until(reader, is_there, f"{role} {name}")


async def test_a_button_of_gtk_4_with_a_mnemonic_is_called_once_by_what_stands_on_it(
    launch: Launch, reader: AtSpiReader
) -> None:
    launch("gtk4-demo", "--run=dialog")
    await until_in_sight(reader, Role.BUTTON, "Interactive Dialog")


async def test_of_the_pages_of_a_stack_that_is_told_whose_tab_is_chosen(
    desktop: BareDesktop, launch: Launch, reader: AtSpiReader
) -> None:
    def is_alone(role: Role, tab: AccessibleNode) -> Callable[[AccessibleTree], bool]:
        def below(now: AccessibleTree) -> list[Role]:
            roles = (Role.CHECK_BOX, Role.IMAGE)
            shown = (each for each in now.nodes if each.role in roles and each.is_showing)
            return [each.role for each in shown if each.bounds_px.y > tab.bounds_px.bottom]

        return lambda now: below(now) == [role]

    launch("gtk4-demo", "--run=stack")
    tree = await until_in_sight(reader, Role.TAB, "Page 2")
    for name, role in (("Page 2", Role.CHECK_BOX), ("Page 1", Role.IMAGE)):
        tab = the(tree, Role.TAB, name)
        click(desktop, tab)
        await until(reader, is_alone(role, tab), f"{name} alone")


async def test_of_the_pages_of_a_stack_without_tabs_that_is_told_in_which_something_is_found(
    desktop: BareDesktop, launch: Launch, reader: AtSpiReader
) -> None:
    def is_page(name: str) -> Callable[[AccessibleTree], bool]:
        """Beside its entry in the list stands its own label, and no other's."""
        return lambda now: [e for e, n in labels(now).items() if n > 1] == [name]

    def labels(now: AccessibleTree) -> Counter[str]:
        return Counter(e.name for e in now.nodes if e.role is Role.LABEL and e.is_showing)

    launch("gtk4-demo", "--run=sidebar")
    for name in ("Automatic navigation", "Scrolling", "Automatic navigation"):
        tree = await until_in_sight(reader, Role.LIST_ITEM, name)
        click(desktop, the(tree, Role.LIST_ITEM, name))
        await until(reader, is_page(name), name)


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ((), {"Start", "Large", "Smooth"}),
        (("large",), {"Large", "Smooth"}),
        (("start",), {"Start"}),
        (("start", "large"), {"Start", "Large", "Smooth"}),
    ],
    ids=["nothing is found", "within it", "on the other", "while they change"],
)
async def test_a_tab_within_a_page_that_is_called_as_another_page_says_nothing_of_it(
    found: tuple[str, ...], told: set[str]
) -> None:
    name, null = ":1.7", ("", spi.NULL_PATH)
    states = [1 << SpiState.VISIBLE | 1 << SpiState.SELECTED, 0]

    def item(path: str, above: str, role: int, text: str = "") -> list[Any]:
        return [(name, path), null, (name, above), -1, 0, [], text, role, "", states]

    items = [
        item(spi.ROOT_PATH, "", SpiRole.APPLICATION),
        item("window", spi.ROOT_PATH, 23, "Preferences"),
        item("stack", "window", 39),
        item("general", "stack", 39, "General"),
        item("start", "general", 7, "Start"),
        item("fonts", "stack", 39, "Fonts"),
        item("large", "fonts", 7, "Large"),
        item("tab", "fonts", SpiRole.PAGE_TAB, "General"),
        item("smooth", "fonts", 7, "Smooth"),
    ]

    class Line(ApplicationLine):
        async def call_all(self, calls: Sequence[spi.Call]) -> list[Any]:
            return [self._told(each) for each in calls]

        def _told(self, call: spi.Call) -> Any:
            if call.member == "GetItems":
                return items
            if call.member == "GetExtents":
                return None if call.path in ("general", "fonts") else (10, 10, 50, 20)
            if call.member == "GetAccessibleAtPoint":
                return (name, call.path) if call.path in found else null
            return 0

    facts = ApplicationFacts(name, 1, "New", "GTK", "4.8")
    line = Line(spi.AccessibilityBus(None, print), facts, width=8, timeout_secs=1.0)
    root = await ApplicationReader(line, Announced()).read()
    assert {e.name for e in root.below() if e.role == 7} == told


async def test_an_expander_opens_and_closes_by_a_click_on_its_middle(
    desktop: BareDesktop, launch: Launch, reader: AtSpiReader
) -> None:
    def is_open(now: AccessibleTree) -> bool:
        return State.EXPANDED in the(now, Role.TOGGLE_BUTTON, "Details:").states

    launch("gtk3-demo", "--run=expander")
    tree = await until_in_sight(reader, Role.TOGGLE_BUTTON, "Details:")
    for has_come in (is_open, lambda now: not is_open(now)):
        expander = the(tree, Role.TOGGLE_BUTTON, "Details:")
        assert await reader.extents(expander.key) == expander.bounds_px
        click(desktop, expander)
        tree = await until(reader, has_come, "the other state")
