"""Taking back where something comes in between: a question, another window, the end of it all."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import psutil
import pytest

from engine.domain.approvals import Asking
from engine.domain.conditions import NewWindow
from engine.domain.history import Reversal
from engine.domain.plans import StepPlace
from engine.domain.risks import Returned
from engine.domain.terminals import Outcome, Terminal
from engine.modes.director import Director
from engine.session.session import Session
from tests.end_to_end.conftest import Bench
from tests.end_to_end.windows import window_of
from tests.support.helm import Helm, Move, press, typed
from tests.support.processes import processes_with
from tests.support.stage import ScriptedApprover
from tests.support.waiting import until_so

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

TEXT = "first line\nsecond line\n"


class Scene:
    """Mousepad with a file; ``took_back`` performs moves, lets something happen, takes back."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.approver = ScriptedApprover()
        self.note = bench.practice_folder / "note.txt"
        self.note.write_text(TEXT)

    async def took_back(
        self, *moves: Move, meanwhile: Callable[[Helm], Awaitable[None]]
    ) -> Reversal:
        session, _ = await self.bench.session(
            "a trial", asking=Asking.RISKY, approver=self.approver
        )
        reversals: list[Reversal] = []

        async def mode(session: Session) -> Outcome:
            helm = Helm(session, self.bench.surface)
            await helm.start(["mousepad", str(self.note)], "note.txt")
            await helm.make(*moves)
            await meanwhile(helm)
            await helm.rest()
            node = session.history.stack[0]
            reversals.append(await session.way_back.take_back(node, StepPlace(0, 9), "operator"))
            return Outcome(Terminal.GOAL_SATISFIED, "trial", "The trial is over.")

        outcome = await session.run(mode)
        assert outcome.reason == "trial", outcome
        assert self.approver.asked == [], "what is pressed on the way back needs no yes"
        return reversals[0]

    def xdotool(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words],
            env=self.bench.surface.environment,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout.strip()

    async def titles(self) -> list[str]:
        situation = await self.bench.perceiver.observe()
        return [window.title for window in situation.windows]

    async def is_in_front(self, title: str) -> bool:
        """Whether a window whose title begins so has the keyboard."""
        window = (await self.bench.perceiver.observe()).active_window
        return window is not None and window.title.startswith(title)

    async def text(self) -> str:
        situation = await self.bench.perceiver.observe()
        return next(zone.value for zone in situation.zones if zone.is_editable)


@pytest.fixture
def scene(bench: Bench) -> Scene:
    return Scene(bench)


async def test_a_question_whether_to_save_is_answered_by_staying(scene: Scene) -> None:
    """Closing the window that came would lose what somebody else has typed into it."""

    async def somebody_types(helm: Helm) -> None:
        await until_so(lambda: scene.is_in_front("Untitled"))
        scene.xdotool("type", "precious")
        await until_so(lambda: _any(scene.titles(), lambda title: title.startswith("*Untitled")))

    reversal = await scene.took_back(
        press("ctrl", "shift", "n", expects=NewWindow()), meanwhile=somebody_types
    )
    assert not reversal.is_back
    titles = await scene.titles()
    assert any(title.startswith("*Untitled") for title in titles), "the window is still there"
    await until_so(lambda: _is_answered(scene))


async def test_a_window_that_was_moved_meanwhile_is_known_again(scene: Scene) -> None:
    async def somebody_moves_it(helm: Helm) -> None:
        window = scene.xdotool("getactivewindow")
        scene.xdotool("windowmove", "--sync", window, "37", "91")

    reversal = await scene.took_back(typed("wrong "), meanwhile=somebody_moves_it)
    assert reversal.is_back, reversal
    assert await scene.text() == TEXT.strip()


async def test_a_window_that_was_covered_is_brought_to_the_front(scene: Scene) -> None:
    async def somebody_covers_it(helm: Helm) -> None:
        await helm.start(["galculator"], "galculator")

    reversal = await scene.took_back(typed("wrong "), meanwhile=somebody_covers_it)
    assert await scene.text() == TEXT.strip()
    assert "galculator" in await scene.titles(), "somebody else's window is not closed"
    assert reversal.comparison.returned is Returned.NOT_RESTORED
    assert "the window “galculator” is there now" in reversal.comparison.differences


async def test_an_application_that_was_killed_ends_the_reversal_honestly(scene: Scene) -> None:
    async def it_dies(helm: Helm) -> None:
        marker = "PILOTHOUSE_DESKTOP"
        mark = scene.bench.surface.environment[marker]
        for process_id, name in processes_with(marker, mark).items():
            if name == "mousepad":
                psutil.Process(process_id).kill()
        await until_so(lambda: _none(scene.titles()))

    reversal = await scene.took_back(typed("wrong "), meanwhile=it_dies)
    assert not reversal.is_back and reversal.undone == ()
    assert any("is not there" in difference for difference in reversal.comparison.differences) or (
        reversal.why == "No way is known to take it back."
    )
    assert scene.note.read_text() == TEXT


async def test_a_modal_dialog_that_blocks_is_left_first(scene: Scene) -> None:
    async def a_dialog_comes(helm: Helm) -> None:
        scene.xdotool("key", "ctrl+o")
        await until_so(lambda: _any(scene.titles(), lambda title: "Open" in title))

    reversal = await scene.took_back(typed("wrong "), meanwhile=a_dialog_comes)
    assert reversal.is_back, reversal
    assert await scene.text() == TEXT.strip()


DRAWN_MENUS = """
import sys
from pathlib import Path
from PySide6.QtGui import QFont
from PySide6.QtWidgets import *
told, kind = Path(sys.argv[1]), sys.argv[2]
app = QApplication(sys.argv)
app.setStyle("Fusion")
app.setFont(QFont("DejaVu Sans", 12))
window = QMainWindow()
options = window.menuBar().addMenu("Options")
display = options.addMenu("Display")
options.addAction("Colours")
display.addAction("General")
entry = display.addAction("Command row")
display.addAction("Messages")
entry.setCheckable(kind == "shows")
entry.setChecked(True)
row = QLabel("Play and stop")
rows = QVBoxLayout()
body = QWidget()
body.setLayout(rows)
rows.addWidget(row)
rows.addWidget(QLabel("Tape at rest"))
rows.addWidget(QLineEdit("Harbour"))
def turn(on):
    with told.open("a") as file:
        file.write(f"{on}\\n")
    if kind == "shows":
        row.setVisible(on)
    if kind == "adds":
        rows.addWidget(QLabel("Another row"))
def name(action):
    if action is not entry:
        told.write_text(action.text())
entry.triggered.connect(turn)
options.triggered.connect(name)
window.setCentralWidget(body)
window.setWindowTitle("Sample")
window.resize(520, 380)
window.show()
app.exec()
"""


@contextlib.asynccontextmanager
async def drawn_menus(bench: Bench, told: Path, kind: str) -> AsyncIterator[None]:
    async def is_read() -> bool:
        now = await bench.perceiver.observe_fully()
        return any(zone.label == "Options" for zone in now.zones_in_sight)

    async with window_of(bench, DRAWN_MENUS, told, kind, is_there=is_read, is_silent=True):
        yield


@pytest.mark.parametrize(
    ("kind", "turned", "is_back"),
    [("shows", ["False", "True"], True), ("adds", ["True"], False), ("keeps", ["True"], False)],
)
async def test_an_entry_of_a_drawn_menu_is_clicked_again_where_its_mark_shows_that_it_was_turned(
    screen_bench: Bench, tmp_path: Path, kind: str, turned: list[str], *, is_back: bool
) -> None:
    """What has no mark, and would do once more what it did, is left alone; and where nothing shows
    of it, that its menu is open again is no evidence."""
    told, reversals = tmp_path / "told.txt", list[Reversal]()

    async def mode(session: Session) -> Outcome:
        outcome = await Director()(session)
        node = session.history.stack[-1]
        reversals.append(await session.way_back.take_back(node, StepPlace(9, 9), "operator"))
        return outcome

    async with drawn_menus(screen_bench, told, kind):
        session, _ = await screen_bench.session("click Options > Display > Command row")
        outcome = await session.run(mode)
    assert told.read_text().split() == turned, (outcome, reversals)
    assert reversals[0].is_back is is_back, reversals


async def test_the_title_of_a_drawn_menu_is_known_again_once_the_menu_closed(
    screen_bench: Bench, tmp_path: Path
) -> None:
    told = tmp_path / "told.txt"
    async with drawn_menus(screen_bench, told, "shows"):
        goal = "click Options > Colours, click Options > Display > Messages"
        outcome, _ = await screen_bench.run(goal)
    assert told.read_text() == "Messages", outcome


async def _is_answered(scene: Scene) -> bool:
    return not any("Save" in title for title in await scene.titles())


async def _any(titles: Awaitable[list[str]], check: Callable[[str], bool]) -> bool:
    return any(map(check, await titles))


async def _none(titles: Awaitable[list[str]]) -> bool:
    return not await titles
