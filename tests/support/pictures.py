"""The README's pictures, by real runs of the real console: ``make pictures``.

``python -m tests.support.pictures docs`` does the same. The operator's screen is a virtual one; the
console on it brings up a practice desktop of its own, as it would for a person. What a person
would press is pressed here, then a picture is taken."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from app.console import Console
from app.qt_loop import run_qt
from app.settings.tables import Settings
from engine.domain.approvals import Asking
from engine.domain.events import Recorded
from engine.domain.plans import StepPlace
from engine.domain.terminals import Terminal
from engine.domain.verdicts import StepState
from engine.record.store import SessionStore
from engine.record.views.fold import fold
from engine.record.views.run_state import RunState
from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop
from tests.practice_app.installed import practice_installed
from tests.support.replaying import ReplayingThinker
from tests.support.site import running_site
from tests.support.thinker_sources import StandingIn
from tests.support.waiting import until
from tests.support.worked_examples import settings_dead_end
from widgets.kit.theme import ThemeChoice
from widgets.window.main_window import MainWindow

SCREEN_SIZE = (1440, 900)
LARGE_SCREEN_SIZE = (2560, 1440)
"""Has room for tree, map and findings of an exploration below each other."""
MAX_BYTES = 350_000
MESSAGE_GOAL = (
    "Open the Practice app, click the Message tab, type 'ada@example.org' into To,"
    " type 'Low water at nine' into Subject, type 'The gangway is free.' into Body and click Send"
)
NOTE_GOAL = (
    "In the Practice app, type 'Fair winds and following seas' into Note text"
    " and save it as log.txt in the practice folder"
)
WEB_GOAL = "Search for brass cabin lamp, open 'Brass cabin lamp' and click Add to cart"
FAULTS_GOAL = "Practice with faults"
_ON_SCREEN = "--on-this-screen"
_PARTS = ("console", "explorer")
_SOON_SEED = 5
"""With which a fault comes up after a few actions, so that its path has room in the picture."""
_PATIENCE_SECS = 60.0
_REST_SECS = 1.5
_FINDING_SECS = 600.0
"""Until a fault was found, and its path made short and proved by ten walks."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--only", choices=_PARTS, help="take only these")
    parser.add_argument(_ON_SCREEN, choices=_PARTS, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if part := arguments.on_this_screen:
        take = _take_explorer if part == "explorer" else _take_pictures
        return run_qt(lambda: take(arguments.folder))
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with practice_installed():
        for part in (arguments.only,) if arguments.only else _PARTS:
            size = LARGE_SCREEN_SIZE if part == "explorer" else SCREEN_SIZE
            taking = _on_virtual_screen(part, arguments.folder.absolute(), size)
            if exit_code := asyncio.run(taking):
                return exit_code
    return _weigh(arguments.folder)


def _weigh(folder: Path) -> int:
    """1 where a picture is too big for a README."""
    too_big = [file for file in sorted(folder.glob("*.png")) if file.stat().st_size > MAX_BYTES]
    for file in too_big:
        print(f"{file} has more than {MAX_BYTES} bytes.", file=sys.stderr)
    return 1 if too_big else 0


async def _on_virtual_screen(part: str, folder: Path, size: tuple[int, int]) -> int:
    screen = PracticeDesktop(width=size[0], height=size[1], is_sandboxed=False)
    await screen.start()
    try:
        words = ("-m", "tests.support.pictures", str(folder), _ON_SCREEN, part)
        # the temporary folder of everybody, so that paths in the pictures are as short as usual
        environment = {**screen.environment, "TMPDIR": gettempdir()}
        process = await asyncio.create_subprocess_exec(sys.executable, *words, env=environment)
        return await process.wait()
    finally:
        await screen.close()


async def _take_pictures(folder: Path) -> int:
    """Take them all, from a console each."""
    async with _sitting(ThemeChoice.LIGHT) as operator:
        operator.starts(MESSAGE_GOAL, Asking.RISKY)
        await until(lambda: operator.is_asked, bound_secs=_PATIENCE_SECS)
        await asyncio.sleep(_REST_SECS)
        _save(operator.window, folder / "console-light.png")
        _save(operator.window.views.approval, folder / "approval.png")
        operator.window.views.run_bar.stop.click()
        await until(lambda: operator.state.outcome is not None, bound_secs=_PATIENCE_SECS)
    async with _sitting(ThemeChoice.LIGHT) as operator:
        operator.starts(MESSAGE_GOAL, Asking.EACH, surface="screen")
        await until(lambda: operator.is_asked, bound_secs=_PATIENCE_SECS)
        await asyncio.sleep(_REST_SECS)
        _save(operator.window.strip_mode.strip, folder / "strip.png")
        operator.window.views.run_bar.stop.click()
        await until(lambda: operator.state.outcome is not None, bound_secs=_PATIENCE_SECS)
    async with _sitting(ThemeChoice.DARK) as operator:
        operator.starts(NOTE_GOAL, Asking.EACH)
        await operator.approves_to_the_end()
        await operator.inspects_the_last_step()
        _save(operator.window, folder / "console-dark.png")
    async with _sitting(ThemeChoice.LIGHT, settings_dead_end()) as operator:
        operator.starts("In the Practice app, open the settings", Asking.NEVER)
        await until(lambda: operator.state.outcome is not None, bound_secs=_PATIENCE_SECS)
        await operator.inspects_the_dead_end()
        _save(operator.window, folder / "going-back.png")
    with running_site() as site:
        async with _sitting(ThemeChoice.LIGHT) as operator:
            operator.starts(WEB_GOAL, Asking.EACH, surface=f"browser:{site.url('/shop/')}")
            await operator.approves_until("Add to cart")
            await asyncio.sleep(_REST_SECS)
            _save(operator.window, folder / "navigator-light.png")
            operator.window.views.run_bar.stop.click()
            await until(lambda: operator.state.outcome is not None, bound_secs=_PATIENCE_SECS)
    return 0


async def _take_explorer(folder: Path) -> int:
    """An exploration with its tree, its map and a finding, light and dark."""
    for theme in (ThemeChoice.LIGHT, ThemeChoice.DARK):
        async with _sitting(theme) as operator:
            operator.explores(FAULTS_GOAL)
            await operator.sees_a_finding_proved()
            _save(operator.window, folder / f"explorer-{theme.value}.png")
            operator.window.views.run_bar.stop.click()
            await until(lambda: operator.state.outcome is not None, bound_secs=_PATIENCE_SECS)
    return 0


@dataclass
class _Operator:
    """Somebody who sits before one console."""

    window: MainWindow
    state: RunState = field(default_factory=RunState)

    def take(self, recorded: Recorded) -> None:
        self.state = fold(self.state, recorded)

    @property
    def is_asked(self) -> bool:
        return self.window.views.approval.is_waiting

    def starts(self, goal: str, asking: Asking, surface: str = "practice") -> None:
        """Write the goal, choose, and press Start."""
        bar = self.window.views.goal_bar
        bar.goal.setFocus()
        self.window.goal_bar.set_goal(goal)
        self.window.goal_bar.choices.choose(surface=surface, asking=asking)
        bar.start.click()

    def explores(self, goal: str) -> None:
        bar = self.window.views.goal_bar
        bar.goal.setFocus()
        self.window.goal_bar.set_goal(goal)
        self.window.goal_bar.choices.choose(
            surface="practice", asking=Asking.NEVER, mode="explorer"
        )
        assert bar.limits.grid is not None
        bar.limits.grid.editors["seed"].show(_SOON_SEED)
        bar.start.click()

    async def sees_a_finding_proved(self) -> None:
        """Wait until the run goes on after it, and look at it beside the map of states."""
        await until(lambda: self._goes_on_after_a_proof, bound_secs=_FINDING_SECS)
        views = self.window.views
        views.run_bar.pause.click()
        await asyncio.sleep(_REST_SECS)
        views.findings.list.setCurrentIndex(views.findings.list.rows.index(0, 0))
        views.plan_pages.show_page(views.states)
        await asyncio.sleep(_REST_SECS)

    @property
    def _goes_on_after_a_proof(self) -> bool:
        view, number = self.state.explore, self.state.current_segment
        if self.state.outcome is not None:
            raise RuntimeError(self.state.outcome.message)
        has_proof = view is not None and any(each.is_minimised for each in view.findings)
        return view is not None and has_proof and view.group_of_segment(number) is not None

    async def approves_to_the_end(self) -> None:
        """Say yes to every step. Raises ``RuntimeError`` where the goal is not reached."""
        async with asyncio.timeout(_PATIENCE_SECS):
            while self.state.outcome is None:
                if self.is_asked:
                    self.window.views.approval.request.do_approve()
                await asyncio.sleep(0.05)
        if self.state.outcome.terminal is not Terminal.GOAL_SATISFIED:
            raise RuntimeError(self.state.outcome.message)

    async def approves_until(self, words: str) -> None:
        """Say yes to what comes before the question that holds these words."""
        async with asyncio.timeout(_PATIENCE_SECS):
            while (request := self.state.pending) is None or words not in request.step.description:
                if self.state.outcome is not None:
                    raise RuntimeError(self.state.outcome.message)
                if self.is_asked and request is not None:
                    self.window.views.approval.request.do_approve()
                await asyncio.sleep(0.05)

    async def inspects_the_last_step(self) -> None:
        """Look at the last step that was done; its pictures come from the record."""
        await asyncio.sleep(_REST_SECS)
        done = [
            (segment.segment_number, view.step.step_number)
            for segment in self.state.segments
            for view in segment.steps
            if view.state is StepState.DONE
        ]
        self.window.views.plan.place_chosen.emit(StepPlace(*done[-1]))
        await asyncio.sleep(_REST_SECS)

    async def inspects_the_dead_end(self) -> None:
        """Look at the local state where the plan turned, with the chart below the picture."""
        await asyncio.sleep(_REST_SECS)
        views = self.window.views
        views.timeline.show_page(views.timeline.chart)
        views.plan.select_step(StepPlace(2, 8, 2))
        views.plan.place_chosen.emit(StepPlace(2, 8, 2))
        await asyncio.sleep(_REST_SECS)


@contextlib.asynccontextmanager
async def _sitting(
    theme: ThemeChoice, thinker: ReplayingThinker | None = None
) -> AsyncIterator[_Operator]:
    """A console over the whole screen, with settings and a record of its own.

    ``thinker`` takes the place of the offline one."""
    with TemporaryDirectory(prefix="pilothouse-pictures-") as name:
        settings = QSettings(str(Path(name) / "console.ini"), QSettings.Format.IniFormat)
        settings.setValue("view/theme", theme.value)
        store = await SessionStore.open(Path(name) / "sessions.db")
        window = MainWindow(settings=settings)
        thinkers = StandingIn(thinker) if thinker else None
        console = Console(window, store, Settings(), thinkers=thinkers)
        operator = _Operator(window)
        console.on_event = operator.take
        window.showFullScreen()
        try:
            await console.open()
            yield operator
        finally:
            await console.close()
            await store.close()
            window.close()


def _save(widget: QWidget, file: Path) -> None:
    """Raises ``RuntimeError`` where the picture can't be written."""
    if not widget.grab().save(str(file), "PNG", 0):
        raise RuntimeError(f"{file} can't be written")


if __name__ == "__main__":
    raise SystemExit(main())
