"""What pops up, or is laid over something else, on a real display with real applications."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from engine.domain.spaces import Rect
from engine.domain.surface_ports import AccessibleNode, AccessibleTree
from engine.domain.zones import Role, State, Window
from engine.surfaces.desktop.at_spi import bus as spi
from engine.surfaces.desktop.at_spi.application import ApplicationReader
from engine.surfaces.desktop.at_spi.finding import Announced
from engine.surfaces.desktop.at_spi.node import ApplicationFacts, ApplicationLine
from engine.surfaces.desktop.at_spi.spi_roles import SpiRole, SpiState
from engine.surfaces.desktop.at_spi.tree_reader import AtSpiReader
from tests.support.bare_desktop import BareDesktop
from tests.support.trees import Launch, find, the, until

QT_WINDOW = """
import sys
from PySide6.QtCore import Qt
from PySide6.QtWidgets import *
app = QApplication(sys.argv)
app.setStyle("Fusion")
window = QMainWindow()
window.setWindowTitle("Sample")
look = window.menuBar().addMenu("&Look")
look.addAction("&Ruler").setCheckable(True)
pane = QWidget()
form = QVBoxLayout(pane)
said = QLabel("nothing yet")
button = QPushButton("Add")
menu = QMenu(button)
menu.addAction("Paste").triggered.connect(lambda: said.setText("pasted"))
menu.addMenu("More").addAction("From disk")
button.setMenu(menu)
city = QLineEdit()
city.setAccessibleName("City")
city.setCompleter(QCompleter(["Paris", "Parma", "Prague"]))
things = QListWidget()
things.addItems(["First", "Second", "Third"])
for row in range(3):
    things.item(row).setFlags(things.item(row).flags() | Qt.ItemFlag.ItemIsEditable)
table = QTableWidget(2, 2)
table.setItem(0, 0, QTableWidgetItem("corner"))
own = QMenu()
own.addAction("Take out").triggered.connect(lambda: things.takeItem(things.currentRow()))
things.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
things.customContextMenuRequested.connect(lambda at: own.popup(things.mapToGlobal(at)))
for widget in (said, button, city, things, table):
    form.addWidget(widget)
window.setCentralWidget(pane)
window.resize(600, 600)
window.show()
app.exec()
"""


@pytest.fixture
async def seen(reader: AtSpiReader, launch: Launch) -> AccessibleTree:
    launch(sys.executable, "-c", QT_WINDOW)
    return await until(reader, lambda now: find(now, Role.CELL, "corner"), "the Qt window")


def click(desktop: BareDesktop, node: AccessibleNode, button: int = 1) -> None:
    middle = node.bounds_px.center
    desktop.xdotool("mousemove", middle.x, middle.y, "click", button)


async def until_in_sight(reader: AtSpiReader, role: Role, name: str = "") -> AccessibleTree:
    return await until(reader, lambda now: find(now, role, name, in_sight=True), f"{role} {name}")


async def until_closed(reader: AtSpiReader, *gone: AccessibleNode) -> AccessibleTree:
    """One window is left, and nothing of what stood in the others."""
    keys = {node.key for node in gone}

    def is_closed(now: AccessibleTree) -> bool:
        return len(now.windows) == 1 and keys.isdisjoint(node.key for node in now.nodes)

    return await until(reader, is_closed, "the popup's end")


async def test_the_menu_of_a_button_is_read_while_it_is_open(
    reader: AtSpiReader, desktop: BareDesktop, seen: AccessibleTree
) -> None:
    assert find(seen, Role.MENU_ITEM, "Paste") is None
    click(desktop, the(seen, Role.MENU, "Add"))
    tree = await until_in_sight(reader, Role.MENU_ITEM, "Paste")
    entry, more = the(tree, Role.MENU_ITEM, "Paste"), the(tree, Role.MENU, "More")
    assert entry.window_key == more.window_key == tree.windows[0].window_id
    assert the(tree, Role.MENU_ITEM, "From disk").parent_key == more.key
    assert await reader.extents(entry.key) == entry.bounds_px

    click(desktop, more)
    tree = await until_in_sight(reader, Role.MENU_ITEM, "From disk")
    assert the(tree, Role.MENU_ITEM, "From disk").window_key != more.window_key
    desktop.xdotool("key", "Escape", "key", "Escape")
    await until_closed(reader, entry, more)

    click(desktop, the(tree, Role.MENU, "Add"))
    click(desktop, the(await until_in_sight(reader, Role.MENU_ITEM, "Paste"), Role.MENU_ITEM))
    await until_in_sight(reader, Role.LABEL, "pasted")
    await until_closed(reader, entry, more)


async def test_a_context_menu_is_worked_by_the_names_of_its_entries(
    reader: AtSpiReader, desktop: BareDesktop, seen: AccessibleTree
) -> None:
    click(desktop, the(seen, Role.LIST_ITEM, "Second"), button=3)
    tree = await until_in_sight(reader, Role.MENU_ITEM, "Take out")
    entry = the(tree, Role.MENU_ITEM, "Take out")
    assert not the(tree, Role.LIST_ITEM, "Second").is_showing, "the menu covers it"

    click(desktop, entry)
    await until_closed(reader, entry)
    await until(reader, lambda now: _items(now) == ["First", "Third"], "one entry less")


def _items(tree: AccessibleTree) -> list[str]:
    return [node.name for node in tree.nodes if node.role is Role.LIST_ITEM]


async def test_the_menu_of_a_field_tells_names_and_keys_apart(
    reader: AtSpiReader, desktop: BareDesktop, seen: AccessibleTree
) -> None:
    click(desktop, the(seen, Role.TEXT_FIELD, "City"), button=3)
    tree = await until_in_sight(reader, Role.MENU_ITEM, "Undo")
    assert the(tree, Role.MENU_ITEM, "Undo").shortcut == "ctrl+z"
    desktop.xdotool("key", "Escape")
    await until_closed(reader, the(tree, Role.MENU_ITEM, "Undo"))


async def test_the_editor_over_an_entry_is_a_field_with_the_focus(
    reader: AtSpiReader, desktop: BareDesktop, seen: AccessibleTree
) -> None:
    for role, name in ((Role.LIST_ITEM, "Second"), (Role.CELL, "corner")):
        entry = the(seen, role, name)
        click(desktop, entry)
        desktop.xdotool("key", "F2")
        tree = await until(reader, lambda now, text=name: _editor(now, text), "the editor")
        editor = _editor(tree, name)
        assert editor is not None and editor.is_showing
        assert editor.parent_key == entry.parent_key
        assert entry.bounds_px.contains(editor.bounds_px.center)

        desktop.xdotool("type", f"{name} anew")
        await until(reader, lambda now, text=f"{name} anew": _editor(now, text), "the new name")
        desktop.xdotool("key", "Return")
        await until_in_sight(reader, role, f"{name} anew")
        await until(
            reader,
            lambda now, key=editor.key: key not in {node.key for node in now.nodes},
            "the editor's end",
        )


def _editor(tree: AccessibleTree, text: str) -> AccessibleNode | None:
    fields = [node for node in tree.nodes if node.role is Role.TEXT_FIELD and node.text == text]
    return next((one for one in fields if {State.FOCUSED, State.EDITABLE} <= one.states), None)


async def test_completions_are_chosen_by_name(
    reader: AtSpiReader, desktop: BareDesktop, seen: AccessibleTree
) -> None:
    click(desktop, the(seen, Role.TEXT_FIELD, "City"))
    desktop.xdotool("type", "Pa")
    tree = await until_in_sight(reader, Role.LIST_ITEM, "Parma")
    offered = the(tree, Role.LIST_ITEM, "Parma")
    assert find(tree, Role.LIST_ITEM, "Prague") is None
    assert not the(tree, Role.LIST_ITEM, "First").is_showing, "the completions cover it"

    click(desktop, offered)
    await until_closed(reader, offered)

    def is_taken(now: AccessibleTree) -> bool:
        city = find(now, Role.TEXT_FIELD, "City")
        return city is not None and city.text == "Parma"

    await until(reader, is_taken, "the completion")


async def test_a_ticked_entry_is_read_ticked_and_then_unticked_again(
    reader: AtSpiReader, desktop: BareDesktop, seen: AccessibleTree
) -> None:
    for is_ticked in (True, False, True):
        click(desktop, the(await reader.read(), Role.MENU, "Look"))
        tree = await until_in_sight(reader, Role.CHECK_MENU_ITEM, "Ruler")
        entry = the(tree, Role.CHECK_MENU_ITEM, "Ruler")
        assert (State.CHECKED in entry.states) is not is_ticked

        click(desktop, entry)
        await until(reader, lambda now, tick=is_ticked: _is_left(now, tick), "the menu's end")


def _is_left(tree: AccessibleTree, is_ticked: bool) -> bool:
    """Whether the menu is closed and its entry is read so."""
    entry = find(tree, Role.CHECK_MENU_ITEM, "Ruler", in_sight=False)
    is_closed = len(tree.windows) == 1 and entry is not None
    return is_closed and entry is not None and (State.CHECKED in entry.states) is is_ticked


async def test_an_open_combo_box_offers_each_of_its_entries_once(
    reader: AtSpiReader, desktop: BareDesktop, launch: Launch
) -> None:
    launch("mousepad")
    tree = await until_in_sight(reader, Role.TEXT_AREA)
    click(desktop, the(tree, Role.TEXT_AREA))
    desktop.xdotool("key", "ctrl+shift+s")
    tree = await until_in_sight(reader, Role.COMBO_BOX)
    combo = the(tree, Role.COMBO_BOX, in_sight=True)
    click(desktop, combo)
    tree = await until(
        reader, lambda now: _offered(now, combo, in_sight=True), "the entries of the combo box"
    )
    assert max(Counter(node.key for node in tree.nodes).values()) == 1
    assert all(entry.window_key != combo.window_key for entry in _offered(tree, combo))


@pytest.mark.skipif(shutil.which("gnome-calculator") is None, reason="it is not installed")
async def test_a_popover_stands_where_it_is_seen_and_is_gone_when_it_closes(
    reader: AtSpiReader, desktop: BareDesktop, launch: Launch
) -> None:
    def is_ready(now: AccessibleTree) -> bool:  # a popover closes when its window gets the focus
        button = find(now, Role.BUTTON, "Basic", in_sight=True)
        return button is not None and window_of(now, button).is_active

    def window_of(now: AccessibleTree, node: AccessibleNode) -> Window:
        return next(one for one in now.windows if one.window_id == node.window_key)

    launch("gnome-calculator")
    tree = await until(reader, is_ready, "the calculator with the focus")
    click(desktop, the(tree, Role.BUTTON, "Basic", in_sight=True))

    def stands_in_front(now: AccessibleTree) -> bool:
        entry = find(now, Role.CHECK_MENU_ITEM, "Programming", in_sight=True)
        if entry is None or not window_of(now, entry).bounds_px.contains(entry.bounds_px.center):
            return False
        above = now.windows.index(window_of(now, entry))  # a tool tip may lie before it
        return all(one.title != "Calculator" for one in now.windows[: above + 1])

    tree = await until(reader, stands_in_front, "the entry in the popover")
    entry = the(tree, Role.CHECK_MENU_ITEM, "Programming")

    click(desktop, entry)
    await until_in_sight(reader, Role.BUTTON, "Programming")
    await until(
        reader,
        lambda now: find(now, Role.CHECK_MENU_ITEM, "Programming", in_sight=False),
        "the popover's end",
    )


async def test_the_menu_of_a_button_that_is_a_window_of_its_own_in_gtk_3_is_told(
    reader: AtSpiReader, desktop: BareDesktop, launch: Launch
) -> None:
    """Its entries hang from something that is in no cache."""
    launch("gtk3-demo-application")
    tree = await until_in_sight(reader, Role.MENU, "Menu")
    opener = the(tree, Role.MENU, "Menu")
    click(desktop, opener)
    tree = await until_in_sight(reader, Role.MENU_ITEM, "File1")
    entry = the(tree, Role.MENU_ITEM, "File1")
    assert entry.window_key != opener.window_key
    desktop.xdotool("key", "Escape")
    await until_closed(reader, entry)


def _offered(
    tree: AccessibleTree, combo: AccessibleNode, *, in_sight: bool = False
) -> list[AccessibleNode]:
    entries = [node for node in tree.nodes if node.parent_key == combo.key]
    return [
        entry
        for entry in entries
        if entry.role in (Role.MENU_ITEM, Role.LIST_ITEM) and (entry.is_showing or not in_sight)
    ]


async def test_entries_that_never_say_that_they_show_do_while_their_menu_is_open() -> None:
    """As those of GTK 2, which tell a place while they have one; of two menus one is open."""
    name, nowhere = ":1.7", (-(1 << 31), -(1 << 31), 1, 1)
    places = {"file": (0, 20, 40, 20), "view": (40, 20, 40, 20), "quit": nowhere}
    places |= {"bars": (45, 45, 90, 20), "deep": nowhere, "mark": (45, 65, 90, 20)}
    showing, known = 1 << SpiState.VISIBLE | 1 << SpiState.SHOWING, 1 << SpiState.VISIBLE

    def item(path: str, above: str, role: int, states: int = known) -> tuple[object, ...]:
        return ((name, path), (name, ""), (name, above), -1, 0, (), path, role, "", (states, 0))

    items = [item(spi.ROOT_PATH, "", SpiRole.APPLICATION, showing)]
    items += [
        item("top", spi.ROOT_PATH, 23, showing),
        item("bar", "top", SpiRole.MENU_BAR, showing),
    ]
    items += [item(path, "bar", SpiRole.MENU, showing) for path in ("file", "view")]
    items += [item("quit", "file", SpiRole.MENU_ITEM), item("bars", "view", SpiRole.MENU)]
    items += [item("mark", "view", SpiRole.CHECK_MENU_ITEM)]
    items += [item("deep", "bars", SpiRole.MENU_ITEM)]

    class Line(ApplicationLine):
        async def call_all(self, calls: Sequence[spi.Call]) -> list[Any]:
            return [items if one.member == "GetItems" else places.get(one.path) for one in calls]

    facts = ApplicationFacts(name, 1, "Old", "GAIL", "2.24")
    line = Line(spi.AccessibilityBus(None, print), facts, width=8, timeout_secs=1.0)
    for popups, shown in (([Rect(40, 40, 100, 50)], {"bars", "mark"}), ([], set[str]())):
        root = await ApplicationReader(line, Announced()).read(popups)
        entries = {"quit", "bars", "mark", "deep"}
        assert {one.name for one in root.below() if one.is_showing} & entries == shown
