"""A desktop tells of its applications' lives and is set back to its start, on real programs."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from engine.domain import actions
from engine.domain.errors import ActionImpossible, HandsStopped
from engine.domain.exploring.limits import ConsoleLine, EndedProcess, Vitals
from engine.domain.plans import Application
from engine.surfaces.desktop.applications import ApplicationCatalogue, LaunchEntry
from engine.surfaces.desktop.launched import Launch, Said
from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop
from engine.surfaces.desktop.surface import DesktopSurface
from engine.surfaces.desktop.vnc_desktop import ExistingDisplay
from tests.support import broken_programs as broken
from tests.support.processes import is_alive
from tests.support.waiting import until_so

pytestmark = pytest.mark.asyncio(loop_scope="module")


class NoSecrets:
    def reveal(self, name: str) -> str:
        raise AssertionError(name)


def surface_on(
    host: PracticeDesktop | ExistingDisplay, catalogue: ApplicationCatalogue | None = None
) -> DesktopSurface:
    return DesktopSurface(
        "practice",
        host,
        catalogue_for=lambda host: catalogue or ApplicationCatalogue(()),
        secrets=NoSecrets(),
        is_practice=True,
    )


@contextlib.asynccontextmanager
async def started() -> AsyncIterator[tuple[DesktopSurface, PracticeDesktop]]:
    desktop = PracticeDesktop()
    surface = surface_on(desktop)
    try:
        await surface.start()
        yield surface, desktop
    finally:
        await surface.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def lasting() -> AsyncIterator[tuple[DesktopSurface, PracticeDesktop]]:
    """For all tests that mark no start of their own."""
    async with started() as (surface, desktop):
        await surface.mark_start()
        yield surface, desktop


@pytest_asyncio.fixture(loop_scope="module")
async def surface(lasting: tuple[DesktopSurface, PracticeDesktop]) -> DesktopSurface:
    """Set back: nothing runs there, and nothing is left to tell."""
    surface, _ = lasting
    await surface.reset()
    return surface


@pytest.fixture
def desktop(lasting: tuple[DesktopSurface, PracticeDesktop]) -> PracticeDesktop:
    return lasting[1]


@pytest_asyncio.fixture(loop_scope="module")
async def own() -> AsyncIterator[tuple[DesktopSurface, PracticeDesktop]]:
    """For a test that marks a start of its own."""
    async with started() as own:
        yield own


async def gathered(surface: DesktopSurface, *, ended: int) -> Vitals:
    """All that was told until so many processes had ended."""
    told: list[EndedProcess] = []
    console: list[ConsoleLine] = []

    async def have_ended() -> bool:
        vitals = await surface.vitals()
        told.extend(vitals.ended)
        console.extend(vitals.console)
        return len(told) >= ended

    await until_so(have_ended)
    return Vitals(tuple(told), (), tuple(console))


async def once_it_answers(surface: DesktopSurface) -> Vitals:
    """All that was told until nobody is silent: a program that has just come may not answer yet."""
    told = [await surface.vitals()]

    async def answers() -> bool:
        told.append(await surface.vitals())
        return not told[-1].silent

    await until_so(answers)
    ended, console = (tuple(itertools.chain(*parts)) for parts in (
        (one.ended for one in told), (one.console for one in told)))  # fmt: skip
    return Vitals(ended, (), console)


async def shows_window(surface: DesktopSurface, title: str) -> None:
    async def is_there() -> bool:
        return title in [window.title for window in (await surface.eyes.read_tree()).windows]

    await until_so(is_there)


async def test_it_tells_how_launched_programs_ended_and_what_errors_they_wrote(
    surface: DesktopSurface, desktop: PracticeDesktop
) -> None:
    assert await surface.vitals() == Vitals()
    await desktop.spawn(broken.command(broken.SEGFAULT), name="Faulty")
    await desktop.spawn(broken.command(broken.UNCAUGHT), name="Careless")
    await desktop.spawn(broken.command(broken.GRUMBLE), name="Grumbler")
    vitals = await gathered(surface, ended=3)
    assert {one.application: one.exit_code for one in vitals.ended} == {
        "Faulty": -signal.SIGSEGV,
        "Careless": 1,
        "Grumbler": 0,
    }
    assert {line.application: line.text for line in vitals.console} == {
        "Careless": "IndexError: list index out of range",
        "Grumbler": "(demo:12): Gtk-CRITICAL **: 10:11:12.123:"
        " gtk_widget_show: assertion 'x' failed",
    }
    assert [line.source for line in vitals.console if line.source] == ["<string>, take_last"]
    assert await surface.vitals() == Vitals(), "each fact is told once"


async def test_of_a_launched_program_that_fails_it_tells_the_exit_code_and_the_last_words() -> None:
    """Not of one that ends well; and the vitals tell of both ends all the same."""
    entries = [
        LaunchEntry(Application(name, entry_id=f"{name}.desktop"), broken.command(code))
        for name, code in {"Careless": broken.UNCAUGHT, "Grumbler": broken.GRUMBLE}.items()
    ]
    surface = surface_on(PracticeDesktop(), ApplicationCatalogue((), extra=entries))
    try:
        await surface.start()
        await surface.hands.perform(actions.Launch("Careless"), None)

        async def has_failed() -> bool:
            return bool(await surface.failed_launch())

        await until_so(has_failed)
        told = await surface.failed_launch()
        assert told.startswith("the program ended at once with exit code 1: “")
        assert told.endswith("IndexError: list index out of range”")
        await surface.hands.perform(actions.Launch("Grumbler"), None)
        vitals = await gathered(surface, ended=2)
        assert [one.application for one in vitals.ended] == ["Careless", "Grumbler"]
        assert await surface.failed_launch() == ""
    finally:
        await surface.close()


async def test_it_names_those_that_do_not_answer(
    surface: DesktopSurface, desktop: PracticeDesktop
) -> None:
    """Neither program is on the accessibility bus: both are pinged."""
    await desktop.spawn((*broken.OFF_THE_BUS, *broken.command(broken.LONG_JOB)), name="Busy")
    await shows_window(surface, "Broken")

    async def are_silent(count: int) -> bool:
        return len((await surface.vitals()).silent) == count

    await until_so(lambda: are_silent(0))
    await desktop.spawn((*broken.OFF_THE_BUS, *broken.command(broken.HANGS_BY_ITSELF)))
    await shows_window(surface, "Deaf")
    await until_so(lambda: are_silent(1))


async def test_of_a_program_that_another_one_started_it_tells_that_it_went(
    surface: DesktopSurface, desktop: PracticeDesktop
) -> None:
    await desktop.spawn(("setsid", "-f", *broken.command(broken.LONG_JOB)), name="Starter")
    await shows_window(surface, "Broken")
    told = await gathered(surface, ended=1)
    assert [(one.application, one.exit_code) for one in told.ended] == [("Starter", 0)]
    assert await once_it_answers(surface) == Vitals()
    await desktop.spawn(("pkill", "-f", "Broken"), name="Ender")
    told = await gathered(surface, ended=2)
    assert {one.application: one.exit_code for one in told.ended} == {"Ender": 0, "Broken": None}
    assert await surface.vitals() == Vitals()


async def test_a_reset_ends_what_came_and_brings_back_files_and_what_ran(
    own: tuple[DesktopSurface, PracticeDesktop],
) -> None:
    surface, desktop = own
    note, folder = desktop.practice_folder / "note.txt", desktop.home / "Documents"
    note.write_text("as it was")
    (folder / "link").symlink_to("elsewhere")
    first = await desktop.spawn(broken.command(broken.LONG_JOB), name="Busy")
    await shows_window(surface, "Broken")
    await surface.mark_start()

    note.write_text("as it is n")
    (folder / "link").unlink()
    (folder / "new" / "deep").mkdir(parents=True)
    (folder / "new").chmod(0o500)
    (desktop.home / ".config" / "user-dirs.dirs").unlink()
    stubborn = (
        "import os, signal, time; signal.signal(15, signal.SIG_IGN);"
        " os.setsid() if os.fork() == 0 else None; time.sleep(600)"
    )
    other = await desktop.spawn(broken.command(stubborn))
    await surface.reset()

    assert not await desktop.living([first, other])
    assert note.read_text() == "as it was"
    assert [entry.name for entry in folder.iterdir()] == ["link"]
    assert (desktop.home / ".config" / "user-dirs.dirs").is_file()
    titles = [window.title for window in (await surface.eyes.read_tree()).windows]
    assert titles == ["Broken"]
    assert await once_it_answers(surface) == Vitals(), "what was ended on purpose is no news"
    ours = [pid for pid in pids_with(desktop) if "-c" in arguments_of(pid)]
    assert len(ours) == 1, ours
    await surface.reset()
    assert [w.title for w in (await surface.eyes.read_tree()).windows] == ["Broken"]


_TIP = """
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
application, tip = QApplication([]), QWidget(None, Qt.WindowType.ToolTip)
tip.setWindowTitle("Tip"), tip.setGeometry(10, 10, 60, 20), tip.show()
application.exec()
"""


async def test_a_tool_tip_that_was_up_at_the_start_is_not_waited_for(
    own: tuple[DesktopSurface, PracticeDesktop],
) -> None:
    surface, desktop = own
    await desktop.spawn(broken.command(broken.LONG_JOB), name="Busy")
    await shows_window(surface, "Broken")
    said = broken.command(_TIP)
    tip = await asyncio.create_subprocess_exec(*said, env=dict(desktop.environment))
    try:
        await shows_window(surface, "Tip")
        await surface.mark_start()
    finally:
        tip.kill()
        await tip.wait()
    await surface.reset()
    assert [w.title for w in (await surface.eyes.read_tree()).windows] == ["Broken"]


def pids_with(desktop: PracticeDesktop) -> list[int]:
    mark = f"PILOTHOUSE_DESKTOP={desktop.environment['PILOTHOUSE_DESKTOP']}".encode()
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and is_alive(int(entry.name)):
            try:
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


def arguments_of(pid: int) -> list[str]:
    """Empty where it has ended meanwhile."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    except OSError:
        return []


async def test_stop_comes_through_during_a_reset_and_nothing_more_is_started(
    own: tuple[DesktopSurface, PracticeDesktop], monkeypatch: pytest.MonkeyPatch
) -> None:
    surface, desktop = own
    await desktop.spawn(broken.command(broken.LONG_JOB), name="Busy")
    await shows_window(surface, "Broken")
    await surface.mark_start()
    end_and_restore, is_under_way, may_go_on = desktop.reset, asyncio.Event(), asyncio.Event()

    async def held() -> tuple[Launch, ...]:
        is_under_way.set()
        await may_go_on.wait()
        return await end_and_restore()

    monkeypatch.setattr(desktop, "reset", held)
    resetting = asyncio.ensure_future(surface.reset())
    await is_under_way.wait()
    await surface.stop_hands()
    may_go_on.set()
    with pytest.raises(HandsStopped):
        await resetting
    assert not (await surface.eyes.read_tree()).windows


async def test_the_operators_own_display_tells_of_ends_and_is_never_reset(
    surface: DesktopSurface, desktop: PracticeDesktop
) -> None:
    display = ExistingDisplay(desktop.display, desktop.environment)
    assert not surface_on(display).can_reset and surface.can_reset
    with pytest.raises(ActionImpossible, match="practice"):
        await surface_on(display).reset()
    pid = await display.spawn(broken.command(broken.UNCAUGHT), name="Careless")

    async def has_ended() -> bool:
        news = await display.news()
        seen.extend([*news.ended, *news.said])
        return bool(news.ended)

    seen: list[object] = []
    await until_so(has_ended)
    assert EndedProcess("Careless", pid, 1) in seen
    assert Said("Careless", "IndexError: list index out of range", pid) in seen
    await display.close()
