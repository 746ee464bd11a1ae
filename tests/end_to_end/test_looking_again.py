"""What nobody could see when it was done is looked at once more where it can be: a field in a real
window of settings that closed, a tick in a menu that closed over it. Nothing else is opened."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.domain import conditions as c
from engine.domain.actions import TypeText
from engine.domain.plans import GoalPart, PlanRequest, PlanSegment
from engine.domain.terminals import DONE_NOT_SEEN, Terminal
from engine.thinking.offline.thinker import OfflineThinker
from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of
from tests.support.lanes import varies

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

SETTINGS = """
import sys
from pathlib import Path
from PySide6.QtWidgets import *
told, title, does = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
app = QApplication(sys.argv)
window, kept, dialogs = QWidget(), ["/dev/cdrom", "/dev/cdrom"], []
window.setWindowTitle("Ripper")
opens = QPushButton(title)
opens.setShortcut("Ctrl+P")
QVBoxLayout(window).addWidget(opens)
def made():
    dialog = QDialog(window)
    dialog.setWindowTitle(title)
    form, pages = QVBoxLayout(dialog), QTabWidget()
    page, device = QWidget(), QLineEdit(kept[0])
    rows, first = QFormLayout(page), QLineEdit(kept[1])
    if does == "keeps twins":
        rows.addRow("Device", first)
    rows.addRow("Device", device)
    pages.addTab(QLabel("Nothing here"), "Common")
    pages.addTab(page, "Drives")
    form.addWidget(pages)
    ok, cancel = QPushButton("OK"), QPushButton("Cancel")
    for button in (ok, cancel):
        form.addWidget(button)
    def keep():
        if does.startswith("keeps"):
            kept[:] = device.text() + ("0" if does == "keeps another" else ""), first.text()
        dialog.accept()
    ok.clicked.connect(keep)
    cancel.clicked.connect(dialog.reject)
    return dialog
def ask():
    with told.open("a") as file:
        file.write("opened\\n")
    if does == "hides" and dialogs:
        dialogs[0].show()
    else:
        dialogs[:] = [made()]
        dialogs[0].open()
opens.clicked.connect(ask)
window.resize(400, 300)
window.show()
app.exec()
"""


@pytest.mark.parametrize(
    ("title", "does", "reason", "opened"),
    [
        ("Preferences", "keeps", "plan_finished", 2),
        varies("Configure Ripper…", "keeps", "plan_finished", 2),
        ("Preferences", "keeps another", DONE_NOT_SEEN, 2),
        ("Preferences", "drops", DONE_NOT_SEEN, 2),
        ("Preferences", "hides", DONE_NOT_SEEN, 2),
        ("New drive", "keeps", DONE_NOT_SEEN, 1),
    ],
)
async def test_a_setting_is_read_back_where_its_window_is_made_anew(
    screen_bench: Bench, tmp_path: Path, title: str, does: str, reason: str, opened: int
) -> None:
    goal = f"click '{title}', click the Drives tab, type '/dev/sr1' into Device, click OK"
    async with window_of(screen_bench, SETTINGS, tmp_path / "told", title, does):
        outcome, _ = await screen_bench.run(goal)
        now = await screen_bench.perceiver.observe_fully()
        assert [each.title for each in now.windows] == ["Ripper"], "it was left again"
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, reason), outcome.message
    assert (tmp_path / "told").read_text().split() == ["opened"] * opened


class Naming(OfflineThinker):
    """Names what the goal asks for as a model does: what the field holds into which it types."""

    text = "/dev/sr1"
    field = ""

    async def plan(self, request: PlanRequest) -> PlanSegment:
        segment = await super().plan(request)
        for step in segment.steps:
            self.field = step.zone_id if isinstance(step.action, TypeText) else self.field
        held = c.ZoneValue(self.field, "Device", self.text, contains=True)
        parts = (GoalPart("the device is set", held),) if segment.finishes else ()
        return replace(segment, parts=parts)


@pytest.mark.parametrize(
    ("title", "does", "text", "reason", "opened"),
    [
        ("Preferences", "keeps", "/dev/sr1", "plan_finished", 2),
        ("Preferences", "drops", "/dev/sr1", DONE_NOT_SEEN, 2),
        ("Preferences", "keeps", "/dev/sr2", DONE_NOT_SEEN, 1),  # the run set no such thing
        varies("New drive", "keeps", "/dev/sr1", DONE_NOT_SEEN, 1),
    ],
)
async def test_what_a_model_names_is_read_back_also_where_keys_open_the_settings(
    screen_bench: Bench, tmp_path: Path, title: str, does: str, text: str, reason: str, opened: int
) -> None:
    goal = "press Ctrl+P, click the Drives tab, type '/dev/sr1' into Device, click OK"
    thinker = Naming()
    thinker.text = text
    async with window_of(screen_bench, SETTINGS, tmp_path / "told", title, does):
        outcome, _ = await screen_bench.run(goal, thinker=thinker)
        now = await screen_bench.perceiver.observe_fully()
        assert [each.title for each in now.windows] == ["Ripper"], "it was left again"
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, reason), outcome.message
    assert (tmp_path / "told").read_text().split() == ["opened"] * opened


class NamingAll(OfflineThinker):
    """Names each field into which it types."""

    def __init__(self) -> None:
        super().__init__()
        self.held: dict[str, str] = {}

    async def plan(self, request: PlanRequest) -> PlanSegment:
        segment = await super().plan(request)
        typed = [each for each in segment.steps if isinstance(each.action, TypeText)]
        self.held |= {each.zone_id: each.action.text for each in typed}
        named = (c.ZoneValue(*each, contains=True) for each in self._values())
        parts = tuple(GoalPart(held.text, held) for held in named)
        return replace(segment, parts=parts if segment.finishes else ())

    def _values(self) -> list[tuple[str, str, str]]:
        return [(zone_id, "Device", text) for zone_id, text in self.held.items()]


async def test_fields_that_are_called_alike_are_read_back_each_by_its_place_at_one_opening(
    screen_bench: Bench, tmp_path: Path
) -> None:
    goal = (
        "click Preferences, click the Drives tab, type '/dev/sr1' into the first Device,"
        " type '/dev/sr2' into the second Device, click OK"
    )
    told = tmp_path / "told"
    async with window_of(screen_bench, SETTINGS, told, "Preferences", "keeps twins"):
        outcome, _ = await screen_bench.run(goal, thinker=NamingAll())
    assert outcome.reason == "plan_finished", outcome.message
    assert outcome.message.count("Looked at again: “Device” holds “/dev/sr") == 2
    assert told.read_text().split() == ["opened"] * 2


MENU = """
import sys
from pathlib import Path
from PySide6.QtWidgets import *
told, does = Path(sys.argv[1]), sys.argv[2]
app = QApplication(sys.argv)
window, hidden = QMainWindow(), [False]
window.setWindowTitle("Shelf")
opens = QPushButton("Menu", window)
def turned(is_on):
    with told.open("a") as file:
        file.write("turned\\n")
    if does == "turns":
        hidden[0] = is_on
def ask():
    menu = QMenu(window)
    entry = menu.addAction("Hidden Files")
    entry.setCheckable(True)
    entry.setChecked(hidden[0])
    entry.toggled.connect(turned)
    menu.exec(window.mapToGlobal(opens.geometry().bottomLeft()))
    menu.deleteLater()
opens.clicked.connect(ask)
window.setCentralWidget(opens)
window.resize(300, 60)
window.show()
app.exec()
"""


@pytest.mark.parametrize(("does", "reason"), [("turns", "plan_finished"), ("stays", DONE_NOT_SEEN)])
async def test_a_tick_is_looked_for_where_it_can_be_seen_again(
    screen_bench: Bench, tmp_path: Path, does: str, reason: str
) -> None:
    """The menu that has closed is gone, and made anew when it is opened."""
    async with window_of(screen_bench, MENU, tmp_path / "told", does):
        outcome, state = await screen_bench.run("click Menu, click Hidden Files")
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, reason), outcome.message
    assert ("Looked at again: “Hidden Files” is checked" in outcome.message) is (does == "turns")
    assert (tmp_path / "told").read_text().split() == ["turned"], "it was clicked once"
    again = [each for each in state.segments if "opened once more" in each.reason]
    words = [view.step.description for each in again for view in each.steps]
    assert words[0] == "Click “Menu”, to see whether “Hidden Files” is checked", "whoever watches"
