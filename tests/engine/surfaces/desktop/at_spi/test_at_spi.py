"""The accessibility reader on a real display with real applications."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from pathlib import Path

import pytest

from engine.domain.errors import AccessibilityUnavailable
from engine.domain.surface_ports import AccessibleNode, AccessibleTree
from engine.domain.zones import Role, State
from engine.surfaces.desktop.at_spi.tree_reader import AtSpiReader
from tests.support.bare_desktop import BareDesktop, bare_desktop
from tests.support.trees import DEADLINE_SECS, Launch, find, the, until
from tests.support.waiting import until_so

QT_WINDOW = """
import sys
from PySide6.QtWidgets import *
app = QApplication(sys.argv)
app.setApplicationName("Sample")
window = QMainWindow()
window.setWindowTitle("Sample")
tools = window.menuBar().addMenu("&Tools")
tools.addAction("&Export")
more = tools.addMenu("&More")
more.addAction("&Settings").setShortcut("Ctrl+Alt+D")
pane = QWidget()
form = QFormLayout(pane)
secret = QLineEdit("hunter2")
secret.setEchoMode(QLineEdit.EchoMode.Password)
form.addRow("Secret", secret)
colour = QComboBox()
colour.addItems(["red", "green", "blue"])
colour.setCurrentIndex(1)
form.addRow("Colour", colour)
long = QTableWidget(10_000, 3)
for row in range(10_000):
    long.setItem(row, 0, QTableWidgetItem(f"entry {row}"))
form.addRow("Long", long)
window.setCentralWidget(pane)
window.resize(600, 500)
window.show()
app.exec()
"""


def route(tree: AccessibleTree, node: AccessibleNode) -> list[tuple[Role, str]]:
    """From the node up to its menu bar."""
    by_key = {one.key: one for one in tree.nodes}
    steps = [(node.role, node.name)]
    while node.parent_key and node.role is not Role.MENU_BAR:
        node = by_key[node.parent_key]
        steps.append((node.role, node.name))
    return steps


def has_mousepad(tree: AccessibleTree) -> bool:
    return find(tree, Role.TEXT_AREA, in_sight=True) is not None


def has_text(tree: AccessibleTree, text: str) -> bool:
    area = find(tree, Role.TEXT_AREA)
    return area is not None and area.text == text


def has_focused_text(tree: AccessibleTree, text: str) -> bool:
    area = find(tree, Role.TEXT_AREA)
    is_active = bool(tree.windows) and tree.windows[0].is_active
    return is_active and has_text(tree, text) and area is not None and State.FOCUSED in area.states


async def test_a_closed_menu_tells_the_route_to_its_entries(
    reader: AtSpiReader, launch: Launch
) -> None:
    launch("mousepad")
    tree = await until(reader, has_mousepad, "Mousepad's window")

    entry = the(tree, Role.MENU_ITEM, "Save As...")
    nested = the(tree, Role.MENU_ITEM, "To Lowercase")

    assert not entry.is_showing
    assert entry.shortcut == "ctrl+shift+s"
    assert [words for _, words in route(tree, entry)[:2]] == ["Save As...", "File"]
    assert route(tree, entry)[-1][0] is Role.MENU_BAR
    assert [words for _, words in route(tree, nested)[:3]] == ["To Lowercase", "Convert", "Edit"]
    assert the(tree, Role.MENU, "File").is_showing


async def test_what_is_typed_is_read_where_it_stands(
    reader: AtSpiReader, desktop: BareDesktop, launch: Launch
) -> None:
    launch("mousepad")
    tree = await until(reader, has_mousepad, "Mousepad's window")
    middle = the(tree, Role.TEXT_AREA).bounds_px.center
    desktop.click(middle.x, middle.y)
    desktop.xdotool("type", "plain words")

    tree = await until(reader, lambda now: has_focused_text(now, "plain words"), "the typed text")

    area = the(tree, Role.TEXT_AREA)
    assert {State.FOCUSED, State.EDITABLE, State.ENABLED} <= area.states
    assert tree.windows[0].is_active
    assert tree.windows[0].window_id == area.window_key


async def test_an_open_menu_stands_in_the_window_that_popped_up(
    reader: AtSpiReader, desktop: BareDesktop, launch: Launch
) -> None:
    launch("mousepad")
    tree = await until(reader, has_mousepad, "Mousepad's window")
    menu = the(tree, Role.MENU, "File")
    desktop.click(menu.bounds_px.center.x, menu.bounds_px.center.y)

    tree = await until(
        reader, lambda now: find(now, Role.MENU_ITEM, "Save As...", in_sight=True), "the menu"
    )

    entry = the(tree, Role.MENU_ITEM, "Save As...")
    popup = tree.windows[0]
    assert entry.window_key == popup.window_id != menu.window_key
    assert popup.bounds_px.contains(entry.bounds_px.center)
    assert entry.parent_key == menu.key
    assert await reader.extents(entry.key) == entry.bounds_px

    desktop.xdotool("key", "Escape")
    await until(reader, lambda now: len(now.windows) == 1, "the menu's end")
    await until_so(lambda: is_nowhere(reader, entry.key))


async def is_nowhere(reader: AtSpiReader, key: str) -> bool:
    return await reader.extents(key) is None


async def test_a_dialog_covers_the_window_below_it(
    reader: AtSpiReader, desktop: BareDesktop, launch: Launch
) -> None:
    launch("mousepad")
    tree = await until(reader, has_mousepad, "Mousepad's window")
    main = tree.windows[0]
    middle = the(tree, Role.TEXT_AREA).bounds_px.center
    desktop.click(middle.x, middle.y)
    desktop.xdotool("key", "ctrl+shift+s")
    tree = await until(
        reader, lambda now: find(now, Role.BUTTON, "Cancel", in_sight=True), "the dialog"
    )
    desktop.place(tree.windows[0].window_id, main.bounds_px.x, main.bounds_px.y)

    tree = await until(
        reader, lambda now: find(now, Role.TEXT_AREA, in_sight=False), "the covered text"
    )

    dialog = the(tree, Role.DIALOG, "Save As")
    field = the(tree, Role.TEXT_FIELD, "Name:", in_sight=True)
    assert State.MODAL in dialog.states
    assert dialog.window_key == field.window_key == tree.windows[0].window_id
    assert tree.windows[0].is_dialog
    assert tree.windows[1].window_id == main.window_id


async def test_the_calculator_can_be_worked_by_its_labels(
    reader: AtSpiReader, desktop: BareDesktop, launch: Launch
) -> None:
    launch("galculator")
    places: list[object] = [None]

    def stands_still(now: AccessibleTree) -> bool:
        """In sight, and where it was at the last look: the window has been placed."""
        found = find(now, Role.TOGGLE_BUTTON, "7", in_sight=True)
        places.append(found and found.bounds_px)
        return bool(found) and places[-1] == places[-2]

    await until(reader, stands_still, "the calculator")
    for label, shown in (("7", "7"), ("*", "7"), ("6", "6"), ("=", "42")):
        key = the(await reader.read(), Role.TOGGLE_BUTTON, label).bounds_px.center
        desktop.click(key.x, key.y)
        await until(reader, lambda now, text=shown: has_text(now, text), label)


async def test_of_two_windows_at_one_place_the_upper_one_is_in_sight(
    reader: AtSpiReader, desktop: BareDesktop, launch: Launch
) -> None:
    launch("mousepad")
    launch("galculator")
    both = {"mousepad", "galculator"}
    tree = await until(  # framed by their manager, and filled
        reader,
        lambda now: (
            both == {window.application for window in now.windows}
            and find(now, Role.MENU, "Search")
            and find(now, Role.TOGGLE_BUTTON, "5")
        ),
        "both windows",
    )
    ids = {window.application: window.window_id for window in tree.windows}
    desktop.place(ids["galculator"], 300, 200)
    desktop.place(ids["mousepad"], 200, 100)

    tree = await until(
        reader, lambda now: find(now, Role.TOGGLE_BUTTON, "5", in_sight=False), "it is covered"
    )
    assert [window.application for window in tree.windows] == ["mousepad", "galculator"]
    assert the(tree, Role.MENU, "Search").is_showing

    desktop.place(ids["galculator"], 300, 200)
    await until(
        reader, lambda now: find(now, Role.TOGGLE_BUTTON, "5", in_sight=True), "it is raised"
    )


async def test_applications_that_hang_cost_only_their_own_nodes(
    desktop: BareDesktop, launch: Launch
) -> None:
    launch("mousepad")
    hanging = [launch("galculator"), launch(sys.executable, "-c", QT_WINDOW)]
    reader = AtSpiReader(
        display=desktop.display,
        bus_address=desktop.environment["DBUS_SESSION_BUS_ADDRESS"],
        timeout_secs=3.0,
    )
    await reader.connect()

    def all_read(tree: AccessibleTree) -> bool:
        return {node.application for node in tree.nodes} == {"mousepad", "galculator", "Sample"}

    tree = await until(reader, all_read, "all applications")
    for process in hanging:
        process.send_signal(signal.SIGSTOP)
    try:
        assert await reader.extents(the(tree, Role.TOGGLE_BUTTON, "7").key) is None
        tree = await reader.read()
        assert sorted(tree.silent_applications) == ["Sample", "galculator"]
        assert {node.application for node in tree.nodes} == {"mousepad"}
        assert {window.title for window in tree.windows} > {"Sample", "galculator"}
        reader.timeout_secs = 600  # a silent application is not waited for again
        async with asyncio.timeout(60):
            await reader.read()
    finally:
        for process in hanging:
            process.send_signal(signal.SIGCONT)
    tree = await until(reader, all_read, "all of them again")
    assert tree.silent_applications == ()
    await reader.close()


async def test_an_application_that_ends_is_gone_without_a_word(
    reader: AtSpiReader, desktop: BareDesktop, launch: Launch
) -> None:
    launch("mousepad")
    calculator = desktop.launch("galculator")
    tree = await until(
        reader,
        lambda now: find(now, Role.TOGGLE_BUTTON, "7") and has_mousepad(now),
        "the calculator and the other one",
    )
    key = the(tree, Role.TOGGLE_BUTTON, "7").key
    desktop.end(calculator)

    assert await reader.extents(key) is None
    tree = await until(reader, lambda now: len(now.windows) == 1, "one window less")
    assert {node.application for node in tree.nodes} == {"mousepad"}
    assert tree.silent_applications == ()


async def test_a_qt_window_is_read_without_a_cache(reader: AtSpiReader, launch: Launch) -> None:
    launch(sys.executable, "-c", QT_WINDOW)
    tree = await until(
        reader, lambda now: find(now, Role.COMBO_BOX, "Colour", in_sight=True), "the Qt window"
    )

    nested = the(tree, Role.MENU_ITEM, "Settings", in_sight=False)
    assert route(tree, nested) == [
        (Role.MENU_ITEM, "Settings"),
        (Role.MENU, "More"),
        (Role.MENU, "Tools"),
        (Role.MENU_BAR, ""),
    ]
    assert nested.shortcut == "ctrl+alt+d"
    combo = the(tree, Role.COMBO_BOX, "Colour")
    assert combo.text == "green"
    assert the(tree, Role.LIST_ITEM, "blue").parent_key == combo.key
    assert the(tree, Role.PASSWORD_FIELD, "Secret").text == ""
    assert "hunter2" not in repr(tree)
    cells = [node for node in tree.nodes if node.role is Role.CELL]
    assert the(tree, Role.CELL, "entry 0").is_showing
    assert len(cells) < 200, "of a long table only what is in sight is read"


async def test_without_a_session_bus_it_says_what_to_do(desktop: BareDesktop) -> None:
    reader = AtSpiReader(display=desktop.display, bus_address="unix:path=/nowhere/bus")
    with pytest.raises(AccessibilityUnavailable) as refused:
        await reader.connect()
    await reader.close()
    assert "at-spi2-core" in refused.value.remedy


async def test_when_the_bus_goes_away_reading_says_so(tmp_path: Path) -> None:
    with bare_desktop(tmp_path) as own:
        reader = AtSpiReader(
            display=own.display, bus_address=own.environment["DBUS_SESSION_BUS_ADDRESS"]
        )
        await reader.connect()
        await reader.read()
        for process in own.processes():
            if process.name() == "dbus-daemon":
                process.kill()
        deadline = time.monotonic() + DEADLINE_SECS
        with pytest.raises(AccessibilityUnavailable):
            while time.monotonic() < deadline:
                await reader.read()
        await reader.close()
