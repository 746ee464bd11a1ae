"""A practice desktop over a real sshd: seen and pressed from here, and gone with the line."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import stat
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from app.home_files import files_of
from engine.domain.actions import PressKeys, TypeText
from engine.domain.errors import KnownError, RecordUnavailable, SurfaceLost
from engine.domain.zones import Role
from engine.surfaces.desktop.practice.seat_desktop import SeatDesktop
from engine.surfaces.desktop.practice.session_folder import display_socket
from engine.surfaces.desktop.surface import DesktopSurface
from engine.surfaces.files import PART_BYTES
from tests.support.far_machine import HOST, FarMachine, far_machine, seated
from tests.support.processes import processes_with
from tests.support.waiting import until, until_so

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.cold]

AHEAD_SECS = 5_000


@pytest.fixture(scope="module")
def far() -> Iterator[FarMachine]:
    with pytest.MonkeyPatch.context() as patch, far_machine(patch) as machine:
        entries = machine.near / "share" / "applications"
        entries.mkdir(parents=True)
        entry = "[Desktop Entry]\nType=Application\nName=Only Here\nExec=true\n"
        (entries / "here.desktop").write_text(entry)
        patch.setenv("XDG_DATA_DIRS", f"{entries.parent}")
        yield machine


@pytest.fixture
def other_far(monkeypatch: pytest.MonkeyPatch) -> Iterator[FarMachine]:
    """The test's own: it spoils it."""
    with far_machine(monkeypatch) as machine:
        yield machine


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def surface(far: FarMachine) -> AsyncIterator[DesktopSurface]:
    """One for all tests that take nothing away from it."""
    async with seated() as (started, _lost):
        yield started


def host_of(surface: DesktopSurface) -> SeatDesktop:
    host = surface._host
    assert isinstance(host, SeatDesktop)
    return host


async def open_editor(surface: DesktopSurface) -> None:
    async def is_there() -> bool:
        nodes = (await surface.eyes.read_tree()).nodes
        return any(node.role is Role.TEXT_AREA for node in nodes)

    if not await is_there():
        await surface.hands.launch("Mousepad")
        await until_so(is_there)


async def test_what_is_typed_here_stands_there_and_is_seen(surface: DesktopSurface) -> None:
    await open_editor(surface)
    await surface.hands.perform(TypeText("Grüße from afar"), None)

    async def is_read() -> bool:
        nodes = (await surface.eyes.read_tree()).nodes
        return any("Grüße from afar" in node.text for node in nodes)

    await until_so(is_read)
    frame = await surface.eyes.capture()
    assert (frame.width, frame.height) == (1280, 800)
    assert len({bytes(frame.pixels[at : at + 4]) for at in range(0, len(frame.pixels), 400)}) > 2


async def test_a_process_there_is_not_looked_up_here(surface: DesktopSurface) -> None:
    await open_editor(surface)
    windows = (await surface.eyes.read_tree()).windows
    assert windows and {one.keeps_terminal for one in windows} == {None}
    assert {one.started_at_secs for one in windows} == {0.0}


async def test_the_machine_there_says_what_is_installed(surface: DesktopSurface) -> None:
    names = [each.name for each in await surface.applications()]
    assert "Mousepad" in names and "Only Here" not in names


async def test_nothing_told_there_becomes_the_environment_of_a_child_here(
    surface: DesktopSurface, far: FarMachine
) -> None:
    here = surface.environment
    assert str(far.root / "tmp") not in json.dumps(dict(here))
    assert here["HOME"] == os.environ["HOME"] and "DBUS_SESSION_BUS_ADDRESS" not in here
    assert surface.places["home folder"].startswith(str(far.root / "tmp"))
    assert surface.sandbox is not None and surface.is_practice


async def test_what_lies_here_is_the_operators_alone(surface: DesktopSurface) -> None:
    folder = Path(surface.environment["XAUTHORITY"]).parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    shown = display_socket(surface.environment["DISPLAY"])
    for each in (folder / "ssh", folder / "bus", shown):
        assert each.resolve().parent == folder and stat.S_ISSOCK(each.stat().st_mode), each


async def test_nobody_else_here_can_answer_for_its_display(surface: DesktopSurface) -> None:
    name = b"\0" + os.fsencode(display_socket(surface.environment["DISPLAY"]))
    with socket.socket(socket.AF_UNIX) as other, pytest.raises(OSError, match="in use"):
        other.bind(name)  # where X clients look first


@pytest.mark.parametrize("told", [float("nan"), float("inf"), 10**400, "soon", None])
async def test_a_clock_that_tells_no_time_is_not_believed(
    surface: DesktopSurface, monkeypatch: pytest.MonkeyPatch, told: object
) -> None:
    host = host_of(surface)
    ask = host._ask

    async def ask_otherwise(op: str, *words: Any, **arguments: Any) -> Any:
        return told if op == "time" else await ask(op, *words, **arguments)

    monkeypatch.setattr(host, "_ask", ask_otherwise)
    with pytest.raises(SurfaceLost):
        await surface.file_facts("a.txt")


async def test_a_file_is_looked_at_there_alone(surface: DesktopSurface, tmp_path: Path) -> None:
    there = Path(surface.places["practice folder"]) / "a.txt"
    await host_of(surface).spawn(["sh", "-c", f"echo hello > {there}"])
    await until_so(lambda: is_file(surface, str(there)))
    facts = await surface.file_facts(str(there))
    assert facts.text == "hello\n"
    assert abs(facts.modified_at_secs - there.stat().st_mtime) < 60
    (tmp_path / "here.txt").write_text("here")  # the sandbox there has a /tmp of its own
    assert not await is_file(surface, str(tmp_path / "here.txt"))


async def is_file(surface: DesktopSurface, path: str) -> bool:
    return (await surface.file_facts(path)).exists


async def test_files_come_and_go_by_the_same_line(
    surface: DesktopSurface, far: FarMachine, tmp_path: Path
) -> None:
    large, there = os.urandom(PART_BYTES + 7), Path(surface.places["practice folder"])
    (tmp_path / "given.bin").write_bytes(large)
    lines = far.asked.read_text().count("\n")
    files = await files_of(surface, [tmp_path / "given.bin"])
    assert files is not None
    copy = f"cd {there}; cat given.bin given.bin > twice.bin; ln -s /etc/passwd link; mkdir a"
    await host_of(surface).spawn(["sh", "-c", f"{copy}; printf Grüße > a/b.txt; touch done.txt"])
    await until_so(lambda: is_file(surface, str(there / "done.txt")))
    made = await asyncio.to_thread(files.made, tmp_path / "kept")
    kept = {each.path: (tmp_path / "kept" / each.path).read_bytes() for each in made.files}
    assert {name: kept[f"Practice/{name}"] for name in ("twice.bin", "a/b.txt", "done.txt")} == {
        "twice.bin": large * 2,
        "a/b.txt": "Grüße".encode(),
        "done.txt": b"",
    }
    assert not kept.keys() & {"Practice/given.bin", "Practice/link"} and not made.left_out
    assert far.asked.read_text().count("\n") == lines, "by a line of its own"
    with pytest.raises(RecordUnavailable, match="File exists"):
        await asyncio.to_thread(files.put, [tmp_path / "given.bin"])


@pytest.mark.parametrize("told", [{"../a": (1, 1, 1)}, {"/a": (1, 1, 1)}, {"a": "b"}, None])
async def test_names_that_lead_out_of_the_folder_here_are_not_taken(
    surface: DesktopSurface, monkeypatch: pytest.MonkeyPatch, told: object
) -> None:
    host = host_of(surface)

    async def ask_otherwise(op: str, *words: Any, **arguments: Any) -> Any:
        return told

    monkeypatch.setattr(host, "_ask", ask_otherwise)
    monkeypatch.setattr(surface, "files", host.files)
    with pytest.raises(RecordUnavailable):
        await files_of(surface)


@pytest.mark.parametrize("told", ["no code", "a", 7, None])
async def test_a_file_that_can_t_be_read_there_is_told_as_left_out(
    surface: DesktopSurface, monkeypatch: pytest.MonkeyPatch, told: object
) -> None:
    files = await files_of(surface)
    assert files is not None

    async def ask_otherwise(op: str, *words: Any, **arguments: Any) -> Any:
        return {"Practice/new.txt": (3, 1, 1)} if op == "versions" else told

    monkeypatch.setattr(files._files, "_ask_there", ask_otherwise)
    made = await asyncio.to_thread(files.made)
    assert (made.files, made.left_out) == ((), 1)


async def test_stop_lets_go_and_the_next_hands_work(surface: DesktopSurface) -> None:
    await surface.hands.perform(PressKeys(("shift",), half="down"), None)
    released, _ = await surface.stop_hands()
    assert released
    await surface.renew_hands()
    await surface.hands.perform(PressKeys(("shift",)), None)


async def test_a_reset_and_news_come_from_there(surface: DesktopSurface) -> None:
    await surface.mark_start()
    made = Path(surface.places["practice folder"]) / "made.txt"
    await host_of(surface).spawn(["sh", "-c", f"touch {made}; exit 3"], name="maker")
    await until_so(lambda: is_file(surface, str(made)))
    codes: list[int | None] = []

    async def has_ended() -> bool:
        codes.extend(one.exit_code for one in (await surface.vitals()).ended)
        return 3 in codes

    await until_so(has_ended)
    await surface.reset()
    assert not await is_file(surface, str(made))


@pytest.mark.parametrize("cut", ["here", "there"])
async def test_a_line_that_is_cut_is_told_and_ends_all_and_the_seat_is_free_at_once(
    other_far: FarMachine, cut: str
) -> None:
    async with seated() as (surface, lost):
        folder = Path(surface.environment["XAUTHORITY"]).parent
        shown = display_socket(surface.environment["DISPLAY"])
        await surface.hands.perform(PressKeys(("shift",), half="down"), None)
        if cut == "here":
            [line] = other_far.lines()
            line.kill()
        else:
            other_far.signal_line(signal.SIGKILL)
        await until(lambda: lost)
        with pytest.raises(KnownError):
            await surface.eyes.capture()
        async with seated() as (again, _):
            assert (await again.eyes.capture()).width
        assert HOST in await host_of(surface).wait_gone()
    assert "Traceback" not in lost[0]
    await until(lambda: not other_far.left and not other_far.sessions())
    assert not folder.exists() and not shown.is_symlink() and not other_far.lines()


async def test_nothing_is_left_on_either_side(other_far: FarMachine) -> None:
    async with seated() as (surface, lost):
        folder = Path(surface.environment["XAUTHORITY"]).parent
        shown = display_socket(surface.environment["DISPLAY"])
        assert shown.is_symlink() and other_far.left
    assert not (folder.exists() or shown.is_symlink() or other_far.lines() or lost)
    await until(lambda: not other_far.left and not other_far.sessions())
    assert not processes_with("PILOTHOUSE_DESKTOP", folder.name.partition("-")[2])


async def test_who_answers_no_more_is_told(other_far: FarMachine) -> None:
    async with seated() as (surface, _):
        try:
            other_far.signal_line(signal.SIGSTOP)
            with pytest.raises(SurfaceLost, match="did not answer"):
                await surface.eyes.capture()
        finally:
            other_far.signal_line(signal.SIGCONT)


async def test_a_clock_there_that_runs_ahead_makes_no_old_file_new(
    other_far: FarMachine, tmp_path: Path
) -> None:
    ahead = f"import time\nnow = time.time\ntime.time = lambda: now() + {AHEAD_SECS}\n"
    (tmp_path / "sitecustomize.py").write_text(ahead)
    installed = other_far.program.readlink()
    unboxed = 's/"is_sandboxed": true/"is_sandboxed": false/'  # where it is not found
    told = f"$(printf %s \"$3\" | sed '{unboxed}')"
    other_far.write_program(f'PYTHONPATH={tmp_path} exec {installed} seat "$2" "{told}"')
    async with seated() as (surface, _):
        there = Path(surface.places["practice folder"]) / "a.txt"
        there.write_text("hello")
        facts, written_at = await surface.file_facts(str(there)), there.stat().st_mtime
    assert abs(facts.modified_at_secs - (written_at - AHEAD_SECS)) < 60
