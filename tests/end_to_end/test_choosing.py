"""An entry of a list that takes no text: chosen where the list opens, typed nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.acting.executor import Executor
from engine.acting.settling import Settler
from engine.domain.actions import TypeText
from engine.domain.errors import ActionImpossible
from engine.domain.limits import Limits
from engine.domain.plans import PlanStep
from engine.domain.zones import Role
from tests.end_to_end.conftest import Bench
from tests.end_to_end.test_what_opens import shown

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

FORM = """
import sys
from pathlib import Path
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import *
told, how = Path(sys.argv[1]), sys.argv[2]
app = QApplication(sys.argv)
class Drawn(QWidget):
    def __init__(self, box):
        super().__init__(box, Qt.WindowType.Popup)
        self.resize(200, 120)
        self.move(box.mapToGlobal(QPoint(0, box.height())))
        self.typed = ""
    def keyPressEvent(self, event):
        self.typed += event.text()
        if self.typed == "Welsh":
            self.parent().setCurrentText(self.typed)
            self.close()
class Box(QComboBox):
    def showPopup(self):
        if how == "a list":
            super().showPopup()
        if how == "an untold list":
            self.drawn = Drawn(self)
            self.drawn.show()
            self.drawn.setFocus()
        if how == "a dialog":
            dialog = QDialog(window)
            dialog.setWindowTitle("Other language")
            asked = QLineEdit("Keep this", dialog)
            asked.textChanged.connect(told.write_text)
            dialog.show()
            asked.setFocus()
        if how == "another list":
            rows.addItems(["Oval", "Star"])
window = QWidget()
form = QFormLayout(window)
field, rows, text = Box(), QListWidget(), QTextEdit("Keep this")
field.addItems(["English", "Dutch", "Welsh", "French"])
field.currentTextChanged.connect(told.write_text)
text.textChanged.connect(lambda: told.write_text(text.toPlainText()))
form.addRow("Language", field)
form.addRow(rows)
form.addRow(text)
window.setWindowTitle("Sample")
window.resize(520, 480)
window.show()
text.setFocus()
app.exec()
"""


async def choose(bench: Bench, entry: str) -> None:
    executor = Executor(bench.surface, Settler(bench.surface, bench.perceiver), Limits())
    before = await bench.perceiver.observe_fully()
    (box,) = (zone for zone in before.zones_in_sight if zone.role is Role.COMBO_BOX)
    action = TypeText(entry, replace=True)
    step = PlanStep(1, box.zone_id, box.label, action, f"Choose {entry}")
    await executor.perform(step, before)


@pytest.mark.parametrize("how", ["a list", "an untold list"])
async def test_the_entry_of_a_list_that_opens_is_chosen(
    screen_bench: Bench, tmp_path: Path, how: str
) -> None:
    told = tmp_path / "told"
    async with shown(screen_bench, FORM, told, how, until="Language"):
        await choose(screen_bench, "Welsh")
        assert told.read_text() == "Welsh"


@pytest.mark.parametrize("how", ["nothing", "a dialog", "another list"])
async def test_nothing_is_typed_where_no_list_opens(
    screen_bench: Bench, tmp_path: Path, how: str
) -> None:
    told = tmp_path / "told"
    async with shown(screen_bench, FORM, told, how, until="Language"):
        with pytest.raises(ActionImpossible, match="No list opened"):
            await choose(screen_bench, "Welsh")
        assert told.read_text() == ""


METRONOME = """
import sys
from pathlib import Path
from PySide6.QtCore import Qt
from PySide6.QtWidgets import *
told = Path(sys.argv[1])
app = QApplication(sys.argv)
window = QMainWindow()
menu = window.menuBar().addMenu("Menu")
menu.addAction("Fahrenheit").triggered.connect(lambda: told.write_text("Fahrenheit"))
body = QWidget()
window.setCentralWidget(body)
rows = QFormLayout(body)
for name, start in (("Speed", 75), ("Volume", 100)):
    row, slider, number = QHBoxLayout(), QSlider(Qt.Orientation.Horizontal), QSpinBox()
    slider.setAccessibleName(name)
    slider.setRange(0, 200)
    number.setRange(0, 200)
    slider.valueChanged.connect(number.setValue)
    number.valueChanged.connect(slider.setValue)
    number.setValue(start)
    number.valueChanged.connect(lambda value, name=name: told.write_text(f"{name} {value}"))
    row.addWidget(slider)
    row.addWidget(number)
    rows.addRow(row)
window.setWindowTitle("Sample")
window.resize(520, 240)
window.show()
app.exec()
"""


@pytest.mark.parametrize(
    ("goal", "came"),
    [("set Speed to 90", "Speed 90"), ("click Main menu > Fahrenheit", "Fahrenheit")],
)
async def test_a_slider_is_set_by_its_number_and_the_only_menu_is_the_one_that_is_said(
    screen_bench: Bench, tmp_path: Path, goal: str, came: str
) -> None:
    told = tmp_path / "told.txt"
    async with shown(screen_bench, METRONOME, told, "", until="Speed"):
        outcome, _ = await screen_bench.run(goal)
    assert told.read_text() == came and outcome.terminal == "goal_satisfied", outcome
