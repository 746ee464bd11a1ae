"""Of thousands of things those in sight are told, and the rest costs next to nothing."""

from __future__ import annotations

import sys

import psutil
import pytest

from engine.domain.surface_ports import AccessibleTree
from engine.domain.zones import Role
from engine.surfaces.desktop.at_spi import bus as at_spi_bus
from engine.surfaces.desktop.at_spi.tree_reader import AtSpiReader
from tests.support.trees import Launch, find, until

START = """
import sys
from PySide6.QtWidgets import *
app = QApplication(sys.argv)
window = QMainWindow()
window.setWindowTitle("Long")
window.resize(600, 700)
"""
TREE = """
view = QTreeWidget()
view.setColumnCount(2)
view.addTopLevelItems([QTreeWidgetItem([f"Thing {n}", "more"]) for n in range(10_000)])
window.setCentralWidget(view)
window.show()
view.scrollToItem(view.topLevelItem(7_000), QAbstractItemView.ScrollHint.PositionAtTop)
app.exec()
"""
BUTTONS = """
view, pane = QScrollArea(), QWidget()
column = QVBoxLayout(pane)
for number in range(3_000):
    column.addWidget(QPushButton(f"Thing {number}"))
view.setWidget(pane)
window.setCentralWidget(view)
window.show()
app.processEvents()
view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() * 7 // 10)
app.exec()
"""


def numbers(tree: AccessibleTree, role: Role) -> list[int]:
    """Of the things that are told as in sight."""
    told = [one for one in tree.nodes if one.role is role and one.name.startswith("Thing")]
    return sorted(int(one.name.split()[1]) for one in told if one.is_showing)


@pytest.mark.parametrize(
    ("window", "role", "first"),
    [(TREE, Role.TREE_ITEM, 7_000), (BUTTONS, Role.BUTTON, 2_100)],
    ids=["tree", "buttons"],
)
async def test_of_thousands_those_in_sight_are_told(
    reader: AtSpiReader,
    launch: Launch,
    window: str,
    role: Role,
    first: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    launch(sys.executable, "-c", START + window)
    tree = await until(reader, lambda now: len(numbers(now, role)) > 15, "the long window")

    seen = numbers(tree, role)
    assert abs(seen[0] - first) < 100, "it is scrolled there"
    assert seen == list(range(seen[0], seen[0] + len(seen))), "none between them is left out"
    assert find(tree, role, f"Thing {seen[0]}", in_sight=True)
    assert len(tree.nodes) < 600 and tree.cut_applications == tree.silent_applications == ()

    asked = 0
    send = at_spi_bus.AccessibilityBus._send_next

    def counted(*arguments: object) -> None:
        nonlocal asked
        asked += 1
        send(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(at_spi_bus.AccessibilityBus, "_send_next", counted)
    before = psutil.Process().memory_info().rss
    await reader.read()
    assert asked < first / 2
    assert psutil.Process().memory_info().rss - before < 50 << 20
